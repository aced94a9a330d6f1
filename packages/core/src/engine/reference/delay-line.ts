// A concrete state and its future while nothing happens: a half-line in the clock space, on which every clock moves
// with rate 0 or 1. Constraints become sets of delays, exactly, stopped clocks or not.

import { compare, minus, plus, type Rational, rational, ZERO } from "../../zone/index.ts";
import {
  ALL_DELAYS,
  delaysFrom,
  delaysUpTo,
  type IntervalSet,
  intersectDelays,
  NOTHING,
  otherDelays,
} from "./intervals.ts";
import type { Constraint, Constraints } from "./semantics.ts";

export class DelayLine {
  readonly clocks: readonly Rational[];
  private readonly stopped: Uint8Array | null;

  constructor(clocks: readonly Rational[], stopped: Uint8Array | null) {
    this.clocks = clocks;
    this.stopped = stopped;
  }

  /** The clocks after a delay. Clocks that were set together share their value, and go on doing so. */
  at(delay: Rational): Rational[] {
    if (delay.n === 0n) return [...this.clocks];
    const later = new Map<Rational, Rational>();
    // Clocks of one process lie side by side and are often set together: asking the map again is what costs.
    let before: Rational | undefined;
    let after = ZERO;
    return this.clocks.map((clock, index) => {
      if (this.rate(index + 1) === 0) return clock;
      if (clock !== before) {
        before = clock;
        after = later.get(clock) ?? plus(clock, delay);
        later.set(clock, after);
      }
      return after;
    });
  }

  /** The delays after which all constraints hold. */
  where(constraints: Constraints): IntervalSet {
    let set = ALL_DELAYS;
    for (const constraint of constraints) set = intersectDelays(set, this.whereOne(constraint));
    return set;
  }

  /** The delays after which not all of them hold. */
  whereNot(constraints: Constraints): IntervalSet {
    return otherDelays(this.where(constraints));
  }

  private whereOne({ left, right, value, strict }: Constraint): IntervalSet {
    const slope = this.rate(left) - this.rate(right);
    const slack = minus(rational(value), minus(this.value(left), this.value(right)));
    if (slope > 0) return delaysUpTo(slack, strict);
    if (slope < 0) return delaysFrom({ n: -slack.n, d: slack.d }, strict);
    const sign = compare(slack, ZERO);
    return (strict ? sign > 0 : sign >= 0) ? ALL_DELAYS : NOTHING;
  }

  private value(row: number): Rational {
    return row === 0 ? ZERO : this.clocks[row - 1]!;
  }

  private rate(row: number): number {
    return row === 0 || this.stopped?.[row] === 1 ? 0 : 1;
  }
}
