// Decision diagrams against the reference engine: random networks without time, some of which fail, and what chaining,
// saturation and layers reach of them, with relations made or learnt, in any order, collected after every node; and
// networks with time, where strict bounds on whole numbers reach no more than zones do, and closed ones no less.

import {
  digitalClaims,
  onWholeNumbers,
  randomFaultyNetwork,
  randomNetwork,
  seededChoices,
  symbolicClaims,
  talkativeNetwork,
  untimed,
} from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

/** Networks with more states are left to others. */
const MOST_STATES = 400;

export const diagrams: Claim = {
  what: "decision diagrams reach what the reference engine reaches, however they go about it",
  seeds: 10_000,
  inTests: 6,
  run(seed, seen) {
    const choices = seededChoices(seed);
    const drawn =
      seed % 3 === 0
        ? talkativeNetwork(choices).network
        : untimed((seed % 3 === 1 ? randomNetwork : randomFaultyNetwork)(choices).network);
    tell(symbolicClaims(drawn, MOST_STATES), seen);
    return Promise.resolve();
  },
};

export const digitalClocks: Claim = {
  what: "clocks as whole numbers: kept strict bounds reach at most what zones reach, closed ones at least that",
  seeds: 5_000,
  inTests: 6,
  run(seed, seen) {
    const drawn = randomNetwork(seededChoices(seed)).network;
    // Those that are refused are a few only.
    tell(digitalClaims(seed % 16 === 0 ? drawn : onWholeNumbers(drawn), MOST_STATES), seen);
    return Promise.resolve();
  },
};

function tell(claims: ReturnType<typeof symbolicClaims>, seen: Parameters<Claim["run"]>[1]): void {
  if (claims === undefined) seen.count("too large");
  else if (typeof claims === "string") seen.count(`refused: ${claims}`);
  else {
    seen.count("compared");
    if (claims.failing) seen.count("may fail");
    for (const wrong of claims.wrong) seen.report(wrong);
  }
}
