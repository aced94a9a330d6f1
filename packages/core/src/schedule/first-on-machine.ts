// Branch and bound on machines (Carlier and Pinson 1989): of the machine that has least room, who goes first among
// those that are not in order yet? Windows are narrowed behind every decision; where nothing is left to decide, the
// earliest beginnings are a schedule. What is left when everything was tried proves that no schedule ends before the
// best.

import type { Shop } from "./shop.ts";
import { Windows } from "./windows.ts";

/** How many decisions pass between two looks at the time. */
const PER_TURN = 16;

export class FirstOnMachine {
  private readonly shop: Shop;
  private readonly windows: Windows;
  private readonly onBetter: (starts: Int32Array, end: number) => void;
  private begin: Int32Array;
  private end: Int32Array;
  /** Places in the order of their machine, from 1; 0: not in order yet. */
  private rank: Int32Array;
  /** What the windows of a level are made for. */
  private readonly limits: number[] = [];
  private readonly candidates: Int32Array;
  decisions = 0;
  /** No schedule that ends at this time or later is wanted. */
  best: number;
  private left: number;

  constructor(shop: Shop, best: number, onBetter: (starts: Int32Array, end: number) => void) {
    this.shop = shop;
    this.windows = new Windows(shop);
    this.onBetter = onBetter;
    this.best = best;
    const room = 8 * shop.operations;
    this.begin = new Int32Array(room);
    this.end = new Int32Array(room);
    this.rank = new Int32Array(room);
    this.candidates = new Int32Array(shop.operations);
    this.left = 0;
  }

  /** Yields now and then; true: no schedule ends before `best`; false: after so many decisions it was not known. */
  *run(decisions: number): Generator<void, boolean> {
    const { operations } = this.shop;
    this.left = decisions;
    this.begin.fill(0, 0, operations);
    this.end.fill(this.best - 1, 0, operations);
    this.rank.fill(0, 0, operations);
    this.limits[0] = this.best;
    return yield* this.decide(0);
  }

  private *decide(level: number): Generator<void, boolean> {
    if (++this.decisions % PER_TURN === 0) yield;
    if (--this.left < 0) return false;
    const at = level * this.shop.operations;
    if (!this.windows.narrow(this.begin, this.end, this.rank, at)) return true;
    const machine = this.tightest(at);
    if (machine < 0) {
      const starts = this.begin.slice(at, at + this.shop.operations);
      this.best = this.shop.makespan(starts);
      this.onBetter(starts, this.best);
      return true;
    }
    this.makeRoom(level + 1);
    for (const o of this.mayBeFirst(machine, at)) {
      this.tighten(level);
      if (this.isFirst(o, machine, at) && !(yield* this.decide(level + 1))) return false;
      this.tighten(level);
      if (!this.isNotFirst(o, machine, at)) return true;
    }
    return true;
  }

  /** A better schedule was found meanwhile: everything must end earlier. */
  private tighten(level: number): void {
    const by = this.limits[level]! - this.best;
    if (by === 0) return;
    const at = level * this.shop.operations;
    for (let i = at; i < at + this.shop.operations; i++) this.end[i]! -= by;
    this.limits[level] = this.best;
  }

  /** The windows of the next level: the operation goes first. False: it cannot. */
  private isFirst(o: number, machine: number, at: number): boolean {
    const { operations, duration, users } = this.shop;
    const { begin, end, rank } = this;
    const next = at + operations;
    for (let i = 0; i < operations; i++) {
      begin[next + i] = begin[at + i]!;
      end[next + i] = end[at + i]!;
      rank[next + i] = rank[at + i]!;
    }
    let place = 1;
    for (const other of users[machine]!) if (rank[at + other]! >= place) place = rank[at + other]! + 1;
    rank[next + o] = place;
    this.limits[next / operations] = this.best;
    for (const other of users[machine]!) {
      if (other === o || rank[at + other]! > 0) continue;
      const free = begin[next + o]! + duration[o]!;
      if (free > begin[next + other]!) begin[next + other] = free;
      const latest = end[next + other]! - duration[other]!;
      if (latest < end[next + o]!) end[next + o] = latest;
    }
    return true;
  }

  private isNotFirst(o: number, machine: number, at: number): boolean {
    const { duration, users } = this.shop;
    let soonest = Number.POSITIVE_INFINITY;
    for (const other of users[machine]!) {
      if (other === o || this.rank[at + other]! > 0) continue;
      soonest = Math.min(soonest, this.begin[at + other]! + duration[other]!);
    }
    if (soonest > this.begin[at + o]!) this.begin[at + o] = soonest;
    return this.windows.narrow(this.begin, this.end, this.rank, at);
  }

  private mayBeFirst(machine: number, at: number): number[] {
    const { duration, users } = this.shop;
    const { begin, end } = this;
    const open = [...users[machine]!].filter((o) => this.rank[at + o] === 0);
    const last = (o: number): number => end[at + o]! - duration[o]!;
    return open
      .filter((o) => open.every((other) => other === o || begin[at + o]! + duration[o]! <= last(other)))
      .sort((a, b) => begin[at + a]! - begin[at + b]! || last(a) - last(b));
  }

  /** The machine with something to decide that has least room; −1: none has. */
  private tightest(at: number): number {
    const { users, duration } = this.shop;
    const { begin, end, candidates } = this;
    let [best, least, fewest] = [-1, Number.POSITIVE_INFINITY, 0];
    for (let m = 0; m < users.length; m++) {
      let [count, work, first, last] = [0, 0, Number.POSITIVE_INFINITY, 0];
      for (const o of users[m]!) {
        if (this.rank[at + o]! > 0) continue;
        candidates[count++] = o;
        work += duration[o]!;
        if (begin[at + o]! < first) first = begin[at + o]!;
        if (end[at + o]! > last) last = end[at + o]!;
      }
      const room = last - first - work;
      if (count < 2 || room > least || (room === least && count >= fewest) || !this.isOpen(count, at)) continue;
      [best, least, fewest] = [m, room, count];
    }
    return best;
  }

  /** May two of the candidates come in either order? */
  private isOpen(count: number, at: number): boolean {
    const { candidates, begin, end } = this;
    const { duration } = this.shop;
    for (let x = 0; x < count; x++) {
      const a = candidates[x]!;
      for (let y = x + 1; y < count; y++) {
        const b = candidates[y]!;
        const both = duration[a]! + duration[b]!;
        if (begin[at + a]! + both <= end[at + b]! && begin[at + b]! + both <= end[at + a]!) return true;
      }
    }
    return false;
  }

  private makeRoom(level: number): void {
    const room = (level + 1) * this.shop.operations;
    if (room <= this.begin.length) return;
    const longer = (array: Int32Array): Int32Array => {
      const grown = new Int32Array(2 * room);
      grown.set(array);
      return grown;
    };
    this.begin = longer(this.begin);
    this.end = longer(this.end);
    this.rank = longer(this.rank);
  }
}

/** Times below which no schedule ends, by windows alone: the greatest for which narrowing leaves nothing. */
export function windowBound(shop: Shop, atLeast: number, below: number): number {
  const windows = new Windows(shop);
  const fits = (end: number): boolean => {
    const begin = new Int32Array(shop.operations);
    return windows.narrow(begin, new Int32Array(shop.operations).fill(end), new Int32Array(shop.operations), 0);
  };
  let [low, high] = [atLeast, below];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
