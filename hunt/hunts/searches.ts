// The answers of every search that the registries show, through the whole of `check`, against the oracle; and traces
// that are promised to be shortest against each other.

import { checkQueries, configure, presets, strategies } from "@tracehound/core";
import { environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";
import { onAnsweredTrials } from "../oracle.ts";
import { SPECS } from "../specs.ts";

/** Networks take turns at the searches: so many for each. */
const PER_SEED = 6;

export const searches: Claim = {
  what: "every search answers as the brute-force oracle does, and shortest traces are equally long",
  inTests: 0, // `test/search/contracts.test.ts` has the share of the tests
  run: onAnsweredTrials(async (trial, seen, seed) => {
    const shortest = new Map<number, number>();
    for (let turn = 0; turn < PER_SEED; turn++) {
      const spec = SPECS[(seed * PER_SEED + turn) % SPECS.length]!;
      const config = configure(strategies, spec, { presets });
      if (!config.ok) {
        seen.report(`${spec}: ${config.diagnostics[0]!.message}`);
        continue;
      }
      const strategy = config.value;
      // Walks never end where there is nothing to be found.
      const options = { strategy, limits: { seconds: strategy.kind === "walk" ? 0.2 : 5 } };
      const results = await checkQueries({ network: trial.network, options, environment }, trial.queries);
      trial.judge(spec, results, seen);
      if (strategy.kind !== "search" || strategy.config.promise !== "shortest") continue;
      for (const [k, { query, verdict }] of results.entries()) {
        if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") continue;
        if (query.kind !== "E<>" && query.kind !== "A[]") continue;
        const length = verdict.evidence.trace.steps.length;
        const known = shortest.get(k) ?? length;
        shortest.set(k, Math.min(known, length));
        // A bound leaves traces out; what is found within it is as short as any.
        if (known !== length) seen.report(`${spec}, query ${k}: a trace of ${length} steps, another has ${known}`);
      }
    }
  }),
};
