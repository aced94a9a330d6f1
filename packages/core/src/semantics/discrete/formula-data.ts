// What fails when a query's formula is asked in a state, whatever the clocks are: the one place that decides it. Data
// is evaluated from left to right and as far as data itself does not settle the question; comparisons of clocks and
// `deadlock` leave every question open. So a fault of a formula belongs to the discrete state, for every member alike.

import type { Formula } from "../../network/index.ts";
import { compileClock, compileExpression, type FunctionTable, type Machine } from "../evaluate/index.ts";
import { addComparison } from "./compiled-network.ts";

/** What data alone says: no, yes, or that it depends. */
export const FALSE = 0;
export const TRUE = 1;
export const OPEN = 2;
export type Truth = typeof FALSE | typeof TRUE | typeof OPEN;

/** Evaluates in the machine's frame; throws the model's fault. */
export type FormulaData = (machine: Machine) => Truth;

export function compileFormulaData(formula: Formula, functions: FunctionTable): FormulaData {
  switch (formula.kind) {
    case "data": {
      const condition = compileExpression(formula.condition, functions);
      return (m) => (condition(m) !== 0 ? TRUE : FALSE);
    }
    case "clock": {
      const left = compileClock(formula.left, functions);
      const right = compileClock(formula.right, functions);
      const bound = compileExpression(formula.bound, functions);
      const { span } = formula;
      return (m) => {
        const a = left(m);
        const b = right(m);
        addComparison([], a, b, "==", bound(m), span);
        return OPEN;
      };
    }
    case "deadlock":
      return () => OPEN;
    case "not": {
      const part = compileFormulaData(formula.part, functions);
      return (m) => opposite(part(m));
    }
    case "and":
    case "or": {
      const parts = formula.parts.map((part) => compileFormulaData(part, functions));
      return inOrder(parts, formula.kind === "and" ? FALSE : TRUE);
    }
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      const body = compileFormulaData(formula.body, functions);
      const decisive = formula.kind === "forall" ? FALSE : TRUE;
      return (m) => {
        let answer: Truth = opposite(decisive);
        for (let value = min; value <= max; value++) {
          m.memory[m.frame + cell] = value;
          const truth = body(m);
          if (truth === decisive) return decisive;
          if (truth === OPEN) answer = OPEN;
        }
        return answer;
      };
    }
  }
}

function inOrder(parts: readonly FormulaData[], decisive: typeof FALSE | typeof TRUE): FormulaData {
  return (m) => {
    let answer: Truth = opposite(decisive);
    for (const part of parts) {
      const truth = part(m);
      if (truth === decisive) return decisive;
      if (truth === OPEN) answer = OPEN;
    }
    return answer;
  };
}

function opposite(truth: Truth): Truth {
  return truth === OPEN ? OPEN : truth === TRUE ? FALSE : TRUE;
}
