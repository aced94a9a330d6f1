// Edges that constants forbid: no abstraction may take them, and what proves without a search needs no search.

import { describe, expect, it } from "vitest";
import { estimate } from "../estimate.ts";
import { familyProblem } from "../exhaustive.ts";
import { create } from "../trials.ts";

const model = (declarations: string, edge: string, invariant = ""): string => `${declarations}
process P() { state a, b, z ${invariant}; init a; trans a -> b { }, b -> z { ${edge} }; }
system P;`;

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ["a constant", model("const bool FIX = true;", "guard !FIX;")],
  ["a constant array", model("const int A[2] = { 1, 2 };", "guard A[0] > 1;")],
  ["a function of constants", model("const int K = 3; int f() { return K - 3; }", "guard f() > 0;")],
  ["a constant beside a variable", model("const int I = 1, K = 1; int[0,3] n;", "guard n == I && I > K;")],
  ["a constant beside a clock", model("const int K = 3; clock x;", "guard K < 2 && x > 1;")],
  ["every value of a select", model("", "select s : int[0,2]; guard s > 2;")],
  ["an invariant", model("const int K = 3; clock x;", "", "{ x <= 2 && K > 5 }")],
  [
    "a parameter",
    `process T(const int k) { state a, b, z; init a; trans a -> b { }, b -> z { guard k > 1; }; }
P = T(1);
system P;`,
  ],
  [
    "the guard of a receiver",
    `const bool FIX = true; broadcast chan c;
process S() { state s; init s; trans s -> s { sync c!; }; }
process P() { state a, z; init a; trans a -> z { guard !FIX; sync c?; }; }
system S, P;`,
  ],
];

describe.each(FORBIDDEN)("an edge that %s forbids", (_, text) => {
  it.each([
    "predicates()",
    "predicates(split=all)",
    "predicates(refinement, rounds=2, split=all)",
    "perimeter(1, merge(5))",
    "perimeter(0, merge(5))",
    "perimeter(2, hU())",
    "merge(50)",
    "pdb()",
    "cegar(10)",
  ])("is not taken by %s", (spec) => {
    expect(estimate(spec, text, {}, "E<> P.z")).toBe(Number.POSITIVE_INFINITY);
  });
});

it("is taken where some value of a select passes", () => {
  const text = model("", "select s : int[0,2]; guard s > 1;");
  expect(estimate("predicates()", text, {}, "E<> P.z")).toBe(2);
  expect(estimate("perimeter(1, merge(5))", text, {}, "E<> P.z")).toBe(2);
});

it("proves the corrected arbiter of two cells without a search", () => {
  const { network, problem } = familyProblem("arbiter", 2, undefined, true);
  const locations = network.processes.map(({ initial }) => initial[0]!);
  const { heuristic } = create("predicates(split=all)", problem);
  expect(heuristic.estimate({ locations, cells: network.initialValues })).toBe(Number.POSITIVE_INFINITY);
});
