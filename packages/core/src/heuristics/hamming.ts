// Hamming distance (Yang and Dill 1998): how many components of the state (locations, variables) differ from the
// nearest cube of the target, or from a state that is given. An atom that does not hold counts as one component; a
// disjunction as its nearest part.

import { aim, goalAimedAt, whyNotAimedAt } from "./distance-target.ts";
import { type Atom, type EvaluatedGoal, foldGoal, GoalEvaluator } from "./evaluation.ts";
import { defineHeuristic } from "./heuristic.ts";

export const hamming = defineHeuristic({
  name: "hamming",
  summary: "Number of locations and conditions in which the state differs from the nearest target.",
  params: { to: aim },
  examples: ["hamming()"],
  guarantees: ({ to }) => ({ safe: to === "target", admissible: false, consistent: false, clocks: "ignored" }),
  refusal: (problem, { to }) => whyNotAimedAt(problem, to),
  create(problem, { to }) {
    const evaluator = new GoalEvaluator(problem);
    const goal = evaluator.prepare(goalAimedAt(problem, to));
    return {
      tree: () => evaluator.tree(goal, differs, "sum"),
      estimate(state) {
        evaluator.load(state);
        return hammingTo(goal);
      },
    };
  },
});

const differs = (_: Atom, holds: boolean): number => (holds ? 0 : 1);

export const hammingTo = (goal: EvaluatedGoal): number => foldGoal(goal, differs, "sum");
