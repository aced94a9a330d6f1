// What locations alone prove.

import { describe, expect, it } from "vitest";
import { isFalseAt, visitedLocations } from "../../src/certificate/index.ts";
import type { Expression, Formula } from "../../src/network/index.ts";
import { load } from "../check/ask.ts";

describe("locations alone", () => {
  const at = (location: number, process = 0): Formula => ({
    kind: "data",
    condition: { kind: "at", process: { base: process, steps: [] }, location } as unknown as Expression,
  });
  const constant = (value: number): Expression => ({ kind: "constant", value }) as unknown as Expression;
  const data = (condition: object): Formula => ({ kind: "data", condition: condition as Expression });
  const not = (part: Formula): Formula => ({ kind: "not", part });
  const condition = (formula: Formula): Expression => (formula as Formula & { kind: "data" }).condition;
  /** The first process may be in 0 and 1, the second in 0 only. */
  const VISITED = [[0, 1], [0]];

  it.each<[string, Formula, boolean]>([
    ["a location that is not listed", at(2), true],
    ["one of two that are", at(0), false],
    ["not the only one", not(at(0, 1)), true],
    ["not one of two", not(at(0)), false],
    ["both of which one is not listed", { kind: "and", parts: [at(0), at(2)] }, true],
    ["one of which one is not listed", { kind: "or", parts: [at(0), at(2)] }, false],
    ["one of two that are not listed", { kind: "or", parts: [at(2), at(3)] }, true],
    ["not both that hold anyway", not({ kind: "and", parts: [at(0, 1), at(0, 1)] }), true],
    ["not both of which one may hold", not({ kind: "and", parts: [at(0, 1), at(0)] }), false],
    ["nothing", data(constant(0)), true],
    ["anything", data(constant(1)), false],
    ["anything, negated", not(data(constant(2))), true],
    ["both, in an expression", data({ kind: "and", left: condition(at(0)), right: condition(at(2)) }), true],
    ["one, in an expression", data({ kind: "or", left: condition(at(3)), right: condition(at(2)) }), true],
    ["one that may, in an expression", data({ kind: "or", left: condition(at(0)), right: condition(at(2)) }), false],
  ])("%s", (_name, formula, isFalse) => {
    expect(isFalseAt(formula, VISITED)).toBe(isFalse);
  });

  it("a process that is not known by its number may be anywhere", () => {
    const some = { kind: "at", process: { base: 0, steps: [{}] }, location: 2 };
    expect(isFalseAt(data(some), VISITED)).toBe(false);
  });

  it("are listed in ascending order", () => {
    const { network } = load("process P() { state a, b, c, d; init d; trans d -> b { }, b -> a { }; } system P;");
    expect(visitedLocations(network)).toEqual([[0, 1, 3]]);
  });
});
