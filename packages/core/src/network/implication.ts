// Implications: kept as disjunctions that remember how they were written, so that people get their own words back.

import { isComparison, OPPOSITE } from "./comparisons.ts";
import type { Formula } from "./constraints.ts";
import type { Expression } from "./data.ts";

/** The p whose negation this is, where only truth matters. */
export function negatedBy(negation: Expression): Expression {
  if (negation.kind === "unary" && negation.op === "!") return negation.operand;
  if (negation.kind === "binary" && isComparison(negation.op)) return { ...negation, op: OPPOSITE[negation.op] };
  return { kind: "unary", op: "!", operand: negation };
}

export interface Implication {
  readonly premise: Formula;
  readonly conclusion: Formula;
}

/** Undefined where the formula is no implication; `not p or q` is one, however it was written. */
export function implicationOf(formula: Formula): Implication | undefined {
  if (formula.kind === "data") {
    const { condition } = formula;
    if (condition.kind !== "or" || !(condition.imply || isNegation(condition.left))) return undefined;
    return { premise: dataFormula(negatedBy(condition.left)), conclusion: dataFormula(condition.right) };
  }
  if (formula.kind !== "or" || formula.parts.length !== 2) return undefined;
  const [left, right] = formula.parts as [Formula, Formula];
  if (left.kind === "not") return { premise: left.part, conclusion: right };
  if (left.kind === "data" && (formula.imply || isNegation(left.condition)))
    return { premise: dataFormula(negatedBy(left.condition)), conclusion: right };
  return formula.imply ? { premise: { kind: "not", part: left }, conclusion: right } : undefined;
}

function isNegation(expression: Expression): boolean {
  return expression.kind === "unary" && expression.op === "!";
}

function dataFormula(condition: Expression): Formula {
  return { kind: "data", condition };
}
