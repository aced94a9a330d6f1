// Every query through the whole of `check`, and the reachable locations and values of both engines, against the oracle.

import { type AbstractionName, checkQueries } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  expectedAnswers,
  judge,
  type Oracle,
  randomTrial,
  reachedDiscrete,
  type Trial,
} from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Hunt, Sightings } from "../hunt.ts";

const ABSTRACTIONS: readonly (AbstractionName | "auto")[] = ["auto", "extra-lu", "extra-m", "alu"];

export const answers: Hunt = {
  name: "answers",
  what: "answers and reached states of every abstraction are the brute-force oracle's",
  seeds: 20_000,
  inTests: 12,
  async run(seed, seen) {
    const trial = randomTrial(seed);
    const expected = expectedAnswers(trial);
    if (expected === undefined) {
      seen.count("too large for the oracle");
      return;
    }
    for (const abstraction of ABSTRACTIONS) {
      const context = { network: trial.network, options: { abstraction, limits: { seconds: 20 } }, environment };
      for (const [k, { query, verdict }] of (await checkQueries(context, trial.queries)).entries()) {
        const answered = verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
        const judgement = judge(expected.oracle, query, expected.answers[k]!, answered);
        seen.count(judgement);
        if (judgement === "wrong") seen.report(`${abstraction}, query ${k} (${query.kind}): ${verdict.kind}`);
      }
      if (abstraction !== "auto" && expected.oracle.exact) explore(trial, expected.oracle, abstraction, seen);
    }
  },
};

/** Both engines, where the compiled one covers the network. */
function explore(trial: Trial, oracle: Oracle, abstraction: AbstractionName, seen: Sightings): void {
  const chosen = chooseAbstraction(trial.network, [], abstraction);
  if (!chosen.ok) return;
  const { bounds } = chosen.value;
  const setup = { targets: [], abstraction, subsumption: "inclusion" } as const;
  const reference = createReferenceEngine(trial.network, { ...setup, bounds: boundsByVector(bounds) });
  const compiled = createCompiledEngine(trial.network, { ...setup, bounds });
  const states = oracle.discreteStates();
  for (const engine of "unsupported" in compiled ? [reference] : [reference, compiled]) {
    const reached = reachedDiscrete(engine);
    if (reached === undefined) continue;
    seen.count(`explored by the ${engine.name} engine`);
    if (reached.size === states.size && [...reached].every((state) => states.has(state))) continue;
    seen.report(`${engine.name}, ${abstraction}: reaches ${reached.size} discrete states, not ${states.size}`);
  }
}
