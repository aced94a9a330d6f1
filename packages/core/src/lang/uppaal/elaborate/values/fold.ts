// Builders of network expressions that fold constants as they go, so that template parameters and named constants
// leave no trace in the network.

import { isComparison, isTruth, OPPOSITE } from "../../../../network/comparisons.ts";
import type { BinaryOperator, Expression } from "../../../../network/index.ts";
import { applyBinary } from "../../../../network/integers.ts";

export const ZERO: Expression = { kind: "constant", value: 0 };
export const ONE: Expression = { kind: "constant", value: 1 };

/**
 * The value of a template parameter while a template is checked on its own, before it has arguments. Never part of a
 * finished network.
 */
export const UNKNOWN: Expression = { kind: "unsupported", feature: "parameter without a value" };

export function constant(value: number): Expression {
  return value === 0 ? ZERO : value === 1 ? ONE : { kind: "constant", value };
}

export function binary(op: BinaryOperator, left: Expression, right: Expression, span?: { span: object }): Expression {
  if (left.kind === "constant" && right.kind === "constant") {
    const value = applyBinary(op, left.value, right.value);
    if (value !== null) return constant(value);
  }
  if (right.kind === "constant" && right.value === 0 && (op === "+" || op === "-")) return left;
  if (left.kind === "constant" && left.value === 0 && op === "+") return right;
  return { kind: "binary", op, left, right, ...span } as Expression;
}

export function negate(operand: Expression): Expression {
  if (operand.kind === "constant") return constant(-operand.value | 0);
  if (operand.kind === "unary" && operand.op === "-") return operand.operand;
  return { kind: "unary", op: "-", operand };
}

/** Logical negation. */
export function not(operand: Expression): Expression {
  if (operand.kind === "constant") return operand.value === 0 ? ONE : ZERO;
  if (operand.kind === "binary" && isComparison(operand.op)) return { ...operand, op: OPPOSITE[operand.op] };
  if (operand.kind === "unary" && operand.op === "!" && isTruth(operand.operand)) return operand.operand;
  return { kind: "unary", op: "!", operand };
}

/** Negation where only truth matters, not the number: `!!e` is `e`. */
export function untrue(operand: Expression): Expression {
  return operand.kind === "unary" && operand.op === "!" ? operand.operand : not(operand);
}

/** The expression as 0 or 1. */
export function truth(expression: Expression): Expression {
  return isTruth(expression) ? expression : binary("!=", expression, ZERO);
}

export function and(left: Expression, right: Expression): Expression {
  if (left.kind === "constant") return left.value === 0 ? ZERO : truth(right);
  if (right.kind === "constant" && right.value !== 0) return truth(left);
  return { kind: "and", left, right };
}

export function or(left: Expression, right: Expression): Expression {
  if (left.kind === "constant") return left.value !== 0 ? ONE : truth(right);
  if (right.kind === "constant" && right.value === 0) return truth(left);
  return { kind: "or", left, right };
}

export function conditional(condition: Expression, then: Expression, otherwise: Expression): Expression {
  if (condition.kind === "constant") return condition.value !== 0 ? then : otherwise;
  return { kind: "conditional", condition, then, otherwise };
}

/** Long chains become balanced trees, so that nobody downstream recurses as deep as a generated guard is long. */
export function all(parts: readonly Expression[]): Expression {
  return balanced(parts, and, ONE);
}
/** `p imply q`; what it was is remembered, for people. */
export function implication(premise: Expression, conclusion: Expression): Expression {
  const folded = or(not(premise), conclusion);
  return folded.kind === "or" && folded.right === conclusion ? { ...folded, imply: true } : folded;
}

export function any(parts: readonly Expression[]): Expression {
  return balanced(parts, or, ZERO);
}
function balanced(
  parts: readonly Expression[],
  join: (a: Expression, b: Expression) => Expression,
  none: Expression,
): Expression {
  if (parts.length === 0) return none;
  if (parts.length === 1) return parts[0]!;
  const middle = parts.length >> 1;
  return join(balanced(parts.slice(0, middle), join, none), balanced(parts.slice(middle), join, none));
}

export function sequence(first: readonly Expression[], value: Expression): Expression {
  return first.length === 0 ? value : { kind: "sequence", first, value };
}
