// Another search, for short traces only (survey, section 4, "Bounded Forward Reachability"). A state that is reached
// again on a shorter path is looked at again, or targets within the bound would be missed.

import { heuristics } from "../heuristics/index.ts";
import { component, integer } from "../spec/index.ts";
import { boundOf } from "./loops/estimated.ts";
import { defineSearch, searchFamily } from "./search-config.ts";

export const bounded = defineSearch({
  name: "bounded",
  summary: "Another search, for traces of at most U transitions.",
  params: {
    U: integer({ doc: "the greatest length of a trace", min: 0 }),
    search: component(() => searchFamily.registry, { doc: "the search" }),
    h: component(() => heuristics, { doc: "an admissible estimate, to cut off earlier", default: "blind()" }),
  },
  examples: ["bounded(4, bfs)", "bounded(5, dfs, h=hL())", "bounded(30, astar(hL()))"],
  traits: ({ search, h }) => ({
    complete: false,
    promise: search.promise,
    anytime: search.anytime,
    restarts: search.restarts,
    refusal(problem) {
      if (!search.boundable) return `\`${search.spec}\` takes no bound`;
      if (!h.guarantees.admissible) return `\`${h.spec}\` is not admissible`;
      return search.refusal?.(problem) ?? h.refusal?.(problem);
    },
  }),
  create: ({ U, search, h }, context, goal) => search.create(context, goal, boundOf(context, U, h)),
});
