// When to stop estimating a probability. Both rules look after every run, so that intervals hold the probability
// somewhat less often than their confidence says (docs/statistics.md has what we measured); `--fixed` does not look.

import { type ConfidenceInterval, clopperPearson } from "./binomial.ts";
import { studentQuantile } from "./student.ts";

export type StoppingRule = "5.x" | "4.1";

/** The interval that the rule prints. */
export function intervalBy(rule: StoppingRule, k: number, n: number, alpha: number): ConfidenceInterval {
  return clopperPearson(k, n, alpha, rule === "4.1");
}

/** UPPAAL 5: both ends within ε of the estimate. UPPAAL 4.1: not wider than 2ε. */
export function isEnough(rule: StoppingRule, k: number, n: number, alpha: number, epsilon: number): boolean {
  if (n === 0 || isHopeless(k, n, alpha, epsilon)) return false;
  const { lower, upper } = intervalBy(rule, k, n, alpha);
  const estimate = k / n;
  return rule === "4.1" ? upper - lower <= 2 * epsilon : Math.max(upper - estimate, estimate - lower) <= epsilon;
}

/** Exact intervals are wider than the normal law would have them: most looks end here, at the cost of a product. */
function isHopeless(k: number, n: number, alpha: number, epsilon: number): boolean {
  let normal = normalQuantiles.get(alpha);
  if (normal === undefined) normalQuantiles.set(alpha, (normal = 0.97 * studentQuantile(1 - alpha, 1e6)));
  return normal * normal * k * (n - k) > n * n * n * epsilon * epsilon;
}

const normalQuantiles = new Map<number, number>();
