// The survey's formula-based estimate H_f: recursively over the target, a false atom costs `a`, a conjunction the sum
// (or the maximum) of its parts, a disjunction its cheapest part. Negations stand at the atoms here, so H of a negation
// is what the survey writes with a bar. With `numeric`, a comparison of a number with a constant costs their distance.

import type { Expression } from "../network/index.ts";
import { compileExpression, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/fault.ts";
import { choice, flag, integer } from "../spec/index.ts";
import { type Atom, foldGoal, GoalEvaluator } from "./evaluation.ts";
import { goalOf } from "./goal.ts";
import { defineHeuristic } from "./heuristic.ts";

export const formula = defineHeuristic({
  name: "formula",
  summary: "The survey's H_f, recursive over the target's formula.",
  params: {
    combine: choice(["sum", "max"], { doc: "how the parts of a conjunction add up", default: "sum" }),
    a: integer({ doc: "cost of an atom that does not hold", default: 1, min: 1 }),
    numeric: flag({ doc: "count the numeric distance of `v == c`, `v < c` …", default: false }),
  },
  examples: ["formula()", "formula(combine=max)", "formula(numeric=true)"],
  guarantees: ({ combine, a, numeric }) => {
    const consistent = combine === "max" && a === 1 && !numeric;
    return { safe: true, admissible: consistent, consistent, clocks: "ignored" };
  },
  create(problem, { combine, a, numeric }) {
    const evaluator = new GoalEvaluator(problem);
    const goal = evaluator.prepare(goalOf(problem.target));
    const machine = new Machine(problem.network.cells);
    const functions = new FunctionTable(problem.network.functions);
    const gaps = new Map<Expression, ((machine: Machine) => number) | null>();
    const cost = (atom: Atom): number => {
      if (!numeric || atom.kind !== "data") return a;
      let gap = gaps.get(atom.condition);
      if (gap === undefined) {
        gap = numericGap(atom.condition, functions);
        gaps.set(atom.condition, gap);
      }
      return gap === null ? a : a * Math.max(1, gap(machine));
    };
    return {
      estimate(state) {
        evaluator.load(state);
        if (numeric) machine.load(Int32Array.from(state.locations), state.cells, problem.frameSize);
        return foldGoal(goal, (atom, holds) => (holds ? 0 : cost(atom)), combine);
      },
    };
  },
});

/** |left − right| of a comparison that does not hold; null for other conditions. */
function numericGap(condition: Expression, functions: FunctionTable): ((machine: Machine) => number) | null {
  if (condition.kind !== "binary" || !["==", "<", "<=", ">", ">="].includes(condition.op)) return null;
  const left = compileExpression(condition.left, functions);
  const right = compileExpression(condition.right, functions);
  const strict = condition.op === "<" || condition.op === ">" ? 1 : 0;
  return (machine) => {
    try {
      return Math.abs(left(machine) - right(machine)) + strict;
    } catch (error) {
      if (error instanceof ModelFault) return 1;
      throw error;
    }
  };
}
