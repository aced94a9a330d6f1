// Clocks as whole numbers, against zones: no state too many with strict bounds as they are, none too few with closed
// ones, the same without; and answers that say no more than that. The hunt `digital-clocks` has many more networks.

import { describe, expect, it } from "vitest";
import { configure, exploreSets, strategies } from "../../src/index.ts";
import { stillEnvironment as environment } from "../../src/limits/index.ts";
import type { Network } from "../../src/network/index.ts";
import { seededChoices } from "../../src/testing/choices.ts";
import { onWholeNumbers } from "../../src/testing/fit-networks.ts";
import { randomNetwork } from "../../src/testing/random-network.ts";
import { digitalClaims } from "../../src/testing/symbolic-claims.ts";
import { verdict } from "../check/ask.ts";
import { familyModel } from "./family-model.ts";

function by(spec: string) {
  const strategy = configure(strategies, spec, { seed: 1 });
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return { strategy: strategy.value };
}

/** From a to b under a guard. */
const guarded = (guard: string): string =>
  `clock x; process P() { state a, b; init a; trans a -> b { guard ${guard}; }; } system P;`;

describe("clocks as whole numbers", () => {
  it("reach what zones reach, or say on which side they are", () => {
    let compared = 0;
    for (let seed = 0; seed < 12; seed++) {
      const claims = digitalClaims(onWholeNumbers(randomNetwork(seededChoices(seed)).network), 60);
      if (typeof claims !== "object") continue;
      compared++;
      expect(claims.wrong, `seed ${seed}`).toEqual([]);
    }
    expect(compared).toBeGreaterThan(5);
  });

  it("prove nothing by finer steps: with two clocks, thirds of a unit miss a run that quarters have", async () => {
    // Each clock has to leave room for a step on both sides: 0, then between, then the unit is full.
    const parts = (s: number): string => `clock x, y; process P() {
      state a { x <= ${s} }, b { x <= ${s} }, c { x <= ${s} && y <= ${s} }, d { y <= ${s} }, e; init a;
      trans a -> a { guard x == 1; },
        a -> b { guard x > 0 && x < ${s}; assign y = 0; },
        b -> c { guard y > 0 && x < ${s}; },
        c -> d { guard x == ${s} && y < ${s}; assign x = 0; },
        d -> e { guard x > 0 && y < ${s}; }; } system P;`;
    const verdicts = [3, 4].map((s) => verdict(parts(s), "E<> P.e", by("saturate()")));
    expect(await Promise.all(verdicts)).toEqual(["unknown: incomplete-search", "satisfied"]);
    expect(await verdict(parts(3), "E<> P.e")).toBe("satisfied");
  });

  it("count discrete states as zones do", async () => {
    const counted = async (network: Network) => (await exploreSets(network, {}, environment)).symbolic;
    expect(await counted(familyModel("fischer", 6))).toMatchObject({ discrete: "16320", side: "exact" });
    expect(await counted(familyModel("gossip", 4))).toMatchObject({ discrete: "1498" });
    expect(await counted(familyModel("mutex", 1))).toMatchObject({ discrete: "2820", side: "literal" });
  });

  it("prove with closed bounds, find with strict ones, and say nothing in between", async () => {
    for (const spec of ["saturate()", "symbolic()"]) {
      const asked = (guard: string): Promise<string> => verdict(guarded(guard), "E<> P.b", by(spec));
      expect(await asked("x > 1 && x < 3")).toBe("satisfied");
      expect(await asked("x > 3 && x <= 2")).toBe("violated");
      expect(await asked("x >= 2 && x <= 1")).toBe("violated");
      // Only between whole moments: literally impossible, closed possible.
      expect(await asked("x > 0 && x < 1")).toBe("unknown: incomplete-search");
      // Never; but closing says too much.
      expect(await asked("x > 2 && x < 2")).toBe("unknown: incomplete-search");
    }
  });
});
