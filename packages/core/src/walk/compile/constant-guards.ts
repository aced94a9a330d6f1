// Guards that compare cells and clocks with constants, as most do: numbers in a row, which are sooner gone through than
// closures called. The meaning is that of `conditions.ts`.

import type { Conjunct, Edge, Expression } from "../../network/index.ts";
import { CLOCK_LIMIT } from "../../zone/index.ts";
import type { ClockLine } from "../clock-origins.ts";

export interface PlainGuard {
  /** Cell, operator, constant; the operator as a mask of the outcomes that satisfy it. */
  readonly tests: Int32Array;
  /** Row, operator, constant. */
  readonly cuts: Int32Array;
}

const LESS = 1;
const EQUAL = 2;
const MORE = 4;
const MASKS: Readonly<Record<string, number>> = {
  "<": LESS,
  "<=": LESS | EQUAL,
  "==": EQUAL,
  "!=": LESS | MORE,
  ">=": EQUAL | MORE,
  ">": MORE,
};

/** Null where a guard, or its channel, asks for more than that, or only for clocks: one closure does that as well. */
export function plainGuard({ guard, sync }: Edge): PlainGuard | null {
  if ("channel" in sync && sync.channel.steps.length > 0) return null;
  const tests: number[] = [];
  const cuts: number[] = [];
  for (const conjunct of guard) {
    const cut = conjunct.kind === "clock" ? cutOf(conjunct) : null;
    const test = conjunct.kind === "data" ? testOf(conjunct.condition) : null;
    if (cut === null && test === null) return null;
    cuts.push(...(cut ?? []));
    tests.push(...(test ?? []));
  }
  return tests.length === 0 ? null : { tests: Int32Array.from(tests), cuts: Int32Array.from(cuts) };
}

function cutOf({ left, right, op, bound, when, binders }: Extract<Conjunct, { kind: "clock" }>): number[] | null {
  if (left === undefined || right !== undefined || when !== undefined || binders.length > 0) return null;
  if (left.space !== "clock" || left.steps.length > 0 || bound.kind !== "constant") return null;
  return Math.abs(bound.value) < CLOCK_LIMIT ? [left.base + 1, MASKS[op]!, bound.value] : null;
}

function testOf(condition: Expression): number[] | null {
  if (condition.kind === "load") return testOfCell(condition, "!=", 0);
  if (condition.kind === "unary" && condition.op === "!") return testOfCell(condition.operand, "==", 0);
  if (condition.kind !== "binary" || condition.right.kind !== "constant") return null;
  return testOfCell(condition.left, condition.op, condition.right.value);
}

function testOfCell(expression: Expression, op: string, value: number): number[] | null {
  if (expression.kind !== "load" || MASKS[op] === undefined) return null;
  const { space, base, offset, steps } = expression.place;
  return space === "state" && steps.length === 0 ? [base + offset, MASKS[op], value] : null;
}

/** Cuts the line's window; false when the data says no. */
export function askPlainly({ tests, cuts }: PlainGuard, memory: Int32Array, line: ClockLine): boolean {
  for (let i = 0; i < tests.length; i += 3) {
    const value = memory[tests[i]!]!;
    const asked = tests[i + 2]!;
    if ((tests[i + 1]! & (value === asked ? EQUAL : value < asked ? LESS : MORE)) === 0) return false;
  }
  for (let i = 0; i < cuts.length; i += 3) line.cut(cuts[i]!, cuts[i + 1]!, cuts[i + 2]!);
  return true;
}
