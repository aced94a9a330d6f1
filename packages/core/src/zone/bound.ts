// Bounds of difference constraints as int32: `≤ c` is 2c and `< c` is 2c − 1, so that a smaller number is a tighter
// bound, and a cycle is contradictory exactly when its sum is negative. INF (no bound) is the largest int32; it is
// odd and must never take part in arithmetic, which is why sums go through `add`.

export const INF = 0x7fffffff;
/** `≤ 0`: the diagonal of a non-empty zone, and what "clocks are not negative" puts into row 0. */
export const LE_ZERO = 0;
/** `< 0`: marks an empty zone. */
export const LT_ZERO = -1;
/** Finite bounds beyond this are refused, far from where int32 would wrap. */
export const MAX_FINITE = 0x40000000;

/** Thrown when zones without extrapolation outgrow int32; the search that meets it ends "unknown". */
export class BoundOverflow extends RangeError {
  constructor() {
    super("a clock difference left the range of 30 bits");
    this.name = "BoundOverflow";
  }
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

/** Two strict bounds add to −2, one too low: the last term repairs it. */
export function add(a: number, b: number): number {
  if (a === INF || b === INF) return INF;
  const sum = a + b + (a & b & 1);
  if (sum > MAX_FINITE || sum < -MAX_FINITE) throw new BoundOverflow();
  return sum;
}

/** The complement: x − y ≺ b fails exactly when y − x ≺ negate(b) holds. Not for INF. */
export function negate(bound: number): number {
  return -1 - bound;
}
