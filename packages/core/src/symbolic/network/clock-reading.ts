// How clocks are read where they are whole numbers: constraints and assignments on values that go no further than can
// be told apart. Strict bounds are kept as they are (`literal`: every run is a run of the model) or closed (`closed`:
// every run of the model is one).

import type { Constraints } from "../../semantics/semantics.ts";

export type StrictSide = "literal" | "closed";

export interface ClockReading {
  readonly side: StrictSide;
  /** What a step of time is in the model: it divides whatever clocks are compared with and set to. */
  readonly unit: number;
  /** The largest value of each clock that is told apart; −1: it is not read. */
  readonly reach: readonly number[];
  /** Is the clock read before it is set again, from this location of its process on? */
  isActive(clock: number, process: number, location: number): boolean;
  /** The process whose location says whether a clock is active; −1: it always is. */
  readonly owner: readonly number[];
}

export const NO_CLOCKS: ClockReading = { side: "literal", unit: 1, reach: [], isActive: () => true, owner: [] };

export function holds(constraints: Constraints, clocks: ArrayLike<number>, { side, unit }: ClockReading): boolean {
  for (const { left, right, value, strict } of constraints) {
    const difference = (left === 0 ? 0 : clocks[left - 1]!) - (right === 0 ? 0 : clocks[right - 1]!);
    const bound = value / unit;
    if (strict && side === "literal" ? difference >= bound : difference > bound) return false;
  }
  return true;
}
