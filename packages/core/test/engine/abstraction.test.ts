// Abstractions may merge zones but never change what can be reached: on random networks all of them reach the same
// discrete states and the same deadlocks, and where the exact zones run out, the same as those.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AbstractionName, ReferenceEngine, SubsumptionName, Target } from "../../src/engine/index.ts";
import type { Network } from "../../src/network/index.ts";
import { buildNetwork, type NetworkSpec } from "./build-network.ts";
import { engineFor, exploreAll } from "./explore.ts";
import { randomNetwork } from "./random-network.ts";
import { showDiscrete } from "./show.ts";

const DEADLOCK: Target = { formula: { kind: "deadlock" }, frameSize: 0 };

/** What is reached and what is deadlocked, by name; null when the exact zones do not run out soon. */
function reached(network: Network, engine: ReferenceEngine, deadlocks: boolean, limit: number): string[] | null {
  const names = new Set<string>();
  let seen = 0;
  try {
    exploreAll(engine, (state) => {
      if (++seen > limit) throw new Error("too many");
      const name = showDiscrete(network, engine.stateOf(state));
      names.add(name);
      if (deadlocks && engine.satisfies(state, 0)) names.add(`${name} dead`);
    });
  } catch (error) {
    if (error instanceof Error && error.message === "too many") return null;
    throw error;
  }
  return [...names].sort();
}

/** Null when the abstraction is refused (`alu` where clocks are compared with each other). */
function engine(
  network: Network,
  name: AbstractionName,
  subsumption: SubsumptionName,
  targets: readonly Target[],
): ReferenceEngine | null {
  try {
    return engineFor(network, name, subsumption, targets);
  } catch {
    return null;
  }
}

function compare(spec: NetworkSpec, targets: readonly Target[]): void {
  const network = buildNetwork(spec);
  const deadlocks = targets.length > 0;
  const reference = engine(network, "extra-m", "equality", targets);
  if (reference === null) return;
  const expected = reached(network, reference, deadlocks, 1500);
  if (expected === null) return;
  for (const [name, subsumption] of [
    ["extra-m", "inclusion"],
    ["extra-lu", "inclusion"],
    ["extra-lu", "equality"],
    ["alu", "inclusion"],
    ["none", "inclusion"],
  ] as const) {
    const other = engine(network, name, subsumption, targets);
    const found = other === null ? null : reached(network, other, deadlocks, name === "none" ? 300 : 5000);
    if (found !== null) expect(found, `${name}, ${subsumption}`).toEqual(expected);
  }
}

describe("all abstractions reach the same", () => {
  test("discrete states", () => {
    fc.assert(
      fc.property(randomNetwork(), (spec) => compare(spec, [])),
      { numRuns: 40 },
    );
  });

  test("deadlocks, with the bounds they need", () => {
    fc.assert(
      fc.property(randomNetwork(), (spec) => compare(spec, [DEADLOCK])),
      { numRuns: 40 },
    );
  });
});
