// Estimates that lie, each in its own way: whatever search goes by them, by name or beside breadth-first search, no
// verdict is wrong. What they say is checked, or it is not said.

import { checkQueries, configure, soughtBy, strategies } from "@tracehound/core";
import { expectedAnswers, judge, randomTrial, SABOTEURS, sabotage } from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";

const SEARCHES: readonly ((h: string) => string)[] = [
  (h) => `greedy(${h})`,
  (h) => `astar(${h})`,
  (h) => `lazy(best(${h}))`,
  (h) => `idastar(${h})`,
  (h) => `frontier(${h})`,
  (h) => `portfolio([greedy(${h}), bfs], deterministic=true)`,
];

export const saboteurs: Claim = {
  what: "estimates that lie deceive nobody: no search by them, and no portfolio with them, gives a wrong verdict",
  seeds: 2_000,
  inTests: 0, // `test/check/evidence/saboteurs.test.ts` has the share of the tests
  async run(seed, seen) {
    const trial = randomTrial(seed);
    const expected = expectedAnswers(trial, 1_000);
    if (expected === undefined) return;
    const { network, queries } = trial;
    const asked = queries.filter((query) => soughtBy(query)?.kind === "state");
    const [name, saboteur] = Object.entries(SABOTEURS)[seed % Object.keys(SABOTEURS).length]!;
    const { count, end } = sabotage(saboteur);
    try {
      for (const search of SEARCHES) {
        const strategy = configure(strategies, search(saboteur.spec));
        if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
        const options = { strategy: strategy.value, engine: "reference" } as const;
        for (const { query, verdict } of await checkQueries({ network, options, environment }, asked)) {
          const answered = verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
          const judged = judge(expected.oracle, query, expected.answers[queries.indexOf(query)]!, answered);
          seen.count(verdict.kind === "unknown" ? `unknown: ${verdict.because}` : judged);
          if (judged === "wrong")
            seen.report(`${name}, ${search(saboteur.spec)}: ${query.text} is said to be ${verdict.kind}`);
        }
      }
    } finally {
      end();
    }
    if (count.told > 0) seen.count("networks that were lied about");
  },
};
