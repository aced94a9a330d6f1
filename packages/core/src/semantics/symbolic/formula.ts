// State formulas over symbolic states: which valuations of a zone satisfy them, exactly, as a union of zones. Data
// is decided first and cuts branches off; negation is pushed to the leaves, since unions of zones are easy and
// complements are not.

import { OPPOSITE } from "../../network/comparisons.ts";
import type { Formula } from "../../network/index.ts";
import { copyZone, type Federation, isEmpty, reduce, subtract, universe } from "../../zone/index.ts";
import { constrainAll } from "../constraints.ts";
import { addComparison } from "../discrete/compiled-network.ts";
import { compileFormulaData, FALSE, OPEN } from "../discrete/formula-data.ts";
import { compileClock, compileExpression, type FunctionTable, Machine } from "../evaluate/index.ts";
import type { Constraint, Discrete } from "../semantics.ts";

/** What becomes of the valuations of a zone; those that are in neither list can move. */
export interface Fate {
  /** The deadlocked ones. */
  readonly dead: Federation;
  /** Those from which trying to move fails, now or later: nobody can say whether they are deadlocked. */
  readonly failing: Federation;
}
export type DeadlockOracle = (discrete: Discrete, zone: Int32Array) => Fate;

/** A formula made ready to be evaluated in many states. */
export interface CompiledFormula {
  /** The valuations of the zone that satisfy it; shares memory with `zone`. Faults of the model are thrown. */
  where(discrete: Discrete, zone: Int32Array): Federation;
  /** The comparisons of clocks that decide about it in a discrete state. Faults of the model are thrown. */
  comparisons(discrete: Discrete): readonly Constraint[];
}

interface Context {
  readonly machine: Machine;
  readonly discrete: Discrete;
  readonly dim: number;
  readonly dead: DeadlockOracle;
  /** Every comparison that cuts something is put here. */
  readonly comparisons?: Constraint[];
}
type Restriction = (context: Context, zone: Int32Array) => Federation;

export function compileFormula(
  formula: Formula,
  frameSize: number,
  functions: FunctionTable,
  size: { readonly cells: number; readonly dim: number },
  dead: DeadlockOracle,
): CompiledFormula {
  const data = compileFormulaData(formula, functions);
  const restrict = compile(formula, true, functions);
  // A machine of its own: deadlock runs guards and updates in the midst of the evaluation.
  const machine = new Machine(size.cells);
  return {
    where(discrete, zone) {
      if (isEmpty(zone)) return [];
      machine.load(discrete.locations, discrete.cells, frameSize);
      if (data(machine) === FALSE) return [];
      return restrict({ machine, discrete, dim: size.dim, dead }, zone);
    },
    comparisons(discrete) {
      machine.load(discrete.locations, discrete.cells, frameSize);
      const comparisons: Constraint[] = [];
      if (data(machine) !== OPEN) return comparisons;
      restrict({ machine, discrete, dim: size.dim, dead, comparisons }, universe(size.dim));
      return comparisons;
    },
  };
}

/** What `formula` (or its negation, when not `positive`) leaves of a zone. */
function compile(formula: Formula, positive: boolean, functions: FunctionTable): Restriction {
  switch (formula.kind) {
    case "data": {
      const condition = compileExpression(formula.condition, functions);
      return ({ machine }, zone) => ((condition(machine) !== 0) === positive ? [zone] : []);
    }
    case "clock":
      return clockConstraint(formula, positive, functions);
    case "and":
    case "or": {
      const parts = formula.parts.map((part) => compile(part, positive, functions));
      return (formula.kind === "and") === positive ? all(parts) : any(parts);
    }
    case "not":
      return compile(formula.part, !positive, functions);
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      const body = compile(formula.body, positive, functions);
      const instances = Array.from({ length: Math.max(0, max - min + 1) }, (_, i): Restriction => {
        return (context, zone) => {
          context.machine.memory[context.machine.frame + cell] = min + i;
          return body(context, zone);
        };
      });
      return (formula.kind === "forall") === positive ? all(instances) : any(instances);
    }
    case "deadlock":
      return ({ discrete, dim, dead }, zone) => {
        const fate = dead(discrete, zone);
        return positive ? fate.dead : subtract([zone], [...fate.dead, ...fate.failing], dim);
      };
  }
}

function clockConstraint(
  formula: Extract<Formula, { kind: "clock" }>,
  positive: boolean,
  functions: FunctionTable,
): Restriction {
  const { span } = formula;
  const op = positive ? formula.op : OPPOSITE[formula.op];
  const left = compileClock(formula.left, functions);
  const right = compileClock(formula.right, functions);
  const bound = compileExpression(formula.bound, functions);
  const operators = op === "!=" ? (["<", ">"] as const) : [op];
  return ({ machine, dim, comparisons }, zone) => {
    const a = left(machine);
    const b = right(machine);
    const value = bound(machine);
    return operators.flatMap((operator) => {
      const constraints: Constraint[] = [];
      addComparison(constraints, a, b, operator, value, span);
      comparisons?.push(...constraints);
      const piece = copyZone(zone);
      return constrainAll(piece, dim, constraints) ? [piece] : [];
    });
  };
}

function all(parts: readonly Restriction[]): Restriction {
  return (context, zone) => {
    let pieces: Federation = [zone];
    for (const part of parts) {
      if (pieces.length === 0) break;
      pieces = pieces.length === 1 ? part(context, pieces[0]!) : pieces.flatMap((piece) => part(context, piece));
    }
    return pieces;
  };
}

function any(parts: readonly Restriction[]): Restriction {
  return (context, zone) => {
    const pieces: Int32Array[] = [];
    for (const part of parts) {
      const found = part(context, zone);
      // The whole zone already: nothing can be added.
      if (found.length === 1 && found[0] === zone) return found;
      pieces.push(...found);
    }
    return pieces.length > 1 ? reduce(pieces, context.dim) : pieces;
  };
}
