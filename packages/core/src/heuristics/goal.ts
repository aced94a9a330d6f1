// The target of a search as estimates see it: conjunctions and disjunctions of atoms, negations pushed inwards,
// quantifiers spelled out while that stays small. Clock constraints and `deadlock` are left out (they count as true),
// so every estimate made from a goal speaks of a weaker target and stays safe.

import { type Bindings, NO_BINDINGS, specialise, specialiseRef } from "../analysis/specialise.ts";
import type { Expression, Formula } from "../network/index.ts";

export type GoalFormula =
  | { readonly kind: "and" | "or"; readonly parts: readonly GoalFormula[] }
  /** The process is (not) in the location. */
  | { readonly kind: "location"; readonly process: number; readonly location: number; readonly holds: boolean }
  /** A condition on data. */
  | { readonly kind: "data"; readonly condition: Expression }
  | { readonly kind: "true" | "false" };

/** Quantifiers are spelled out up to this many atoms in all; beyond, the quantified formula is one condition. */
const MAX_ATOMS = 20_000;

export function goalOf(target: Formula): GoalFormula {
  return new GoalMaker().formula(target, true, NO_BINDINGS);
}

class GoalMaker {
  private atoms = 0;

  formula(formula: Formula, positive: boolean, bindings: Bindings): GoalFormula {
    switch (formula.kind) {
      case "data":
        return this.expression(formula.condition, positive, bindings);
      case "clock":
      case "deadlock":
        return { kind: "true" };
      case "not":
        return this.formula(formula.part, !positive, bindings);
      case "and":
      case "or":
        return join(
          (formula.kind === "and") === positive,
          formula.parts.map((part) => this.formula(part, positive, bindings)),
        );
      case "forall":
      case "exists": {
        const { cell, min, max } = formula.binder;
        const parts: GoalFormula[] = [];
        for (let value = min; value <= max; value++) {
          // Past the limit the rest of a conjunction may be dropped (a weaker target); a disjunction may not.
          if (this.atoms > MAX_ATOMS) {
            if ((formula.kind === "forall") === positive) break;
            return { kind: "true" };
          }
          parts.push(this.formula(formula.body, positive, new Map([...bindings, [cell, value]])));
        }
        return join((formula.kind === "forall") === positive, parts);
      }
    }
  }

  private expression(expression: Expression, positive: boolean, bindings: Bindings): GoalFormula {
    switch (expression.kind) {
      case "and":
      case "or":
        return join((expression.kind === "and") === positive, [
          this.expression(expression.left, positive, bindings),
          this.expression(expression.right, positive, bindings),
        ]);
      case "unary":
        if (expression.op === "!") return this.expression(expression.operand, !positive, bindings);
        break;
      case "forall":
      case "exists": {
        const { cell, min, max, body } = expression;
        if (this.atoms + (max - min + 1) > MAX_ATOMS) break;
        const parts: GoalFormula[] = [];
        for (let value = min; value <= max; value++) {
          parts.push(this.expression(body, positive, new Map([...bindings, [cell, value]])));
        }
        return join((expression.kind === "forall") === positive, parts);
      }
      case "at": {
        const process = specialiseRef(expression.process, bindings);
        if (process.steps.length > 0) break;
        this.atoms++;
        return { kind: "location", process: process.base, location: expression.location, holds: positive };
      }
      default:
        break;
    }
    this.atoms++;
    const condition = specialise(expression, bindings);
    if (condition.kind === "constant") return { kind: (condition.value !== 0) === positive ? "true" : "false" };
    return { kind: "data", condition: positive ? condition : { kind: "unary", op: "!", operand: condition } };
  }
}

/** A conjunction or disjunction, simplified. */
export function join(conjunction: boolean, parts: readonly GoalFormula[]): GoalFormula {
  const neutral = conjunction ? "true" : "false";
  const absorbing = conjunction ? "false" : "true";
  const kind = conjunction ? "and" : "or";
  const flat: GoalFormula[] = [];
  for (const part of parts) {
    if (part.kind === absorbing) return { kind: absorbing };
    if (part.kind === neutral) continue;
    if (part.kind === kind) flat.push(...part.parts);
    else flat.push(part);
  }
  if (flat.length === 0) return { kind: neutral };
  return flat.length === 1 ? flat[0]! : { kind, parts: flat };
}
