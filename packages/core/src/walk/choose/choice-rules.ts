// How a walk chooses (Kiviriga, Larsen & Nyman 2021). SEM draws a delay after which something is enabled, then one of
// the enabled steps; RET draws one of all steps that are eventually enabled, then a delay for it; RLC prefers the
// steps whose edges this walk covered least, RLC-A those that all walks together covered least.

import { grown } from "../../basics/grow.ts";
import type { Prng } from "../../basics/prng.ts";
import { type DelayTaste, drawMoment, drawTaste, earliest } from "./delay-sampling.ts";

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

/** Writes how often the edges of each candidate were covered, and yields the least. */
type Weigh = (into: Int32Array) => number;

/** Counts stop here. */
export const MOST_COVERED = 2 ** 31 - 1;

export class Chooser {
  private readonly choice: ChoiceName;
  private readonly random: Prng;
  /** How often each edge was covered. */
  readonly coverage: Int32Array;
  private weights = new Int32Array(64);
  private taste: DelayTaste;
  /** What `choose` chose. */
  candidate = -1;
  moment = 0;

  constructor(choice: ChoiceName, edges: number, random: Prng) {
    this.choice = choice;
    this.random = random;
    this.coverage = new Int32Array(edges);
    this.taste = drawTaste(random);
  }

  /** A new walk begins. */
  restart(): void {
    this.taste = drawTaste(this.random);
    if (this.choice === "rlc") this.coverage.fill(0);
  }

  covered(edge: number): void {
    if (this.coverage[edge]! < MOST_COVERED) this.coverage[edge]!++;
  }

  /** Does it matter how often edges were covered? */
  get counts(): boolean {
    return this.choice === "rlc" || this.choice === "rlca";
  }

  /**
   * Chooses a candidate and a moment; the moment is NaN when the window is too narrow for any. `largest` is the
   * largest constant that clocks were compared with.
   */
  choose(table: ChoiceTable, now: number, largest: number, weigh: Weigh): void {
    this.candidate = this.counts ? this.leastCovered(table.count, weigh) : this.random.below(table.count);
    this.moment = this.draw(table, this.candidate, now, largest);
    if (this.choice === "sem" && !Number.isNaN(this.moment)) this.candidate = this.enabledAt(table, this.moment);
  }

  private draw(table: ChoiceTable, at: number, now: number, largest: number): number {
    const { random, taste } = this;
    const low = table.low[at]!;
    const lowOpen = table.lowOpen[at] === 1;
    const high = table.high[at]!;
    const highOpen = table.highOpen[at] === 1;
    const far = taste.far > 0 && random.fraction() < taste.far;
    const draw = random.fraction();
    if (draw < taste.lower) return earliest(low, lowOpen, high, highOpen);
    if (high !== Number.POSITIVE_INFINITY) return drawMoment(low, lowOpen, high, highOpen, draw, taste, random);
    // Where an endless window is taken to end.
    const end = Math.max(low + 1, far ? Math.ceil(now) + largest + 1 : pastAll(table, now));
    return drawMoment(low, lowOpen, end, false, draw, taste, random);
  }

  /** One of those with the least weight. */
  private leastCovered(count: number, weigh: Weigh): number {
    if (count > this.weights.length) this.weights = grown(this.weights, count);
    const { weights } = this;
    const least = weigh(weights);
    // Weights come in no order: arithmetic is sooner done than a branch that nobody can foresee.
    let equal = 0;
    for (let i = 0; i < count; i++) equal += isZero(weights[i]! - least);
    let skip = equal === 1 ? 0 : this.random.below(equal);
    let at = -1;
    while (skip >= 0) skip -= isZero(weights[++at]! - least);
    return at;
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

/** 1 for zero, 0 for a positive number. */
function isZero(number: number): number {
  return (number - 1) >>> 31;
}
