// Sets of int32 values, as the monotonicity abstraction computes with them. A set is a short list of values or, once it
// gets long, the interval around them. Sets only ever get larger than the truth, which keeps estimates safe.

export interface ValueSet {
  /** Distinct values in no particular order; null: every value of lo … hi. */
  readonly values: readonly number[] | null;
  readonly lo: number;
  readonly hi: number;
}

/** Longer lists become intervals. */
export const MAX_VALUES = 64;

export const EMPTY: ValueSet = { values: [], lo: Number.POSITIVE_INFINITY, hi: Number.NEGATIVE_INFINITY };
export const FALSE: ValueSet = { values: [0], lo: 0, hi: 0 };
export const TRUE: ValueSet = { values: [1], lo: 1, hi: 1 };
export const EITHER: ValueSet = { values: [0, 1], lo: 0, hi: 1 };

export function single(value: number): ValueSet {
  if (value === 0) return FALSE;
  if (value === 1) return TRUE;
  return { values: [value], lo: value, hi: value };
}

export function interval(lo: number, hi: number): ValueSet {
  if (lo > hi) return EMPTY;
  if (hi - lo < MAX_VALUES) {
    const values: number[] = [];
    for (let value = lo; value <= hi; value++) values.push(value);
    return { values, lo, hi };
  }
  return { values: null, lo, hi };
}

export function decided(mayBeFalse: boolean, mayBeTrue: boolean): ValueSet {
  if (mayBeTrue) return mayBeFalse ? EITHER : TRUE;
  return mayBeFalse ? FALSE : EMPTY;
}

export const mayBeTrue = (set: ValueSet): boolean =>
  set.values === null ? true : set.values.some((value) => value !== 0);
export const mayBeFalse = (set: ValueSet): boolean =>
  set.values === null ? set.lo <= 0 && set.hi >= 0 : set.values.includes(0);
export const isEmpty = (set: ValueSet): boolean => set.lo > set.hi;
export const isSingle = (set: ValueSet): boolean => set.lo === set.hi;

export function union(a: ValueSet, b: ValueSet): ValueSet {
  if (a === b || isEmpty(b)) return a;
  if (isEmpty(a)) return b;
  const lo = Math.min(a.lo, b.lo);
  const hi = Math.max(a.hi, b.hi);
  if (a.values === null || b.values === null) return interval(lo, hi);
  const { values } = a;
  const fresh = b.values.filter((value) => !values.includes(value));
  if (fresh.length === 0) return a;
  if (values.length + fresh.length > MAX_VALUES) return interval(lo, hi);
  return { values: [...values, ...fresh], lo, hi };
}

export function intersects(a: ValueSet, b: ValueSet): boolean {
  if (a.hi < b.lo || b.hi < a.lo) return false;
  if (a.values === null) return b.values === null || b.values.some((value) => value >= a.lo && value <= a.hi);
  if (b.values === null) return a.values.some((value) => value >= b.lo && value <= b.hi);
  const { values } = b;
  return a.values.some((value) => values.includes(value));
}

/** All results of a partial function on pairs; `undefined` results (faults) are left out. */
export function combine(
  a: ValueSet,
  b: ValueSet,
  operation: (x: number, y: number) => number | undefined,
  hull: (a: ValueSet, b: ValueSet) => ValueSet,
): ValueSet {
  if (a.values === null || b.values === null || a.values.length * b.values.length > 4 * MAX_VALUES) return hull(a, b);
  let lo = Number.POSITIVE_INFINITY;
  let hi = Number.NEGATIVE_INFINITY;
  const values: number[] = [];
  for (const x of a.values) {
    for (const y of b.values) {
      const result = operation(x, y);
      if (result === undefined || values.includes(result)) continue;
      values.push(result);
      if (result < lo) lo = result;
      if (result > hi) hi = result;
    }
  }
  if (values.length > MAX_VALUES) return interval(lo, hi);
  return { values, lo, hi };
}

/** The values that lie in lo … hi. */
export function within(set: ValueSet, lo: number, hi: number): ValueSet {
  if (set.lo >= lo && set.hi <= hi) return set;
  if (set.values === null) return interval(Math.max(set.lo, lo), Math.min(set.hi, hi));
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const values = set.values.filter((value) => {
    if (value < lo || value > hi) return false;
    least = Math.min(least, value);
    most = Math.max(most, value);
    return true;
  });
  return { values, lo: least, hi: most };
}
