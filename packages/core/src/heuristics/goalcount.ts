// How much of the target is still missing: the number of its conjuncts that do not hold.

import { GoalEvaluator } from "./evaluation.ts";
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
    return {
      estimate(state) {
        evaluator.load(state);
        return conjuncts.reduce((count, conjunct) => count + (hammingTo(conjunct) === 0 ? 0 : 1), 0);
      },
    };
  },
});
