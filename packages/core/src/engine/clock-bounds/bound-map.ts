// L and U of some clocks at one place, sparse: a clock that is not listed is not tested before its next reset.

import { CLOCK_LIMIT, NO_BOUND } from "../../zone/index.ts";

export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

export type BoundMap = Map<number, Bounds>;

/**
 * The largest constant there is: what lies beyond is a fault where it is met, so nobody need be able to tell it apart.
 */
export const MAX_CONSTANT = CLOCK_LIMIT - 1;

/** Raises both to at least the given ones; true when something changed. */
export function raise(map: BoundMap, clock: number, lower: number, upper: number): boolean {
  const before = map.get(clock);
  if (before !== undefined && before.lower >= lower && before.upper >= upper) return false;
  map.set(clock, {
    lower: Math.max(lower, before?.lower ?? NO_BOUND),
    upper: Math.max(upper, before?.upper ?? NO_BOUND),
  });
  return true;
}

/** Raises a map to at least another one; true when something changed. */
export function raiseAll(map: BoundMap, other: BoundMap): boolean {
  let changed = false;
  for (const [clock, { lower, upper }] of other) if (raise(map, clock, lower, upper)) changed = true;
  return changed;
}

export function joined(a: BoundMap, b: BoundMap): BoundMap {
  if (a === b) return a;
  const result = new Map(a);
  raiseAll(result, b);
  return result;
}

/** What a constant means for y when x = y + shift: negative constants decide nothing, but the clock is tested. */
export function shifted(constant: number, shift: number): number {
  return constant === NO_BOUND ? NO_BOUND : Math.max(0, constant - shift);
}
