// Intervals for a probability of which k of n runs were examples: Clopper and Pearson 1934, exact at any n. And how
// many runs Chernoff's bound wants before the first (Hoeffding 1963): then nothing is looked at on the way.

import { betaQuantile } from "./beta.ts";

export interface ConfidenceInterval {
  readonly lower: number;
  readonly upper: number;
}

/** `alpha` is shared by both sides; `whole`: where k is 0 or n there is one side, and it gets all. */
export function clopperPearson(k: number, n: number, alpha: number, whole = false): ConfidenceInterval {
  if (n === 0) return { lower: 0, upper: 1 };
  const side = whole && (k === 0 || k === n) ? alpha : alpha / 2;
  // At the ends the quantiles have closed forms.
  const lower = k === 0 ? 0 : k === n ? side ** (1 / n) : betaQuantile(side, k, n - k + 1);
  const upper = k === n ? 1 : k === 0 ? 1 - side ** (1 / n) : betaQuantile(1 - side, k + 1, n - k);
  return { lower, upper };
}

/**
 * The same where runs were made until there were k successes: the last of n runs is one. The number of runs is what
 * varies then, so one failure less speaks for large probabilities.
 */
export function inverseInterval(k: number, n: number, alpha: number): ConfidenceInterval {
  return {
    lower: betaQuantile(alpha / 2, k, n - k + 1),
    upper: n === k ? 1 : betaQuantile(1 - alpha / 2, k, n - k),
  };
}

/** So many runs make |estimate − probability| ≤ ε with probability 1 − α, whatever the probability. */
export function chernoffRuns(alpha: number, epsilon: number): number {
  return Math.ceil(Math.log(2 / alpha) / (2 * epsilon * epsilon));
}
