// One component of a factored system: states, those it may start in, those the target allows, and relations between
// states. A relation gives each of its sources the set of states it leads to; labels of the system name relations, and
// labels with the same relation share it. Relations that need nobody else are internal: the τ of process algebra.

import { hashOf, isSame, StateSets } from "./state-sets.ts";

export interface Relation {
  /** Ascending. */
  readonly sources: Int32Array;
  /** For each source the number of a set in `sets`. */
  readonly targets: Int32Array;
}

/** A distance without a way to the target. */
export const NO_WAY = -1;

export class TransitionSystem {
  readonly size: number;
  readonly initial: readonly number[];
  readonly goal: Uint8Array;
  /** 1: some process that was composed into it is surely in a committed location. */
  readonly committed: Uint8Array;
  readonly sets = new StateSets();
  readonly relations: Relation[] = [];
  /** Relations that are taken without anybody else; calm ones only while nobody is committed. */
  readonly internal = new Set<number>();
  readonly calmInternal = new Set<number>();
  private readonly byHash = new Map<number, number[]>();
  private readonly kinds: ("empty" | "identity" | "moving")[] = [];
  private readonly ranks: number[] = [];
  private known: Int32Array | undefined;
  private setDistances: Int32Array | undefined;

  constructor(size: number, initial: readonly number[], goal: Uint8Array, committed = new Uint8Array(size)) {
    this.size = size;
    this.initial = initial;
    this.goal = goal;
    this.committed = committed;
  }

  /** Does the target leave this component alone? */
  get isIndifferent(): boolean {
    return this.goal.every((accepted) => accepted === 1);
  }

  /** The number of the relation that leads from each source to the set at the same place; sources ascending. */
  relation(sources: ArrayLike<number>, targets: ArrayLike<number>): number {
    const hash = hashOf(sources) ^ hashOf(targets);
    const same = this.byHash.get(hash);
    const known = same?.find((id) => {
      const other = this.relations[id]!;
      return isSame(other.sources, sources) && isSame(other.targets, targets);
    });
    if (known !== undefined) return known;
    const id = this.relations.push({ sources: Int32Array.from(sources), targets: Int32Array.from(targets) }) - 1;
    if (same === undefined) this.byHash.set(hash, [id]);
    else same.push(id);
    return id;
  }

  /** The same, from a map. */
  relationOf(steps: ReadonlyMap<number, Iterable<number>>): number {
    const sources = [...steps.keys()].sort((a, b) => a - b);
    const targets = sources.map((source) => this.sets.of([...new Set(steps.get(source)!)].sort((a, b) => a - b)));
    return this.relation(sources, targets);
  }

  /** Every way that one of the relations has; null stands for staying where one is. */
  union(ids: readonly (number | null)[]): number {
    const steps = new Map<number, number[]>();
    const add = (source: number, set: number): void => {
      const sets = steps.get(source);
      if (sets === undefined) steps.set(source, [set]);
      else if (!sets.includes(set)) sets.push(set);
    };
    for (const id of ids) {
      if (id === null) {
        for (let state = 0; state < this.size; state++) add(state, this.sets.of([state]));
      } else {
        const { sources, targets } = this.relations[id]!;
        for (let at = 0; at < sources.length; at++) add(sources[at]!, targets[at]!);
      }
    }
    const sources = [...steps.keys()].sort((a, b) => a - b);
    return this.relation(
      sources,
      sources.map((source) => this.sets.union(steps.get(source)!)),
    );
  }

  /** One relation after the other; null stands for staying where one is. */
  followedBy(first: number | null, second: number): number {
    if (first === null) return second;
    const { sources, targets } = this.relations[first]!;
    const then = this.relations[second]!;
    const at = new Map(Array.from(then.sources, (source, k) => [source, then.targets[k]!]));
    const steps = new Map<number, number>();
    for (const [k, source] of sources.entries()) {
      const sets = [...this.sets.members[targets[k]!]!].flatMap((member) => at.get(member) ?? []);
      if (sets.length > 0) steps.set(source, this.sets.union([...new Set(sets)]));
    }
    return this.relation([...steps.keys()], [...steps.values()]);
  }

  /** Does the relation lead nowhere, or leave every state as it is? */
  kindOf(id: number): "empty" | "identity" | "moving" {
    this.kinds[id] ??= this.classify(id);
    return this.kinds[id];
  }

  private classify(id: number): "empty" | "identity" | "moving" {
    const { sources, targets } = this.relations[id]!;
    if (sources.length === 0) return "empty";
    if (sources.length !== this.size) return "moving";
    const stays = sources.every((source, at) => {
      const members = this.sets.members[targets[at]!]!;
      return members.length === 1 && members[0] === source;
    });
    return stays ? "identity" : "moving";
  }

  /**
   * Transitions to the nearest goal, whoever else they need; NO_WAY where there is none. `used`: by some label, or τ.
   */
  distances(used: Iterable<number>): Int32Array {
    this.known ??= this.measure(used);
    return this.known;
  }

  /** r(P, a) of the paper: how near the goal a relation leads; Infinity when nowhere. Distances must be known. */
  rank(id: number): number {
    const known = this.ranks[id];
    if (known !== undefined) return known;
    this.setDistances ??= new Int32Array(0);
    let least = Number.POSITIVE_INFINITY;
    for (const set of this.relations[id]!.targets) least = Math.min(least, this.distanceOfSet(set));
    this.ranks[id] = least;
    return least;
  }

  private distanceOfSet(set: number): number {
    if (set >= this.setDistances!.length) {
      const grown = new Int32Array(Math.max(this.sets.members.length, set + 1)).fill(-2);
      grown.set(this.setDistances!);
      this.setDistances = grown;
    }
    if (this.setDistances![set] === -2) {
      let least = NO_WAY;
      for (const member of this.sets.members[set]!) {
        const distance = this.known![member]!;
        if (distance !== NO_WAY && (least === NO_WAY || distance < least)) least = distance;
      }
      this.setDistances![set] = least;
    }
    const distance = this.setDistances![set]!;
    return distance === NO_WAY ? Number.POSITIVE_INFINITY : distance;
  }

  /** Backwards, breadth first: a set is as near as its nearest member, and its sources are one further away. */
  private measure(used: Iterable<number>): Int32Array {
    const { members } = this.sets;
    const sourcesOf: number[][] = [];
    for (const id of used) {
      const { sources, targets } = this.relations[id]!;
      for (let at = 0; at < sources.length; at++) (sourcesOf[targets[at]!] ??= []).push(sources[at]!);
    }
    const setsWith: number[][] = Array.from({ length: this.size }, () => []);
    for (const key in sourcesOf) for (const member of members[Number(key)]!) setsWith[member]!.push(Number(key));
    const distances = new Int32Array(this.size).fill(NO_WAY);
    const queue: number[] = [];
    for (let state = 0; state < this.size; state++) {
      if (this.goal[state] === 0) continue;
      distances[state] = 0;
      queue.push(state);
    }
    const done = new Uint8Array(members.length);
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head]!;
      for (const set of setsWith[state]!) {
        if (done[set] === 1) continue;
        done[set] = 1;
        for (const source of sourcesOf[set]!) {
          if (distances[source] !== NO_WAY) continue;
          distances[source] = distances[state]! + 1;
          queue.push(source);
        }
      }
    }
    return distances;
  }
}
