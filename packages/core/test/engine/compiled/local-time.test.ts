// Local time in the compiled engine where random networks do not lead: matrices with more rows than are unrolled,
// processes that share one process' attention, and faults of the model, of which only those count that a run meets.

import { describe, expect, it } from "vitest";
import { chooseAbstraction, createCompiledEngine } from "../../../src/engine/index.ts";
import { families } from "../../../src/families/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import type { Network } from "../../../src/network/index.ts";
import { compareEngines, reachedDiscrete } from "../../../src/testing/index.ts";

function load(xta: string): Network {
  const { network, diagnostics } = loadModel({ name: "model.xta", content: xta }, { lints: false });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return network;
}

describe("compiled and reference engine agree in local time", () => {
  it.each([
    ["fddi", 4],
    ["fddi", 9],
    ["milner", 5],
    ["milner", 12],
  ] as const)("on %s with %i", (name, size) => {
    const family = families.find((one) => one.name === name)!;
    const variant = family.variants[0]?.name ?? "";
    const network = load(family.generate({ size, variant, correct: true, seed: 1 }).xta);
    for (const stepwise of [true, false]) {
      const outcome = compareEngines(network, {
        abstraction: "local-time",
        subsumption: "inclusion",
        stepwise,
        limit: 60,
      });
      expect(outcome).toMatchObject({ kind: "agreed" });
    }
  });
});

/** Q cannot be in b at the moment when P counts the third time: that fault lies on no run, and P goes on to c. */
const spurious = (patience: number) => `
chan never;
process Q() { clock y; state a { y <= ${patience} }, b; init a; trans a -> b { guard y >= 1; sync never!; }; }
process P() { clock x; int[0,2] n = 0; state a, b, c; init a;
  trans a -> a { guard x >= 1 && n < 2; assign x = 0, n = n + 1; },
        a -> b { guard x >= 1 && n == 2; assign n = n + 1; },
        a -> c { guard n == 2; assign x = 0; }; }
system P, Q;
`;

describe("faults in local time", () => {
  const explored = (patience: number) => {
    const network = load(spurious(patience));
    const chosen = chooseAbstraction(network, [], "local-time");
    if (!chosen.ok) throw new Error("refused");
    const engine = createCompiledEngine(network, { targets: [], subsumption: "inclusion", ...chosen.value });
    if ("unsupported" in engine) throw new Error(engine.unsupported);
    const outcome = compareEngines(network, { abstraction: "local-time", subsumption: "inclusion" });
    expect(outcome).toMatchObject({ kind: "agreed" });
    return { reached: reachedDiscrete(engine)!, faults: engine.faults };
  };

  it("count when everybody can be at their moment", () => {
    const { reached, faults } = explored(5);
    expect(faults.map(({ diagnostic }) => diagnostic.code)).toContain("TH6001");
    // The steps behind the fault are not lost.
    expect([...reached].some((state) => state.startsWith("2,"))).toBe(true);
  });

  it("do not count when somebody cannot wait for them", () => {
    const { reached, faults } = explored(2);
    expect(faults).toEqual([]);
    expect([...reached].some((state) => state.startsWith("2,"))).toBe(true);
  });
});
