// Timed runs, as plain data: what `--json` prints and docs/trace-format.md describes.

export interface RunStep {
  /** Time that passes first: a number, or an exact fraction as text (`"7/2"`). */
  readonly delay: number | string;
  readonly edges: readonly {
    readonly process: string;
    readonly edge: number;
    readonly select: Readonly<Record<string, number>>;
  }[];
}

export interface Run {
  /** How many steps it takes. */
  readonly length: number;
  readonly steps: readonly RunStep[];
  /** Of a run that goes on for ever: where it begins to repeat. */
  readonly loopStart?: number;
  /** A line per step, for people. */
  readonly story: string;
}
