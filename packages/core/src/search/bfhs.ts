// Breadth-first heuristic search (Zhou and Hansen 2006): frontier search within a bound that grows as in IDA*.

import { costTraits, stepCosts } from "./costs/index.ts";
import { FRONTIER_PARAMS, frontierOf } from "./frontier.ts";
import { deepening } from "./loops/plans.ts";
import { RoundsSearch } from "./loops/rounds.ts";
import { defineSearch } from "./search-config.ts";

export const bfhs = defineSearch({
  name: "bfhs",
  summary: "Breadth-first heuristic search: frontier search within a bound on g + h that grows as in idastar.",
  params: FRONTIER_PARAMS,
  examples: ["bfhs(hL())", "bfhs(distance(combine=max), states=3)", "bfhs(hL(), states=3, cost=moves)"],
  traits: ({ h, cost: asked }) => ({
    ...costTraits(asked, true),
    restarts: true,
    refusal(problem) {
      if (!h.guarantees.admissible) return `\`${h.spec}\` is not admissible`;
      return asked.refusal(problem.network) ?? h.refusal?.(problem);
    },
  }),
  create: (values, first, goal) =>
    new RoundsSearch(
      deepening(
        first,
        (context, length) => frontierOf(values, context, goal, { length }),
        stepCosts(values.cost, first.problem)?.start,
      ),
    ),
});
