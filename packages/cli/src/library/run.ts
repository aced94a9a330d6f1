// Timed runs, as plain data: what `--json` prints and docs/trace-format.md describes, with the channel of every step.
// Values of clocks and delays are numbers, or exact fractions as text (`"7/2"`).

export interface State {
  readonly locations: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, number>>;
  readonly clocks: Readonly<Record<string, number | string>>;
}

export interface RunStep {
  /** Time that passes first. */
  readonly delay: number | string;
  /** Time since the beginning when the step is taken. */
  readonly time: number | string;
  /** What its edges synchronise on, where they do. */
  readonly channel?: string;
  /** Who takes part, the sender first. */
  readonly edges: readonly {
    readonly process: string;
    /** Number of the edge in its process, from 0. */
    readonly edge: number;
    /** The values of its selections, in their order. */
    readonly select: readonly number[];
    readonly from: string;
    readonly to: string;
    /** Its synchronisation, or its name: `go!` */
    readonly label?: string;
  }[];
  /** What the step changes: locations, variables, and clocks that it sets. */
  readonly changes: Partial<State>;
  /** The whole state behind the step, where `states` asks for it. */
  readonly state?: State;
}

export interface Run {
  /** How many steps it takes. */
  readonly length: number;
  /** How long it takes, `finalDelay` included. */
  readonly duration: number | string;
  readonly initial: State;
  readonly steps: readonly RunStep[];
  /** Time that passes behind the last step. */
  readonly finalDelay: number | string;
  /** How it ends: at a target, in a deadlock, in a loop, … */
  readonly end: string;
  /** Of a run that goes on for ever: where it begins to repeat. */
  readonly loopStart?: number;
  /** Of a run that was drawn at random: its number and seed; `inexact`: why it was not replayed. */
  readonly sampled?: { readonly run: number; readonly seed: number; readonly inexact?: string };
  /** A line per step, for people. */
  readonly story: string;
}
