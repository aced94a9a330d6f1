// Sets of int32 values, as the monotonicity abstraction computes with them. A set is a short ascending list of values
// or, once that gets long, the interval around them; sets only ever get larger than the truth, which keeps estimates
// safe. A pool (`set-pool.ts`) keeps one object per set, so that equal sets are the same object.

export interface ValueSet {
  /** Unique for this content within its pool. */
  readonly id: number;
  /** Ascending; null: every value of lo … hi. */
  readonly values: readonly number[] | null;
  readonly lo: number;
  readonly hi: number;
  /** The values as bits when all lie in 0 … 31; 0 for others, and for the empty set. */
  readonly bits: number;
}

/** Longer lists become intervals. */
export const MAX_VALUES = 256;

export const EMPTY: ValueSet = {
  id: 0,
  values: [],
  lo: Number.POSITIVE_INFINITY,
  hi: Number.NEGATIVE_INFINITY,
  bits: 0,
};
export const FALSE: ValueSet = { id: 1, values: [0], lo: 0, hi: 0, bits: 1 };
export const TRUE: ValueSet = { id: 2, values: [1], lo: 1, hi: 1, bits: 2 };
export const EITHER: ValueSet = { id: 3, values: [0, 1], lo: 0, hi: 1, bits: 3 };

export function decided(mayBeFalse: boolean, mayBeTrue: boolean): ValueSet {
  if (mayBeTrue) return mayBeFalse ? EITHER : TRUE;
  return mayBeFalse ? FALSE : EMPTY;
}

export const mayBeTrue = (set: ValueSet): boolean =>
  set.values === null ? true : set.values.length > 1 || (set.values.length === 1 && set.lo !== 0);
export const mayBeFalse = (set: ValueSet): boolean => contains(set, 0);
export const isEmpty = (set: ValueSet): boolean => set.lo > set.hi;
export const isSingle = (set: ValueSet): boolean => set.lo === set.hi;

export function contains({ values, lo, hi, bits }: ValueSet, value: number): boolean {
  if (value < lo || value > hi) return false;
  if (bits !== 0) return ((bits >>> value) & 1) === 1;
  if (values === null || value === lo || value === hi) return true;
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (values[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return values[from] === value;
}

export function intersects(a: ValueSet, b: ValueSet): boolean {
  if (a.hi < b.lo || b.hi < a.lo) return false;
  if (a.bits !== 0 && b.bits !== 0) return (a.bits & b.bits) !== 0;
  if (isSingle(a)) return contains(b, a.lo);
  if (isSingle(b)) return contains(a, b.lo);
  if (a.values === null) return b.values === null || b.values.some((value) => value >= a.lo && value <= a.hi);
  return a.values.some((value) => contains(b, value));
}

/** Are all values of `part` in `whole`? */
export function includes(whole: ValueSet, part: ValueSet): boolean {
  if (whole === part) return true;
  if (part.lo < whole.lo || part.hi > whole.hi) return isEmpty(part);
  if (part.bits !== 0 && whole.bits !== 0) return (part.bits & ~whole.bits) === 0;
  if (whole.values === null) return true;
  if (isSingle(part)) return contains(whole, part.lo);
  if (part.values === null || part.values.length > whole.values.length) return false;
  for (let i = 0, j = 0; i < part.values.length; i++, j++) {
    while (whole.values[j]! < part.values[i]!) j++;
    if (whole.values[j] !== part.values[i]) return false;
  }
  return true;
}
