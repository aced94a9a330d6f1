// Searches on disk that are killed (SIGKILL) at random moments and go on with `--resume`, again and again, or that three
// processes share (`--join`) of which any is killed and started again: the same verdict, the same length and the same
// states as one that nobody disturbed.

import { families } from "@tracehound/core";
import { type Choices, seededChoices } from "@tracehound/core/testing";
import { inFolder, runCommand } from "../command.ts";
import type { Claim, Sightings } from "../hunt.ts";

const SEARCHES = [
  "external(partitions=7, checkpoint=2000)",
  "external(distance(combine=max), partitions=4, checkpoint=1000)",
] as const;
/** Kills of one search. */
const KILLS = 5;

interface Told {
  readonly verdict: string;
  readonly trace?: { readonly steps: readonly unknown[] };
  readonly statistics: { readonly stored: number };
}

export const kills: Claim = {
  what: "searches on disk that are killed go on to the same verdict, length and states",
  seeds: 10,
  inTests: 0,
  secondsPerSeed: 600,
  async run(seed, seen) {
    const choices = seededChoices(seed);
    const correct = seed % 2 === 0;
    const { xta, queries } = families
      .find(({ name }) => name === "fischer")!
      .generate({ size: correct ? 7 : 6, variant: "", correct, seed: 1 });
    await inFolder({ "m.xta": xta, "m.q": queries[0]!.formula }, async (folder) => {
      const search = SEARCHES[(seed >> 1) % SEARCHES.length]!;
      const base = ["check", "m.xta", "m.q", "--json", "--no-why", "--search", search];
      const expected = summary((await runCommand([...base, "--disk", "whole"], folder)).out);
      if (seed % 3 === 2) {
        const isSame = (got: string): void => {
          if (got !== expected) seen.report(`${search}, joined: ${got}, undisturbed ${expected}`);
          else seen.count("the same end, joined");
        };
        await Promise.all([1, 2, 3].map(() => joinAgainAndAgain(base, folder, choices, isSame, seen)));
        return;
      }
      for (let kill = 0; ; kill++) {
        const resume = kill === 0 ? [] : ["--resume"];
        // A moment behind the start of the process, so that most of them are in the middle of the search.
        const blow = kill < KILLS ? ({ signal: "SIGKILL", after: 400 + choices.below(900) } as const) : undefined;
        const { code, out, err } = await runCommand([...base, "--disk", "work", ...resume], folder, blow);
        if (code === null) {
          seen.count("kills");
          continue;
        }
        const got = summary(out);
        if (got !== expected) seen.report(`${search}: ${got}, undisturbed ${expected}; ${err.slice(0, 200)}`);
        else seen.count("the same end");
        return;
      }
    });
  },
};

async function joinAgainAndAgain(
  base: readonly string[],
  folder: string,
  choices: Choices,
  isSame: (got: string) => void,
  seen: Sightings,
): Promise<void> {
  for (let kill = 0; ; kill++) {
    const blow = kill < KILLS ? ({ signal: "SIGKILL", after: 400 + choices.below(1500) } as const) : undefined;
    const { code, out, err } = await runCommand([...base, "--disk", "work", "--join"], folder, blow);
    if (code !== null) {
      if (out === "") seen.report(`exit code ${code}: ${err.slice(0, 300)}`);
      else isSame(summary(out));
      return;
    }
    seen.count("kills, joined");
  }
}

/**
 * A search that was killed in the middle of a level has met the same states; a found target ends it somewhere in its
 * level.
 */
function summary(out: string): string {
  const { verdict, trace, statistics } = (JSON.parse(out) as { results: Told[] }).results[0]!;
  return trace === undefined ? `${verdict}, ${statistics.stored} stored` : `${verdict}, ${trace.steps.length} steps`;
}
