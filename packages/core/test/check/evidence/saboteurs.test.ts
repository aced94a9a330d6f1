// Ten estimates that lie: they say ∞ of states from which the target can be reached. Whatever search goes by them, by
// name or in the default, no verdict may be wrong: what they cut off is checked, and what cannot be is not said.

import { afterEach, describe, expect, it } from "vitest";
import { checkQueries, defaultStrategy, type Strategy, strategies } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { Network, Query } from "../../../src/network/index.ts";
import { configure } from "../../../src/spec/index.ts";
import {
  livelyNetwork,
  type Oracle,
  oracleWithin,
  randomQueries,
  SABOTEURS,
  type Saboteur,
  sabotage,
  seededChoices,
} from "../../../src/testing/index.ts";

/** Searches that drop states of ∞, each in its own way. */
const SEARCHES: readonly ((h: string) => string)[] = [
  (h) => `greedy(${h})`,
  (h) => `astar(${h})`,
  (h) => `lazy(best(${h}))`,
  (h) => `idastar(${h})`,
  (h) => `bnb(${h})`,
  (h) => `frontier(${h})`,
  (h) => `sma(${h})`,
  (h) => `eager(context(best(${h})))`,
];

let restore: (() => void) | undefined;
afterEach(() => restore?.());

function lieBy(saboteur: Saboteur): { readonly told: number } {
  const { count, end } = sabotage(saboteur);
  restore = end;
  return count;
}

interface Trial {
  readonly network: Network;
  readonly queries: readonly Query[];
  readonly oracle: Oracle;
}

function* trialsFrom(from: number, count: number): Generator<Trial> {
  for (let seed = from, left = count; left > 0; seed++) {
    const { network } = livelyNetwork(seededChoices(seed));
    const asked = randomQueries(network, seededChoices(seed + 7_000));
    const queries = asked.filter(({ kind }) => kind === "E<>" || kind === "A[]");
    const oracle = oracleWithin(network, queries, 1_000);
    if (oracle?.exact !== true) continue;
    left--;
    yield { network, queries, oracle };
  }
}

async function wrongAnswers({ network, queries, oracle }: Trial, strategy: Strategy | ((query: Query) => Strategy)) {
  const results = await checkQueries(
    { network, options: { strategy, engine: "reference" }, environment: stillEnvironment },
    queries,
  );
  const tell = { wrong: [] as string[], refused: 0 };
  for (const { query, verdict, statistics } of results) {
    if (verdict.kind === "unknown") {
      if (verdict.because === "estimate") tell.refused++;
      if (verdict.because === "estimate") expect(statistics.deadEnds?.trusted).toBeGreaterThan(0);
      continue;
    }
    if ((verdict.kind === "satisfied") !== oracle.answer(query)) tell.wrong.push(`${query.text}: ${verdict.kind}`);
  }
  return tell;
}

const NETWORKS = Number(process.env.NETWORKS ?? 4);

/** All saboteurs lie about the same networks, so the oracle is asked about each once. */
const known = new Map<number, readonly Trial[]>();
function trials(from: number): readonly Trial[] {
  const found = known.get(from) ?? [...trialsFrom(from, NETWORKS)];
  known.set(from, found);
  return found;
}

describe.each(Object.entries(SABOTEURS))("%s", (_, saboteur) => {
  it("deceives no search that is named", async () => {
    const lies = lieBy(saboteur);
    let refused = 0;
    for (const [index, trial] of trials(100).entries()) {
      // Each network by every second search, in turn.
      const half = index % 2;
      for (const search of SEARCHES.filter((_search, at) => at % 2 === half)) {
        const strategy = configure(strategies, search(saboteur.spec));
        if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
        const answers = await wrongAnswers(trial, strategy.value);
        expect([search(saboteur.spec), answers.wrong]).toEqual([search(saboteur.spec), []]);
        refused += answers.refused;
      }
    }
    expect(lies.told).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });

  it("does not deceive the default", async () => {
    const lies = lieBy(saboteur);
    for (const trial of trials(300)) {
      // As it is without a breadth-first search that answers small models at once.
      const directed = `portfolio([greedy(${saboteur.spec}), bfs], deterministic=true)`;
      const strategy = configure(strategies, directed);
      if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
      for (const one of [strategy.value, defaultStrategy()]) {
        expect((await wrongAnswers(trial, one)).wrong).toEqual([]);
      }
    }
    expect(lies.told).toBeGreaterThan(0);
  });
});
