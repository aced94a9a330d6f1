// What a condition says about the values of single variables: where `n < 3` holds, n is at most 2. Only comparisons of
// one variable with something else are understood; everything else says nothing, which is always right.

import { isComparison, MIRROR, OPPOSITE } from "../../network/comparisons.ts";
import type { BinaryOperator, Expression } from "../../network/index.ts";
import type { Frame, Intervals, Range } from "../intervals.ts";

/** What is known where the condition holds (or does not, when not `positive`); null: that never happens. */
export function refine(
  intervals: Intervals,
  frame: Frame | null,
  condition: Expression,
  positive: boolean,
): Frame | null {
  if (frame === null) return null;
  switch (condition.kind) {
    case "constant":
      return (condition.value !== 0) === positive ? frame : null;
    case "unary":
      return condition.op === "!" ? refine(intervals, frame, condition.operand, !positive) : frame;
    case "and":
    case "or":
      if ((condition.kind === "and") !== positive) return frame;
      return refine(intervals, refine(intervals, frame, condition.left, positive), condition.right, positive);
    case "load":
      return narrow(intervals, frame, condition, positive ? "!=" : "==", { min: 0, max: 0 });
    case "binary": {
      if (!isComparison(condition.op)) return frame;
      const op = positive ? condition.op : OPPOSITE[condition.op];
      const { left, right } = condition;
      const once = narrow(intervals, frame, left, op, intervals.of(right, frame));
      return once === null ? null : narrow(intervals, once, right, MIRROR[op], intervals.of(left, once));
    }
    default:
      return frame;
  }
}

function narrow(
  intervals: Intervals,
  frame: Frame,
  subject: Expression,
  op: BinaryOperator,
  other: Range,
): Frame | null {
  if (subject.kind !== "load" || subject.place.steps.length > 0 || subject.place.space === "reference") return frame;
  const now = intervals.loaded(subject.place, frame);
  const range = cut(now, op, other);
  if (range === now) return frame;
  if (range.min > range.max) return null;
  const cell = subject.place.base + subject.place.offset;
  if (subject.place.space === "frame") return { ...frame, ranges: new Map(frame.ranges).set(cell, range) };
  return { ...frame, cells: new Map(frame.cells).set(cell, range) };
}

function cut(range: Range, op: BinaryOperator, other: Range): Range {
  const { min, max } = range;
  switch (op) {
    case "<":
      return { min, max: Math.min(max, other.max - 1) };
    case "<=":
      return { min, max: Math.min(max, other.max) };
    case ">":
      return { min: Math.max(min, other.min + 1), max };
    case ">=":
      return { min: Math.max(min, other.min), max };
    case "==":
      return { min: Math.max(min, other.min), max: Math.min(max, other.max) };
    case "!=":
      if (other.min !== other.max) return range;
      return { min: min === other.min ? min + 1 : min, max: max === other.max ? max - 1 : max };
    default:
      return range;
  }
}
