// Goals evaluated in a state: each data condition is compiled once and run on the state's cells. A condition that
// faults in a state does not hold there; the engine reports the fault when the search meets it.

import type { DiscreteView } from "../engine/engine.ts";
import { compileExpression, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/fault.ts";
import type { GoalFormula } from "./goal.ts";
import type { Problem } from "./heuristic.ts";

export type Atom = Extract<GoalFormula, { kind: "location" | "data" }>;

/** A goal whose atoms can be asked whether they hold in the state that was loaded last. */
export type EvaluatedGoal =
  | { readonly kind: "and" | "or"; readonly parts: readonly EvaluatedGoal[] }
  | { readonly kind: "atom"; readonly atom: Atom; holds(): boolean }
  | { readonly kind: "true" | "false" };

export class GoalEvaluator {
  private readonly machine: Machine;
  private readonly functions: FunctionTable;
  private readonly frameSize: number;

  constructor({ network, frameSize }: Problem) {
    this.machine = new Machine(network.cells);
    this.functions = new FunctionTable(network.functions);
    this.frameSize = frameSize;
  }

  load(state: DiscreteView): void {
    this.machine.load(Int32Array.from(state.locations), state.cells, this.frameSize);
  }

  prepare(goal: GoalFormula): EvaluatedGoal {
    switch (goal.kind) {
      case "and":
      case "or":
        return { kind: goal.kind, parts: goal.parts.map((part) => this.prepare(part)) };
      case "location": {
        const { process, location, holds } = goal;
        return { kind: "atom", atom: goal, holds: () => (this.machine.locations[process] === location) === holds };
      }
      case "data": {
        const evaluate = compileExpression(goal.condition, this.functions);
        return { kind: "atom", atom: goal, holds: () => this.holds(evaluate) };
      }
      default:
        return goal;
    }
  }

  private holds(evaluate: (machine: Machine) => number): boolean {
    try {
      return evaluate(this.machine) !== 0;
    } catch (error) {
      if (error instanceof ModelFault) return false;
      throw error;
    }
  }
}

/** Folds a goal to a number, once its atoms have one. */
export function foldGoal(
  goal: EvaluatedGoal,
  atom: (atom: Atom, holds: boolean) => number,
  combine: "sum" | "max",
): number {
  switch (goal.kind) {
    case "true":
      return 0;
    case "false":
      return Number.POSITIVE_INFINITY;
    case "atom":
      return atom(goal.atom, goal.holds());
    case "or":
      return goal.parts.reduce(
        (least, part) => Math.min(least, foldGoal(part, atom, combine)),
        Number.POSITIVE_INFINITY,
      );
    case "and":
      return goal.parts.reduce((total, part) => {
        const value = foldGoal(part, atom, combine);
        return combine === "sum" ? total + value : Math.max(total, value);
      }, 0);
  }
}
