// Networks with clock constants up to 2^29: the same network with small ones says what is right. With all its constants
// multiplied, a network has the same states; whole checks divide by the common divisor again, engines that are asked
// directly do not, so that both ways are tried. Beyond the limit nothing may be said but that it is not supported.

import { type AbstractionName, checkQueries, configure, strategies } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  enlarged,
  expectedAnswers,
  judge,
  largestClockConstant,
  type Oracle,
  randomTrial,
  reachedDiscrete,
  type Trial,
} from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";

const LIMIT = 2 ** 29;
const SEARCHES = ["bfs", "greedy(hU())", "walk(depth=64)"];

export const largeConstants: Claim = {
  what: "clock constants up to 2^29 are answered like small ones by engines, searches and walks; larger ones by nobody",
  inTests: 8,
  async run(seed, seen) {
    const trial = randomTrial(seed);
    const most = largestClockConstant(trial.network, trial.queries);
    const expected = most === 0 ? undefined : expectedAnswers(trial);
    if (expected === undefined) {
      seen.count(most === 0 ? "without clocks" : "too large for the oracle");
      return;
    }
    // Just below 2^29, around 2^28, and odd numbers in between.
    const factor = Math.max(
      1,
      [Math.floor((LIMIT - 1) / most), Math.ceil(2 ** 28 / most), 99_999_989 % LIMIT][seed % 3]!,
    );
    const by = Math.min(factor, Math.floor((LIMIT - 1) / most));
    await answer({ ...trial, ...scaled(trial, by) }, expected, seen);
    if (expected.oracle.exact) explore({ ...trial, ...scaled(trial, by) }, expected.oracle, seen);
    if (seed % 4 === 0) await refuse({ ...trial, ...scaled(trial, Math.ceil(LIMIT / most)) }, seen);
  },
};

const scaled = ({ network, queries }: Trial, by: number): Pick<Trial, "network" | "queries"> => ({
  network: enlarged(network, by),
  queries: enlarged(queries, by),
});

function strategyOf(search: string) {
  const strategy = configure(strategies, search, { seed: 1 });
  if (!strategy.ok) throw new Error(`${search}: ${strategy.diagnostics[0]!.message}`);
  return strategy.value;
}

async function answer(
  trial: Trial,
  { oracle, answers }: { readonly oracle: Oracle; readonly answers: readonly boolean[] },
  seen: Sightings,
): Promise<void> {
  for (const search of SEARCHES) {
    const limits = { seconds: search.startsWith("walk") ? 0.05 : 10 };
    const options = { strategy: strategyOf(search), limits };
    const results = await checkQueries({ network: trial.network, options, environment }, trial.queries);
    for (const [k, { query, verdict }] of results.entries()) {
      const answered = verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
      const judgement = judge(oracle, query, answers[k]!, answered);
      seen.count(verdict.kind === "unknown" ? `unknown: ${verdict.because}` : judgement);
      if (judgement === "wrong") seen.report(`${search}, query ${k} (${query.kind}): ${verdict.kind}`);
    }
  }
}

/** Engines on the large network itself reach what the small one reaches, or refuse. */
function explore({ network }: Trial, oracle: Oracle, seen: Sightings): void {
  const states = oracle.discreteStates();
  for (const abstraction of ["extra-lu", "alu"] satisfies AbstractionName[]) {
    const chosen = chooseAbstraction(network, [], abstraction);
    if (!chosen.ok) continue;
    const { bounds } = chosen.value;
    const setup = { targets: [], abstraction, subsumption: "inclusion" } as const;
    const reference = createReferenceEngine(network, { ...setup, bounds: boundsByVector(bounds) });
    const compiled = createCompiledEngine(network, { ...setup, bounds });
    for (const engine of "unsupported" in compiled ? [reference] : [reference, compiled]) {
      let reached: ReadonlySet<string> | undefined;
      try {
        reached = reachedDiscrete(engine);
      } catch (error) {
        if (!(error instanceof RangeError && error.name === "BoundOverflow")) throw error;
        seen.count(`${engine.name}: sums beyond 2^30 refused`);
        continue;
      }
      if (reached === undefined || engine.faults.length > 0) continue;
      seen.count(`explored by the ${engine.name} engine`);
      if (reached.size === states.size && [...reached].every((state) => states.has(state))) continue;
      seen.report(`${engine.name}, ${abstraction}: reaches ${reached.size} discrete states, not ${states.size}`);
    }
  }
}

async function refuse({ network, queries }: Trial, seen: Sightings): Promise<void> {
  for (const search of SEARCHES) {
    const options = { strategy: strategyOf(search), limits: { seconds: 0.5 } };
    for (const { query, verdict } of await checkQueries({ network, options, environment }, queries)) {
      const isRefused = verdict.kind === "unknown" && verdict.because === "not-supported";
      seen.count(isRefused ? "beyond the limit: not supported" : "beyond the limit: not met");
      // A computed bound need not be met; then everything is as with small ones, and nothing is claimed here.
      if (verdict.kind === "unknown" && !isRefused && verdict.because === "model-fault") {
        seen.report(`beyond the limit, ${search} (${query.kind}): ${verdict.because}`);
      }
    }
  }
}
