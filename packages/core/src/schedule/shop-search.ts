// The best schedule of a shop, anytime: beams that broaden and a proof by windows take turns, each with what the others
// found. `proven` where nothing was left out that could have been better, or the bound is met.

import { ActiveBeam, type BeamResult } from "./active-beam.ts";
import { FirstOnMachine, windowBound } from "./first-on-machine.ts";
import { PartialSchedules } from "./partial-schedules.ts";
import type { Shop } from "./shop.ts";

export interface BetterSchedule {
  readonly starts: Int32Array;
  readonly end: number;
  readonly by: string;
}

const FIRST_WIDTH = 10;
const FIRST_DECISIONS = 50;
/** Beams of more schedules than this do not fit into memory well. */
const MOST_WIDTH = 40_000;

export class ShopSearch {
  readonly shop: Shop;
  /** Ends at this time or later are not wanted. */
  best: number;
  /** No schedule ends sooner. */
  lower: number;
  private waiting: BetterSchedule | undefined;
  private readonly work: Generator<void, void>;
  isDone = false;
  generated = 0;

  constructor(shop: Shop, below = Number.POSITIVE_INFINITY) {
    this.shop = shop;
    const total = shop.duration.reduce((sum, time) => sum + time, 0);
    this.best = Math.min(below, total + 1);
    const partial = new PartialSchedules(shop);
    const row = new Int32Array(partial.width);
    partial.begin(row, 0);
    this.lower = partial.bound(row, 0, Number.POSITIVE_INFINITY);
    this.work = this.turns();
  }

  /** Goes on for a little; a better schedule, once for each. */
  advance(): BetterSchedule | undefined {
    if (!this.isDone && this.work.next().done === true) {
      this.isDone = true;
      this.lower = this.best;
    }
    const better = this.waiting;
    this.waiting = undefined;
    return better;
  }

  private note(starts: Int32Array, end: number, by: string): void {
    this.best = end;
    this.waiting = { starts, end, by };
  }

  private *turns(): Generator<void, void> {
    const { shop } = this;
    if (this.lower >= this.best) return;
    const beam = new ActiveBeam(shop);
    let width = FIRST_WIDTH;
    let decisions = FIRST_DECISIONS;
    let isBounded = false;
    for (;;) {
      const result: BeamResult = yield* beam.run(width, this.best);
      this.generated = beam.generated;
      if (result.starts !== undefined && result.end < this.best) {
        this.note(result.starts, result.end, `beam ${width}`);
        yield;
      }
      if (!result.cut || this.best <= this.lower) return;
      if (!isBounded) {
        isBounded = true;
        this.lower = windowBound(shop, this.lower, this.best);
        yield;
        if (this.best <= this.lower) return;
      }
      if (yield* this.prove(decisions)) return;
      if (this.best <= this.lower) return;
      width = Math.min(2 * width, MOST_WIDTH);
      decisions *= 2;
    }
  }

  private *prove(decisions: number): Generator<void, boolean> {
    const search = new FirstOnMachine(this.shop, this.best, (starts, end) => this.note(starts, end, "windows"));
    const run = search.run(decisions);
    for (;;) {
      const { done, value } = run.next();
      if (done === true) return value;
      yield;
    }
  }
}
