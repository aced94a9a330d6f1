// The search for the best threshold (Wah and Shang 1994): a bound that doubles until there is a trace, then halves the
// gap.

import { EagerSearch } from "./loops/eager-search.ts";
import { bestBy, boundOf } from "./loops/estimated.ts";
import { thresholds } from "./loops/plans.ts";
import { RoundsSearch } from "./loops/rounds.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const threshold = defineSearch({
  name: "threshold",
  summary: "Looks for the least bound with a trace: doubles it until there is one, then halves the gap.",
  params: { h: estimate },
  examples: ["threshold(hL())", "threshold(hU())"],
  traits: ({ h }) => ({
    promise: "shortest",
    anytime: true,
    restarts: true,
    refusal: (problem) => h.refusal?.(problem),
  }),
  create: ({ h }, first, goal) =>
    new RoundsSearch(
      thresholds(
        first,
        (context, length) =>
          new EagerSearch(context.engine, bestBy(context, h), {
            goal,
            cost: "depth",
            bound: boundOf(context, length, h),
          }),
      ),
    ),
});
