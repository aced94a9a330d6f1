// Beam search over active schedules, level by level of operations (detailed beam search, survey section 7): the `width`
// most promising schedules of a level go on, dominated ones do not count. The bound decides, the spread of ends among
// equals.

import { grown } from "../basics/grow.ts";
import { PartialSchedules } from "./partial-schedules.ts";
import type { Shop } from "./shop.ts";

export interface BeamResult {
  /** Beginnings by operation; absent: nothing better was met. */
  readonly starts?: Int32Array;
  readonly end: number;
  /** Was something left out that could have been better? */
  readonly cut: boolean;
}

/** How many expansions pass between two looks at the time. */
const PER_TURN = 64;

export class ActiveBeam {
  private readonly partial: PartialSchedules;
  generated = 0;
  private rows = new Int32Array(0);
  private keys = new Float64Array(1024);
  private bounds = new Int32Array(1024);
  private parents = new Int32Array(1024);
  private jobs = new Uint16Array(1024);
  private isAlive = new Uint8Array(1024);
  /** Schedules of the level by what is done in them: heads of chains by hash, and the next in the chain. */
  private heads = new Int32Array(1 << 12);
  private chain = new Int32Array(1024);
  private count = 0;

  constructor(shop: Shop) {
    this.partial = new PartialSchedules(shop);
  }

  /** Yields now and then. `below`: only schedules that end sooner are wanted. */
  *run(width: number, below: number): Generator<void, BeamResult> {
    const { partial } = this;
    const { shop, width: size } = partial;
    const branches = new Int32Array(shop.jobs);
    const trail: { readonly parents: Int32Array; readonly jobs: Uint16Array }[] = [];
    let level = new Int32Array(size);
    partial.begin(level, 0);
    let schedules = 1;
    let cut = false;
    for (let done = 0; done < shop.operations; done++) {
      this.clear();
      for (let s = 0; s < schedules; s++) {
        if (s % PER_TURN === PER_TURN - 1) yield;
        const count = partial.branches(level, s * size, branches);
        for (let i = 0; i < count; i++) this.add(level, s, branches[i]!, below);
      }
      const kept = this.best(width);
      cut ||= kept.cut;
      schedules = kept.order.length;
      if (schedules === 0) return { end: below, cut };
      const next = new Int32Array(schedules * size);
      for (let s = 0; s < schedules; s++) {
        const at = kept.order[s]! * size;
        next.set(this.rows.subarray(at, at + size), s * size);
      }
      trail.push({
        parents: Int32Array.from(kept.order, (one) => this.parents[one]!),
        jobs: Uint16Array.from(kept.order, (one) => this.jobs[one]!),
      });
      level = next;
    }
    let best = 0;
    for (let s = 1; s < schedules; s++) if (partial.end(level, s * size) < partial.end(level, best * size)) best = s;
    return { starts: this.startsOf(trail, best), end: partial.end(level, best * size), cut };
  }

  private clear(): void {
    this.count = 0;
    this.heads.fill(-1);
  }

  private add(level: Int32Array, from: number, job: number, below: number): void {
    const { partial, count } = this;
    const { width } = partial;
    this.generated++;
    this.rows = grown(this.rows, (count + 1) * width);
    if (count === this.keys.length) this.grow();
    const { rows, heads, chain, isAlive, bounds } = this;
    const at = count * width;
    partial.extend(level, from * width, job, rows, at);
    const bound = partial.bound(rows, at, below);
    if (bound >= below) return;
    const { jobs } = partial.shop;
    let hash = 0;
    for (let j = 0; j < jobs; j++) hash = Math.imul(hash ^ rows[at + j]!, 0x01000193) ^ (hash >>> 15);
    const slot = (hash ^ (hash >>> 16)) & (heads.length - 1);
    for (let other = heads[slot]!; other >= 0; other = chain[other]!) {
      if (isAlive[other] === 0 || !this.isSameWork(other * width, at)) continue;
      if (partial.dominates(rows, other * width, at, bound)) return;
      if (partial.dominates(rows, at, other * width, bounds[other]!)) isAlive[other] = 0;
    }
    chain[count] = heads[slot]!;
    heads[slot] = count;
    isAlive[count] = 1;
    bounds[count] = bound;
    this.keys[count] = bound + partial.spread(rows, at) * 1e-7;
    this.parents[count] = from;
    this.jobs[count] = job;
    this.count++;
    if (this.count > 2 * heads.length) this.rehash();
  }

  private isSameWork(a: number, b: number): boolean {
    for (let j = 0; j < this.partial.shop.jobs; j++) if (this.rows[a + j] !== this.rows[b + j]) return false;
    return true;
  }

  private rehash(): void {
    const { partial, rows } = this;
    this.heads = new Int32Array(4 * this.heads.length).fill(-1);
    for (let one = 0; one < this.count; one++) {
      const at = one * partial.width;
      let hash = 0;
      for (let j = 0; j < partial.shop.jobs; j++) hash = Math.imul(hash ^ rows[at + j]!, 0x01000193) ^ (hash >>> 15);
      const slot = (hash ^ (hash >>> 16)) & (this.heads.length - 1);
      this.chain[one] = this.heads[slot]!;
      this.heads[slot] = one;
    }
  }

  private grow(): void {
    const room = 2 * this.keys.length;
    this.keys = grown(this.keys, room);
    this.bounds = grown(this.bounds, room);
    this.parents = grown(this.parents, room);
    this.jobs = grown(this.jobs, room);
    this.isAlive = grown(this.isAlive, room);
    this.chain = grown(this.chain, room);
  }

  private best(width: number): { readonly order: Int32Array; readonly cut: boolean } {
    let alive = 0;
    const order = new Int32Array(this.count);
    for (let one = 0; one < this.count; one++) if (this.isAlive[one] === 1) order[alive++] = one;
    if (alive <= width) return { order: order.subarray(0, alive), cut: false };
    const { keys } = this;
    return {
      order: order
        .subarray(0, alive)
        .sort((a, b) => keys[a]! - keys[b]! || a - b)
        .subarray(0, width),
      cut: true,
    };
  }

  /** Beginnings of all operations, from the jobs that went on level by level. */
  private startsOf(
    trail: readonly { readonly parents: Int32Array; readonly jobs: Uint16Array }[],
    last: number,
  ): Int32Array {
    const { partial } = this;
    const taken: number[] = [];
    let at = last;
    for (let done = trail.length - 1; done >= 0; done--) {
      taken.push(trail[done]!.jobs[at]!);
      at = trail[done]!.parents[at]!;
    }
    const row = new Int32Array(partial.width);
    partial.begin(row, 0);
    const starts = new Int32Array(partial.shop.operations);
    for (const job of taken.reverse()) {
      const operation = row[job]!;
      starts[operation] = partial.extend(row, 0, job, row, 0);
    }
    return starts;
  }
}
