// g + w·h (Pohl 1970): the greater the weight, the greedier the search; up to 1 it bounds lengths as f does.

import { heuristics } from "../heuristics/index.ts";
import { component, number } from "../spec/index.ts";
import { defineEvaluator } from "./evaluator.ts";
import { weightedSum, weightedTraits } from "./weighted.ts";

export const wf = defineEvaluator({
  name: "wf",
  summary: "g + w·h.",
  params: {
    h: component(() => heuristics, { doc: "the estimate" }),
    w: number({ doc: "weight of the estimate", default: 5, min: 0 }),
  },
  examples: ["wf(hL())", "wf(hU(), w=2)", "wf(hL(), w=0.5)"],
  traits: ({ h, w }) => weightedTraits(h, w),
  create: (context, { h, w }) => weightedSum(context, h, w),
});
