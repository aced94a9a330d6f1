// Greedy best-first search: what looks nearest comes first, whatever it cost to get there.

import { evaluator } from "../evaluators/index.ts";
import { defineShorthand } from "../spec/index.ts";

/** What greedy searches order by. */
export const key = evaluator("the estimate, or g, coverage, interleaving, novelty");

export const greedy = defineShorthand({
  name: "greedy",
  summary: "Best estimate first.",
  params: { h: key },
  examples: ["greedy(hU())", "greedy(hL())", "greedy(distance())", "greedy(novelty)"],
  means: "eager(best(h))",
});
