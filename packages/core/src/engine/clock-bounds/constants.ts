// The constants that guards, invariants and queries compare clocks with. Bounds that are expressions count with the
// largest value the interval analysis allows; conditions on data (`when`) are taken to hold.

import { EMPTY_FRAME, type Frame, type Intervals, type Range, withRange } from "../../analysis/intervals.ts";
import type { Span } from "../../diagnostics/index.ts";
import {
  type ClockRef,
  type Conjunct,
  type Edge,
  type Expression,
  type Formula,
  formulasOf,
  type Query,
} from "../../network/index.ts";
import { beyondLimit, NO_BOUND } from "../../zone/index.ts";
import { MAX_CONSTANT } from "./bound-map.ts";
import { BoundsRefusal } from "./refusal.ts";

/** What is told of every comparison met. */
export interface ConstantSink {
  /** x is compared with a constant: from below (`lower`), from above (`upper`), NO_BOUND where it is not. */
  single(clock: number, lower: number, upper: number): void;
  /** left − right is compared with every constant of the range. */
  difference(left: number, right: number, op: Comparison, bound: Range, span: Span | undefined): void;
}

type Comparison = "<" | "<=" | "==" | "!=" | ">=" | ">";

interface ClockTest {
  readonly left?: ClockRef;
  readonly right?: ClockRef;
  readonly op: Comparison;
  readonly bound: Expression;
  readonly span?: Span;
}

/** The frame of an edge: its select values. */
export function edgeFrame(edge: Edge): Frame {
  if (edge.selects.length === 0) return EMPTY_FRAME;
  return { ...EMPTY_FRAME, ranges: new Map(edge.selects.map((select, cell) => [cell, select])) };
}

export function conjunctConstants(
  conjuncts: readonly Conjunct[],
  intervals: Intervals,
  frame: Frame,
  sink: ConstantSink,
): void {
  for (const conjunct of conjuncts) {
    if (conjunct.kind !== "clock") continue;
    let inner = frame;
    for (const binder of conjunct.binders) inner = withRange(inner, binder.cell, binder);
    test(conjunct, intervals, inner, sink);
  }
}

export function queryConstants(query: Query, intervals: Intervals, sink: ConstantSink): void {
  for (const formula of formulasOf(query)) formulaConstants(formula, intervals, EMPTY_FRAME, sink);
}

function formulaConstants(formula: Formula, intervals: Intervals, frame: Frame, sink: ConstantSink): void {
  switch (formula.kind) {
    case "clock":
      test(formula, intervals, frame, sink);
      break;
    case "and":
    case "or":
      for (const part of formula.parts) formulaConstants(part, intervals, frame, sink);
      break;
    case "not":
      formulaConstants(formula.part, intervals, frame, sink);
      break;
    case "forall":
    case "exists":
      formulaConstants(formula.body, intervals, withRange(frame, formula.binder.cell, formula.binder), sink);
      break;
    case "data":
    case "deadlock":
      break;
  }
}

function test(
  { left, right, op, bound, span }: ClockTest,
  intervals: Intervals,
  frame: Frame,
  sink: ConstantSink,
): void {
  const range = withinLimit(intervals.of(bound, frame), span);
  const lefts = left === undefined ? [undefined] : intervals.clocksOf(left, frame);
  const rights = right === undefined ? [undefined] : intervals.clocksOf(right, frame);
  for (const x of lefts) {
    for (const y of rights) {
      if (x === y) continue;
      if (x !== undefined && y !== undefined) sink.difference(x, y, op, range, span);
      else if (x !== undefined) single(x, op, range.max, sink);
      else if (y !== undefined) single(y, mirrored(op), -range.min, sink);
    }
  }
}

/**
 * Declared ranges count as far as clocks can be compared at all; where every value is too large, that is said at once.
 */
export function withinLimit({ min, max }: Range, span: Span | undefined): Range {
  const nearest = min > 0 ? min : Math.min(max, 0);
  const tooLarge = beyondLimit(nearest);
  if (tooLarge !== undefined) throw new BoundsRefusal("TH3200", tooLarge, span);
  return { min: Math.max(min, -MAX_CONSTANT), max: Math.min(max, MAX_CONSTANT) };
}

function single(clock: number, op: Comparison, constant: number, sink: ConstantSink): void {
  // A negative constant decides nothing about a clock, but the clock is tested, hence active.
  const value = Math.max(0, constant);
  const fromBelow = op === ">" || op === ">=" || op === "==" || op === "!=";
  const fromAbove = op === "<" || op === "<=" || op === "==" || op === "!=";
  sink.single(clock, fromBelow ? value : NO_BOUND, fromAbove ? value : NO_BOUND);
}

/** −y op c reads y mirrored(op) −c. */
function mirrored(op: Comparison): Comparison {
  switch (op) {
    case "<":
      return ">";
    case "<=":
      return ">=";
    case ">":
      return "<";
    case ">=":
      return "<=";
    default:
      return op;
  }
}
