// Comparisons and truth: which comparison says the opposite, which says the same from the other side, and which
// expressions yield 0 or 1 whatever happens.

import type { BinaryOperator, ComparisonOperator, Expression } from "./data.ts";

export type Comparison = ComparisonOperator;

/** a op b ⇔ not (a OPPOSITE[op] b). */
export const OPPOSITE = { "<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<=" } as const;

/** a op b ⇔ b MIRROR[op] a. */
export const MIRROR = { "<": ">", "<=": ">=", "==": "==", "!=": "!=", ">=": "<=", ">": "<" } as const;

export function compares(op: Comparison, a: number, b: number): boolean {
  switch (op) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case ">=":
      return a >= b;
    case ">":
      return a > b;
  }
}

export const isComparison = (op: BinaryOperator): op is Comparison => op in OPPOSITE;

/** Is the value 0 or 1 whatever happens? */
export function isTruth(expression: Expression): boolean {
  switch (expression.kind) {
    case "constant":
      return expression.value === 0 || expression.value === 1;
    case "binary":
      return isComparison(expression.op);
    case "unary":
      return expression.op === "!";
    case "and":
    case "or":
    case "forall":
    case "exists":
    case "at":
    case "same":
      return true;
    case "conditional":
      return isTruth(expression.then) && isTruth(expression.otherwise);
    case "sequence":
      return isTruth(expression.value);
    case "unsupported":
      return expression.real?.kind === "compare";
    default:
      return false;
  }
}
