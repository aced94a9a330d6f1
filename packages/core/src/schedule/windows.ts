// Windows of operations: the earliest begin and latest end that a schedule within some time leaves them. They are
// narrowed until nothing changes: chains of jobs, who must come first of two on a machine, edge finding and
// not-first/not-last over sets of operations (Carlier and Pinson 1989; Baptiste and Le Pape 1996). Sets are read off a
// snapshot, so that what is concluded from them holds while the windows move.

import type { Shop } from "./shop.ts";

export class Windows {
  readonly shop: Shop;
  private readonly earliest: Int32Array;
  private readonly latest: Int32Array;
  private readonly order: Int32Array;
  private begin!: Int32Array;
  private end!: Int32Array;
  private rank!: Int32Array;
  private at = 0;
  private isChanged = false;
  private isEmpty = false;

  constructor(shop: Shop) {
    this.shop = shop;
    this.earliest = new Int32Array(shop.operations);
    this.latest = new Int32Array(shop.operations);
    this.order = new Int32Array(shop.operations);
  }

  /**
   * Narrows the windows that begin at `at` in both arrays, one for each operation; false: no schedule fits. `rank`:
   * places in the order of machines, as far as that is decided; 0 comes behind all of them.
   */
  narrow(begin: Int32Array, end: Int32Array, rank: Int32Array, at: number): boolean {
    this.begin = begin;
    this.end = end;
    this.rank = rank;
    this.at = at;
    this.isEmpty = false;
    do {
      this.isChanged = false;
      this.alongJobs();
      for (let m = 0; m < this.shop.machines && !this.isEmpty; m++) {
        this.pairs(m);
        if (!this.isEmpty) this.lastAmong(m);
        if (!this.isEmpty) this.firstAmong(m);
      }
      if (this.isEmpty) return false;
    } while (this.isChanged);
    return true;
  }

  private notBefore(o: number, time: number): void {
    const i = this.at + o;
    if (time <= this.begin[i]!) return;
    this.begin[i] = time;
    this.isChanged = true;
    if (time + this.shop.duration[o]! > this.end[i]!) this.isEmpty = true;
  }

  private notAfter(o: number, time: number): void {
    const i = this.at + o;
    if (time >= this.end[i]!) return;
    this.end[i] = time;
    this.isChanged = true;
    if (this.begin[i]! + this.shop.duration[o]! > time) this.isEmpty = true;
  }

  private alongJobs(): void {
    const { shop, at } = this;
    const { first, duration, operations, job } = shop;
    for (let o = 1; o < operations; o++) {
      if (first[job[o]!] !== o) this.notBefore(o, this.begin[at + o - 1]! + duration[o - 1]!);
    }
    for (let o = operations - 2; o >= 0; o--) {
      if (first[job[o]! + 1] !== o + 1) this.notAfter(o, this.end[at + o + 1]! - duration[o + 1]!);
    }
    for (let o = 0; o < operations; o++) {
      if (this.begin[at + o]! + duration[o]! > this.end[at + o]!) this.isEmpty = true;
    }
  }

  /** Where one of two cannot come second, it comes first. */
  private pairs(m: number): void {
    const { shop, at } = this;
    const users = shop.users[m]!;
    const { duration } = shop;
    for (let x = 0; x < users.length; x++) {
      const a = users[x]!;
      for (let y = 0; y < users.length; y++) {
        const b = users[y]!;
        const isAhead = this.rank[at + a]! > 0 && (this.rank[at + b] === 0 || this.rank[at + b]! > this.rank[at + a]!);
        if (x === y || (!isAhead && this.begin[at + b]! + duration[b]! + duration[a]! <= this.end[at + a]!)) continue;
        this.notBefore(b, this.begin[at + a]! + duration[a]!);
        this.notAfter(a, this.end[at + b]! - duration[b]!);
        if (this.isEmpty) return;
      }
    }
  }

  private snapshot(users: Int32Array): void {
    for (let i = 0; i < users.length; i++) {
      const o = users[i]!;
      this.earliest[o] = this.begin[this.at + o]!;
      this.latest[o] = this.end[this.at + o]!;
    }
  }

  /**
   * For every set of operations that end by some time: who must come behind all of them, who not before all of them.
   */
  private lastAmong(m: number): void {
    const { shop, earliest, latest, order } = this;
    const { duration } = shop;
    const users = shop.users[m]!;
    const count = users.length;
    this.snapshot(users);
    sortBy(users, order, earliest, -1);
    for (let y = 0; y < count; y++) {
      const limit = latest[users[y]!]!;
      let work = 0;
      let soonest = Number.NEGATIVE_INFINITY;
      let firstEnd = Number.POSITIVE_INFINITY;
      for (let x = 0; x < count; x++) {
        const a = order[x]!;
        if (latest[a]! > limit) continue;
        work += duration[a]!;
        const begin = earliest[a]!;
        if (begin + work > soonest) soonest = begin + work;
        if (begin + duration[a]! < firstEnd) firstEnd = begin + duration[a]!;
        if (begin + work > limit) {
          this.isEmpty = true;
          return;
        }
        for (let z = 0; z < count; z++) {
          const k = users[z]!;
          if (latest[k]! <= limit) continue;
          const from = Math.min(earliest[k]!, begin);
          if (from + work + duration[k]! > limit) this.notBefore(k, soonest);
          if (earliest[k]! + duration[k]! + work > limit) this.notBefore(k, firstEnd);
          if (this.isEmpty) return;
        }
      }
    }
  }

  /** The same seen from the end: for every set of operations that do not begin before some time. */
  private firstAmong(m: number): void {
    const { shop, earliest, latest, order } = this;
    const { duration } = shop;
    const users = shop.users[m]!;
    const count = users.length;
    this.snapshot(users);
    sortBy(users, order, latest, 1);
    for (let y = 0; y < count; y++) {
      const begin = earliest[users[y]!]!;
      let work = 0;
      let last = Number.POSITIVE_INFINITY;
      let lastBegin = Number.NEGATIVE_INFINITY;
      for (let x = 0; x < count; x++) {
        const a = order[x]!;
        if (earliest[a]! < begin) continue;
        work += duration[a]!;
        const limit = latest[a]!;
        if (limit - work < last) last = limit - work;
        if (limit - duration[a]! > lastBegin) lastBegin = limit - duration[a]!;
        if (begin + work > limit) {
          this.isEmpty = true;
          return;
        }
        for (let z = 0; z < count; z++) {
          const k = users[z]!;
          if (earliest[k]! >= begin) continue;
          const until = Math.max(latest[k]!, limit);
          if (begin + work + duration[k]! > until) this.notAfter(k, last);
          if (begin + work + duration[k]! > latest[k]!) this.notAfter(k, lastBegin);
          if (this.isEmpty) return;
        }
      }
    }
  }
}

/** Insertion: the sets are small and nearly sorted. */
function sortBy(users: Int32Array, order: Int32Array, key: Int32Array, sign: 1 | -1): void {
  for (let i = 0; i < users.length; i++) {
    const one = users[i]!;
    let at = i - 1;
    while (at >= 0 && sign * key[order[at]!]! > sign * key[one]!) {
      order[at + 1] = order[at]!;
      at--;
    }
    order[at + 1] = one;
  }
}
