// Sets of delays: finite unions of intervals of non-negative rationals, exact about open and closed ends. They are to
// the concrete semantics what federations are to the symbolic one.

import { defined } from "../../basics/defined.ts";
import { compare, type Interval, type Rational, ZERO } from "../../zone/index.ts";

/** Disjoint, ascending, none empty. */
export type IntervalSet = readonly Interval[];

/**
 * A place between numbers: just before `value`, or just after it. Intervals run from cut to cut, which turns open
 * and closed ends into plain order. Null is infinity.
 */
interface Cut {
  readonly value: Rational;
  readonly after: boolean;
}
interface Range {
  readonly from: Cut;
  readonly to: Cut | null;
}

const START: Cut = { value: ZERO, after: false };

export const ALL_DELAYS: IntervalSet = [{ lower: ZERO, lowerStrict: false, upperStrict: true }];
export const NO_DELAY: IntervalSet = [{ lower: ZERO, lowerStrict: false, upper: ZERO, upperStrict: false }];
export const NOTHING: IntervalSet = [];

/** All delays up to a value (or before it). */
export function delaysUpTo(upper: Rational, strict: boolean): IntervalSet {
  return fromRanges([{ from: START, to: { value: upper, after: !strict } }]);
}

/** All delays from a value on (or after it). */
export function delaysFrom(lower: Rational, strict: boolean): IntervalSet {
  return fromRanges([{ from: { value: lower, after: strict }, to: null }]);
}

export function intersectDelays(a: IntervalSet, b: IntervalSet): IntervalSet {
  if (a === ALL_DELAYS) return b;
  if (b === ALL_DELAYS) return a;
  const ranges: Range[] = [];
  for (const one of a) {
    for (const other of b) {
      const [p, q] = [toRange(one), toRange(other)];
      ranges.push({ from: later(p.from, q.from), to: earlierEnd(p.to, q.to) });
    }
  }
  return fromRanges(ranges);
}

export function uniteDelays(a: IntervalSet, b: IntervalSet): IntervalSet {
  return fromRanges([...a.map(toRange), ...b.map(toRange)]);
}

/** The delays that are not in the set. */
export function otherDelays(set: IntervalSet): IntervalSet {
  const ranges: Range[] = [];
  let from: Cut | null = START;
  for (const range of set.map(toRange)) {
    if (from !== null) ranges.push({ from, to: range.from });
    from = range.to;
  }
  if (from !== null) ranges.push({ from, to: null });
  return fromRanges(ranges);
}

export function subtractDelays(a: IntervalSet, b: IntervalSet): IntervalSet {
  return intersectDelays(a, otherDelays(b));
}

/** Everything at or before some member. */
export function downTo(set: IntervalSet): IntervalSet {
  const last = set[set.length - 1];
  return last === undefined ? NOTHING : fromRanges([{ from: START, to: toRange(last).to }]);
}

export function hasDelay(set: IntervalSet, delay: Rational): boolean {
  return set.some(({ lower, lowerStrict, upper, upperStrict }) => {
    const low = compare(delay, lower);
    const high = upper === undefined ? -1 : compare(delay, upper);
    return (lowerStrict ? low > 0 : low >= 0) && (upperStrict ? high < 0 : high <= 0);
  });
}

function compareCuts(a: Cut, b: Cut): number {
  return compare(a.value, b.value) || Number(a.after) - Number(b.after);
}

function later(a: Cut, b: Cut): Cut {
  return compareCuts(a, b) >= 0 ? a : b;
}

function earlierEnd(a: Cut | null, b: Cut | null): Cut | null {
  if (a === null) return b;
  if (b === null) return a;
  return compareCuts(a, b) <= 0 ? a : b;
}

function toRange({ lower, lowerStrict, upper, upperStrict }: Interval): Range {
  const to = upper === undefined ? null : { value: upper, after: !upperStrict };
  return { from: { value: lower, after: lowerStrict }, to };
}

/** Clips to the non-negative, drops what is empty, sorts and joins. */
function fromRanges(ranges: readonly Range[]): IntervalSet {
  const sound = ranges
    .map(({ from, to }) => ({ from: later(from, START), to }))
    .filter(({ from, to }) => to === null || compareCuts(from, to) < 0)
    .sort((a, b) => compareCuts(a.from, b.from));
  const joined: Range[] = [];
  for (const range of sound) {
    const last = joined[joined.length - 1];
    if (last !== undefined && (last.to === null || compareCuts(range.from, last.to) <= 0)) {
      const to = last.to === null || range.to === null ? null : later(last.to, range.to);
      joined[joined.length - 1] = { from: last.from, to };
    } else {
      joined.push(range);
    }
  }
  return joined.map(({ from, to }) => ({
    lower: from.value,
    lowerStrict: from.after,
    ...defined({ upper: to === null ? undefined : to.value }),
    upperStrict: to === null || !to.after,
  }));
}
