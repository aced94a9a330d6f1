// What spurious paths teach: each round must forbid the path it looked at, or the estimate never grows.

import { describe, expect, it } from "vitest";
import { estimate } from "../estimate.ts";
import { familyProblem } from "../exhaustive.ts";
import { create } from "../trials.ts";

const first = (spec: string, family: string, size: number, variant: string): number => {
  const { network, problem } = familyProblem(family, size, variant);
  const locations = network.processes.map(({ initial }) => initial[0]!);
  return create(spec, problem).heuristic.estimate({ locations, cells: network.initialValues });
};

describe("predicates(refinement)", () => {
  // M and N ask for a way through the cycles of three controllers, whose steps are values of cells.
  it.each([
    ["M", [2, 4, 13]],
    ["N", [2, 4, 13]],
  ])("%s_1: the shortest abstract path grows from round to round", (variant, least) => {
    const found = [0, 2, 5].map((rounds) =>
      first(`predicates(refinement, rounds=${rounds}, split=3)`, "mutex", 1, variant),
    );
    for (const [k, length] of found.entries()) expect(length).toBeGreaterThanOrEqual(least[k]!);
  });

  it("learns how far one clock must be ahead of another", () => {
    // x and y are set together, and P must leave b within 2: x never gets to 5 there.
    const model = `clock x, y;
process P() { state a, b { y <= 2 }, c; init a; trans a -> b { assign x := 0, y := 0; }, b -> c { guard x >= 5; }; }
system P;`;
    expect(estimate("predicates(refinement, rounds=0)", model, {}, "E<> P.c")).toBe(2);
    expect(estimate("predicates(refinement, rounds=4)", model, {}, "E<> P.c")).toBe(Number.POSITIVE_INFINITY);
  });

  it("does not take a condition of the target for one of a guard", () => {
    const model = `int[0,3] v, w;
process P() { state a, b, c; init a; trans a -> b { guard w == 1; }, b -> c { guard w == 2; }, a -> a { assign v := 1; }; }
system P;`;
    expect(estimate("predicates()", model, {}, "E<> P.c && v == 1")).toBe(Number.POSITIVE_INFINITY);
  });
});
