// The compiled engine against its oracle on random networks over the whole language. `npm run hunt -- engines-agree`
// runs thousands.

import { describe, expect, it } from "vitest";
import { compareOnRandomNetwork, ENGINE_COMPARISONS } from "../../../src/testing/index.ts";

const NETWORKS = 20;

describe.each(ENGINE_COMPARISONS)("compiled and reference engine agree, $name", (comparison) => {
  it(`on ${NETWORKS} random networks`, () => {
    let compared = 0;
    for (let seed = 0; seed < NETWORKS; seed++) {
      const outcome = compareOnRandomNetwork(seed, comparison);
      if (outcome.kind !== "unsupported") compared++;
      if (outcome.kind === "different") expect.fail(`seed ${seed}: ${outcome.where}`);
    }
    expect(compared).toBeGreaterThan(NETWORKS / 4);
  });
});
