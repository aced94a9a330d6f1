// Abstractions on whole state spaces: every reachable state against its true distance, every step between states.

import { describe, expect, it } from "vitest";
import { wholeGraph } from "./exhaustive.ts";
import { create } from "./trials.ts";

const MODELS = [
  ["arbiter", 2, "tree", 12],
  ["hanoi", 3, "hold", 22],
  ["hanoi", 3, "no", undefined],
  ["hanoi", 3, "no-two-steps", undefined],
  ["hanoi", 3, "refuse", undefined],
  ["hanoi", 3, "forward-no", undefined],
  ["hanoi", 4, "hold", 52],
] as const;
const SPECS = [
  "merge(10)",
  "merge(50)",
  "merge(50, ties=index)",
  "merge(40, refine=far)",
  "merge(20, order=declared)",
  "merge(100)",
  "merge(50, seconds=0.005)",
  "pdb(states=2000)",
  "pdb(doll, states=500)",
  "cegar(200)",
  "max([merge(10), pdb(states=300), cegar(50)])",
];
/** Claimed admissible only. */
const ADMISSIBLE = ["predicates(split=3)", "perimeter(3, distance(combine=max), seconds=1)"];

describe("abstractions on whole state spaces", () => {
  it.each(MODELS)("%s %i %s", (family, size, variant, length) => {
    const { problem, states, steps, distances } = wholeGraph(family, size, variant);
    if (length !== undefined) expect(distances[0]).toBe(length);
    for (const spec of SPECS) {
      const { heuristic } = create(spec, problem);
      const estimates = states.map((state) => heuristic.estimate(state));
      const inadmissible = estimates.filter((estimate, at) => estimate > distances[at]!).length;
      const inconsistent = steps.filter(([from, to]) => estimates[from]! > 1 + estimates[to]!).length;
      expect({ spec, inadmissible, inconsistent }).toEqual({ spec, inadmissible: 0, inconsistent: 0 });
    }
    for (const spec of ADMISSIBLE) {
      const { heuristic } = create(spec, problem);
      const inadmissible = states.filter((state, at) => heuristic.estimate(state) > distances[at]!).length;
      expect({ spec, inadmissible }).toEqual({ spec, inadmissible: 0 });
    }
  });

  it("finds every dead end of H_3 and H_4 with N = 40", () => {
    for (const size of [3, 4]) {
      const { problem, states, distances } = wholeGraph("hanoi", size, "hold");
      const { heuristic } = create("merge(40)", problem);
      const dead = distances.filter((distance) => distance === Number.POSITIVE_INFINITY).length;
      expect(states.filter((state) => heuristic.estimate(state) === Number.POSITIVE_INFINITY).length).toBe(dead);
    }
  });
});
