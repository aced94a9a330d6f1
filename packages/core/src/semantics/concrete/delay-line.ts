// A concrete state and its future while nothing happens: a half-line in the clock space, on which every clock moves
// with rate 0 or 1. Constraints become sets of delays, exactly, stopped clocks or not.

import { compare, minus, type Rational, rational, ZERO } from "../../zone/index.ts";
import type { Constraints } from "../semantics.ts";
import type { ClockValues } from "./clock-values.ts";
import {
  ALL_DELAYS,
  delaysFrom,
  delaysUpTo,
  type IntervalSet,
  intersectDelays,
  NOTHING,
  otherDelays,
} from "./delay-sets.ts";

export class DelayLine {
  private readonly clocks: ClockValues;
  private readonly stopped: Uint8Array | null;

  constructor(clocks: ClockValues, stopped: Uint8Array | null) {
    this.clocks = clocks;
    this.stopped = stopped;
  }

  /** The clocks after a delay. */
  at(delay: Rational): ClockValues {
    return this.clocks.later(delay, this.stopped);
  }

  /** The delays after which all constraints hold. Invariants of thousands of processes come here in every state. */
  where(constraints: Constraints): IntervalSet {
    let from: Rational | undefined;
    let fromStrict = false;
    let to: Rational | undefined;
    let toStrict = false;
    for (const { left, right, value, strict } of constraints) {
      const slope = this.rate(left) - this.rate(right);
      const slack = minus(rational(value), minus(this.clocks.at(left), this.clocks.at(right)));
      if (slope > 0) {
        const sign = to === undefined ? -1 : compare(slack, to);
        if (sign < 0 || (sign === 0 && strict)) {
          to = slack;
          toStrict = strict;
        }
      } else if (slope < 0) {
        const least = minus(ZERO, slack);
        const sign = from === undefined ? 1 : compare(least, from);
        if (sign > 0 || (sign === 0 && strict)) {
          from = least;
          fromStrict = strict;
        }
      } else {
        const sign = compare(slack, ZERO);
        if (sign < 0 || (sign === 0 && strict)) return NOTHING;
      }
    }
    const before = to === undefined ? ALL_DELAYS : delaysUpTo(to, toStrict);
    return from === undefined ? before : intersectDelays(before, delaysFrom(from, fromStrict));
  }

  /** The delays after which not all of them hold. */
  whereNot(constraints: Constraints): IntervalSet {
    return otherDelays(this.where(constraints));
  }

  private rate(row: number): number {
    return row === 0 || this.stopped?.[row] === 1 ? 0 : 1;
  }
}
