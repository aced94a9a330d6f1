// How much of the target is still missing: the number of its conjuncts that do not hold.

import { type EvaluatedGoal, GoalEvaluator } from "./evaluation.ts";
import { goalOf } from "./goal.ts";
import { hammingTo } from "./hamming.ts";
import { defineHeuristic } from "./heuristic.ts";

export const goalcount = defineHeuristic({
  name: "goalcount",
  summary: "Number of conjuncts of the target that do not hold.",
  params: {},
  examples: ["goalcount()"],
  // One transition can make several conjuncts true, so the count may exceed the distance.
  guarantees: () => ({ safe: true, admissible: false, consistent: false, clocks: "ignored" }),
  create(problem) {
    const evaluator = new GoalEvaluator(problem);
    const goal = goalOf(problem.target);
    const conjuncts = (goal.kind === "and" ? goal.parts : [goal]).map((part) => evaluator.prepare(part));
    const missing = (conjunct: EvaluatedGoal): number => (hammingTo(conjunct) === 0 ? 0 : 1);
    return {
      tree: () => ({
        kind: "sum",
        parts: conjuncts.map((conjunct) => ({
          kind: "part",
          ...evaluator.readBy(conjunct),
          of: (state) => {
            evaluator.load(state);
            return missing(conjunct);
          },
        })),
      }),
      estimate(state) {
        evaluator.load(state);
        return conjuncts.reduce((count, conjunct) => count + missing(conjunct), 0);
      },
    };
  },
});
