// g + w·h, where steps may have costs: what `f` and `wf` have in common.

import type { HeuristicConfig } from "../heuristics/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import type { EvaluatorTraits, Key } from "./evaluator.ts";

export function weightedTraits(h: HeuristicConfig, w: number): Partial<EvaluatorTraits> {
  return {
    safe: h.guarantees.safe,
    boundsLength: w <= 1 && h.guarantees.admissible,
    refusal: (problem) => h.refusal?.(problem),
  };
}

export function weightedSum(context: SearchContext, h: HeuristicConfig, w: number): Key {
  const estimates = context.estimatesOf(h);
  return (state, node) => {
    const steps = w * estimates.of(state);
    return node.ahead?.(steps) ?? node.depth + steps;
  };
}
