// Schedules in the making, as rows of numbers: how far each job is, when it is ready for its next operation, when each
// machine is free. They grow by active branching (Giffler and Thompson 1960): of all next operations the one that would
// end first names a machine, and one of the operations goes there next that could begin before that end. Some best
// schedule is active.

import { OneMachine } from "./one-machine.ts";
import type { Shop } from "./shop.ts";

export class PartialSchedules {
  readonly shop: Shop;
  /** Numbers per schedule: next operation by job, ready time by job, free time by machine. */
  readonly width: number;
  private readonly heads: Int32Array;
  private readonly machines: OneMachine;

  constructor(shop: Shop) {
    this.shop = shop;
    this.width = 2 * shop.jobs + shop.machines;
    this.heads = new Int32Array(shop.operations);
    this.machines = new OneMachine(Math.max(1, ...shop.users.map((users) => users.length)));
  }

  begin(rows: Int32Array, at: number): void {
    const { jobs, first } = this.shop;
    rows.fill(0, at, at + this.width);
    for (let j = 0; j < jobs; j++) rows[at + j] = first[j]!;
  }

  /** The jobs that may go on; how many they are. */
  branches(rows: Int32Array, at: number, into: Int32Array): number {
    const { jobs, first, machine, duration } = this.shop;
    let soonest = Number.POSITIVE_INFINITY;
    let busy = -1;
    for (let j = 0; j < jobs; j++) {
      const o = rows[at + j]!;
      if (o === first[j + 1]) continue;
      const m = machine[o]!;
      const end = Math.max(rows[at + jobs + j]!, rows[at + 2 * jobs + m]!) + duration[o]!;
      if (end < soonest) {
        soonest = end;
        busy = m;
      }
    }
    let count = 0;
    for (let j = 0; j < jobs; j++) {
      const o = rows[at + j]!;
      if (o === first[j + 1] || machine[o] !== busy) continue;
      const start = Math.max(rows[at + jobs + j]!, rows[at + 2 * jobs + busy]!);
      // What takes no time may begin at that very moment.
      if (start < soonest || (start === soonest && duration[o] === 0)) into[count++] = j;
    }
    return count;
  }

  /** The schedule with the job's next operation behind everything on its machine; when it begins. */
  extend(rows: Int32Array, at: number, job: number, into: Int32Array, to: number): number {
    const { jobs, machine, duration } = this.shop;
    if (into !== rows || to !== at) for (let i = 0; i < this.width; i++) into[to + i] = rows[at + i]!;
    const o = into[to + job]!;
    const m = 2 * jobs + machine[o]!;
    const start = Math.max(into[to + jobs + job]!, into[to + m]!);
    const end = start + duration[o]!;
    into[to + job] = o + 1;
    into[to + jobs + job] = end;
    into[to + m] = end;
    return start;
  }

  /** No completion ends sooner; at least `enough` is not looked at more closely. */
  bound(rows: Int32Array, at: number, enough: number): number {
    const { shop, heads, machines } = this;
    const { jobs, first, machine, duration, ahead, users } = shop;
    let bound = 0;
    for (let j = 0; j < jobs; j++) {
      let ready = rows[at + jobs + j]!;
      for (let o = rows[at + j]!; o < first[j + 1]!; o++) {
        const free = rows[at + 2 * jobs + machine[o]!]!;
        if (free > ready) ready = free;
        heads[o] = ready;
        ready += duration[o]!;
      }
      if (ready > bound) bound = ready;
    }
    for (let m = 0; m < users.length && bound < enough; m++) {
      const all = users[m]!;
      let count = 0;
      let [least, sum, shortest] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY];
      for (let i = 0; i < all.length; i++) {
        const o = all[i]!;
        if (o < rows[at + shop.job[o]!]!) continue;
        const tail = ahead[o]! - duration[o]!;
        machines.head[count] = heads[o]!;
        machines.work[count] = duration[o]!;
        machines.tail[count++] = tail;
        if (heads[o]! < least) least = heads[o]!;
        if (tail < shortest) shortest = tail;
        sum += duration[o]!;
      }
      if (count === 0) continue;
      if (least + sum + shortest > bound) bound = least + sum + shortest;
      if (count < 2 || bound >= enough) continue;
      machines.count = count;
      const end = machines.bound();
      if (end > bound) bound = end;
    }
    return bound;
  }

  /** Sum of when jobs could end if they met nobody: tells apart what the bound does not. */
  spread(rows: Int32Array, at: number): number {
    const { jobs, first, ahead } = this.shop;
    let sum = 0;
    for (let j = 0; j < jobs; j++) {
      const o = rows[at + j]!;
      sum += rows[at + jobs + j]! + (o === first[j + 1] ? 0 : ahead[o]!);
    }
    return sum;
  }

  /**
   * Is a schedule with the same operations done as good in every respect? A finished job's end counts only where it is
   * above what the other comes to at the least (`bound`).
   */
  dominates(rows: Int32Array, a: number, b: number, bound: number): boolean {
    const { jobs, first } = this.shop;
    for (let i = 2 * jobs; i < this.width; i++) if (rows[a + i]! > rows[b + i]!) return false;
    for (let j = 0; j < jobs; j++) {
      const ready = rows[a + jobs + j]!;
      if (ready <= rows[b + jobs + j]!) continue;
      if (rows[b + j] !== first[j + 1] || ready > bound) return false;
    }
    return true;
  }

  end(rows: Int32Array, at: number): number {
    let end = 0;
    for (let j = 0; j < this.shop.jobs; j++) end = Math.max(end, rows[at + this.shop.jobs + j]!);
    return end;
  }
}
