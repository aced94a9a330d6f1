// The costs that specifications may name.

import { component, type Registry } from "../../spec/index.ts";
import { type CostConfig, costFamily } from "./cost.ts";
import { crowd, delay, moves, steps } from "./counted.ts";
import { fuzzy, max, min, probability, sum } from "./read.ts";
import { tuple } from "./tuple.ts";

export { boundTraits, type CostConfig, costTraits, stepCosts } from "./cost.ts";
export * from "./cost-algebra.ts";

export const costs: Registry<CostConfig> = costFamily.list([
  steps,
  moves,
  crowd,
  sum,
  max,
  min,
  probability,
  fuzzy,
  delay,
  tuple,
]);

/** What a search is to make least. */
export const cost = component(() => costs, { doc: "what is to be least", default: "steps" });
