// One object per set of values, and the results of operations on sets kept by number. Values are gathered in a table of
// marks, which sorts them and drops what occurs twice, so that a set that is known already is found without building
// it.

import { PairTable } from "./pair-table.ts";
import { EITHER, EMPTY, FALSE, includes, isEmpty, isSingle, MAX_VALUES, TRUE, type ValueSet } from "./value-set.ts";

/** More pairs than this are not gone through; the interval around their results is taken. */
const MAX_PAIRS = 4096;
/** Values from −OFFSET up to MARKS − OFFSET are gathered in a table. */
const MARKS = 4096;
const OFFSET = 64;
/** Singles below this are found in an array. */
const SMALL = 1024;
/** A pool that holds more sets than this is emptied between two estimates. */
const MAX_SETS = 200_000;
/** … or lists more values than this in all. */
const MAX_LISTED = 1 << 22;

/** Sets that every pool shares, by their numbers. */
const CONSTANTS: readonly ValueSet[] = [EMPTY, FALSE, TRUE, EITHER];

export type SetOperation = (a: ValueSet, b: ValueSet) => ValueSet;
/** `undefined`: a fault, which has no result. */
export type PartialOperation = (x: number, y: number) => number | undefined;

export class SetPool {
  private readonly sets: ValueSet[] = [];
  private readonly byHash = new Map<number, ValueSet[]>();
  private readonly byBits = new Map<number, ValueSet>();
  private readonly singles = new Map<number, ValueSet>();
  private readonly small: (ValueSet | undefined)[] = [];
  /** Short intervals, by both ends. */
  private readonly intervals = new Map<number, Map<number, ValueSet>>();
  private readonly unions = new PairTable();
  /** Results of operations on pairs of sets. */
  private readonly memos: PairTable[] = [];
  private readonly marks = new Uint8Array(MARKS);
  private readonly others: number[] = [];
  private least = MARKS;
  private most = -1;
  private gathered = 0;
  /** Sets keep their numbers for ever: those in compiled code outlive a clearing. */
  private next = CONSTANTS.length;
  private first = CONSTANTS.length;
  private listed = 0;

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
    return hi - lo >= MAX_VALUES ? this.find(null, lo, hi) : this.run(lo, hi, null);
  }

  /** All values from lo to hi, which are few: found by its ends. */
  private run(lo: number, hi: number, listed: readonly number[] | null): ValueSet {
    let from = this.intervals.get(lo);
    if (from === undefined) {
      from = new Map();
      this.intervals.set(lo, from);
    }
    let set = from.get(hi);
    if (set === undefined) {
      const values: number[] = [];
      if (listed === null) for (let value = lo; value <= hi; value++) values.push(value);
      set = this.add(listed ?? values, lo, hi);
      from.set(hi, set);
    }
    return set;
  }

  /** The set of these values, in any order and with repetitions. */
  of(values: readonly number[]): ValueSet {
    if (values.length === 1) return this.single(values[0]!);
    this.gather(values);
    return this.take();
  }

  /** The set of these values, which ascend. */
  ascending(values: readonly number[]): ValueSet {
    if (values.length === 0) return EMPTY;
    const lo = values[0]!;
    const hi = values[values.length - 1]!;
    if (values.length === 1) return this.single(lo);
    if (values.length > MAX_VALUES) return this.find(null, lo, hi);
    return hi - lo + 1 === values.length ? this.run(lo, hi, values) : this.find(values, lo, hi);
  }

  union(a: ValueSet, b: ValueSet): ValueSet {
    if (a === b || isEmpty(b)) return a;
    if (isEmpty(a)) return b;
    if (a.bits !== 0 && b.bits !== 0) return this.ofBits(a.bits | b.bits);
    if (isRun(a) && isRun(b)) return this.merge(a, b);
    return this.recall(this.unions, a, b) ?? this.keep(this.unions, a, b, this.merge(a, b));
  }

  /** The union of a set with many others: what lies between is not kept. */
  uniteAll(set: ValueSet, others: readonly ValueSet[]): ValueSet {
    if (others.length === 1) return this.union(set, others[0]!);
    let { bits } = set;
    for (const other of others) bits = bits === 0 || other.bits === 0 ? 0 : bits | other.bits;
    if (bits !== 0) return this.ofBits(bits);
    if (set.values === null || others.some(({ values }) => values === null)) {
      return others.reduce((all, other) => this.union(all, other), set);
    }
    this.gather(set.values);
    for (const { values } of others) this.gather(values!);
    return this.take();
  }

  /** The values that lie in lo … hi. */
  within(set: ValueSet, lo: number, hi: number): ValueSet {
    if (set.lo >= lo && set.hi <= hi) return set;
    if (set.values === null) return this.interval(Math.max(set.lo, lo), Math.min(set.hi, hi));
    return this.ascending(set.values.filter((value) => value >= lo && value <= hi));
  }

  /** All results of a partial function on pairs. `hull`: the interval around them, when there are too many pairs. */
  combine(a: ValueSet, b: ValueSet, operation: PartialOperation, hull: SetOperation): ValueSet {
    if (a.values === null || b.values === null || a.values.length * b.values.length > MAX_PAIRS) return hull(a, b);
    if (a.values.length === 1 && b.values.length === 1) {
      const result = operation(a.lo, b.lo);
      return result === undefined ? EMPTY : this.single(result);
    }
    for (const x of a.values) {
      for (const y of b.values) {
        const result = operation(x, y);
        if (result !== undefined) this.mark(result);
      }
    }
    return this.take();
  }

  /** All values of a set with a constant added: what counting does. Null where that is not done at once. */
  shift(a: ValueSet, by: number): ValueSet | null {
    if (a.values === null || !isRun(a) || !isInt32(a.lo + by) || !isInt32(a.hi + by)) return null;
    return this.interval(a.lo + by, a.hi + by);
  }

  /** An operation on pairs of values as one on sets, whose results are kept; its arguments are those of `combine`. */
  operation(operation: PartialOperation, hull: SetOperation): SetOperation {
    const memo = new PairTable(64);
    this.memos.push(memo);
    return (a, b) => {
      if (isSingle(a) && isSingle(b)) return this.combine(a, b, operation, hull);
      return this.recall(memo, a, b) ?? this.keep(memo, a, b, this.combine(a, b, operation, hull));
    };
  }

  /** True when it was time to forget; everything kept by set numbers must then be forgotten too. */
  clearWhenFull(): boolean {
    if (this.sets.length < MAX_SETS && this.listed < MAX_LISTED) return false;
    this.sets.length = 0;
    this.listed = 0;
    this.first = this.next;
    this.byHash.clear();
    this.byBits.clear();
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
    this.intervals.set(0, new Map([[1, EITHER]]));
    for (const set of CONSTANTS) {
      this.byHash.set(hashOf(set.values, set.lo, set.hi), [set]);
      if (set.bits !== 0) this.byBits.set(set.bits, set);
    }
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

  private merge(a: ValueSet, b: ValueSet): ValueSet {
    const lo = Math.min(a.lo, b.lo);
    const hi = Math.max(a.hi, b.hi);
    if (a.values === null || b.values === null) {
      // A list inside the other's interval adds nothing.
      return a.values === null && a.lo === lo && a.hi === hi ? a : this.interval(lo, hi);
    }
    if (includes(a, b)) return a;
    if (isRun(a) && isRun(b) && a.lo <= b.hi + 1 && b.lo <= a.hi + 1) return this.interval(lo, hi);
    this.gather(a.values);
    this.gather(b.values);
    return this.take();
  }

  private ofBits(bits: number): ValueSet {
    const known = this.byBits.get(bits);
    if (known !== undefined) return known;
    const values: number[] = [];
    for (let value = 0; value < 32; value++) if (((bits >>> value) & 1) === 1) values.push(value);
    return this.ascending(values);
  }

  private gather(values: readonly number[]): void {
    for (let at = 0; at < values.length; at++) this.mark(values[at]!);
  }

  private mark(value: number): void {
    const at = value + OFFSET;
    if (at < 0 || at >= MARKS) {
      this.others.push(value);
      return;
    }
    if (this.marks[at] === 1) return;
    this.marks[at] = 1;
    this.gathered++;
    if (at < this.least) this.least = at;
    if (at > this.most) this.most = at;
  }

  /** The set of what was marked; nothing is marked afterwards. */
  private take(): ValueSet {
    const { marks, least, most, gathered, others } = this;
    this.least = MARKS;
    this.most = -1;
    this.gathered = 0;
    let set: ValueSet | null = null;
    if (others.length === 0 && gathered > 1 && gathered <= MAX_VALUES) {
      set = this.marked(least, most, gathered);
    }
    if (set === null) {
      const values: number[] = [];
      for (let at = least; at <= most; at++) if (marks[at] === 1) values.push(at - OFFSET);
      set = others.length === 0 ? this.ascending(values) : this.ascending(sorted([...values, ...others]));
    }
    marks.fill(0, least, most + 1);
    others.length = 0;
    return set;
  }

  /** The set of the marks, if there is one already. */
  private marked(least: number, most: number, count: number): ValueSet | null {
    const { marks } = this;
    if (most - least + 1 === count) return this.run(least - OFFSET, most - OFFSET, null);
    let hash = count;
    for (let at = least; at <= most; at++) {
      if (marks[at] === 1) hash = Math.imul(hash ^ (at - OFFSET), 0x01000193);
    }
    const bucket = this.byHash.get(hash | 0);
    if (bucket === undefined) return null;
    for (const set of bucket) {
      if (set.values?.length !== count) continue;
      if (set.values.every((value) => value >= least - OFFSET && value <= most - OFFSET && marks[value + OFFSET] === 1))
        return set;
    }
    return null;
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
    let bits = 0;
    if (values !== null && lo >= 0 && hi < 32) for (const value of values) bits |= 1 << value;
    const set: ValueSet = { id: this.next++, values, lo, hi, bits };
    this.sets.push(set);
    if (values !== null) this.listed += values.length;
    if (bits !== 0) this.byBits.set(bits, set);
    return set;
  }
}

/** Does the list leave out nothing between its ends? */
const isRun = ({ values, lo, hi }: ValueSet): boolean => values !== null && hi - lo + 1 === values.length;

const isInt32 = (value: number): boolean => value === (value | 0);

const sorted = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

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
