// Networks that may fail, with committed broadcasts more often than not: the compiled engine meets the same faults in
// the same states as the reference engine, and goes on with the same candidates.

import { expect, test } from "vitest";
import {
  compareEngines,
  liveliest,
  type RandomFeature,
  type RandomNetwork,
  randomFaultyNetwork,
  seededChoices,
} from "../../../src/testing/index.ts";

const NETWORKS = Number(process.env.NETWORKS ?? 12);

/** The first network of a seed that has these features. */
function networkWith(seed: number, features: readonly RandomFeature[]): RandomNetwork {
  const choices = seededChoices(seed);
  const draw = (): RandomNetwork => {
    for (;;) {
      const drawn = randomFaultyNetwork(choices);
      if (features.every((feature) => drawn.features.has(feature))) return drawn;
    }
  };
  return liveliest(draw, ({ network }) => network);
}

test.each([
  ["whatever they have", []],
  ["committed locations and broadcasts", ["committedLocation", "broadcast"]],
  ["computed indices of clocks and channels", ["clockArrays", "channelArrays"]],
] as const)(
  "networks with %s",
  (_name, features) => {
    let agreed = 0;
    for (let seed = 0; seed < NETWORKS; seed++) {
      const { network } = networkWith(seed, features);
      const abstraction = (["extra-lu", "alu", "extra-m"] as const)[seed % 3]!;
      const outcome = compareEngines(network, { abstraction, subsumption: "inclusion", stepwise: seed % 2 === 0 });
      expect(outcome.kind === "different" && `seed ${seed}: ${outcome.where}`).toBe(false);
      if (outcome.kind === "agreed") agreed++;
    }
    expect(agreed).toBeGreaterThan(NETWORKS / 2);
  },
  120_000,
);
