// Bounds of difference constraints as int32: `≤ c` is 2c and `< c` is 2c − 1, so that a smaller number is a tighter
// bound, and a cycle is contradictory exactly when its sum is negative. INF (no bound) is the largest int32; it is
// odd and must never take part in arithmetic, which is why sums go through `add`.

export const INF = 0x7fffffff;
/** `≤ 0`: the diagonal of a non-empty zone, and what "clocks are not negative" puts into row 0. */
export const LE_ZERO = 0;
/** `< 0`: marks an empty zone. */
export const LT_ZERO = -1;
/**
 * What clocks are compared with and set to lies strictly between −CLOCK_LIMIT and CLOCK_LIMIT (the overflow mark of
 * UPPAAL's zone library, too). Everybody who meets such a value asks here; beyond it the answer is "not supported".
 */
export const CLOCK_LIMIT = 2 ** 29;
/** Finite bounds lie within ± this: a sum of two constants still fits, and so does the complement of every bound. */
export const MAX_FINITE = 0x7ffffffd;

/** Thrown when sums of clock constants outgrow int32; the search that meets it ends "unknown". */
export class BoundOverflow extends RangeError {
  constructor() {
    super("a difference of clocks grew beyond 2^30, more than zones can hold");
    this.name = "BoundOverflow";
  }
}

/** A value met that clocks cannot be compared with or set to: what to tell about it; undefined when it is in range. */
export function beyondLimit(value: number): string | undefined {
  if (value > -CLOCK_LIMIT && value < CLOCK_LIMIT) return undefined;
  return `the clock bound ${value} is too large: clocks are compared with and set to numbers below 2^29 (${CLOCK_LIMIT})`;
}

export function le(value: number): number {
  return 2 * value;
}

export function lt(value: number): number {
  return 2 * value - 1;
}

export function isStrict(bound: number): boolean {
  return (bound & 1) !== 0;
}

/** The constant of a finite bound. */
export function constantOf(bound: number): number {
  return (bound + 1) >> 1;
}

/**
 * The sum of two bounds, to be compared and not to be kept. Two strict ones add to −2, one too low: that is repaired.
 */
export function sum(a: number, b: number): number {
  return a === INF || b === INF ? INF : a + b + (a & b & 1);
}

/** A sum as an entry of a matrix. */
export function checked(bound: number): number {
  if (bound !== INF && (bound > MAX_FINITE || bound < -MAX_FINITE)) throw new BoundOverflow();
  return bound;
}

export function add(a: number, b: number): number {
  return checked(sum(a, b));
}

/** The complement: x − y ≺ b fails exactly when y − x ≺ negate(b) holds. Not for INF. */
export function negate(bound: number): number {
  return -1 - bound;
}
