// How a walk chooses (Kiviriga, Larsen & Nyman 2021). SEM draws a delay after which something is enabled, then one of
// the enabled steps; RET draws one of all steps that are eventually enabled, then a delay for it; RLC prefers the
// steps whose edges this walk covered least, RLC-A those that all walks together covered least.

import type { Prng } from "../basics/prng.ts";
import { type DelayTaste, drawMoment, drawTaste } from "./delays.ts";

export const CHOICES = ["sem", "ret", "rlc", "rlca"] as const;
export type ChoiceName = (typeof CHOICES)[number];

/** Candidate steps and their windows, however they were found. */
export interface ChoiceTable {
  readonly count: number;
  readonly low: ArrayLike<number>;
  readonly lowOpen: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly highOpen: ArrayLike<number>;
}

export class Chooser {
  private readonly choice: ChoiceName;
  private readonly random: Prng;
  /** How often each edge was covered. */
  readonly coverage: Float64Array;
  private taste: DelayTaste;
  /** What `choose` chose. */
  candidate = -1;
  moment = 0;

  constructor(choice: ChoiceName, edges: number, random: Prng) {
    this.choice = choice;
    this.random = random;
    this.coverage = new Float64Array(edges);
    this.taste = drawTaste(random);
  }

  /** A new walk begins. */
  restart(): void {
    this.taste = drawTaste(this.random);
    if (this.choice === "rlc") this.coverage.fill(0);
  }

  covered(edge: number): void {
    this.coverage[edge]!++;
  }

  /**
   * Chooses a candidate and a moment; the moment is NaN when the window is too narrow for any. `largest` is the
   * largest constant that clocks were compared with, `weight` how often the edges of a candidate were covered.
   */
  choose(table: ChoiceTable, now: number, largest: number, weight: (candidate: number) => number): void {
    const { random } = this;
    this.candidate =
      this.choice === "rlc" || this.choice === "rlca" ? this.leastCovered(table, weight) : random.below(table.count);
    this.moment = this.draw(table, this.candidate, now, largest);
    if (this.choice === "sem" && !Number.isNaN(this.moment)) this.candidate = this.enabledAt(table, this.moment);
  }

  private draw(table: ChoiceTable, at: number, now: number, largest: number): number {
    const { low, lowOpen, high, highOpen } = table;
    const far = this.taste.far > 0 && this.random.fraction() < this.taste.far;
    const endless = high[at] === Number.POSITIVE_INFINITY;
    const horizon = !endless ? now : far ? Math.ceil(now) + largest + 1 : pastAll(table, now);
    return drawMoment(low[at]!, lowOpen[at] === 1, high[at]!, highOpen[at] === 1, horizon, this.taste, this.random);
  }

  private leastCovered(table: ChoiceTable, weight: (candidate: number) => number): number {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    let equal = 0;
    for (let i = 0; i < table.count; i++) {
      const covered = weight(i);
      if (covered < least) {
        least = covered;
        best = i;
        equal = 1;
      } else if (covered === least && this.random.below(++equal) === 0) best = i;
    }
    return best;
  }

  private enabledAt({ count, low, lowOpen, high, highOpen }: ChoiceTable, moment: number): number {
    let chosen = this.candidate;
    let seen = 0;
    for (let i = 0; i < count; i++) {
      if (moment < low[i]! || (moment === low[i] && lowOpen[i] === 1)) continue;
      if (moment > high[i]! || (moment === high[i] && highOpen[i] === 1)) continue;
      if (this.random.below(++seen) === 0) chosen = i;
    }
    return chosen;
  }
}

/** How far an endless delay is worth looking, unless it is meant to pass every constant: past the last end of any window. */
function pastAll(table: ChoiceTable, now: number): number {
  let horizon = now;
  for (let i = 0; i < table.count; i++) {
    if (table.low[i]! > horizon) horizon = table.low[i]!;
    if (table.high[i]! > horizon && table.high[i] !== Number.POSITIVE_INFINITY) horizon = table.high[i]!;
  }
  return horizon + 1;
}
