// A formula as the list of what has to hold for it, each piece small enough to be named: conjunctions are taken apart,
// negations pushed inwards, quantifiers that demand something of every value spelled out.

import { type Bindings, NO_BINDINGS, specialise, specialiseRef } from "../analysis/specialise.ts";
import { defined } from "../basics/defined.ts";
import type { ClockRef, Expression, Formula } from "../network/index.ts";

/** More values than this are not spelled out. */
const MOST = 256;

export function conjunctsOf(formula: Formula): Formula[] {
  return split(formula, true, NO_BINDINGS);
}

/** What each would be enough for the formula; itself where it is no choice. */
export function alternativesOf(formula: Formula): Formula[] {
  return conjunctsOf({ kind: "not", part: formula }).flatMap((part) => conjunctsOf({ kind: "not", part }));
}

function split(formula: Formula, positive: boolean, bindings: Bindings): Formula[] {
  switch (formula.kind) {
    case "data":
      return splitData(formula.condition, positive, bindings);
    case "not":
      return split(formula.part, !positive, bindings);
    case "and":
    case "or":
      if ((formula.kind === "and") === positive)
        return formula.parts.flatMap((part) => split(part, positive, bindings));
      break;
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      if ((formula.kind === "forall") !== positive || max - min >= MOST) break;
      return values(min, max).flatMap((value) => split(formula.body, positive, new Map([...bindings, [cell, value]])));
    }
    default:
      break;
  }
  const known = withKnown(formula, bindings);
  return [positive ? known : { kind: "not", part: known }];
}

function splitData(expression: Expression, positive: boolean, bindings: Bindings): Formula[] {
  switch (expression.kind) {
    case "and":
    case "or":
      if ((expression.kind === "and") !== positive) break;
      return [expression.left, expression.right].flatMap((part) => splitData(part, positive, bindings));
    case "unary":
      if (expression.op === "!") return splitData(expression.operand, !positive, bindings);
      break;
    case "binary":
      // What became a truth value on the way.
      if (expression.op === "!=" && isZero(expression.right) && isTruth(expression.left))
        return splitData(expression.left, positive, bindings);
      break;
    case "forall":
    case "exists": {
      const { cell, min, max, body } = expression;
      if ((expression.kind === "forall") !== positive || max - min >= MOST) break;
      return values(min, max).flatMap((value) => splitData(body, positive, new Map([...bindings, [cell, value]])));
    }
    default:
      break;
  }
  const condition = specialise(expression, bindings);
  // Known values may have left something to take apart.
  if (bindings.size > 0) return splitData(condition, positive, NO_BINDINGS);
  if (condition.kind === "constant" && (condition.value !== 0) === positive) return [];
  return [{ kind: "data", condition: positive ? condition : { kind: "unary", op: "!", operand: condition } }];
}

function isZero(expression: Expression): boolean {
  return expression.kind === "constant" && expression.value === 0;
}

function isTruth({ kind, ...rest }: Expression): boolean {
  return kind === "and" || kind === "or" || kind === "at" || (kind === "unary" && "op" in rest && rest.op === "!");
}

/** The same formula with some of its bound names known. */
function withKnown(formula: Formula, bindings: Bindings): Formula {
  if (bindings.size === 0) return formula;
  const known = (clock: ClockRef | undefined): ClockRef | undefined =>
    clock === undefined ? undefined : { ...clock, ...specialiseRef(clock, bindings) };
  switch (formula.kind) {
    case "data":
      return { kind: "data", condition: specialise(formula.condition, bindings) };
    case "clock":
      return {
        ...formula,
        ...defined({ left: known(formula.left), right: known(formula.right) }),
        bound: specialise(formula.bound, bindings),
      };
    case "and":
    case "or":
      return { ...formula, parts: formula.parts.map((part) => withKnown(part, bindings)) };
    case "not":
      return { kind: "not", part: withKnown(formula.part, bindings) };
    case "forall":
    case "exists":
      return { ...formula, body: withKnown(formula.body, bindings) };
    case "deadlock":
      return formula;
  }
}

function values(min: number, max: number): number[] {
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}
