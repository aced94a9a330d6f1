// The sets of tuples that a checker of diagrams computes with: shared lists of values, each with what follows it. They
// are the checker's own, plain and small, and know nothing of the package that searches use.

import { grown } from "../../basics/grow.ts";
import { Refused } from "../refused.ts";

/** A set of tuples of one length, by number; equal ones have the same. */
export type TupleSet = number;
export const NONE: TupleSet = 0;
/** The empty tuple alone. */
export const DONE: TupleSet = 1;

/** What a relation does at a level: looks, writes, or looks and writes. Levels ascend. */
export interface RelationEntry {
  readonly level: number;
  readonly reads: boolean;
  readonly writes: boolean;
}
/** `pairs` holds for each entry what is read, then what is written. */
export interface SparseRelation {
  readonly entries: readonly RelationEntry[];
  readonly pairs: TupleSet;
}

/** Lists that fit into the keys below, and into memory. */
const MOST = 2 ** 25;

export class ValueLists {
  value = new Int32Array(1024);
  down = new Int32Array(1024);
  right = new Int32Array(1024);
  private count = 2;
  private table = new Int32Array(2048);
  private readonly unions = new Map<number, TupleSet>();
  private readonly differences = new Map<number, TupleSet>();
  private readonly contained = new Set<number>();

  /** The tuples that begin with the value and go on with `down`, and those of `right`, whose first values are larger. */
  node(value: number, down: TupleSet, right: TupleSet): TupleSet {
    if (down === NONE) return right;
    let at = hash(value, down, right) & (this.table.length - 1);
    for (;;) {
      const known = this.table[at]!;
      if (known === 0) break;
      if (this.value[known] === value && this.down[known] === down && this.right[known] === right) return known;
      at = (at + 1) & (this.table.length - 1);
    }
    const made = this.count++;
    if (made >= MOST) throw new Refused("the diagram is too large for the checker");
    this.value = grown(this.value, made + 1);
    this.down = grown(this.down, made + 1);
    this.right = grown(this.right, made + 1);
    this.value[made] = value;
    this.down[made] = down;
    this.right[made] = right;
    this.table[at] = made;
    if (2 * this.count > this.table.length) this.rehash();
    return made;
  }

  /** The set of these tuples, all of one length. */
  ofTuples(tuples: number[][]): TupleSet {
    tuples.sort(compare);
    const build = (from: number, to: number, at: number): TupleSet => {
      if (from === to) return NONE;
      if (at === tuples[from]!.length) return DONE;
      let list = NONE;
      for (let end = to; end > from; ) {
        const value = tuples[end - 1]![at]!;
        let start = end - 1;
        while (start > from && tuples[start - 1]![at] === value) start--;
        list = this.node(value, build(start, end, at + 1), list);
        end = start;
      }
      return list;
    };
    return build(0, tuples.length, 0);
  }

  union(a: TupleSet, b: TupleSet): TupleSet {
    if (a === b || b === NONE) return a;
    if (a === NONE) return b;
    const key = a < b ? keyOf(a, b) : keyOf(b, a);
    const known = this.unions.get(key);
    if (known !== undefined) return known;
    const [va, vb] = [this.value[a]!, this.value[b]!];
    const result =
      va === vb
        ? this.node(va, this.union(this.down[a]!, this.down[b]!), this.union(this.right[a]!, this.right[b]!))
        : va < vb
          ? this.node(va, this.down[a]!, this.union(this.right[a]!, b))
          : this.node(vb, this.down[b]!, this.union(a, this.right[b]!));
    this.unions.set(key, result);
    return result;
  }

  minus(a: TupleSet, b: TupleSet): TupleSet {
    if (a === b || a === NONE) return NONE;
    if (b === NONE) return a;
    const key = keyOf(a, b);
    const known = this.differences.get(key);
    if (known !== undefined) return known;
    const [va, vb] = [this.value[a]!, this.value[b]!];
    const result =
      va === vb
        ? this.node(va, this.minus(this.down[a]!, this.down[b]!), this.minus(this.right[a]!, this.right[b]!))
        : va < vb
          ? this.node(va, this.down[a]!, this.minus(this.right[a]!, b))
          : this.minus(a, this.right[b]!);
    this.differences.set(key, result);
    return result;
  }

  contains(b: TupleSet, a: TupleSet): boolean {
    if (a === b || a === NONE) return true;
    if (b === NONE) return false;
    const key = keyOf(a, b);
    if (this.contained.has(key)) return true;
    let inner = a;
    for (let outer = b; inner !== NONE; outer = this.right[outer]!) {
      if (outer === NONE || this.value[outer]! > this.value[inner]!) return false;
      if (this.value[outer] !== this.value[inner]) continue;
      if (!this.contains(this.down[outer]!, this.down[inner]!)) return false;
      inner = this.right[inner]!;
    }
    this.contained.add(key);
    return true;
  }

  /** What becomes of the tuples to which a relation applies. */
  image(set: TupleSet, { entries, pairs }: SparseRelation): TupleSet {
    const memo = new Map<number, TupleSet>();
    const go = (of: TupleSet, relation: TupleSet, level: number, at: number): TupleSet => {
      if (of === NONE || relation === NONE) return NONE;
      const entry = entries[at];
      if (entry === undefined) return of;
      const key = keyOf(of, relation);
      const known = memo.get(key);
      if (known !== undefined) return known;
      let result = NONE;
      if (level < entry.level) result = this.mapped(of, (down) => go(down, relation, level + 1, at));
      else {
        this.eachMeeting(of, relation, entry, (down, value, rest) => {
          result = this.union(result, this.node(value, go(down, rest, level + 1, at + 1), NONE));
        });
      }
      memo.set(key, result);
      return result;
    };
    return go(set, pairs, 0, 0);
  }

  /** Is whatever a relation makes of `set` in `into`? From a level on, which the first entry does not precede. */
  leadsInto(set: TupleSet, { entries, pairs }: SparseRelation, into: TupleSet, from: number): boolean {
    const memo = new Map<TupleSet, Set<number>>();
    const go = (of: TupleSet, within: TupleSet, relation: TupleSet, level: number, at: number): boolean => {
      if (of === NONE || relation === NONE) return true;
      const entry = entries[at];
      if (entry === undefined) return this.contains(within, of);
      let seen = memo.get(relation);
      if (seen === undefined) memo.set(relation, (seen = new Set()));
      const key = keyOf(of, within);
      if (seen.has(key)) return true;
      let holds = true;
      if (level < entry.level) {
        for (let one = of; one !== NONE && holds; one = this.right[one]!)
          holds = go(this.down[one]!, this.follow(within, this.value[one]!), relation, level + 1, at);
      } else {
        this.eachMeeting(of, relation, entry, (down, value, rest) => {
          holds &&= go(down, this.follow(within, value), rest, level + 1, at + 1);
        });
      }
      if (holds) seen.add(key);
      return holds;
    };
    return go(set, into, pairs, from, 0);
  }

  /** What follows a first value. */
  follow(set: TupleSet, value: number): TupleSet {
    let one = set;
    while (one !== NONE && this.value[one]! < value) one = this.right[one]!;
    return one !== NONE && this.value[one] === value ? this.down[one]! : NONE;
  }

  /** The same first values, each with something else behind it. */
  private mapped(set: TupleSet, change: (down: TupleSet) => TupleSet): TupleSet {
    const values: number[] = [];
    const downs: TupleSet[] = [];
    for (let one = set; one !== NONE; one = this.right[one]!) {
      values.push(this.value[one]!);
      downs.push(change(this.down[one]!));
    }
    let result = NONE;
    for (let i = values.length - 1; i >= 0; i--) result = this.node(values[i]!, downs[i]!, result);
    return result;
  }

  private eachMeeting(
    of: TupleSet,
    relation: TupleSet,
    { reads, writes }: RelationEntry,
    visit: (down: TupleSet, value: number, rest: TupleSet) => void,
  ): void {
    const write = (one: TupleSet, after: TupleSet): void => {
      if (!writes) visit(this.down[one]!, this.value[one]!, after);
      else
        for (let to = after; to !== NONE; to = this.right[to]!) visit(this.down[one]!, this.value[to]!, this.down[to]!);
    };
    if (!reads) {
      for (let one = of; one !== NONE; one = this.right[one]!) write(one, relation);
      return;
    }
    let [one, met] = [of, relation];
    while (one !== NONE && met !== NONE) {
      if (this.value[one]! < this.value[met]!) one = this.right[one]!;
      else if (this.value[one]! > this.value[met]!) met = this.right[met]!;
      else {
        write(one, this.down[met]!);
        [one, met] = [this.right[one]!, this.right[met]!];
      }
    }
  }

  private rehash(): void {
    this.table = new Int32Array(2 * this.table.length);
    for (let known = 2; known < this.count; known++) {
      let at = hash(this.value[known]!, this.down[known]!, this.right[known]!) & (this.table.length - 1);
      while (this.table[at] !== 0) at = (at + 1) & (this.table.length - 1);
      this.table[at] = known;
    }
  }
}

const keyOf = (a: number, b: number): number => a * MOST + b;

function hash(value: number, down: number, right: number): number {
  const mixed = Math.imul(value ^ Math.imul(down, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(right, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return 0;
}
