// IDA* (Korf 1985): depth first within a bound on g + h that grows by the least possible amount. What makes a round
// finite: it is bounded in depth, and a path never enters a zone that a state on it covers, of which there are finitely
// many (by extrapolation or simulation). Zones that are stored beside the path only save work.

import { integer } from "../spec/index.ts";
import { cost, costTraits, stepCosts } from "./costs/index.ts";
import { DepthFirstSearch } from "./loops/depth-first-search.ts";
import { estimateBy } from "./loops/estimated.ts";
import { deepening } from "./loops/plans.ts";
import { RoundsSearch } from "./loops/rounds.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const idastar = defineSearch({
  name: "idastar",
  summary:
    "IDA*: depth first within a bound on g + h that grows by the least possible amount. Keeps its path, what waits beside it, and at most `states` zones of the round, by which it knows again what it met no deeper.",
  params: {
    h: estimate,
    states: integer({
      doc: "how many zones may be stored: beyond, all but the path and what waits beside it is forgotten",
      default: 100_000,
      min: 1,
    }),
    cost,
  },
  examples: ["idastar(hL())", "idastar(hU())", "idastar(hL(), states=5)", "idastar(hL(), states=5, cost=moves)"],
  // Each bound is the least length, or cost, that the rounds before left possible.
  traits: ({ h, cost: asked }) => ({
    ...costTraits(asked, true),
    restarts: true,
    refusal: (problem) => asked.refusal(problem.network) ?? h.refusal?.(problem),
  }),
  create({ h, states: capacity, cost: asked }, first, goal) {
    const { admissible, safe } = h.guarantees;
    const costs = stepCosts(asked, first.problem);
    return new RoundsSearch(
      deepening(
        first,
        (context, length) =>
          new DepthFirstSearch(context, {
            goal,
            capacity,
            admissible,
            safe,
            costs,
            bound: { length },
            estimate: (on) => estimateBy(on, h),
          }),
        costs?.start,
      ),
    );
  },
});
