// State formulas over a concrete state and its delays: the set of delays after which the formula holds. The concrete
// twin of `formula.ts`, and simpler: sets of delays have complements.

import type { Formula } from "../../network/index.ts";
import { addComparison } from "../discrete/compiled-network.ts";
import { compileFormulaData, FALSE } from "../discrete/formula-data.ts";
import { compileClock, compileExpression, type FunctionTable, Machine } from "../evaluate/index.ts";
import type { Constraint, Discrete } from "../semantics.ts";
import type { DelayLine } from "./delay-line.ts";
import { ALL_DELAYS, type IntervalSet, intersectDelays, NOTHING, otherDelays, uniteDelays } from "./delay-sets.ts";

export interface CompiledLineFormula {
  /** `dead` yields the delays after which the state is deadlocked; it is asked only when the formula needs it. */
  where(discrete: Discrete, line: DelayLine, dead: () => IntervalSet): IntervalSet;
}

interface Context {
  readonly machine: Machine;
  readonly line: DelayLine;
  readonly dead: () => IntervalSet;
}
type When = (context: Context) => IntervalSet;

export function compileLineFormula(
  formula: Formula,
  frameSize: number,
  functions: FunctionTable,
  cells: number,
): CompiledLineFormula {
  const data = compileFormulaData(formula, functions);
  const when = compile(formula, functions);
  const machine = new Machine(cells);
  return {
    where(discrete, line, dead) {
      machine.load(discrete.locations, discrete.cells, frameSize);
      if (data(machine) === FALSE) return NOTHING;
      return when({ machine, line, dead });
    },
  };
}

function compile(formula: Formula, functions: FunctionTable): When {
  switch (formula.kind) {
    case "data": {
      const condition = compileExpression(formula.condition, functions);
      return ({ machine }) => (condition(machine) !== 0 ? ALL_DELAYS : NOTHING);
    }
    case "clock": {
      const { op, span } = formula;
      const left = compileClock(formula.left, functions);
      const right = compileClock(formula.right, functions);
      const bound = compileExpression(formula.bound, functions);
      return ({ machine, line }) => {
        const constraints: Constraint[] = [];
        const [a, b] = [left(machine), right(machine)];
        addComparison(constraints, a, b, op === "!=" ? "==" : op, bound(machine), span);
        return op === "!=" ? line.whereNot(constraints) : line.where(constraints);
      };
    }
    case "and":
      return all(formula.parts.map((part) => compile(part, functions)));
    case "or":
      return any(formula.parts.map((part) => compile(part, functions)));
    case "not": {
      const part = compile(formula.part, functions);
      return (context) => otherDelays(part(context));
    }
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      const body = compile(formula.body, functions);
      const instances = Array.from({ length: Math.max(0, max - min + 1) }, (_, i): When => {
        return (context) => {
          context.machine.memory[context.machine.frame + cell] = min + i;
          return body(context);
        };
      });
      return formula.kind === "forall" ? all(instances) : any(instances);
    }
    case "deadlock":
      return ({ dead }) => dead();
  }
}

/** As in `formula.ts`, what follows is not evaluated once the answer is known. */
function all(parts: readonly When[]): When {
  return (context) => {
    let set = ALL_DELAYS;
    for (const part of parts) {
      if (set.length === 0) break;
      set = intersectDelays(set, part(context));
    }
    return set;
  };
}

function any(parts: readonly When[]): When {
  return (context) => {
    let set = NOTHING;
    for (const part of parts) {
      set = uniteDelays(set, part(context));
      if (otherDelays(set).length === 0) break;
    }
    return set;
  };
}
