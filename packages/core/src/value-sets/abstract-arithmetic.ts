// Operators over sets of values: comparisons by the sets' ends, arithmetic value by value, or on the intervals around
// sets that are too large to go through.

import type { BinaryOperator } from "../network/index.ts";
import { INT32_MAX, INT32_MIN } from "../network/integers.ts";
import { OPERATIONS, type Operation } from "../semantics/evaluate/arithmetic.ts";
import { ModelFault } from "../semantics/fault.ts";
import type { AbstractCompiler } from "./abstract-compiler.ts";
import type { AbstractEvaluator } from "./abstract-machine.ts";
import type { SetPool } from "./set-pool.ts";
import {
  decided,
  EMPTY,
  FALSE,
  intersects,
  isEmpty,
  isSingle,
  mayBeFalse,
  mayBeTrue,
  type ValueSet,
} from "./value-set.ts";

export function unary(op: "-" | "!" | "abs", pool: SetPool, operand: AbstractEvaluator): AbstractEvaluator {
  if (op === "!") {
    return (m) => {
      const set = operand(m);
      return decided(mayBeTrue(set), mayBeFalse(set));
    };
  }
  if (op === "-")
    return (m) =>
      pool.combine(
        operand(m),
        FALSE,
        (a) => -a | 0,
        (a) => pool.interval(-a.hi, -a.lo),
      );
  return (m) =>
    pool.combine(
      operand(m),
      FALSE,
      (a) => Math.abs(a) | 0,
      (a) => pool.interval(0, Math.max(Math.abs(a.lo), Math.abs(a.hi))),
    );
}

export function binary(
  op: BinaryOperator,
  functions: AbstractCompiler,
  left: AbstractEvaluator,
  right: AbstractEvaluator,
): AbstractEvaluator {
  switch (op) {
    case "==":
    case "!=": {
      const equal = op === "==";
      return (m) => {
        const a = left(m);
        const b = right(m);
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        const may = intersects(a, b);
        const must = may && isSingle(a) && isSingle(b);
        return equal ? decided(!must, may) : decided(may, !must);
      };
    }
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const swap = op === ">" || op === ">=";
      const strict = op === "<" || op === ">";
      return (m) => {
        const x = left(m);
        const y = right(m);
        if (isEmpty(x) || isEmpty(y)) return EMPTY;
        const [a, b] = swap ? [y, x] : [x, y];
        return strict ? decided(a.hi >= b.lo, a.lo < b.hi) : decided(a.hi > b.lo, a.lo <= b.hi);
      };
    }
    default: {
      const operate = functions.operation(op);
      return (m) => {
        const a = left(m);
        return operate(a, right(m));
      };
    }
  }
}

/** The interval around all results, for sets too large to go through. */
export function hullOf(op: BinaryOperator, pool: SetPool): (a: ValueSet, b: ValueSet) => ValueSet {
  const clip = (lo: number, hi: number): ValueSet =>
    lo < INT32_MIN || hi > INT32_MAX ? pool.interval(INT32_MIN, INT32_MAX) : pool.interval(lo, hi);
  switch (op) {
    case "+":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : clip(a.lo + b.lo, a.hi + b.hi));
    case "-":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : clip(a.lo - b.hi, a.hi - b.lo));
    case "*":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
        return clip(Math.min(...corners), Math.max(...corners));
      };
    case "/":
      return (a) => {
        const most = Math.max(Math.abs(a.lo), Math.abs(a.hi));
        return isEmpty(a) ? EMPTY : clip(-most, most);
      };
    case "%":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        const most = Math.max(Math.abs(b.lo), Math.abs(b.hi)) - 1;
        return clip(a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0);
      };
    case "<?":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : pool.interval(Math.min(a.lo, b.lo), Math.min(a.hi, b.hi)));
    case ">?":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : pool.interval(Math.max(a.lo, b.lo), Math.max(a.hi, b.hi)));
    case "|":
    case "^":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        if (a.lo < 0 || b.lo < 0) return clip(INT32_MIN, INT32_MAX);
        // No bit above the highest one of either side; `|` keeps all bits of both.
        const bits = 32 - Math.clz32(Math.max(a.hi, b.hi));
        return clip(op === "|" ? Math.max(a.lo, b.lo) : 0, 2 ** bits - 1);
      };
    case "&":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        if (a.lo < 0 && b.lo < 0) return clip(INT32_MIN, INT32_MAX);
        return clip(0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : Math.min(a.hi, b.hi));
      };
    default:
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : clip(INT32_MIN, INT32_MAX));
  }
}

/** A fault of the model has no result: the step it belongs to is not one. */
export function guarded(op: BinaryOperator): (a: number, b: number) => number | undefined {
  const operation: Operation = OPERATIONS[op];
  if (!["/", "%", "**", "<<", ">>"].includes(op)) return (a, b) => operation(a, b, undefined);
  return (a, b) => {
    try {
      return operation(a, b, undefined);
    } catch (error) {
      if (error instanceof ModelFault) return undefined;
      throw error;
    }
  };
}
