// Carries out the rule by which a walk chooses: keeps count of the edges that were covered, draws a candidate by the
// rule and a moment in its window by the walk's taste.

import { grown } from "../../basics/grow.ts";
import type { Prng } from "../../basics/prng.ts";
import type { ChoiceRule, ChoiceTable, Choosing } from "../choices/choice.ts";
import { type DelayTaste, drawMoment, drawTaste, earliest } from "./delay-sampling.ts";

/** Writes how often the edges of each candidate were covered, and yields the least. */
type Weigh = (into: Int32Array) => number;

/** Counts stop here. */
export const MOST_COVERED = 2 ** 31 - 1;

export class Chooser implements Choosing {
  private readonly rule: ChoiceRule;
  private readonly hasSecondThought: boolean;
  /** Does it matter how often edges were covered? */
  readonly counts: boolean;
  private readonly random: Prng;
  private readonly weigh: Weigh;
  /** How often each edge was covered. */
  readonly coverage: Int32Array;
  private weights = new Int32Array(64);
  private taste: DelayTaste;
  /** What `choose` chose. */
  candidate = -1;
  moment = 0;

  constructor(
    rule: ChoiceRule,
    edges: number,
    random: Prng,
    weigh: (coverage: Int32Array, into: Int32Array) => number,
  ) {
    this.rule = rule;
    this.hasSecondThought = rule.at !== undefined;
    this.counts = rule.coverage !== undefined;
    this.random = random;
    this.coverage = new Int32Array(edges);
    this.weigh = (into) => weigh(this.coverage, into);
    this.taste = drawTaste(random);
  }

  /** A new walk begins. */
  restart(): void {
    this.taste = drawTaste(this.random);
    if (this.rule.coverage === "this walk") this.coverage.fill(0);
  }

  covered(edge: number): void {
    if (this.coverage[edge]! < MOST_COVERED) this.coverage[edge]!++;
  }

  /**
   * Chooses a candidate and a moment; the moment is NaN when the window is too narrow for any. `largest` is the
   * largest constant that clocks were compared with.
   */
  choose(table: ChoiceTable, now: number, largest: number): void {
    const { rule } = this;
    this.candidate = rule.pick(table.count, this);
    this.moment = this.draw(table, this.candidate, now, largest);
    if (this.hasSecondThought && !Number.isNaN(this.moment)) {
      this.candidate = rule.at!(table, this.moment, this.candidate, this);
    }
  }

  below(count: number): number {
    return this.random.below(count);
  }

  leastCovered(count: number): number {
    if (count > this.weights.length) this.weights = grown(this.weights, count);
    const { weights } = this;
    const least = this.weigh(weights);
    // Weights come in no order: arithmetic is sooner done than a branch that cannot be foreseen.
    let equal = 0;
    for (let i = 0; i < count; i++) equal += isZero(weights[i]! - least);
    let skip = equal === 1 ? 0 : this.random.below(equal);
    let at = -1;
    while (skip >= 0) skip -= isZero(weights[++at]! - least);
    return at;
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
}

/**
 * How far an endless delay is worth looking, unless it is meant to pass every constant: past the last end of any
 * window.
 */
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
