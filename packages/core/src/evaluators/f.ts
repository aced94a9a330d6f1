// f = g + h (Hart, Nilsson and Raphael 1968): what A* orders by.

import { heuristics } from "../heuristics/index.ts";
import { component } from "../spec/index.ts";
import { defineEvaluator } from "./evaluator.ts";
import { weightedSum, weightedTraits } from "./weighted.ts";

export const f = defineEvaluator({
  name: "f",
  summary: "g + h, the estimated length of a whole trace through the state.",
  params: { h: component(() => heuristics, { doc: "the estimate" }) },
  examples: ["f(hL())", "f(hU())"],
  traits: ({ h }) => weightedTraits(h, 1),
  create: (context, { h }) => weightedSum(context, h, 1),
});
