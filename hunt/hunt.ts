// A hunt tries one claim on random inputs, one seed at a time, and looks for the input that breaks it. A seed decides
// everything: the same seed gives the same trial on every machine, in `npm test` (a fixed short share) and in
// `npm run hunt` (as many as one has time for).

export interface Claim {
  /** In one sentence. */
  readonly what: string;
  /** How many seeds a whole hunt takes, counted from 0; twenty thousand unless told otherwise. */
  readonly seeds?: number;
  /** The share that `npm test` runs: so many seeds from 0, a few seconds in all; 0 where a seed runs tests itself. */
  readonly inTests: number;
  /** A trial that takes more seconds of processor time than this counts as one that did not end (60 by default). */
  readonly secondsPerSeed?: number;
  /** One trial; what it sees goes into `seen`. */
  run(seed: number, seen: Sightings): void | Promise<void>;
}

/** A claim under the name by which it is hunted. */
export interface Hunt extends Claim {
  readonly name: string;
}

const USUAL_SEEDS = 20_000;

export const seedsOf = ({ seeds = USUAL_SEEDS }: Hunt): number => seeds;

export interface Outcome {
  /** What was seen, summed over all seeds in the report: `{ agreed: 1, states: 120 }`. */
  readonly counts: Readonly<Record<string, number>>;
  /** A sentence for everything that contradicts the claim; none where the claim held. */
  readonly wrong: readonly string[];
}

/** Collects what a trial sees. */
export class Sightings implements Outcome {
  readonly counts: Record<string, number> = {};
  readonly wrong: string[] = [];

  count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  report(sentence: string): void {
    this.wrong.push(sentence);
  }
}

/** The trial of one seed. */
export async function trial(hunt: Claim, seed: number): Promise<Outcome> {
  const seen = new Sightings();
  await hunt.run(seed, seen);
  return seen;
}
