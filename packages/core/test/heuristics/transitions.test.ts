// What relaxed estimates say about single transitions: the estimate of a network that lacks one (useless transitions
// ask for it), and those that an estimate counts on (preferred transitions), against the slow twin.

import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/heuristics/relaxed/ground/operators.ts";
import type { JointTransition } from "../../src/semantics/joint-transition.ts";
import { SlowRelaxation } from "../../src/testing/slow-relaxation.ts";
import { create, trials } from "./trials.ts";

const STATES = 4;
const LIMIT = 100;

/** Every joint transition with one receiver at most, as the engine would name it. */
const transitionOf = ({ edges }: Operator): JointTransition => ({
  edges: edges.map((edge) => ({ edge, select: [] })),
});

/** A transition is taken away with all its parts: those that only some of its edges make up. */
const lacking = (operators: readonly Operator[], { edges }: JointTransition): readonly Operator[] =>
  operators.filter((operator) => !operator.edges.every((edge) => edges.some((taken) => taken.edge === edge)));

describe("without a transition", () => {
  it("hL has the layers of the network that lacks it, and hL ≤ h⁺ ≤ hU there", () => {
    let compared = 0;
    for (const { seed, problem, graph } of trials) {
      const slow = new SlowRelaxation(problem);
      const [hL, hU, hadd] = ["hL()", "hU()", "hadd()"].map((spec) => create(spec, problem).heuristic);
      for (const state of graph.states.slice(0, STATES)) {
        const whole = [hL, hU, hadd].map((heuristic) => heuristic!.estimate(state));
        for (const operator of slow.possible(state)) {
          const transition = transitionOf(operator);
          const rest = lacking(slow.operators, transition);
          const layers = slow.layers(state, rest);
          const where = `network ${seed}, without ${operator.edges.join()}`;
          expect(hL!.estimate(state, transition), where).toBe(layers);
          expect(layers, where).toBeGreaterThanOrEqual(whole[0]!);
          const [above, sum] = [hU!, hadd!].map((heuristic) => heuristic.estimate(state, transition));
          if (layers === Number.POSITIVE_INFINITY) {
            expect([above, sum], where).toEqual([layers, layers]);
            continue;
          }
          expect(sum, where).toBeLessThan(Number.POSITIVE_INFINITY);
          const best = slow.optimum(state, LIMIT, rest);
          expect(above, where).toBeGreaterThanOrEqual(best ?? layers);
          compared++;
        }
        // What was asked without a transition leaves nothing behind.
        expect([hL, hU, hadd].map((heuristic) => heuristic!.estimate(state))).toEqual(whole);
      }
    }
    expect(compared).toBeGreaterThan(trials.length / 2);
  });
});

describe("preferred transitions", () => {
  it("are possible, and there is one wherever the target is not reached but may be", () => {
    let preferred = 0;
    for (const { seed, problem, graph } of trials) {
      const slow = new SlowRelaxation(problem);
      const { heuristic } = create("hU()", problem);
      for (const state of graph.states.slice(0, STATES)) {
        const estimate = heuristic.estimate(state);
        const prefers = heuristic.preference!(state);
        const counted = slow.operators.filter((operator) => prefers(transitionOf(operator)));
        const where = `network ${seed}, estimate ${estimate}`;
        if (estimate === 0 || estimate === Number.POSITIVE_INFINITY) expect(counted, where).toEqual([]);
        else expect(counted.length, where).toBeGreaterThan(0);
        const possible = slow.possible(state).map(transitionOf);
        for (const operator of counted) {
          // One of its parts is possible: a broadcast may be counted on for its sender alone.
          const taken = new Set(operator.edges);
          const parts = possible.filter(({ edges }) => edges.every(({ edge }) => taken.has(edge)));
          expect(parts.length, where).toBeGreaterThan(0);
        }
        preferred += counted.length;
      }
    }
    expect(preferred).toBeGreaterThan(0);
  });

  it("are not told by estimates that select none", () => {
    const { problem, graph } = trials[0]!;
    for (const spec of ["hL()", "hadd()"]) {
      const { heuristic } = create(spec, problem);
      const prefers = heuristic.preference!(graph.states[0]!);
      for (const operator of new SlowRelaxation(problem).operators) {
        expect(prefers(transitionOf(operator))).toBe(false);
      }
    }
  });
});
