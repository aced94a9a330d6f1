// Sets of int32 values, as the monotonicity abstraction computes with them. A set is a short ascending list of values
// or, once that gets long, the interval around them; sets only ever get larger than the truth, which keeps estimates
// safe. A pool keeps one object per set, so that equal sets are the same object and results can be kept by number.

import { PairTable } from "./pair-table.ts";

export interface ValueSet {
  /** Unique for this content within its pool. */
  readonly id: number;
  /** Ascending; null: every value of lo … hi. */
  readonly values: readonly number[] | null;
  readonly lo: number;
  readonly hi: number;
}

/** Longer lists become intervals. */
export const MAX_VALUES = 256;
/** More pairs than this are not gone through; the interval around their results is taken. */
const MAX_PAIRS = 4096;
/** Results of operations below this are collected in a table. */
const MARKS = 4096;
/** Singles below this are found in an array. */
const SMALL = 1024;
/** A pool that holds more sets than this is emptied between two estimates. */
const MAX_SETS = 200_000;

export const EMPTY: ValueSet = { id: 0, values: [], lo: Number.POSITIVE_INFINITY, hi: Number.NEGATIVE_INFINITY };
export const FALSE: ValueSet = { id: 1, values: [0], lo: 0, hi: 0 };
export const TRUE: ValueSet = { id: 2, values: [1], lo: 1, hi: 1 };
export const EITHER: ValueSet = { id: 3, values: [0, 1], lo: 0, hi: 1 };

/** Sets that every pool shares, by their numbers. */
const CONSTANTS: readonly ValueSet[] = [EMPTY, FALSE, TRUE, EITHER];

export function decided(mayBeFalse: boolean, mayBeTrue: boolean): ValueSet {
  if (mayBeTrue) return mayBeFalse ? EITHER : TRUE;
  return mayBeFalse ? FALSE : EMPTY;
}

export const mayBeTrue = (set: ValueSet): boolean =>
  set.values === null ? true : set.values.length > 1 || (set.values.length === 1 && set.lo !== 0);
export const mayBeFalse = (set: ValueSet): boolean => contains(set, 0);
export const isEmpty = (set: ValueSet): boolean => set.lo > set.hi;
export const isSingle = (set: ValueSet): boolean => set.lo === set.hi;

export function contains({ values, lo, hi }: ValueSet, value: number): boolean {
  if (value < lo || value > hi) return false;
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
  if (a.values === null) return b.values === null || b.values.some((value) => value >= a.lo && value <= a.hi);
  return a.values.some((value) => contains(b, value));
}

export class SetPool {
  private readonly sets: ValueSet[] = [];
  private readonly byHash = new Map<number, ValueSet[]>();
  private readonly singles = new Map<number, ValueSet>();
  /** Singles of small numbers, which are asked for all the time. */
  private readonly small: (ValueSet | undefined)[] = [];
  /** Short intervals, by both ends. */
  private readonly intervals = new Map<number, Map<number, ValueSet>>();
  private readonly unions = new PairTable();
  /** Results of operations on pairs of sets. */
  private readonly memos: PairTable[] = [];
  private readonly marks = new Uint8Array(MARKS);
  /** Sets keep their numbers for ever: those in compiled code outlive a clearing. */
  private next = CONSTANTS.length;
  private first = CONSTANTS.length;

  constructor() {
    this.start();
  }

  single(value: number): ValueSet {
    const known = this.small[value];
    if (known !== undefined) return known;
    let set = this.singles.get(value);
    if (set === undefined) {
      set = this.add([value], value, value);
      this.singles.set(value, set);
    }
    if (value >= 0 && value < SMALL) this.small[value] = set;
    return set;
  }

  interval(lo: number, hi: number): ValueSet {
    if (lo > hi) return EMPTY;
    if (lo === hi) return this.single(lo);
    if (hi - lo >= MAX_VALUES) return this.find(null, lo, hi);
    let from = this.intervals.get(lo);
    if (from === undefined) {
      from = new Map();
      this.intervals.set(lo, from);
    }
    let set = from.get(hi);
    if (set === undefined) {
      set = this.ascending(Array.from({ length: hi - lo + 1 }, (_, i) => lo + i));
      from.set(hi, set);
    }
    return set;
  }

  /** The set of these values, in any order and with repetitions. */
  of(values: readonly number[]): ValueSet {
    if (values.length === 1) return this.single(values[0]!);
    return this.ascending([...new Set(values)].sort((a, b) => a - b));
  }

  union(a: ValueSet, b: ValueSet): ValueSet {
    if (a === b || isEmpty(b)) return a;
    if (isEmpty(a)) return b;
    return this.recall(this.unions, a, b) ?? this.keep(this.unions, a, b, this.merge(a, b));
  }

  /** Are all values of `part` in `whole`? */
  includes(whole: ValueSet, part: ValueSet): boolean {
    if (whole === part) return true;
    if (part.lo < whole.lo || part.hi > whole.hi) return isEmpty(part);
    if (whole.values === null) return true;
    return isSingle(part) ? contains(whole, part.lo) : this.union(whole, part) === whole;
  }

  /** The union of a set with many others: what lies between is not kept. */
  uniteAll(set: ValueSet, others: readonly ValueSet[]): ValueSet {
    let all = set;
    let at = 0;
    for (; at < others.length; at++) {
      const known = this.includes(all, others[at]!) ? all : this.recall(this.unions, all, others[at]!);
      if (known === undefined) break;
      all = known;
    }
    if (at === others.length) return all;
    const rest = others.slice(at);
    if (rest.length === 1 || all.values === null || rest.some(({ values }) => values === null)) {
      return rest.reduce((union, other) => this.union(union, other), all);
    }
    return this.of([...all.values, ...rest.flatMap(({ values }) => values!)]);
  }

  /** An operation on pairs of values as one on sets, whose results are kept; its arguments are those of `combine`. */
  operation(
    operation: (x: number, y: number) => number | undefined,
    hull: (a: ValueSet, b: ValueSet) => ValueSet,
  ): (a: ValueSet, b: ValueSet) => ValueSet {
    const memo = new PairTable(64);
    this.memos.push(memo);
    return (a, b) => {
      if (isSingle(a) && isSingle(b)) return this.combine(a, b, operation, hull);
      return this.recall(memo, a, b) ?? this.keep(memo, a, b, this.combine(a, b, operation, hull));
    };
  }

  private recall(memo: PairTable, a: ValueSet, b: ValueSet): ValueSet | undefined {
    const known = memo.get(a.id, b.id);
    if (known >= this.first) return this.sets[known - this.first]!;
    return known >= 0 ? CONSTANTS[known]! : undefined;
  }

  private keep(memo: PairTable, a: ValueSet, b: ValueSet, result: ValueSet): ValueSet {
    // Sets from before a clearing cannot be found by their number any more.
    if (result.id >= this.first || result.id < CONSTANTS.length) memo.set(a.id, b.id, result.id);
    return result;
  }

  /** The values that lie in lo … hi. */
  within(set: ValueSet, lo: number, hi: number): ValueSet {
    if (set.lo >= lo && set.hi <= hi) return set;
    if (set.values === null) return this.interval(Math.max(set.lo, lo), Math.min(set.hi, hi));
    return this.ascending(set.values.filter((value) => value >= lo && value <= hi));
  }

  /** All results of a partial function on pairs; `undefined` results (faults) are left out. */
  combine(
    a: ValueSet,
    b: ValueSet,
    operation: (x: number, y: number) => number | undefined,
    hull: (a: ValueSet, b: ValueSet) => ValueSet,
  ): ValueSet {
    if (a.values === null || b.values === null || a.values.length * b.values.length > MAX_PAIRS) return hull(a, b);
    if (a.values.length === 1 && b.values.length === 1) {
      const result = operation(a.lo, b.lo);
      return result === undefined ? EMPTY : this.single(result);
    }
    // Results below the limit are marked in a table, which also sorts them; the rare others are kept aside.
    const { marks } = this;
    const others: number[] = [];
    let least = MARKS;
    let most = -1;
    for (const x of a.values) {
      for (const y of b.values) {
        const result = operation(x, y);
        if (result === undefined) continue;
        if (result >= 0 && result < MARKS) {
          marks[result] = 1;
          if (result < least) least = result;
          if (result > most) most = result;
        } else others.push(result);
      }
    }
    const values: number[] = [];
    for (let value = least; value <= most; value++) {
      if (marks[value] === 0) continue;
      marks[value] = 0;
      values.push(value);
    }
    return others.length === 0 ? this.ascending(values) : this.of([...values, ...others]);
  }

  /** True when it was time to forget; everything kept by set numbers must then be forgotten too. */
  clearWhenFull(): boolean {
    if (this.sets.length < MAX_SETS) return false;
    this.sets.length = 0;
    this.first = this.next;
    this.byHash.clear();
    this.singles.clear();
    this.small.length = 0;
    this.intervals.clear();
    this.unions.clear();
    for (const memo of this.memos) memo.clear();
    this.start();
    return true;
  }

  private start(): void {
    this.singles.set(0, FALSE).set(1, TRUE);
    for (const set of CONSTANTS) {
      this.byHash.set(hashOf(set.values, set.lo, set.hi), [set]);
    }
  }

  private merge(a: ValueSet, b: ValueSet): ValueSet {
    const lo = Math.min(a.lo, b.lo);
    const hi = Math.max(a.hi, b.hi);
    if (a.values === null || b.values === null) {
      // A list inside the other's interval adds nothing.
      return a.values === null && a.lo === lo && a.hi === hi ? a : this.interval(lo, hi);
    }
    const values: number[] = [];
    let i = 0;
    let j = 0;
    while (i < a.values.length || j < b.values.length) {
      const x = i < a.values.length ? a.values[i]! : Number.POSITIVE_INFINITY;
      const y = j < b.values.length ? b.values[j]! : Number.POSITIVE_INFINITY;
      values.push(Math.min(x, y));
      if (x <= y) i++;
      if (y <= x) j++;
    }
    return values.length === a.values.length ? a : this.ascending(values);
  }

  /** The set of these values, which ascend. */
  ascending(values: readonly number[]): ValueSet {
    if (values.length === 0) return EMPTY;
    const lo = values[0]!;
    const hi = values[values.length - 1]!;
    if (values.length === 1) return this.single(lo);
    return values.length > MAX_VALUES ? this.find(null, lo, hi) : this.find(values, lo, hi);
  }

  private find(values: readonly number[] | null, lo: number, hi: number): ValueSet {
    const hash = hashOf(values, lo, hi);
    const bucket = this.byHash.get(hash);
    if (bucket !== undefined) {
      for (const set of bucket) if (set.lo === lo && set.hi === hi && sameList(set.values, values)) return set;
    }
    const set = this.add(values, lo, hi);
    if (bucket === undefined) this.byHash.set(hash, [set]);
    else bucket.push(set);
    return set;
  }

  private add(values: readonly number[] | null, lo: number, hi: number): ValueSet {
    const set: ValueSet = { id: this.next++, values, lo, hi };
    this.sets.push(set);
    return set;
  }
}

function hashOf(values: readonly number[] | null, lo: number, hi: number): number {
  if (values === null) return (Math.imul(lo, 31) ^ hi) | 0;
  let hash = values.length;
  for (const value of values) hash = Math.imul(hash ^ value, 0x01000193);
  return hash | 0;
}

function sameList(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.length !== b.length) return false;
  return a.every((value, at) => value === b[at]);
}
