// When, within a window of time, does a formula hold? Evaluated on the clock line by trying disjuncts one after the
// other, each with what the conjuncts before it left of the window. Asked only where the data already fits.

import { OPPOSITE } from "../../network/comparisons.ts";
import type { Formula } from "../../network/index.ts";
import { compileClock, compileExpression, type FunctionTable, type Machine } from "../../semantics/evaluate/index.ts";
import type { ClockLine } from "../clock-origins.ts";

/** Cuts the line's window; if that succeeds and `next` does too, true, else false with the window as before. */
export type When = (machine: Machine, line: ClockLine, next: () => boolean) => boolean;

/** `deadlock` is left to the exact semantics: here it counts as possible, whatever its sign. */
export function compileWhen(formula: Formula, positive: boolean, functions: FunctionTable): When {
  switch (formula.kind) {
    case "data": {
      const condition = compileExpression(formula.condition, functions);
      return (m, _line, next) => (condition(m) !== 0) === positive && next();
    }
    case "deadlock":
      return (_m, _line, next) => next();
    case "not":
      return compileWhen(formula.part, !positive, functions);
    case "clock":
      return clockConstraint(formula, positive, functions);
    case "and":
    case "or": {
      const parts = formula.parts.map((part) => compileWhen(part, positive, functions));
      if ((formula.kind === "and") === positive) return (m, line, next) => allFrom(parts, 0, m, line, next);
      return (m, line, next) => parts.some((part) => part(m, line, next));
    }
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      const body = compileWhen(formula.body, positive, functions);
      const bound: When[] = [];
      for (let value = min; value <= max; value++) {
        bound.push((m, line, next) => {
          m.memory[m.frame + cell] = value;
          // What comes next may bind the cell to something else; put it back for the body's other branches.
          return body(m, line, () => {
            const result = next();
            m.memory[m.frame + cell] = value;
            return result;
          });
        });
      }
      if ((formula.kind === "forall") === positive) return (m, line, next) => allFrom(bound, 0, m, line, next);
      return (m, line, next) => bound.some((part) => part(m, line, next));
    }
  }
}

function allFrom(parts: readonly When[], at: number, m: Machine, line: ClockLine, next: () => boolean): boolean {
  const part = parts[at];
  return part === undefined ? next() : part(m, line, () => allFrom(parts, at + 1, m, line, next));
}

function clockConstraint(
  formula: Extract<Formula, { kind: "clock" }>,
  positive: boolean,
  functions: FunctionTable,
): When {
  const op = positive ? formula.op : OPPOSITE[formula.op];
  const operators = op === "!=" ? (["<", ">"] as const) : ([op] as const);
  const left = compileClock(formula.left, functions);
  const right = compileClock(formula.right, functions);
  const bound = compileExpression(formula.bound, functions);
  return (m, line, next) => {
    const a = left(m);
    const b = right(m);
    const value = bound(m);
    const { low, lowOpen, high, highOpen } = line;
    return operators.some((operator) => {
      line.compare(a, b, operator, value, formula.span);
      if (!line.isEmpty && next()) return true;
      Object.assign(line, { low, lowOpen, high, highOpen });
      return false;
    });
  };
}
