// Another search, for short traces only (survey, section 4, "Bounded Forward Reachability"). A state that is reached
// again on a shorter path is looked at again, or targets within the bound would be missed.

import { heuristics } from "../heuristics/index.ts";
import { component, number } from "../spec/index.ts";
import { boundOf } from "./loops/estimated.ts";
import { defineSearch, searchFamily } from "./search-config.ts";

export const bounded = defineSearch({
  name: "bounded",
  summary: "Another search, for traces of at most U transitions, or that cost at most U where it looks for cheap ones.",
  params: {
    U: number({ doc: "the greatest length of a trace; the worst cost, where the search has `cost=…`", min: 0 }),
    search: component(() => searchFamily.registry, { doc: "the search" }),
    h: component(() => heuristics, { doc: "an admissible estimate, to cut off earlier", default: "blind()" }),
  },
  examples: [
    "bounded(4, bfs)",
    "bounded(5, dfs, h=hL())",
    "bounded(30, astar(hL()))",
    "bounded(9, astar(hL(), cost=moves))",
  ],
  traits: ({ U, search, h }) => ({
    complete: false,
    promise: search.promise,
    anytime: search.anytime,
    restarts: search.restarts,
    refusal(problem) {
      const { boundable, boundableBy: asked } = search;
      if (!boundable && asked === undefined) return `\`${search.spec}\` takes no bound`;
      const refused = asked?.refusal(problem.network);
      if (refused !== undefined) return refused;
      if (asked !== undefined && asked.worst(problem, U) === undefined)
        return `\`${asked.spec}\` is more than one number, and takes no bound`;
      if (!h.guarantees.admissible) return `\`${h.spec}\` is not admissible`;
      return search.refusal?.(problem) ?? h.refusal?.(problem);
    },
  }),
  create({ U, search, h }, context, goal) {
    const worst = search.boundableBy?.worst(context.problem, U) ?? U;
    return search.create(context, goal, boundOf(context, worst, h));
  },
});
