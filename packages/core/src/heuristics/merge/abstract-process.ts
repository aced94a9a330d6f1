// Algorithm 3 of the distance-preserving paper (Dräger, Finkbeiner and Podelski 2009), AbstractProcess: states that
// cannot be reached or cannot reach the goal are dropped; the others are told apart by their distance, and then, as far
// as N classes allow, by the classes that each action leads to. A bucket of equal distance is split as a whole or not
// at all, the nearest first, since paths from far away lead through states nearby (`far` is the counter-variant of Fig.
// 6).

import type { Meter } from "../factored/build-budget.ts";
import { mix } from "../factored/state-sets.ts";
import { NO_WAY, TransitionSystem } from "../factored/transition-system.ts";

export interface AbstractProcess {
  readonly system: TransitionSystem;
  /** γ: the class of each state; −1 for states that were dropped. */
  readonly classes: Int32Array;
  /** The relation that each used relation becomes. */
  readonly relations: ReadonlyMap<number, number>;
}

/** `reached`: only these states occur; absent: all. */
export function abstractProcess(
  system: TransitionSystem,
  used: ReadonlySet<number>,
  bound: number,
  refine: "near" | "far",
  meter: Meter,
): AbstractProcess {
  const classes = new Refinement(system, used, bound, meter).classes(refine);
  return quotient(system, used, classes, meter);
}

class Refinement {
  private readonly system: TransitionSystem;
  private readonly bound: number;
  private readonly meter: Meter;
  private readonly classOf: Int32Array;
  private readonly buckets: number[][];
  private count: number;
  /** By state: relations and the set each leads to; internal relations count as one. */
  private readonly ways: { readonly relation: number; readonly target: number }[][];
  private readonly internalWays: number[][];
  /** What the set's members look like in the current partition, and in which version of it. */
  private readonly looks: Int32Array;
  private readonly looksAt: Int32Array;
  private version = 0;
  private readonly stamps: Int32Array;
  private stamp = 0;

  constructor(system: TransitionSystem, used: ReadonlySet<number>, bound: number, meter: Meter) {
    this.system = system;
    this.bound = bound;
    this.meter = meter;
    const distances = system.distances(used);
    this.buckets = [];
    this.classOf = new Int32Array(system.size).fill(-1);
    for (let state = 0; state < system.size; state++) {
      const distance = distances[state]!;
      if (distance !== NO_WAY) (this.buckets[Math.min(distance, bound - 1)] ??= []).push(state);
    }
    for (const [at, bucket] of this.buckets.entries()) for (const state of bucket) this.classOf[state] = at;
    this.count = this.buckets.length;
    this.ways = Array.from({ length: system.size }, () => []);
    this.internalWays = Array.from({ length: system.size }, () => []);
    for (const relation of used) {
      const { sources, targets } = system.relations[relation]!;
      const internal = system.internal.has(relation) || system.calmInternal.has(relation);
      for (let at = 0; at < sources.length; at++) {
        if (internal) this.internalWays[sources[at]!]!.push(targets[at]!);
        else this.ways[sources[at]!]!.push({ relation, target: targets[at]! });
      }
    }
    this.looks = new Int32Array(system.sets.members.length);
    this.looksAt = new Int32Array(system.sets.members.length).fill(-1);
    this.stamps = new Int32Array(Math.max(bound, this.count) + 1).fill(-1);
  }

  classes(refine: "near" | "far"): Int32Array {
    const order = [...this.buckets.keys()];
    if (refine === "far") order.reverse();
    for (let changed = true; changed && this.count < this.bound; ) {
      changed = false;
      for (const at of order) if (this.split(this.buckets[at]!)) changed = true;
    }
    return this.classOf;
  }

  /** Splits every class of the bucket by where its states lead; false when nothing changes or too many would result. */
  private split(bucket: readonly number[]): boolean {
    const old = new Set<number>();
    const bySignature = new Map<number, number>();
    const signatures = bucket.map((state) => {
      old.add(this.classOf[state]!);
      return this.signature(state);
    });
    for (const signature of signatures) bySignature.set(signature, -1);
    if (bySignature.size === old.size) return false;
    if (this.count - old.size + bySignature.size > this.bound) return false;
    const taken = new Set<number>();
    for (const [k, state] of bucket.entries()) {
      let id = bySignature.get(signatures[k]!)!;
      if (id < 0) {
        const own = this.classOf[state]!;
        // The first part of a class keeps its number.
        id = taken.has(own) ? this.count++ : own;
        taken.add(own);
        bySignature.set(signatures[k]!, id);
      }
      signatures[k] = id;
    }
    for (const [k, state] of bucket.entries()) this.classOf[state] = signatures[k]!;
    this.version++;
    return true;
  }

  /**
   * A hash of the state's class and of what each relation leads to. Two states that collide stay together: that is
   * sound.
   */
  private signature(state: number): number {
    const own = this.classOf[state]!;
    let a = mix(own, 1);
    let b = mix(own, 2);
    const ways = this.ways[state]!;
    this.meter.spend(1 + ways.length);
    for (let at = 0; at < ways.length; at++) {
      const { relation, target } = ways[at]!;
      const look = this.look(target);
      if (look === 0) continue;
      // Relations come in the same order in every state, but not every state has all of them.
      a = (a + mix(relation, look)) | 0;
      b = (b + mix(look, relation ^ 0x5bd1e995)) | 0;
    }
    const inside = this.internalLook(state, own);
    a = mix(a, inside);
    b = mix(inside, b);
    return (a >>> 0) * 0x100000 + (b >>> 12);
  }

  /** A sum over the distinct classes of a set's members; 0 when all of them were dropped. */
  private look(set: number): number {
    if (this.looksAt[set] === this.version) return this.looks[set]!;
    const look = this.sum([set], -1);
    this.looks[set] = look;
    this.looksAt[set] = this.version;
    return look;
  }

  /** The same of everything that internal steps lead to, without steps within the class. */
  private internalLook(state: number, own: number): number {
    return this.internalWays[state]!.length === 0 ? 0 : this.sum(this.internalWays[state]!, own);
  }

  private sum(sets: readonly number[], without: number): number {
    this.stamp++;
    let sum = 0;
    for (const set of sets) {
      const members = this.system.sets.members[set]!;
      this.meter.spend(members.length);
      for (let at = 0; at < members.length; at++) {
        const id = this.classOf[members[at]!]!;
        if (id < 0 || id === without || this.stamps[id] === this.stamp) continue;
        this.stamps[id] = this.stamp;
        sum = (sum + (mix(id, 7) | 1)) | 0;
      }
    }
    return sum;
  }
}

/** The abstract process of a partition: whatever one member of a class can do, the class can. */
export function quotient(
  system: TransitionSystem,
  used: ReadonlySet<number>,
  classes: Int32Array,
  meter: Meter,
): AbstractProcess {
  let size = 0;
  for (const id of classes) size = Math.max(size, id + 1);
  const goal = new Uint8Array(size);
  const initial = new Set<number>();
  for (let state = 0; state < system.size; state++) {
    if (classes[state]! >= 0 && system.goal[state] === 1) goal[classes[state]!] = 1;
  }
  for (const state of system.initial) if (classes[state]! >= 0) initial.add(classes[state]!);
  const committed = new Uint8Array(size).fill(1);
  for (const [state, id] of classes.entries()) if (id >= 0 && system.committed[state] === 0) committed[id] = 0;
  const abstract = new TransitionSystem(size, [...initial], goal, committed);
  const mapped = new Map<number, readonly number[]>();
  const classesOf = (set: number): readonly number[] => {
    let ids = mapped.get(set);
    if (ids === undefined) {
      const members = system.sets.members[set]!;
      meter.spend(members.length);
      ids = [...new Set(Array.from(members, (state) => classes[state]!))].filter((id) => id >= 0);
      mapped.set(set, ids);
    }
    return ids;
  };
  const relations = new Map<number, number>();
  for (const id of used) {
    const { sources, targets } = system.relations[id]!;
    const steps = new Map<number, Set<number>>();
    for (let at = 0; at < sources.length; at++) {
      const source = classes[sources[at]!]!;
      if (source < 0) continue;
      const ids = classesOf(targets[at]!);
      if (ids.length === 0) continue;
      let leads = steps.get(source);
      if (leads === undefined) {
        leads = new Set();
        steps.set(source, leads);
      }
      meter.spend(ids.length);
      for (const target of ids) leads.add(target);
    }
    const relation = abstract.relationOf(steps);
    relations.set(id, relation);
    if (system.internal.has(id)) abstract.internal.add(relation);
    if (system.calmInternal.has(id)) abstract.calmInternal.add(relation);
  }
  return { system: abstract, classes, relations };
}
