// Constant folding with the arithmetic of the network: int32 that wraps. A division by zero is left for the
// exploration to report, where the trace to it can be shown.

import type { Span } from "../../diagnostics/index.ts";
import type { Expression } from "../../network/index.ts";
import type { BinaryOp } from "./syntax.ts";

export function fold(op: BinaryOp, left: Expression, right: Expression, span: Span): Expression {
  if (left.kind === "constant" && right.kind === "constant") {
    const value = apply(op, left.value, right.value);
    if (value !== null) return { kind: "constant", value };
  }
  return { kind: "binary", op, left, right, span };
}

export function negate(operand: Expression): Expression {
  if (operand.kind === "constant") return { kind: "constant", value: -operand.value | 0 };
  return { kind: "unary", op: "-", operand };
}

function apply(op: BinaryOp, a: number, b: number): number | null {
  switch (op) {
    case "+":
      return (a + b) | 0;
    case "-":
      return (a - b) | 0;
    case "*":
      return Math.imul(a, b);
    case "/":
      return b === 0 ? null : (a / b) | 0;
    case "%":
      return b === 0 ? null : (a % b) | 0;
    case "<":
      return Number(a < b);
    case "<=":
      return Number(a <= b);
    case "==":
      return Number(a === b);
    case "!=":
      return Number(a !== b);
    case ">=":
      return Number(a >= b);
    case ">":
      return Number(a > b);
  }
}
