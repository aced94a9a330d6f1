// When a condition on clocks holds, seen from now: an interval of delays, cut smaller by every conjunct. Clocks run
// with slopes that do not change while time passes; conditions for which that is not so are `general`: they are looked
// at when time has passed, not foretold.

import { type ClockConjunct, type Conjunct, compares, visitExpression } from "../network/index.ts";
import type { Evaluator } from "../semantics/evaluate/index.ts";
import { compileClock } from "../semantics/evaluate/index.ts";
import type { RealCompiler, RealMachine } from "./real-machine.ts";

/** Differences below this are rounding: two clocks that meet were meant to. */
export const EPSILON = 1e-9;

export class Window {
  low = 0;
  high = Number.POSITIVE_INFINITY;
  lowOpen = false;
  highOpen = false;
  /** A condition among those that hold now cannot be foretold. */
  general = false;
  readonly epsilon: number;

  constructor(epsilon = EPSILON) {
    this.epsilon = epsilon;
  }

  reset(): void {
    this.low = 0;
    this.high = Number.POSITIVE_INFINITY;
    this.lowOpen = false;
    this.highOpen = false;
    this.general = false;
  }

  from(delay: number, open: boolean): void {
    if (delay < this.low || (delay === this.low && !open)) return;
    this.low = delay;
    this.lowOpen = open;
  }

  until(delay: number, open: boolean): void {
    if (delay > this.high || (delay === this.high && !open)) return;
    this.high = delay;
    this.highOpen = open;
  }

  get isEmpty(): boolean {
    return this.low > this.high || (this.low === this.high && (this.lowOpen || this.highOpen));
  }
}

/** Slopes of clocks while time passes, and which of them change meanwhile. */
export interface Motion {
  readonly slopes: Float64Array;
  readonly changing: Uint8Array;
}

/** Cuts the window to where the condition holds; false: nowhere. */
export type DelayCondition = (machine: RealMachine, motion: Motion, window: Window) => boolean;

export function compileConjunct(conjunct: Conjunct, compiler: RealCompiler): DelayCondition {
  return conjunct.kind === "clock" ? clockCondition(conjunct, compiler) : dataCondition(conjunct, compiler);
}

function dataCondition({ condition }: Extract<Conjunct, { kind: "data" }>, compiler: RealCompiler): DelayCondition {
  const test = compiler.expression(condition);
  if (!readsClocks(condition)) return (m) => test(m) !== 0;
  return (m, _motion, window) => {
    window.general = true;
    return test(m) !== 0;
  };
}

export function readsClocks(expression: Parameters<typeof visitExpression>[0]): boolean {
  let found = false;
  visitExpression(expression, {
    clock: () => {
      found = true;
    },
  });
  return found;
}

function clockCondition(conjunct: ClockConjunct, compiler: RealCompiler): DelayCondition {
  const { op, binders } = conjunct;
  const left = compileClock(conjunct.left, compiler);
  const right = compileClock(conjunct.right, compiler);
  const bound = compiler.expression(conjunct.bound);
  const when = conjunct.when === undefined ? null : compiler.expression(conjunct.when);
  const one = cut(op, left, right, bound);
  const asked: DelayCondition = when === null ? one : (m, motion, window) => when(m) === 0 || one(m, motion, window);
  return binders.reduceRight<DelayCondition>((body, { cell, min, max }) => {
    return (m, motion, window) => {
      for (let value = min; value <= max; value++) {
        m.memory[m.frame + cell] = value;
        if (!body(m, motion, window)) return false;
      }
      return true;
    };
  }, asked);
}

function cut(op: ClockConjunct["op"], left: Evaluator, right: Evaluator, bound: Evaluator): DelayCondition {
  return (m, motion, window) => {
    const a = left(m) - 1;
    const b = right(m) - 1;
    const { slopes, changing } = motion;
    const value = (a < 0 ? 0 : m.clocks[a]!) - (b < 0 ? 0 : m.clocks[b]!);
    const limit = bound(m);
    const rest = difference(limit, value, window.epsilon);
    if ((a >= 0 && changing[a] === 1) || (b >= 0 && changing[b] === 1)) {
      window.general = true;
      return compares(op, 0, rest);
    }
    const slope = (a < 0 ? 0 : slopes[a]!) - (b < 0 ? 0 : slopes[b]!);
    if (slope === 0) return compares(op, 0, rest);
    const moment = rest / slope;
    switch (op) {
      case "==":
        if (moment < 0) return false;
        window.from(moment, false);
        window.until(moment, false);
        break;
      case "<":
      case "<=":
        if (slope > 0) window.until(moment, op === "<");
        else window.from(moment, op === "<");
        break;
      case ">":
      case ">=":
        if (slope > 0) window.from(moment, op === ">");
        else window.until(moment, op === ">");
        break;
    }
    return window.low < window.high || !window.isEmpty;
  };
}

/** limit − value, and 0 where they differ by rounding alone. */
export function difference(limit: number, value: number, epsilon = EPSILON): number {
  const rest = limit - value;
  return Math.abs(rest) <= epsilon * Math.max(1, Math.abs(limit)) ? 0 : rest;
}
