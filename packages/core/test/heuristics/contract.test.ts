// What heuristics claim, hunted on random networks: every reachable discrete state of a small network, its true
// distance to a random target by brute force over regions, and every step between them.

import { describe, expect, it } from "vitest";
import { heuristics } from "../../src/heuristics/index.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { brokenClaims, SlowRelaxation } from "../../src/testing/index.ts";
import { examplesOf } from "../examples.ts";
import { configured, create, trials, trialsOf } from "./trials.ts";

describe(`claims on ${trials.length} random networks`, () => {
  it.each(examplesOf(heuristics))("%s", (spec) => {
    const config = configured(spec);
    expect(trialsOf(spec).flatMap((trial) => brokenClaims(config, trial))).toEqual([]);
  });
});

describe("deadlock()", () => {
  it("is 0 only where no transition is possible", () => {
    for (const { seed, problem, graph } of trials) {
      const { heuristic } = create("deadlock()", problem);
      for (const [from] of graph.steps) {
        expect(heuristic.estimate(graph.states[from]!), `network ${seed}, state ${from}`).toBeGreaterThan(0);
      }
    }
  });
});

describe("cache", () => {
  it("voids every claim and never gives a state up", () => {
    for (const { problem, graph } of trials.slice(0, 20)) {
      const { guarantees, heuristic } = create("hL(cache=2)", problem);
      const { heuristic: exact } = create("hL()", problem);
      expect(guarantees).toMatchObject({ safe: false, admissible: false, consistent: false });
      for (const state of graph.states) {
        if (heuristic.estimate(state) === Number.POSITIVE_INFINITY) {
          expect(exact.estimate(state)).toBe(Number.POSITIVE_INFINITY);
        }
      }
    }
  });
});

describe("the relaxed graph", () => {
  it.each([
    ["global", "auto"],
    ["global", "on"],
    ["per-location", "off"],
  ] as const)("has the layers of its slow twin; hL ≤ h⁺ ≤ hU (%s, shortcut %s)", (values, shortcut) => {
    let compared = 0;
    for (const { seed, problem, graph } of trials) {
      const slow = new SlowRelaxation(problem, { ...PLAIN_OPTIONS, values, shortcut });
      const hL = create(`hL(values=${values}, shortcut=${shortcut})`, problem).heuristic;
      const hU = create(`hU(values=${values}, shortcut=${shortcut})`, problem).heuristic;
      for (const state of graph.states.slice(0, 12)) {
        const layers = hL.estimate(state);
        expect(layers, `network ${seed}`).toBe(slow.layers(state));
        const best = slow.optimum(state, 300);
        if (best === null) continue;
        compared++;
        const where = `network ${seed}, state ${JSON.stringify(state)}: hL ${layers}, h⁺ ${best}`;
        expect(layers, where).toBeLessThanOrEqual(best);
        expect(hU.estimate(state), where).toBeGreaterThanOrEqual(best);
      }
    }
    expect(compared).toBeGreaterThan(trials.length);
  });
});
