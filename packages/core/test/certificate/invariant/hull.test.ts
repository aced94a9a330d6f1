// Of a condition that is said to hold nowhere no combination of values holds: random expressions over small sets, run
// one by one by the reference evaluator.

import { describe, expect, it } from "vitest";
import { type Hull, neverHolds } from "../../../src/certificate/invariant/hull.ts";
import type { BinaryOperator, Expression } from "../../../src/network/index.ts";
import { compileExpression, FunctionTable, Machine } from "../../../src/semantics/evaluate/index.ts";
import { ModelFault } from "../../../src/semantics/index.ts";
import { type Choices, cell, element, local, num, op, seededChoices } from "../../../src/testing/index.ts";

const CELLS = 3;
const SELECT = 0;
/** Quantifiers bind the frame cell of their depth. */
const MOST_DEPTH = 3;
const OPERATORS: readonly BinaryOperator[] = [
  ...(["+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", "<?", ">?"] as const),
  ...(["<", "<=", "==", "!=", ">=", ">"] as const),
];
const EXTREMES = [-0x80000000, 0x7fffffff, 0x7ffffffe, -1, 0];

function randomExpression(choices: Choices, depth: number): Expression {
  const below = (): Expression => randomExpression(choices, depth - 1);
  const leaf = depth === 0 || choices.below(5) === 0;
  if (leaf) {
    switch (choices.below(6)) {
      case 0:
        return num(choices.below(9) - 4);
      case 1:
        return num(EXTREMES[choices.below(EXTREMES.length)]!);
      case 2:
        return local(choices.below(1 + MOST_DEPTH));
      case 3:
        return element(0, CELLS, local(SELECT));
      default:
        return cell(choices.below(CELLS));
    }
  }
  switch (choices.below(8)) {
    case 0:
      return { kind: "unary", op: (["-", "!", "abs"] as const)[choices.below(3)]!, operand: below() };
    case 1:
      return { kind: choices.below(2) === 0 ? "and" : "or", left: below(), right: below() };
    case 2:
      return { kind: "conditional", condition: below(), then: below(), otherwise: below() };
    case 3: {
      const min = choices.below(4) - 2;
      const kind = choices.below(2) === 0 ? "forall" : "exists";
      return { kind, cell: depth, min, max: min + choices.below(4) - 1, body: below() };
    }
    default:
      return op(OPERATORS[choices.below(OPERATORS.length)]!, below(), below());
  }
}

/** Does it hold for some choice from the sets? What fails does not. */
function holdsSomewhere(condition: Expression, sets: readonly (readonly number[])[]): boolean {
  const machine = new Machine(CELLS);
  const run = compileExpression(condition, new FunctionTable([], false));
  const try1 = (values: readonly number[]): boolean => {
    machine.load(new Int32Array(1), Int32Array.from(values.slice(0, CELLS)), 1 + MOST_DEPTH);
    machine.setFrame([values[CELLS]!, 0, 0, 0]);
    try {
      return run(machine) !== 0;
    } catch (error) {
      if (error instanceof ModelFault) return false;
      throw error;
    }
  };
  const choose = (values: readonly number[]): boolean =>
    values.length === sets.length ? try1(values) : sets[values.length]!.some((value) => choose([...values, value]));
  return choose([]);
}

const hullOf = (values: readonly number[]): Hull => [Math.min(...values), Math.max(...values)];
const EXPRESSIONS = Number(process.env.EXPRESSIONS ?? 5_000);

describe("a condition", () => {
  it("holds nowhere if that is said of it, whatever it is made of", () => {
    const choices = seededChoices(5);
    const seen = { never: 0, somewhere: 0, missed: 0 };
    for (let trial = 0; trial < EXPRESSIONS; trial++) {
      const condition = randomExpression(choices, 1 + choices.below(MOST_DEPTH));
      const sets = Array.from({ length: CELLS + 1 }, (_, at) =>
        Array.from({ length: 1 + choices.below(2) }, () =>
          at < CELLS && choices.below(6) === 0 ? EXTREMES[choices.below(EXTREMES.length)]! : choices.below(7) - 3,
        ),
      );
      const said = neverHolds(condition, {
        cell: (at) => hullOf(sets[at]!),
        // Outside of what binds it nobody knows what it holds.
        frame: (at) => (at === SELECT ? hullOf(sets[CELLS]!) : undefined),
      });
      const holds = holdsSomewhere(condition, sets);
      if (said && holds) expect.fail(`${JSON.stringify(condition)} holds for some of ${JSON.stringify(sets)}`);
      seen[said ? "never" : holds ? "somewhere" : "missed"]++;
    }
    expect(seen.never).toBeGreaterThan(EXPRESSIONS / 20);
    expect(seen.somewhere).toBeGreaterThan(EXPRESSIONS / 4);
  });

  it("that calls, assigns or asks for too many elements may hold", () => {
    const scope = { cell: (): Hull => [0, 0], frame: (): Hull => [0, 0] };
    const both = (right: Expression): Expression => ({ kind: "and", left: num(0), right });
    const call: Expression = { kind: "call", function: 0, arguments: [] };
    expect(neverHolds(both(num(1)), scope)).toBe(true);
    expect(neverHolds(both(call), scope)).toBe(false);
    expect(neverHolds(both(element(0, 5, call)), scope)).toBe(false);
    expect(neverHolds(element(0, 4096, num(0)), scope)).toBe(true);
    expect(neverHolds(element(0, 4097, num(0)), scope)).toBe(false);
  });
});
