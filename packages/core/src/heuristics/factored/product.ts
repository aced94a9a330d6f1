// The parallel composition of two components, as far as it can be reached: pairs of states, found forwards from the
// initial ones. Labels that mean the same in both parts are composed once.

import type { Meter } from "./build-budget.ts";
import { type Relation, TransitionSystem } from "./transition-system.ts";

/** Relations of the two parts that happen together; null: that part stays where it is. */
export interface RelationPair {
  readonly left: number | null;
  readonly right: number | null;
  /** Not where one of them is committed. */
  readonly calm: boolean;
}

export interface Product {
  readonly system: TransitionSystem;
  /** The product's state by left · |right| + right; −1 where it cannot be reached. */
  readonly index: Int32Array;
  /** The relation of each pair. */
  readonly relations: readonly number[];
}

export function product(
  left: TransitionSystem,
  right: TransitionSystem,
  pairs: readonly RelationPair[],
  meter: Meter,
): Product {
  return new ProductMaker(left, right, pairs, meter).make();
}

class ProductMaker {
  private readonly left: TransitionSystem;
  private readonly right: TransitionSystem;
  private readonly meter: Meter;
  private readonly index: Int32Array;
  private readonly states: number[] = [];
  private readonly setNumbers = new Map<number, number>();
  private readonly members: Int32Array[] = [];
  private readonly entries: { readonly sources: number[]; readonly targets: number[] }[];
  private readonly pairs: readonly RelationPair[];

  constructor(left: TransitionSystem, right: TransitionSystem, pairs: readonly RelationPair[], meter: Meter) {
    this.left = left;
    this.right = right;
    this.pairs = pairs;
    this.meter = meter;
    meter.hold(4 * left.size * right.size);
    this.index = new Int32Array(left.size * right.size).fill(-1);
    this.entries = pairs.map(() => ({ sources: [], targets: [] }));
  }

  make(): Product {
    const { left, right, index, states } = this;
    for (const p of left.initial) for (const q of right.initial) this.reach(p * right.size + q);
    const initial = states.length;
    this.explore();
    const goal = Uint8Array.from(
      states,
      (at) => left.goal[Math.floor(at / right.size)]! & right.goal[at % right.size]!,
    );
    const system = new TransitionSystem(
      states.length,
      Array.from({ length: initial }, (_, at) => at),
      goal,
      Uint8Array.from(states, (at) => this.isCommitted(at)),
    );
    for (const members of this.members) system.sets.add(members);
    const relations = this.entries.map(({ sources, targets }) => system.relation(sources, targets));
    return { system, index, relations };
  }

  private isCommitted(at: number): number {
    const { left, right } = this;
    return left.committed[Math.floor(at / right.size)]! | right.committed[at % right.size]!;
  }

  /** The product's number of a pair of states. */
  private reach(at: number): number {
    let state = this.index[at]!;
    if (state < 0) {
      state = this.states.push(at) - 1;
      this.index[at] = state;
    }
    return state;
  }

  private explore(): void {
    const { left, right, states, pairs } = this;
    const leftWays = waysByState(left, new Set(pairs.flatMap((pair) => (pair.left === null ? [] : [pair.left]))));
    const rightWays = waysByState(right, new Set(pairs.flatMap((pair) => (pair.right === null ? [] : [pair.right]))));
    const tables = new Map<number, Int32Array>();
    const partners = new Map<number, { readonly table: Int32Array | null; readonly pair: number }[]>();
    const rightAlone = new Map<number, number[]>();
    for (const [pair, { left: p, right: q }] of pairs.entries()) {
      if (p === null) {
        if (q !== null) rightAlone.set(q, [...(rightAlone.get(q) ?? []), pair]);
        continue;
      }
      if (q !== null && !tables.has(q)) tables.set(q, targetTable(right.relations[q]!, right.size));
      const partner = { table: q === null ? null : tables.get(q)!, pair };
      const list = partners.get(p);
      if (list === undefined) partners.set(p, [partner]);
      else list.push(partner);
    }
    const stayLeft = singletons(left);
    const stayRight = singletons(right);
    for (let state = 0; state < states.length; state++) {
      const p = Math.floor(states[state]! / right.size);
      const q = states[state]! % right.size;
      const committed = this.isCommitted(states[state]!) === 1;
      for (const { relation, target } of leftWays[p]!) {
        for (const { table, pair } of partners.get(relation)!) {
          const other = table === null ? stayRight[q]! : table[q]!;
          if (other >= 0 && !(committed && pairs[pair]!.calm)) this.enter(pair, state, target, other);
        }
        this.meter.spend(1 + partners.get(relation)!.length);
      }
      for (const { relation, target } of rightWays[q]!) {
        for (const pair of rightAlone.get(relation) ?? []) {
          if (!(committed && pairs[pair]!.calm)) this.enter(pair, state, stayLeft[p]!, target);
        }
      }
      this.meter.spend(1);
    }
  }

  private enter(pair: number, source: number, left: number, right: number): void {
    const { sources, targets } = this.entries[pair]!;
    sources.push(source);
    targets.push(this.setOf(left, right));
    this.meter.hold(16);
  }

  /** The set of all pairs of members. */
  private setOf(leftSet: number, rightSet: number): number {
    const key = leftSet * (this.right.sets.members.length + 1) + rightSet;
    const known = this.setNumbers.get(key);
    if (known !== undefined) return known;
    const a = this.left.sets.members[leftSet]!;
    const b = this.right.sets.members[rightSet]!;
    const size = a.length * b.length;
    this.meter.spend(size);
    this.meter.hold(64 + 4 * size);
    const members = new Int32Array(size);
    let at = 0;
    for (const p of a) for (const q of b) members[at++] = this.reach(p * this.right.size + q);
    const id = this.members.push(members) - 1;
    this.setNumbers.set(key, id);
    return id;
  }
}

interface Way {
  readonly relation: number;
  readonly target: number;
}

function waysByState(system: TransitionSystem, used: ReadonlySet<number>): readonly (readonly Way[])[] {
  const ways: Way[][] = Array.from({ length: system.size }, () => []);
  for (const relation of used) {
    const { sources, targets } = system.relations[relation]!;
    for (let at = 0; at < sources.length; at++) ways[sources[at]!]!.push({ relation, target: targets[at]! });
  }
  return ways;
}

function targetTable({ sources, targets }: Relation, size: number): Int32Array {
  const table = new Int32Array(size).fill(-1);
  for (let at = 0; at < sources.length; at++) table[sources[at]!] = targets[at]!;
  return table;
}

function singletons({ sets, size }: TransitionSystem): Int32Array {
  return Int32Array.from({ length: size }, (_, state) => sets.of([state]));
}
