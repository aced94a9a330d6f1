// Hints (Bloem, Ravi and Somenzi 2000; survey, section 2): conditions that restrict where a search goes first. A search
// by this estimate expands states that satisfy the first hint as long as there are any, then those of the second, and
// in the end all others: the last hint is always `true`, so that nothing is lost.

import { guideCondition, hintList, ORDERS_ONLY, whyNotGuided } from "./guide-terms.ts";
import { defineHeuristic } from "./heuristic.ts";

export const hints = defineHeuristic({
  name: "hints",
  summary: "How many of your hints a state fails before it meets one: states that satisfy the first come first.",
  params: { hints: hintList("behind the last come all other states") },
  examples: ['hints(["0", "1"])', 'hints(["0"])'],
  guarantees: () => ORDERS_ONLY,
  refusal: (problem, values) => whyNotGuided(problem, values.hints),
  create(problem, values) {
    const conditions = values.hints.map((text) => guideCondition(problem, text));
    return {
      estimate(state) {
        const met = conditions.findIndex((condition) => condition(state));
        return met < 0 ? conditions.length : met;
      },
    };
  },
});
