// What searches make of an estimate: a bound, an order, a number.

import type { StateId } from "../../engine/engine.ts";
import type { HeuristicConfig } from "../../heuristics/index.ts";
import { BestOpenList } from "../../open-lists/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import type { Bound } from "../search.ts";

/** The estimate takes part in a bound only where it is never too high. */
export function boundOf(context: SearchContext, length: number, h: HeuristicConfig): Bound {
  return h.guarantees.admissible ? { length, estimate: estimateBy(context, h) } : { length };
}

export function bestBy(context: SearchContext, h: HeuristicConfig): BestOpenList {
  return new BestOpenList(estimateBy(context, h), { safe: h.guarantees.safe });
}

export function estimateBy(context: SearchContext, h: HeuristicConfig): (state: StateId) => number {
  const estimates = context.estimatesOf(h);
  return (state) => estimates.of(state);
}
