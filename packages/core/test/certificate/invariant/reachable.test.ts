// Whatever a network reaches lies in the invariant that is made around its initial states: random networks of every
// kind, explored by the oracle, with sets for all and sets apart by location.

import { describe, expect, it } from "vitest";
import type { Network } from "../../../src/network/index.ts";
import {
  leftOutOfInvariant,
  livelyNetwork,
  randomDataModel,
  randomFaultyNetwork,
  randomFunctionModel,
  randomLocalNetwork,
  reachableStates,
  seededChoices,
} from "../../../src/testing/index.ts";
import { load } from "../../check/ask.ts";

const KINDS: Readonly<Record<string, (seed: number) => Network | undefined>> = {
  lively: (seed) => livelyNetwork(seededChoices(seed)).network,
  faulty: (seed) => randomFaultyNetwork(seededChoices(seed)).network,
  local: (seed) => randomLocalNetwork(seededChoices(seed), seed % 2 === 0),
  functions: (seed) => withFunctions(seed),
  data: (seed) => load(randomDataModel(seededChoices(seed)).text).network,
};

/** Some of these are refused by the type checker. */
function withFunctions(seed: number): Network | undefined {
  try {
    return load(randomFunctionModel(seededChoices(seed)).text).network;
  } catch {
    return undefined;
  }
}

const NETWORKS = Number(process.env.NETWORKS ?? 16);

describe("an invariant holds whatever is reached", () => {
  it.each(Object.keys(KINDS))("%s networks", (kind) => {
    let [made, all] = [0, 0];
    for (let seed = 0; seed < NETWORKS; seed++) {
      const network = KINDS[kind]!(seed);
      const graph = network && reachableStates(network);
      if (network === undefined || graph === undefined) continue;
      for (const located of [false, true]) {
        all++;
        const left = leftOutOfInvariant(network, graph, located);
        if (left === undefined) continue;
        made++;
        expect([kind, seed, located, left]).toEqual([kind, seed, located, []]);
      }
    }
    expect(made / all).toBeGreaterThan(0.9);
  });
});
