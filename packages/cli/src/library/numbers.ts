// What is known of a number that a question asks for, and the curves of random runs, as plain data: what `--json`
// prints.

export interface Quantity {
  readonly kind: "probability" | "expectation" | "reward" | "value";
  readonly estimate?: number;
  readonly lower?: number;
  readonly upper?: number;
  /** The value as a fraction or decimal, where it is known exactly. */
  readonly exact?: string;
  /** How sure it is that the interval holds the value, where runs were sampled. */
  readonly confidence?: number;
  readonly runs?: number;
  /** Does the interval hold the value for certain? */
  readonly proven: boolean;
}

/** One run of `simulate`: moments, and the values of every expression there; between two moments lines are straight. */
export interface Curves {
  readonly run: number;
  readonly time: readonly number[];
  readonly values: Readonly<Record<string, readonly number[]>>;
}
