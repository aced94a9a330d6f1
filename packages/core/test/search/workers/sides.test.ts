// Several engines in one memory against one engine: same states, transitions and levels without clocks and under equality; the same
// discrete states, lengths and verdicts everywhere.

import { describe, expect, test } from "vitest";
import { chooseAbstraction, createCompiledEngine } from "../../../src/engine/index.ts";
import { families } from "../../../src/families/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import type { Network } from "../../../src/network/index.ts";
import { ExhaustiveSearch, type Search } from "../../../src/search/index.ts";
import { searchInOneThread } from "../../../src/search/workers/sides-in-one-thread.ts";

const options = { targets: [], abstraction: "extra-lu", subsumption: "inclusion" } as const;

function read(content: string, name = "model.xml"): Network {
  const { network, diagnostics } = loadModel({ name, content }, { lints: false });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return network;
}

function finish(search: Search): Search["statistics"] {
  for (let steps = 0; steps < 1e6; steps++) if (search.step() === "exhausted") return search.statistics;
  throw new Error("it does not end");
}

function compared(network: Network, sides: number) {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) throw new Error("no bounds");
  const { bounds } = chosen.value;
  const engine = createCompiledEngine(network, { ...options, bounds });
  if ("unsupported" in engine) throw new Error(engine.unsupported);
  const one = finish(new ExhaustiveSearch(engine));
  const several = finish(searchInOneThread(network, { ...options, bounds }, sides, { costs: false, now: () => 0 }));
  return { one, several };
}

describe("sides", () => {
  for (const [name, size] of [["fischer", 4], ["philosophers", 5], ["csmacd", 4]] as const) {
    test(`${name} ${size}`, () => {
      const network = read(families.find((family) => family.name === name)!.generate({ size }).xta, "m.xta");
      for (const sides of [1, 2, 3, 4]) {
        const { one, several } = compared(network, sides);
        expect([several.stored, several.explored, several.transitions]).toEqual([one.stored, one.explored, one.transitions]);
      }
    });
  }
});
