// What an expression over cells can amount to when only some of the cells are known: the least and the largest value,
// or anything at all. Truth is 1 and 0, so `[0, 1]` is a condition that may or may not hold.

import { type NumericExpression, type NumericOperator, numericFunction } from "../../network/index.ts";

export type ValueEnds = readonly [least: number, most: number];

const ANYTHING: ValueEnds = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const TRUE: ValueEnds = [1, 1];
const FALSE: ValueEnds = [0, 0];
export const MAYBE: ValueEnds = [0, 1];

/** Operations whose extremes lie where those of their operands do. */
const MONOTONE: readonly NumericOperator[] = ["+", "-", "*", "negate", "min", "max", "floor", "ceil", "round"];

export function endsOf(expression: NumericExpression, cell: (cell: number) => ValueEnds): ValueEnds {
  switch (expression.kind) {
    case "number":
      return [expression.value, expression.value];
    case "cell":
      return cell(expression.cell);
    case "operation":
      return operationEnds(expression, cell);
  }
}

function operationEnds(
  expression: Extract<NumericExpression, { kind: "operation" }>,
  cell: (cell: number) => ValueEnds,
): ValueEnds {
  const { op } = expression;
  const parts = expression.of.map((part) => endsOf(part, cell));
  const [a, b, c] = parts as [ValueEnds, ValueEnds, ValueEnds];
  switch (op) {
    case "&":
      return truth(isFalse(a) || isFalse(b), isTrue(a) && isTrue(b));
    case "|":
      return truth(isFalse(a) && isFalse(b), isTrue(a) || isTrue(b));
    case "=>":
      return truth(isTrue(a) && isFalse(b), isFalse(a) || isTrue(b));
    case "!":
      return truth(isTrue(a), isFalse(a));
    case "=":
    case "<=>":
      return truth(a[0] > b[1] || b[0] > a[1], isPoint(a) && isPoint(b) && a[0] === b[0]);
    case "!=":
      return truth(isPoint(a) && isPoint(b) && a[0] === b[0], a[0] > b[1] || b[0] > a[1]);
    case "<":
      return truth(a[0] >= b[1], a[1] < b[0]);
    case "<=":
      return truth(a[0] > b[1], a[1] <= b[0]);
    case ">":
      return truth(a[1] <= b[0], a[0] > b[1]);
    case ">=":
      return truth(a[1] < b[0], a[0] >= b[1]);
    case "?:":
      if (isTrue(a)) return b;
      if (isFalse(a)) return c;
      return [Math.min(b[0], c[0]), Math.max(b[1], c[1])];
    default:
      return parts.every(isPoint) || MONOTONE.includes(op) ? atCorners(op, parts) : ANYTHING;
  }
}

function atCorners(op: NumericOperator, parts: readonly ValueEnds[]): ValueEnds {
  const evaluate = numericFunction({ kind: "operation", op, of: parts.map((_, cell) => ({ kind: "cell", cell })) });
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let corner = 0; corner < 1 << parts.length; corner++) {
    const value = evaluate(parts.map((ends, at) => ends[(corner >> at) & 1]!));
    if (Number.isNaN(value)) return ANYTHING;
    [least, most] = [Math.min(least, value), Math.max(most, value)];
  }
  return [least, most];
}

const isPoint = ([least, most]: ValueEnds): boolean => least === most;
const isTrue = ([least, most]: ValueEnds): boolean => least > 0 || most < 0;
export const isFalse = ([least, most]: ValueEnds): boolean => least === 0 && most === 0;
const truth = (never: boolean, always: boolean): ValueEnds => (never ? FALSE : always ? TRUE : MAYBE);
