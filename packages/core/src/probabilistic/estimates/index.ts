// The estimates of chances that specifications may name.

import type { Registry } from "../../spec/index.ts";
import { blindChance, chain, edges } from "./chain.ts";
import { type ChanceEstimateConfig, chanceFamily } from "./estimate.ts";

export * from "./estimate.ts";

export const chanceEstimates: Registry<ChanceEstimateConfig> = chanceFamily.list([chain, edges, blindChance]);
