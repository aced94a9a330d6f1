// Delay that ends when it enters a stop: urgent synchronisations with clock guards. A valuation v may delay by d when
// no v + d' with d' in [0, d) lies in a stop, so the first valuation of a closed stop is still reached. All results
// are exact. Compare the timed predecessors of Cassez et al. 2005, which avoid the last valuation, too.

import {
  constantOf,
  constrain,
  copyZone,
  delayOf,
  type Federation,
  intersectFederations,
  le,
  pastOf,
  reduce,
  subtract,
} from "../../zone/index.ts";

/**
 * Valuations reached from `zone`. Several stops: a later start on the same line avoids whatever an earlier one
 * avoids, so what is reached in spite of each stop alone is reached in spite of all.
 */
export function delayUntil(zone: Int32Array, stops: Federation, dim: number): Int32Array[] {
  const start = [zone];
  const after = delayOf(start, dim);
  let reached: Int32Array[] = after;
  for (const stop of stops) {
    const before = pastOf([stop], dim);
    const free = delayOf(subtract(start, before, dim), dim);
    const upTo = intersectFederations(after, upToStop(stop, before, dim), dim);
    reached = reduce(intersectFederations(reached, [zone, ...free, ...upTo], dim), dim);
  }
  return reached;
}

/** Valuations from which some allowed delay leads into `goal`; dually, an earlier arrival avoids what a later does. */
export function pastUntil(goal: Federation, stops: Federation, dim: number): Int32Array[] {
  const before = pastOf(goal, dim);
  let starts: Int32Array[] = before;
  for (const stop of stops) {
    const stopPast = pastOf([stop], dim);
    const free = subtract(before, stopPast, dim);
    const upTo = pastOf(intersectFederations(goal, upToStop(stop, stopPast, dim), dim), dim);
    starts = reduce(intersectFederations(starts, [...goal, ...free, ...upTo], dim), dim);
  }
  return starts;
}

/**
 * Valuations at or before the beginning of the stop that lies ahead of them: some clock has not passed its lower
 * bound in the stop yet. (Whether the stop holds at its beginning makes no difference: it is reached either way.)
 */
function upToStop(stop: Int32Array, before: Federation, dim: number): Int32Array[] {
  const result: Int32Array[] = [];
  for (const past of before) {
    for (let row = 1; row < dim; row++) {
      const piece = copyZone(past);
      if (constrain(piece, dim, row, 0, le(-constantOf(stop[row]!)))) result.push(piece);
    }
  }
  return result;
}
