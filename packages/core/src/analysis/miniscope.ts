// Quantifiers moved inwards, past what does not speak of their variable: `forall j: !a(i) || !b(j) || i == j` asks a(i)
// once and not for every j, so that a pair out of six hundred trains is looked for in twelve hundred tests and not in
// 360,000. Only what is evaluated first moves out: the order of evaluation stays, and with it what fails.

import { type Expression, type Formula, type Visitor, visitExpression, visitFormula } from "../network/index.ts";

export function miniscoped(formula: Formula): Formula {
  switch (formula.kind) {
    case "data":
      return { ...formula, condition: ofExpression(formula.condition) };
    case "clock":
    case "deadlock":
      return formula;
    case "not":
      return { ...formula, part: miniscoped(formula.part) };
    case "and":
    case "or":
      return { ...formula, parts: formula.parts.map(miniscoped) };
    case "forall":
    case "exists":
      return movedFormula({ ...formula, body: miniscoped(formula.body) });
  }
}

function movedFormula(quantifier: Extract<Formula, { kind: "forall" | "exists" }>): Formula {
  const { kind, binder, body } = quantifier;
  const joint: Joint = kind === "exists" ? "and" : "or";
  const parts = partsOfFormula(body, joint);
  const first = parts.findIndex((part) => {
    return mentionsCell(binder.cell, (visitor) => visitFormula(part, visitor));
  });
  if (first <= 0 || binder.max < binder.min) return quantifier;
  const rest = parts.slice(first);
  const inner = rest.length === 1 ? rest[0]! : ({ kind: joint, parts: rest } as const);
  return { kind: joint, parts: [...parts.slice(0, first), { ...quantifier, body: inner }] };
}

function partsOfFormula(formula: Formula, joint: Joint): readonly Formula[] {
  if (formula.kind === joint) return formula.parts.flatMap((part) => partsOfFormula(part, joint));
  if (formula.kind === "data") {
    return partsOf(formula.condition, joint).map((condition) => ({ kind: "data", condition }));
  }
  if (formula.kind !== "not" || formula.part.kind !== opposite(joint)) return [formula];
  return formula.part.parts.flatMap((part) => partsOfFormula({ kind: "not", part }, joint));
}

function ofExpression(expression: Expression): Expression {
  switch (expression.kind) {
    case "and":
    case "or":
      return { ...expression, left: ofExpression(expression.left), right: ofExpression(expression.right) };
    case "unary":
      return expression.op === "!" ? { ...expression, operand: ofExpression(expression.operand) } : expression;
    case "forall":
    case "exists":
      return moved({ ...expression, body: ofExpression(expression.body) });
    default:
      return expression;
  }
}

type Joint = "and" | "or";
const opposite = (joint: Joint): Joint => (joint === "and" ? "or" : "and");

function moved(quantifier: Extract<Expression, { kind: "forall" | "exists" | "sum" }>): Expression {
  const { kind, cell, min, max, body } = quantifier;
  const joint: Joint = kind === "exists" ? "and" : "or";
  const parts = partsOf(body, joint);
  const first = parts.findIndex((part) => mentionsCell(cell, (visitor) => visitExpression(part, visitor)));
  // Over no values at all, nothing is evaluated.
  if (first <= 0 || max < min) return quantifier;
  return joined(joint, [...parts.slice(0, first), { ...quantifier, body: joined(joint, parts.slice(first)) }]);
}

/**
 * The parts of `a && b && c`, or of `a || b || c`; what is denied is looked into. All of them count as truth values.
 */
function partsOf(expression: Expression, joint: Joint): readonly Expression[] {
  if (expression.kind === joint) return [...partsOf(expression.left, joint), ...partsOf(expression.right, joint)];
  if (expression.kind !== "unary" || expression.op !== "!") return [expression];
  const { operand } = expression;
  if (operand.kind !== opposite(joint)) return [expression];
  return [...partsOf(denied(operand.left), joint), ...partsOf(denied(operand.right), joint)];
}

const denied = (operand: Expression): Expression => ({ kind: "unary", op: "!", operand });

function joined(kind: Joint, parts: readonly Expression[]): Expression {
  return parts.reduceRight((right, left) => ({ kind, left, right }));
}

function mentionsCell(cell: number, visit: (visitor: Visitor) => void): boolean {
  let found = false;
  visit({
    place: ({ space, base }) => {
      if (space === "frame" && base === cell) found = true;
    },
  });
  return found;
}
