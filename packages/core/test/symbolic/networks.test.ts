// Networks as relations, against the states that the reference engine reaches; the hunt `diagrams` has many more.

import { describe, expect, it } from "vitest";
import { seededChoices } from "../../src/testing/choices.ts";
import { untimed } from "../../src/testing/fit-networks.ts";
import { randomFaultyNetwork, randomNetwork } from "../../src/testing/random-network.ts";
import { symbolicClaims } from "../../src/testing/symbolic-claims.ts";
import { talkativeNetwork } from "../../src/testing/talkative-network.ts";

const MOST = 80;

describe("networks as decision diagrams", () => {
  const sources = {
    "talkative networks": (seed: number) => talkativeNetwork(seededChoices(seed)).network,
    "networks with everything": (seed: number) => untimed(randomNetwork(seededChoices(seed)).network),
    "networks that fail": (seed: number) => untimed(randomFaultyNetwork(seededChoices(seed)).network),
  };
  for (const [name, draw] of Object.entries(sources)) {
    it(`reach the states of ${name}`, () => {
      const refused = new Map<string, number>();
      let compared = 0;
      // 510: one who may join a broadcast stays where its invariant forbids what another one writes. 2498: an invariant
      // asks for what a temporary is after the step, not for what an update of the step left in it.
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 510, 2498]) {
        const claims = symbolicClaims(draw(seed), MOST);
        if (claims === undefined) continue;
        if (typeof claims === "string") refused.set(claims, (refused.get(claims) ?? 0) + 1);
        else {
          compared++;
          expect(claims.wrong, `seed ${seed}`).toEqual([]);
        }
      }
      expect(compared, JSON.stringify([...refused])).toBeGreaterThan(2);
    });
  }
});
