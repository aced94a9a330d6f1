// Guards and updates as expressions of the network, which computes with int32. What computes with real numbers on the
// way (`floor(x/3)`, `pow(x,2) < 1.5*y`) becomes a table over the values of its variables, filled in once.

import { cellsRead, type Expression, type NumericExpression, numericFunction } from "../../network/index.ts";

/** Entries of one table; what needs more is refused. */
const MOST_ENTRIES = 1 << 16;
const INT32 = 2 ** 31 - 1;

export interface IntegerLowering {
  /** The values that a cell takes. */
  range(cell: number): { readonly min: number; readonly max: number };
  /** How a cell is read. */
  load(cell: number): Expression;
  /** A table of constants, by the address of its first cell. */
  table(values: readonly number[]): number;
}

/** Undefined: it would take a table that is too large, or a value that is no int32. */
export function toIntegers(expression: NumericExpression, lowering: IntegerLowering): Expression | undefined {
  if (expression.kind === "cell") return lowering.load(expression.cell);
  if (expression.kind === "number") {
    const { value } = expression;
    return Number.isInteger(value) && Math.abs(value) <= INT32 ? { kind: "constant", value } : undefined;
  }
  return directly(expression, lowering) ?? tabulated(expression, lowering);
}

type Operation = Extract<NumericExpression, { kind: "operation" }>;

function directly({ op, of }: Operation, lowering: IntegerLowering): Expression | undefined {
  if (!of.every((one) => isIntegral(one) && magnitude(one, lowering) <= INT32)) return undefined;
  if (magnitude({ kind: "operation", op, of }, lowering) > INT32) return undefined;
  const parts: Expression[] = [];
  for (const one of of) {
    const part = toIntegers(one, lowering);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  const [a, b, c] = parts as [Expression, Expression, Expression];
  switch (op) {
    case "+":
    case "-":
    case "*":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "!=":
      return { kind: "binary", op, left: a, right: b };
    case "=":
    case "<=>":
      return { kind: "binary", op: "==", left: a, right: b };
    case "negate":
      return { kind: "unary", op: "-", operand: a };
    case "!":
      return { kind: "unary", op: "!", operand: a };
    case "&":
    case "|":
      return { kind: op === "&" ? "and" : "or", left: a, right: b };
    case "=>":
      return { kind: "or", left: { kind: "unary", op: "!", operand: a }, right: b, imply: true };
    case "?:":
      return { kind: "conditional", condition: a, then: b, otherwise: c };
    case "min":
    case "max":
      return parts.reduce((left, right) => ({ kind: "binary", op: op === "min" ? "<?" : ">?", left, right }));
    case "floor":
    case "ceil":
    case "round":
      return a;
    case "mod": {
      // The remainder that is not negative.
      const sum: Expression = {
        kind: "binary",
        op: "+",
        left: { kind: "binary", op: "%", left: a, right: b },
        right: b,
      };
      return { kind: "binary", op: "%", left: sum, right: b };
    }
    default:
      return undefined;
  }
}

/** Is its value an integer, whatever the state? */
function isIntegral(expression: NumericExpression): boolean {
  if (expression.kind === "cell") return true;
  if (expression.kind === "number") return Number.isInteger(expression.value);
  const { op, of } = expression;
  switch (op) {
    case "/":
    case "pow":
    case "log":
      return false;
    case "+":
    case "-":
    case "*":
    case "negate":
    case "min":
    case "max":
      return of.every(isIntegral);
    case "?:":
      return isIntegral(of[1]!) && isIntegral(of[2]!);
    default:
      return true;
  }
}

/** No value is larger, whatever its sign. */
function magnitude(expression: NumericExpression, lowering: IntegerLowering): number {
  if (expression.kind === "number") return Math.abs(expression.value);
  if (expression.kind === "cell") {
    const { min, max } = lowering.range(expression.cell);
    return Math.max(Math.abs(min), Math.abs(max));
  }
  const of = expression.of.map((one) => magnitude(one, lowering));
  const [a, b, c] = of as [number, number, number];
  switch (expression.op) {
    case "+":
    case "-":
      return a + b;
    case "*":
      return a * b;
    case "negate":
    case "floor":
    case "ceil":
    case "round":
      return a;
    case "?:":
      return Math.max(b, c);
    case "min":
    case "max":
      return Math.max(...of);
    case "mod":
      return b;
    case "/":
    case "pow":
    case "log":
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

function tabulated(expression: Operation, lowering: IntegerLowering): Expression | undefined {
  const cells = [...cellsRead(expression)].sort((a, b) => a - b);
  const ranges = cells.map((cell) => lowering.range(cell));
  const sizes = ranges.map(({ min, max }) => max - min + 1);
  const entries = sizes.reduce((product, size) => product * size, 1);
  if (entries > MOST_ENTRIES) return undefined;
  const evaluate = numericFunction(expression);
  const state: number[] = [];
  const values: number[] = [];
  const fill = (at: number): boolean => {
    if (at === cells.length) {
      const value = evaluate(state);
      // Short circuit decides where there is no value (1/0): the entry is never read, or it is a fault of the model.
      values.push(Number.isFinite(value) ? value : 0);
      return Number.isFinite(value) ? Number.isInteger(value) && Math.abs(value) <= INT32 : true;
    }
    for (let value = ranges[at]!.min; value <= ranges[at]!.max; value++) {
      state[cells[at]!] = value;
      if (!fill(at + 1)) return false;
    }
    return true;
  };
  if (!fill(0)) return undefined;
  if (cells.length === 0) return { kind: "constant", value: values[0]! };
  let stride = entries;
  const steps = cells.map((cell, at) => {
    stride /= sizes[at]!;
    return { index: lowering.load(cell), first: ranges[at]!.min, count: sizes[at]!, stride };
  });
  return { kind: "load", place: { space: "state", base: lowering.table(values), offset: 0, steps } };
}
