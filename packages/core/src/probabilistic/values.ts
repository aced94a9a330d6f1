// What a property is in every state: a truth, or a number with the interval in which it lies for certain. A comparison
// that neither intervals nor fractions decide is left open, and whoever needs it learns of both bounds.

import type { ExactValues } from "./exact/index.ts";
import type { StateSet, ValueInterval } from "./model.ts";

export type Values =
  | { readonly kind: "truths"; readonly holds: StateSet; readonly open: StateSet; readonly measured?: Measured }
  | { readonly kind: "numbers"; readonly interval: ValueInterval; readonly measured?: Measured };

/** Where the numbers come from: what an operator computed before it compared. */
export interface Measured {
  readonly of: "probability" | "reward" | "value";
  readonly interval: ValueInterval;
  readonly estimate: Float64Array;
  readonly proven: boolean;
  readonly scheduler?: Int32Array;
  /** What the graph knows without numbers, of probabilities: where they are above 0, and where below 1. */
  readonly isPositive?: () => StateSet;
  readonly isBelowOne?: () => StateSet;
  /** Behind a comparison with 0 or 1 that the graph decided: in which states the value is not at that end. */
  readonly inside?: { readonly end: number; readonly states: StateSet };
  /** The same as fractions, which are dear: where the graph is small. */
  readonly exact?: () => ExactValues | undefined;
}

/** An inner comparison is not decided: its value and its bound are too close. */
export class Undecided extends Error {
  readonly measured: Measured;
  readonly state: number;

  constructor(measured: Measured, state: number) {
    super("a bound lies inside of the interval of its value");
    this.measured = measured;
    this.state = state;
  }
}

/** What nothing here computes; refused by name. */
export class UnsupportedProperty extends Error {}
