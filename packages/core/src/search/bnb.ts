// Depth-first branch and bound (survey, section 4): one search that goes on after each trace, for better ones only.

import { BestOpenList } from "../open-lists/index.ts";
import { boundTraits, cost, costTraits, stepCosts } from "./costs/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { boundOf } from "./loops/estimated.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const bnb = defineSearch({
  name: "bnb",
  summary: "Branch and bound: depth first, best estimate first; each trace found is the bound for better ones.",
  params: { h: estimate, cost },
  examples: ["bnb(hL())", "bnb(hU())", "bnb(hL(), cost=moves)"],
  traits: ({ h, cost: asked }) => ({
    ...costTraits(asked, true),
    anytime: true,
    ...boundTraits(asked),
    refusal: (problem) => asked.refusal(problem.network) ?? h.refusal?.(problem),
  }),
  create({ h, cost: asked }, context, goal, given) {
    const estimates = context.estimatesOf(h);
    const open = new BestOpenList([(_, node) => -node.depth, (state) => estimates.of(state)], {
      safe: estimates.safe,
    });
    const bound = { ...boundOf(context, Number.POSITIVE_INFINITY, h), ...given };
    return new EagerSearch(context.engine, open, {
      goal,
      cost: stepCosts(asked, context.problem) ?? "depth",
      bound,
    });
  },
});
