// The best schedule of a shop, anytime: beams that broaden, exchanges on longest chains and a proof by windows take
// turns, each with what the others found. `proven` where nothing was left out that could have been better, or the bound
// is met.

import { ActiveBeam, type BeamResult } from "./active-beam.ts";
import { dispatched } from "./dispatch.ts";
import { FirstOnMachine, windowBound } from "./first-on-machine.ts";
import { PartialSchedules } from "./partial-schedules.ts";
import type { Shop } from "./shop.ts";
import { TabuSearch } from "./tabu-search.ts";

export interface BetterSchedule {
  readonly starts: Int32Array;
  readonly end: number;
  readonly by: string;
}

const FIRST_WIDTH = 10;
/** Of a decision's work, which grows with the third power of the operations on a machine. */
const FIRST_PROOF = 6e6;
const FIRST_MOVES = 8000;
/** Broader beams take long, and hardly find what exchanges do not. */
const MOST_WIDTH = 1280;
/** In larger shops each bound of a beam takes long: there, exchanges begin with what a rule makes. */
const MOST_FOR_BEAMS = 500;
/** Pairs of operations that exchanges keep in mind fit into memory. */
const MOST_OPERATIONS = 4000;

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
    const exchanges = shop.operations <= MOST_OPERATIONS ? new TabuSearch(shop) : undefined;
    const isLarge = exchanges !== undefined && shop.operations > MOST_FOR_BEAMS;
    if (isLarge) {
      const { starts, end } = dispatched(shop);
      if (end < this.best) this.note(starts, end, "most work first");
      exchanges.learn(starts);
      yield;
      if (this.best <= this.lower) return;
    }
    let moves = FIRST_MOVES;
    const perDecision = shop.users.reduce((sum, { length }) => sum + length ** 3, 1);
    let decisions = Math.round(Math.min(1000, Math.max(50, FIRST_PROOF / perDecision)));
    for (let width = FIRST_WIDTH; ; width *= 2) {
      if ((width <= MOST_WIDTH && !isLarge) || exchanges === undefined) {
        const result: BeamResult = yield* beam.run(Math.min(width, 40_000), this.best);
        this.generated = beam.generated;
        if (result.starts !== undefined && result.end < this.best) {
          this.note(result.starts, result.end, `beam ${width}`);
          exchanges?.learn(result.starts);
          yield;
        }
        if (!result.cut || this.best <= this.lower) return;
      }
      if (isLarge) yield* this.exchange(exchanges, moves);
      if (this.best <= this.lower) return;
      if (width === FIRST_WIDTH) {
        this.lower = windowBound(shop, this.lower, this.best);
        yield;
        if (this.best <= this.lower) return;
      }
      if (exchanges !== undefined && !isLarge) yield* this.exchange(exchanges, moves);
      if (this.best <= this.lower) return;
      if (yield* this.prove(decisions, exchanges)) return;
      if (this.best <= this.lower) return;
      moves *= 2;
      decisions *= 2;
    }
  }

  private *exchange(exchanges: TabuSearch, moves: number): Generator<void, void> {
    for (const until = exchanges.moves + moves; exchanges.moves < until && this.best > this.lower; ) {
      const better = yield* exchanges.run(until - exchanges.moves, this.best);
      this.generated++;
      if (better === undefined) return;
      this.note(better.starts, better.end, "exchanges");
      yield;
    }
  }

  private *prove(decisions: number, exchanges: TabuSearch | undefined): Generator<void, boolean> {
    const search = new FirstOnMachine(this.shop, this.best, (starts, end) => {
      this.note(starts, end, "windows");
      exchanges?.learn(starts);
    });
    const run = search.run(decisions);
    for (;;) {
      const { done, value } = run.next();
      if (done === true) return value;
      yield;
    }
  }
}
