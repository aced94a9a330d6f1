// With which risks and widths random runs are judged; UPPAAL's defaults.

import type { StoppingRule } from "../../statistics/index.ts";
import type { CheckOptions } from "../options.ts";

export interface SamplingSettings {
  readonly seed: number;
  readonly alpha: number;
  readonly beta: number;
  readonly epsilon: number;
  readonly delta: number;
  readonly fixed: boolean;
  readonly rule: StoppingRule;
  readonly ratios: readonly [number, number];
  readonly discretization: number;
}

export function samplingSettings({ seed = 1, statistics = {} }: CheckOptions): SamplingSettings {
  const { alpha = 0.05, beta = 0.05, epsilon = 0.05, delta = 0.01 } = statistics;
  const { fixed = false, rule = "5.x", ratios = [0.9, 1.1] as const, discretization = 0.01 } = statistics;
  return { seed, alpha, beta, epsilon, delta, fixed, rule, ratios, discretization };
}
