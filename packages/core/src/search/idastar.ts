// IDA* (Korf 1985): depth first within a bound on g + h that grows by the least possible amount.

import { DepthFirstSearch } from "./loops/depth-first-search.ts";
import { estimateBy } from "./loops/estimated.ts";
import { deepening } from "./loops/plans.ts";
import { RoundsSearch } from "./loops/rounds.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const idastar = defineSearch({
  name: "idastar",
  summary: "IDA*: depth first within a bound on g + h that grows by the least possible amount.",
  params: { h: estimate },
  examples: ["idastar(hL())", "idastar(hU())"],
  // Each bound is the least length that the rounds before left possible.
  traits: ({ h }) => ({ promise: "shortest", restarts: true, refusal: (problem) => h.refusal?.(problem) }),
  create({ h }, first, goal) {
    const { admissible, safe } = h.guarantees;
    const capacity = Number.POSITIVE_INFINITY;
    return new RoundsSearch(
      deepening(
        first,
        (context, length) =>
          new DepthFirstSearch(context, {
            goal,
            capacity,
            admissible,
            safe,
            bound: { length },
            estimate: (on) => estimateBy(on, h),
          }),
      ),
    );
  },
});
