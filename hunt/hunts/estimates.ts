// What estimates claim, for every example of every heuristic, against the true distances of a random network.

import { configure, heuristics } from "@tracehound/core";
import { brokenClaims, estimateTrial } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

export const estimates: Claim = {
  what: "estimates are safe, admissible and consistent where they say so",
  inTests: 6,
  run(seed, seen) {
    const trial = estimateTrial(seed);
    if (trial === undefined) {
      seen.count("too large for the oracle");
      return;
    }
    for (const example of heuristics.components.flatMap(({ examples = [] }) => examples)) {
      const config = configure(heuristics, example);
      if (!config.ok) {
        seen.report(`${example}: ${config.diagnostics[0]!.message}`);
        continue;
      }
      if (config.value.refusal?.(trial.problem) !== undefined) continue;
      seen.count("estimated states", trial.graph.states.length);
      for (const sentence of brokenClaims(config.value, trial)) seen.report(`${example}: ${sentence}`);
    }
  },
};
