// Poisson probabilities for uniformisation, (Fox and Glynn 1988): from the mode outwards by quotients, so that nothing
// under- or overflows, normalised by their sum. What is left out on both sides is bounded by geometric series.

export interface PoissonWeights {
  /** The first number of events that counts. */
  readonly left: number;
  readonly weights: Float64Array;
  /** At most so much probability lies outside. */
  readonly lost: number;
}

/** Smaller than any share that could be seen in a sum of doubles. */
const NEGLIGIBLE = 1e-22;

export function poissonWeights(mean: number): PoissonWeights {
  if (mean === 0) return { left: 0, weights: Float64Array.of(1), lost: 0 };
  const mode = Math.floor(mean);
  const below: number[] = [];
  let weight = 1;
  let left = mode;
  while (left > 0 && weight > NEGLIGIBLE) {
    weight *= left / mean;
    below.push(weight);
    left--;
  }
  const lostLeft = left === 0 ? 0 : (weight * left) / mean / (1 - left / mean);
  const above: number[] = [];
  weight = 1;
  let right = mode;
  while (weight > NEGLIGIBLE) {
    right++;
    weight *= mean / right;
    above.push(weight);
  }
  const lostRight = (weight * mean) / (right + 1) / (1 - mean / (right + 2));
  const weights = Float64Array.from([...below.reverse(), 1, ...above]);
  // Small ones first, from both ends.
  let [sum, low, high] = [0, 0, weights.length - 1];
  while (low <= high) sum += weights[low]! < weights[high]! ? weights[low++]! : weights[high--]!;
  for (let at = 0; at < weights.length; at++) weights[at]! /= sum;
  return { left, weights, lost: (2 * (lostLeft + lostRight)) / sum };
}
