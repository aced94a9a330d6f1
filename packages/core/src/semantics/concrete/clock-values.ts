// The clocks of a concrete state, kept as the moments at which each would have shown 0: while time passes nothing
// changes but the present, and the states of a run share what a step leaves as it is. The values themselves are
// computed when they are looked at.

import { minus, plus, type Rational, rational, ZERO } from "../../zone/index.ts";
import type { ClockAssignment, ConcreteState, Discrete } from "../semantics.ts";

/** What becomes of the clocks from one state to the next: so much time passes, and these have other values then. */
export interface ClockChanges {
  readonly elapsed: Rational;
  readonly clocks: readonly number[];
  readonly values: readonly Rational[];
}

export class ClockValues {
  private readonly now: Rational;
  /** By clock. */
  private readonly origins: readonly Rational[];

  private constructor(now: Rational, origins: readonly Rational[]) {
    this.now = now;
    this.origins = origins;
  }

  static of(values: readonly Rational[]): ClockValues {
    return new ClockValues(
      ZERO,
      mapped(values, (value) => minus(ZERO, value)),
    );
  }

  /** The value of a clock, by its row; row 0 is always 0. */
  at(row: number): Rational {
    return row === 0 ? ZERO : minus(this.now, this.origins[row - 1]!);
  }

  values(): Rational[] {
    return mapped(this.origins, (origin) => minus(this.now, origin));
  }

  /** After a delay in which the marked rows stand still. */
  later(delay: Rational, stopped: Uint8Array | null): ClockValues {
    if (delay.n === 0n) return this;
    const now = plus(this.now, delay);
    if (stopped === null) return new ClockValues(now, this.origins);
    const origins = this.origins.map((origin, clock) => (stopped[clock + 1] === 1 ? plus(origin, delay) : origin));
    return new ClockValues(now, origins);
  }

  set(assignments: readonly ClockAssignment[]): ClockValues {
    if (assignments.length === 0) return this;
    const origins = this.origins.slice();
    for (const { row, source, value } of assignments) {
      const from = source === 0 ? this.now : origins[source - 1]!;
      origins[row - 1] = value === 0 ? from : minus(from, rational(value));
    }
    return new ClockValues(this.now, origins);
  }

  changesSince(before: ClockValues): ClockChanges {
    const clocks: number[] = [];
    if (this.origins !== before.origins) {
      for (let clock = 0; clock < this.origins.length; clock++) {
        if (this.origins[clock] !== before.origins[clock]) clocks.push(clock);
      }
    }
    return { elapsed: minus(this.now, before.now), clocks, values: clocks.map((clock) => this.at(clock + 1)) };
  }

  after({ elapsed, clocks, values }: ClockChanges): ClockValues {
    const later = this.later(elapsed, null);
    if (clocks.length === 0) return later;
    const origins = this.origins.slice();
    for (const [at, clock] of clocks.entries()) origins[clock] = minus(later.now, values[at]!);
    return new ClockValues(later.now, origins);
  }
}

const known = new WeakMap<ConcreteState, ClockValues>();

export function clockValuesOf(state: ConcreteState): ClockValues {
  let values = known.get(state);
  if (values === undefined) known.set(state, (values = ClockValues.of(state.clocks)));
  return values;
}

/** The value of one clock, by its number; asking for all of them costs more. */
export function clockValue(state: ConcreteState, clock: number): Rational {
  return clockValuesOf(state).at(clock + 1);
}

export function changedClocks(before: ConcreteState, after: ConcreteState): ClockChanges {
  return clockValuesOf(after).changesSince(clockValuesOf(before));
}

export function stateAfter(before: ConcreteState, discrete: Discrete, changes: ClockChanges): ConcreteState {
  return stateWith(discrete, clockValuesOf(before).after(changes));
}

/** Plain data to everybody else: it can be copied, sent and compared like any other state. */
export function stateWith({ locations, cells }: Discrete, values: ClockValues): ConcreteState {
  let clocks: readonly Rational[] | undefined;
  const state: ConcreteState = {
    locations,
    cells,
    get clocks() {
      clocks ??= values.values();
      return clocks;
    },
  };
  known.set(state, values);
  return state;
}

/** Equal objects stay equal: clocks that were set together share one value. */
function mapped(values: readonly Rational[], by: (value: Rational) => Rational): Rational[] {
  const results = new Map<Rational, Rational>();
  return values.map((value) => {
    let result = results.get(value);
    if (result === undefined) results.set(value, (result = by(value)));
    return result;
  });
}
