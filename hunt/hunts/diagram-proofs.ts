// Diagrams as proofs on random networks, with and without time: what a search makes is accepted, and nothing that
// leaves out a state that can be reached.

import {
  diagramProofClaims,
  randomFaultyNetwork,
  randomNetwork,
  seededChoices,
  talkativeNetwork,
  untimed,
} from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

const MOST_STATES = 300;

export const diagramProofs: Claim = {
  what: "diagrams are accepted as proofs where a search made them, and not where a state that can be reached is missing",
  inTests: 5,
  run(seed, seen) {
    const choices = seededChoices(seed);
    const drawn = [
      () => talkativeNetwork(choices).network,
      () => untimed(randomNetwork(choices).network),
      () => untimed(randomFaultyNetwork(choices).network),
      () => randomNetwork(choices).network,
    ][seed % 4]!();
    const claims = diagramProofClaims(drawn, MOST_STATES, choices);
    if (claims === undefined) seen.count("too large");
    else if (typeof claims === "string") seen.count(`not for diagrams: ${claims}`);
    else {
      seen.count(claims.refused === undefined ? "accepted" : `refused: ${claims.refused.split(":")[0]}`);
      seen.count("damaged: found", claims.found);
      seen.count("damaged: still a proof", claims.harmless);
      for (const wrong of claims.wrong) seen.report(wrong);
    }
    return Promise.resolve();
  },
};
