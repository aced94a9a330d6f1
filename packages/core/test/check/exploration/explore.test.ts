// Exploring without a question: what the compiled engine's lanes cannot hold is explored by the reference engine.

import { expect, it } from "vitest";
import { exploreNetwork } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { load } from "../ask.ts";

it("begins again by the reference engine where clock values outgrow the lanes", async () => {
  const { network } = load(`
    clock x, y;
    process P() {
      state a, b; init a;
      trans a -> b { guard x >= 100000000; assign x = 0; }, b -> a { guard x >= 99999999 && y > 3; assign x = 0; };
    }
    system P;`);
  const { statistics, because } = await exploreNetwork(network, { abstraction: "none" }, stillEnvironment);
  expect({ engine: statistics.engine, because }).toEqual({ engine: "reference", because: undefined });
});
