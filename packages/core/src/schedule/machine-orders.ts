// A schedule of a shop as the order of operations on each machine: when each can begin, how long it takes from there to
// the end, and what becomes of both where an operation changes its place. An operation goes behind another only where
// no chain of operations between them forbids it, so that orders never turn round in a circle.

import type { Shop } from "./shop.ts";

export class MachineOrders {
  readonly shop: Shop;
  /** The operation before and behind on the same machine; −1: none. */
  readonly before: Int32Array;
  readonly behind: Int32Array;
  /** When an operation begins. */
  readonly head: Int32Array;
  /** From its beginning to the end of everything that waits for it. */
  readonly tail: Int32Array;
  /** Places in an order of all operations that nobody has to wait against. */
  readonly place: Int32Array;
  private readonly order: Int32Array;
  private readonly waits: Uint8Array;
  private readonly sorted: Int32Array[];
  private readonly heads: Int32Array;

  constructor(shop: Shop) {
    const { operations } = shop;
    this.shop = shop;
    this.before = new Int32Array(operations);
    this.behind = new Int32Array(operations);
    this.head = new Int32Array(operations);
    this.tail = new Int32Array(operations);
    this.place = new Int32Array(operations);
    this.order = new Int32Array(operations);
    this.waits = new Uint8Array(operations);
    this.heads = new Int32Array(operations);
    this.sorted = shop.users.map((users) => users.slice());
  }

  /** Operations of a machine in the order of these numbers, which grow along each job; when the schedule ends. */
  arrange(rank: ArrayLike<number>): number {
    for (const users of this.sorted) {
      users.sort((a, b) => rank[a]! - rank[b]! || a - b);
      for (let i = 0; i < users.length; i++) {
        this.before[users[i]!] = i === 0 ? -1 : users[i - 1]!;
        this.behind[users[i]!] = i + 1 === users.length ? -1 : users[i + 1]!;
      }
    }
    return this.settle();
  }

  /** Heads, tails and places; when the schedule ends. */
  settle(): number {
    const { shop, before, behind, head, tail, order, place, waits } = this;
    const { operations, duration } = shop;
    let count = 0;
    for (let o = 0; o < operations; o++) {
      const waiting = (this.jobBefore(o) >= 0 ? 1 : 0) + (before[o]! >= 0 ? 1 : 0);
      waits[o] = waiting;
      if (waiting === 0) order[count++] = o;
    }
    let end = 0;
    for (let i = 0; i < count; i++) {
      const o = order[i]!;
      place[o] = i;
      const begin = Math.max(this.endOf(this.jobBefore(o)), this.endOf(before[o]!));
      head[o] = begin;
      if (begin + duration[o]! > end) end = begin + duration[o]!;
      const next = this.jobBehind(o);
      if (next >= 0 && --waits[next]! === 0) order[count++] = next;
      const other = behind[o]!;
      if (other >= 0 && --waits[other]! === 0) order[count++] = other;
    }
    if (count < operations) throw new Error("operations wait for each other in a circle");
    for (let i = operations - 1; i >= 0; i--) {
      const o = order[i]!;
      tail[o] = duration[o]! + Math.max(this.from(this.jobBehind(o)), this.from(behind[o]!));
    }
    return end;
  }

  jobBefore(o: number): number {
    return this.shop.first[this.shop.job[o]!] === o ? -1 : o - 1;
  }

  jobBehind(o: number): number {
    return this.shop.first[this.shop.job[o]! + 1] === o + 1 ? -1 : o + 1;
  }

  private endOf(o: number): number {
    return o < 0 ? 0 : this.head[o]! + this.shop.duration[o]!;
  }

  private from(o: number): number {
    return o < 0 ? 0 : this.tail[o]!;
  }

  /** May `a` go right behind `b`, which comes later? No chain leads from the job's next operation to `b`. */
  mayGoBehind(a: number, b: number): boolean {
    const next = this.jobBehind(a);
    if (next < 0 || this.tail[b]! > this.tail[next]!) return true;
    return next !== b && this.tail[b] === this.tail[next] && this.shop.duration[next]! > 0;
  }

  /** May `b` go right before `a`, which comes earlier? */
  mayGoBefore(b: number, a: number): boolean {
    const last = this.jobBefore(b);
    if (last < 0 || this.endOf(a) > this.endOf(last)) return true;
    return last !== a && this.endOf(a) === this.endOf(last) && this.shop.duration[last]! > 0;
  }

  /** The longest way through an operation that changes its place (Balas and Vazacopoulos 1998): a guess of the end. */
  guessBehind(a: number, b: number): number {
    const { before, behind, heads, shop } = this;
    const { duration } = shop;
    let free = this.endOf(before[a]!);
    for (let o = behind[a]!; ; o = behind[o]!) {
      heads[o] = Math.max(this.endOf(this.jobBefore(o)), free);
      free = heads[o]! + duration[o]!;
      if (o === b) break;
    }
    const begin = Math.max(this.endOf(this.jobBefore(a)), free);
    let rest = duration[a]! + Math.max(this.from(this.jobBehind(a)), this.from(behind[b]!));
    let longest = begin + rest;
    for (let o = b; o !== a; o = before[o]!) {
      rest = duration[o]! + Math.max(this.from(this.jobBehind(o)), rest);
      if (heads[o]! + rest > longest) longest = heads[o]! + rest;
    }
    return longest;
  }

  guessBefore(b: number, a: number): number {
    const { before, behind, heads, shop } = this;
    const { duration } = shop;
    const begin = Math.max(this.endOf(this.jobBefore(b)), this.endOf(before[a]!));
    let free = begin + duration[b]!;
    for (let o = a; o !== b; o = behind[o]!) {
      heads[o] = Math.max(this.endOf(this.jobBefore(o)), free);
      free = heads[o]! + duration[o]!;
    }
    let rest = this.from(behind[b]!);
    let longest = 0;
    for (let o = before[b]!; ; o = before[o]!) {
      rest = duration[o]! + Math.max(this.from(this.jobBehind(o)), rest);
      if (heads[o]! + rest > longest) longest = heads[o]! + rest;
      if (o === a) break;
    }
    return Math.max(longest, begin + duration[b]! + Math.max(this.from(this.jobBehind(b)), rest));
  }

  goBehind(a: number, b: number): void {
    this.takeOut(a);
    this.link(a, this.behind[b]!);
    this.link(b, a);
  }

  goBefore(b: number, a: number): void {
    this.takeOut(b);
    this.link(this.before[a]!, b);
    this.link(b, a);
  }

  private takeOut(o: number): void {
    const [left, right] = [this.before[o]!, this.behind[o]!];
    if (left >= 0) this.behind[left] = right;
    if (right >= 0) this.before[right] = left;
  }

  private link(left: number, right: number): void {
    if (left >= 0) this.behind[left] = right;
    if (right >= 0) this.before[right] = left;
  }
}
