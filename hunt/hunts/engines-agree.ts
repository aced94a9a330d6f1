// Candidates, transitions, ids, zones byte by byte, targets, parents and faults of the two engines.

import { compareOnRandomNetwork, ENGINE_COMPARISONS } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

export const enginesAgree: Claim = {
  what: "the compiled engine does what the reference engine does, state by state",
  inTests: 0, // `test/engine/compiled/agreement.test.ts` has the share of the tests
  run(seed, seen) {
    // Networks take turns at the ways to use the seam.
    const comparison = ENGINE_COMPARISONS[seed % ENGINE_COMPARISONS.length]!;
    const outcome = compareOnRandomNetwork(seed, comparison);
    seen.count(outcome.kind);
    if (outcome.kind === "agreed") seen.count("states", outcome.states);
    if (outcome.kind === "different") seen.report(`${comparison.name}: ${outcome.where}`);
  },
};
