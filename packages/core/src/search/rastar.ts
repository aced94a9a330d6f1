// Randomised A* (after Rungta and Mercer 2007): of the states with the least g + h any one is next, so that other seeds
// see other parts of the state space, and several runs together more of it than one.

import { weightedSum } from "../evaluators/index.ts";
import { BestOpenList } from "../open-lists/index.ts";
import { seed } from "../spec/index.ts";
import { cost, costTraits, stepCosts } from "./costs/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const rastar = defineSearch({
  name: "rastar",
  summary: "Randomised A*: least g + h first, any of those that are equal; other seeds see other states.",
  params: { h: estimate, seed: seed(), cost },
  examples: ["rastar(hL())", "rastar(hU(), seed=3)"],
  traits: ({ h, cost: asked }) => ({
    ...costTraits(asked, h.guarantees.admissible),
    boundable: asked.kind !== "algebra",
    refusal: (problem) => asked.refusal(problem.network) ?? h.refusal?.(problem),
  }),
  create({ h, seed: first, cost: asked }, context, goal, bound) {
    const order = { ties: "random", seed: first, safe: h.guarantees.safe } as const;
    return new EagerSearch(context.engine, new BestOpenList(weightedSum(context, h, 1), order), {
      goal,
      bound,
      cost: stepCosts(asked, context.problem) ?? "depth",
    });
  },
});
