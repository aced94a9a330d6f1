// The answers of every search that the registries show, through the whole of `check`, against the oracle; and traces that
// are promised to be shortest against each other.

import { checkQueries, configure, presets, strategies } from "@tracehound/core";
import { expectedAnswers, judge, randomTrial } from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Hunt } from "../hunt.ts";
import { SPECS } from "../specs.ts";

/** Networks take turns at the searches: so many for each. */
const PER_SEED = 6;

export const searches: Hunt = {
  name: "searches",
  what: "every search answers as the brute-force oracle does, and shortest traces are equally long",
  seeds: 20_000,
  inTests: 10,
  async run(seed, seen) {
    const trial = randomTrial(seed);
    const expected = expectedAnswers(trial);
    if (expected === undefined) {
      seen.count("too large for the oracle");
      return;
    }
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
      for (const [k, { query, verdict }] of results.entries()) {
        const answered = verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
        const judgement = judge(expected.oracle, query, expected.answers[k]!, answered);
        seen.count(judgement);
        if (judgement === "wrong") seen.report(`${spec}, query ${k} (${query.kind}): ${verdict.kind}`);
        if (strategy.kind !== "search" || strategy.config.promise !== "shortest") continue;
        if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") continue;
        if (query.kind !== "E<>" && query.kind !== "A[]") continue;
        const length = verdict.evidence.trace.steps.length;
        const known = shortest.get(k) ?? length;
        shortest.set(k, Math.min(known, length));
        // A bound leaves traces out; what is found within it is as short as any.
        if (known !== length) seen.report(`${spec}, query ${k}: a trace of ${length} steps, another has ${known}`);
      }
    }
  },
};
