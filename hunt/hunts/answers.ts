// Every query through the whole of `check`, and the reachable locations and values of both engines, against the oracle.

import { type AbstractionName, checkQueries } from "@tracehound/core";
import { environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";
import { compareReached, onAnsweredTrials } from "../oracle.ts";

const ABSTRACTIONS: readonly (AbstractionName | "auto")[] = ["auto", "extra-lu", "extra-m", "alu"];

export const answers: Claim = {
  what: "answers and reached states of every abstraction are the brute-force oracle's",
  inTests: 0, // `test/engine/random-networks.test.ts` has the share of the tests
  run: onAnsweredTrials(async (trial, seen) => {
    for (const abstraction of ABSTRACTIONS) {
      const context = { network: trial.network, options: { abstraction, limits: { seconds: 20 } }, environment };
      trial.judge(abstraction, await checkQueries(context, trial.queries), seen);
      if (abstraction !== "auto" && trial.oracle.exact) compareReached(trial.network, trial.oracle, abstraction, seen);
    }
  }),
};
