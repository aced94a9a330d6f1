// The search for the best threshold (Wah and Shang 1994): a bound that doubles until there is a trace, then halves the
// gap.

import { cost, costTraits, stepCosts } from "./costs/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { bestBy, boundOf } from "./loops/estimated.ts";
import { thresholds } from "./loops/plans.ts";
import { RoundsSearch } from "./loops/rounds.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const threshold = defineSearch({
  name: "threshold",
  summary: "Looks for the least bound with a trace: doubles it until there is one, then halves the gap.",
  params: { h: estimate, cost },
  examples: ["threshold(hL())", "threshold(hU())", "threshold(hL(), cost=moves)"],
  traits: ({ h, cost: asked }) => ({
    ...costTraits(asked, true),
    anytime: true,
    restarts: true,
    refusal(problem) {
      if (asked.kind === "algebra" && (!asked.whole || asked.negated === true))
        return `\`${asked.spec}\` is no natural number, of which gaps could be halved`;
      return asked.refusal(problem.network) ?? h.refusal?.(problem);
    },
  }),
  create: ({ h, cost: asked }, first, goal) =>
    new RoundsSearch(
      thresholds(
        first,
        (context, length) =>
          new EagerSearch(context.engine, bestBy(context, h), {
            goal,
            cost: stepCosts(asked, first.problem) ?? "depth",
            bound: boundOf(context, length, h),
          }),
      ),
    ),
});
