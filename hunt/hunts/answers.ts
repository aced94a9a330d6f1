// Every query through the whole of `check`, and the reachable locations and values of both engines, against the oracle.

import { type AbstractionName, checkQueries } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  reachedDiscrete,
} from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { type AnsweredTrial, onAnsweredTrials } from "../oracle.ts";

const ABSTRACTIONS: readonly (AbstractionName | "auto")[] = ["auto", "extra-lu", "extra-m", "alu"];

export const answers: Claim = {
  what: "answers and reached states of every abstraction are the brute-force oracle's",
  inTests: 12,
  run: onAnsweredTrials(async (trial, seen) => {
    for (const abstraction of ABSTRACTIONS) {
      const context = { network: trial.network, options: { abstraction, limits: { seconds: 20 } }, environment };
      trial.judge(abstraction, await checkQueries(context, trial.queries), seen);
      if (abstraction !== "auto" && trial.oracle.exact) explore(trial, abstraction, seen);
    }
  }),
};

/** Both engines, where the compiled one covers the network. */
function explore({ network, oracle }: AnsweredTrial, abstraction: AbstractionName, seen: Sightings): void {
  const chosen = chooseAbstraction(network, [], abstraction);
  if (!chosen.ok) return;
  const { bounds } = chosen.value;
  const setup = { targets: [], abstraction, subsumption: "inclusion" } as const;
  const reference = createReferenceEngine(network, { ...setup, bounds: boundsByVector(bounds) });
  const compiled = createCompiledEngine(network, { ...setup, bounds });
  const states = oracle.discreteStates();
  for (const engine of "unsupported" in compiled ? [reference] : [reference, compiled]) {
    const reached = reachedDiscrete(engine);
    if (reached === undefined) continue;
    seen.count(`explored by the ${engine.name} engine`);
    if (reached.size === states.size && [...reached].every((state) => states.has(state))) continue;
    seen.report(`${engine.name}, ${abstraction}: reaches ${reached.size} discrete states, not ${states.size}`);
  }
}
