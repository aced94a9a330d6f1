// Moving quantifiers inwards changes neither what a formula says nor what fails while it is evaluated, only how often
// its parts are asked.

import { describe, expect, it } from "vitest";
import { miniscoped } from "../../src/analysis/miniscope.ts";
import { Prng } from "../../src/basics/prng.ts";
import type { Expression, Formula } from "../../src/network/index.ts";
import { compileExpression, FunctionTable, Machine } from "../../src/semantics/evaluate/index.ts";
import { ModelFault } from "../../src/semantics/index.ts";

const CELLS = 3;
/** Frame cells that quantifiers bind. */
const BINDERS = 3;

const constant = (value: number): Expression => ({ kind: "constant", value });
const load = (space: "state" | "frame", base: number): Expression => ({
  kind: "load",
  place: { space, base, offset: 0, steps: [] },
});

/** A condition over the cells and the binders around it; divisions may fail. */
function condition(random: Prng, depth: number, bound: readonly number[]): Expression {
  const part = (): Expression => condition(random, depth - 1, bound);
  switch (depth === 0 ? 0 : random.below(7)) {
    case 1:
      return { kind: "unary", op: "!", operand: part() };
    case 2:
      return { kind: "and", left: part(), right: part() };
    case 3:
      return { kind: "or", left: part(), right: part() };
    case 4:
    case 5: {
      const cell = random.below(BINDERS);
      const body = condition(random, depth - 1, [...bound, cell]);
      const kind = random.below(2) === 0 ? "forall" : "exists";
      return { kind, cell, min: 0, max: random.below(3) - (random.below(8) === 0 ? 1 : 0), body };
    }
    default: {
      const value = (): Expression =>
        bound.length > 0 && random.below(2) === 0
          ? load("frame", bound[random.below(bound.length)]!)
          : load("state", random.below(CELLS));
      const op = (["==", "<", "/"] as const)[random.below(3)]!;
      return { kind: "binary", op, left: value(), right: random.below(2) === 0 ? value() : constant(1) };
    }
  }
}

function outcome(formula: Formula, cells: readonly number[]): unknown {
  if (formula.kind !== "data") throw new Error("data stays data");
  const machine = new Machine(CELLS);
  machine.load(new Int32Array(0), cells, BINDERS);
  try {
    return compileExpression(formula.condition, new FunctionTable([]))(machine) !== 0;
  } catch (error) {
    if (error instanceof ModelFault) return error.message;
    throw error;
  }
}

describe("a formula with its quantifiers moved inwards", () => {
  it("says the same, and fails where it failed", () => {
    let changed = 0;
    for (let seed = 0; seed < 600; seed++) {
      const random = new Prng(seed);
      const formula: Formula = { kind: "data", condition: condition(random, 5, []) };
      const other = miniscoped(formula);
      if (JSON.stringify(other) !== JSON.stringify(formula)) changed++;
      for (let trial = 0; trial < 4; trial++) {
        const cells = Array.from({ length: CELLS }, () => random.below(3));
        expect([seed, outcome(other, cells)]).toEqual([seed, outcome(formula, cells)]);
      }
    }
    expect(changed).toBeGreaterThan(10);
  });

  it("asks what does not concern the inner one outside of it", () => {
    const here: Expression = load("frame", 0);
    const there: Expression = load("frame", 1);
    const both: Expression = { kind: "unary", op: "!", operand: { kind: "and", left: here, right: there } };
    const inner: Expression = { kind: "forall", cell: 1, min: 0, max: 9, body: both };
    const formula: Formula = { kind: "data", condition: { kind: "forall", cell: 0, min: 0, max: 9, body: inner } };
    const denied = (operand: Expression): Expression => ({ kind: "unary", op: "!", operand });
    expect(miniscoped(formula)).toMatchObject({
      condition: { body: { kind: "or", left: denied(here), right: { kind: "forall", cell: 1, body: denied(there) } } },
    });
  });
});
