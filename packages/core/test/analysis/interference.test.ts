// Interference contexts against definitions 4 and 5 of the CE paper, taken literally; and innocence against what steps
// of random networks do to the conjuncts of a target.

import { describe, expect, it } from "vitest";
import { AccessAnalysis } from "../../src/analysis/accesses.ts";
import { Innocence } from "../../src/analysis/contexts/innocence.ts";
import { Interference } from "../../src/analysis/contexts/interference.ts";
import { staticTransitions } from "../../src/analysis/joint-transitions.ts";
import { createReferenceEngine } from "../../src/engine/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import { livelyNetwork, randomTarget, seededChoices } from "../../src/testing/index.ts";
import { questionOf } from "../search/runs.ts";

/** What the precondition and the effect of a joint transition speak of, by name. */
function variables(network: Network, edges: readonly number[], clocks: boolean) {
  const analysis = new AccessAnalysis(network);
  const pre = new Set<string>();
  const eff = new Set<string>();
  for (const id of edges) {
    const { process, source } = network.edges[id]!;
    const own = analysis.ofEdge(id);
    const left = analysis.ofConjuncts(network.processes[process]!.locations[source]!.invariant);
    pre.add(`process ${process}`);
    eff.add(`process ${process}`);
    for (const { readCells, testedClocks, askedProcesses } of [own, left]) {
      for (const cell of readCells) pre.add(`cell ${cell}`);
      for (const asked of askedProcesses) pre.add(`process ${asked}`);
      if (clocks) for (const clock of testedClocks) pre.add(`clock ${clock}`);
    }
    for (const cell of own.writtenCells) eff.add(`cell ${cell}`);
    if (clocks) for (const clock of own.resetClocks) eff.add(`clock ${clock}`);
  }
  return { pre, eff };
}

type Variables = ReturnType<typeof variables>;
const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((item) => b.has(item));
/** Definition 4. */
const interfere = (a: Variables, b: Variables): boolean =>
  meet(a.eff, b.pre) || meet(b.eff, a.pre) || meet(a.eff, b.eff);

describe("interference", () => {
  it.each([false, true])("has the contexts of definition 5 (clocks: %s)", (clocks) => {
    let finite = 0;
    let far = 0;
    for (let seed = 0; seed < 25; seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      const interference = new Interference(network, { clocks });
      const transitions = staticTransitions(network).map(({ edges, joining }) => [
        ...edges,
        ...joining.map(({ edge }) => edge),
      ]);
      const sets = transitions.map((edges) => variables(network, edges, clocks));
      for (const [from, last] of transitions.entries()) {
        // C_0, C_1, …: each adds what interferes with something in the one before.
        const level = transitions.map((_, index) => (index === from ? 0 : Number.POSITIVE_INFINITY));
        for (let n = 1; n <= transitions.length; n++) {
          const before = sets.filter((_, index) => level[index]! < n);
          for (const [index, set] of sets.entries()) {
            if (level[index] === Number.POSITIVE_INFINITY && before.some((other) => interfere(other, set)))
              level[index] = n;
          }
        }
        for (const [to, next] of transitions.entries()) {
          // Equal sets of edges are one transition.
          const same = last.length === next.length && last.every((edge, at) => edge === next[at]);
          expect([seed, from, to, interference.distance(last, next)]).toEqual([seed, from, to, same ? 0 : level[to]]);
          if (level[to] === Number.POSITIVE_INFINITY) far++;
          else if (level[to]! > 1) finite++;
        }
      }
    }
    expect(finite).toBeGreaterThan(20);
    // Through clocks nearly everything is within reach.
    if (!clocks) expect(far).toBeGreaterThan(20);
  });

  it("gives edges with the same reach the same contexts", () => {
    for (let seed = 0; seed < 15; seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      const interference = new Interference(network);
      const ids = network.edges.map(({ id }) => id);
      for (const n of [1, 2]) {
        const context = (edge: number): string =>
          ids.filter((other) => other !== edge && interference.distance([edge], [other]) <= n).join(" ");
        for (const a of ids) {
          for (const b of ids) {
            if (interference.reachOf(a, n) !== interference.reachOf(b, n)) continue;
            const others = (text: string): string[] => text.split(" ").filter((id) => id !== `${a}` && id !== `${b}`);
            expect([seed, n, a, b, others(context(a))]).toEqual([seed, n, a, b, others(context(b))]);
          }
        }
      }
    }
  });
});

describe("innocence", () => {
  it("is said only of transitions that turn no conjunct true", () => {
    let innocentSteps = 0;
    let turned = 0;
    for (let seed = 0; seed < 60; seed++) {
      const choices = seededChoices(seed);
      const { network, features } = livelyNetwork(choices);
      // What an urgent synchronisation allows depends on others: orders, not answers, hang on innocence there.
      if (features.has("stopwatches") || network.channels.some(({ urgent }) => urgent)) continue;
      const conjuncts = [randomTarget(network, choices), randomTarget(network, choices)].flatMap(
        (part): readonly Formula[] => (part.kind === "and" ? part.parts : [part]),
      );
      const innocence = new Innocence(network, { kind: "and", parts: conjuncts });
      const engine = createReferenceEngine(network, {
        targets: conjuncts.map((formula) => ({ formula, frameSize: 1 })),
        abstraction: "none",
        subsumption: "equality",
        bounds: null,
      });
      const states: number[] = [];
      for (let ordinal = 0, { count } = engine.initial(); ordinal < count; ordinal++) {
        states.push(engine.insert(ordinal, -1, 0));
      }
      for (let at = 0; at < Math.min(states.length, 60); at++) {
        const from = states[at]!;
        const expansion = engine.expand(from);
        const steps = Array.from({ length: expansion.count }, (_, ordinal) => ({
          edges: expansion.transition(ordinal).edges.map(({ edge }) => edge),
          to: engine.insert(ordinal, from, 0),
        }));
        for (const { edges, to } of steps) {
          if (to < 0) continue;
          states.push(to);
          const innocent = innocence.isInnocent(edges);
          if (innocent) innocentSteps++;
          for (const [index] of conjuncts.entries()) {
            if (engine.satisfies(from, index) || !engine.satisfies(to, index)) continue;
            turned++;
            expect([seed, from, edges, index, innocent]).toEqual([seed, from, edges, index, false]);
          }
        }
      }
    }
    expect(innocentSteps).toBeGreaterThan(50);
    expect(turned).toBeGreaterThan(50);
  });

  // Section 3 of the CE paper: an effect is innocent unless it satisfies a constraint of the target that did not hold.
  const model = `int[0, 5] x = 0, y = 0; bool b = false; chan c;
process P() {
    state l;
    init l;
    trans
        l -> l { assign x = 1; },
        l -> l { assign x = 2; },
        l -> l { assign x = y; },
        l -> l { assign x++; },
        l -> l { guard x >= 3; assign x++; },
        l -> l { guard x == 2; assign x = 2; },
        l -> l { assign x = 1, x = 2; },
        l -> l { select i : int[3, 5]; assign x = i; },
        l -> l { guard x >= 3; sync c!; assign x--; };
}
process Q() { state l; init l; trans l -> l { sync c?; assign x = 1; }; }
system P, Q;
`;
  it.each([
    ["x == 2", "0 4 5 7 9"],
    ["x <= 2", "3 4 5 7"],
    ["x == y", ""],
    ["x > 2 && b", "0 1 4 5 8 9"],
  ])("goes by value: for %s the edges %s are innocent", (target, innocent) => {
    const { network, target: formula } = questionOf(model, `E<> ${target}`);
    const innocence = new Innocence(network, formula);
    const found = network.edges.map(({ id }) => id).filter((id) => innocence.isInnocent([id]));
    expect(found.join(" ")).toBe(innocent);
  });
});
