// Goals evaluated in a state: each data condition is compiled once and run on the state's cells. A condition that
// faults in a state does not hold there; the engine reports the fault when the search meets it.

import { AccessAnalysis } from "../analysis/accesses.ts";
import type { DiscreteView } from "../engine/engine.ts";
import { compileExpression, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/fault.ts";
import type { EstimateTree } from "../symbolic/index.ts";
import type { GoalFormula } from "./goal.ts";
import type { Problem } from "./heuristic.ts";

export type Atom = Extract<GoalFormula, { kind: "location" | "data" }>;

/** A goal whose atoms can be asked whether they hold in the state that was loaded last. */
export type EvaluatedGoal =
  | { readonly kind: "and" | "or"; readonly parts: readonly EvaluatedGoal[] }
  | { readonly kind: "atom"; readonly atom: Atom; holds(): boolean }
  | { readonly kind: "true" | "false" };

/** What a goal depends on. */
interface GoalReads {
  readonly processes: ReadonlySet<number>;
  readonly cells: ReadonlySet<number>;
}

export class GoalEvaluator {
  private readonly problem: Problem;
  private accesses: AccessAnalysis | undefined;
  private readonly machine: Machine;
  private readonly functions: FunctionTable;
  private readonly frameSize: number;

  constructor(problem: Problem) {
    const { network, frameSize } = problem;
    this.problem = problem;
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

  /** Where a process is in the state that was loaded last. */
  locationOf(process: number): number {
    return this.machine.locations[process]!;
  }

  readBy(goal: EvaluatedGoal): GoalReads {
    const processes = new Set<number>();
    const cells = new Set<number>();
    const visit = (part: EvaluatedGoal): void => {
      if (part.kind === "and" || part.kind === "or") for (const one of part.parts) visit(one);
      if (part.kind !== "atom") return;
      const { atom } = part;
      if (atom.kind === "location") {
        processes.add(atom.process);
        return;
      }
      this.accesses ??= new AccessAnalysis(this.problem.network);
      const { readCells, askedProcesses } = this.accesses.ofExpression(atom.condition);
      for (const cell of readCells) cells.add(cell);
      for (const process of askedProcesses) processes.add(process);
    };
    visit(goal);
    return { processes, cells };
  }

  /** The goal as `foldGoal` folds it, for sets of states. `value` is asked of the state that was loaded last. */
  tree(goal: EvaluatedGoal, value: (atom: Atom, holds: boolean) => number, combine: "sum" | "max"): EstimateTree {
    switch (goal.kind) {
      case "true":
        return { kind: "constant", value: 0 };
      case "false":
        return { kind: "constant", value: Number.POSITIVE_INFINITY };
      case "and":
      case "or":
        return {
          kind: goal.kind === "or" ? "min" : combine,
          parts: goal.parts.map((part) => this.tree(part, value, combine)),
        };
      case "atom":
        return {
          kind: "part",
          ...this.readBy(goal),
          of: (state) => {
            this.load(state);
            return value(goal.atom, goal.holds());
          },
        };
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
