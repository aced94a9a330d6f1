// Constant folding with the arithmetic of the network: int32 that wraps. A division by zero is left for the
// exploration to report, where the trace to it can be shown.

import { defined } from "../../basics/defined.ts";
import type { Span } from "../../diagnostics/index.ts";
import type { Expression } from "../../network/index.ts";
import { applyBinary } from "../../network/integers.ts";
import type { TckBinaryOp } from "./syntax.ts";

export const ZERO: Expression = { kind: "constant", value: 0 };
export const ONE: Expression = { kind: "constant", value: 1 };

export function fold(op: TckBinaryOp, left: Expression, right: Expression, span?: Span): Expression {
  if (left.kind === "constant" && right.kind === "constant") {
    const value = applyBinary(op, left.value, right.value);
    if (value !== null) return { kind: "constant", value };
  }
  return { kind: "binary", op, left, right, ...defined({ span }) };
}

export function negate(operand: Expression): Expression {
  if (operand.kind === "constant") return { kind: "constant", value: -operand.value | 0 };
  return { kind: "unary", op: "-", operand };
}

export function and(left: Expression, right: Expression): Expression {
  if (left.kind === "constant") {
    if (left.value === 0) return ZERO;
    if (right.kind === "constant") return right.value === 0 ? ZERO : ONE;
  }
  return { kind: "and", left, right };
}

export function not(operand: Expression): Expression {
  if (operand.kind === "constant") return operand.value === 0 ? ONE : ZERO;
  return { kind: "unary", op: "!", operand };
}

export function conditional(condition: Expression, then: Expression, otherwise: Expression): Expression {
  if (condition.kind === "constant") return condition.value !== 0 ? then : otherwise;
  return { kind: "conditional", condition, then, otherwise };
}
