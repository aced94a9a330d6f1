// One module for engines that tell states apart by value and for engines that drop what others cover: each behaves as
// if the code had been made for it alone. States that satisfy a target are found in a row as they are found one by one.

import { describe, expect, it } from "vitest";
import { CompiledEngine, createCompiledEngine } from "../../../src/engine/compiled/compiled-engine.ts";
import { chooseAbstraction } from "../../../src/engine/index.ts";
import type { Formula, Network } from "../../../src/network/index.ts";
import { ExhaustiveSearch } from "../../../src/search/index.ts";
import { livelyNetwork, seededChoices } from "../../../src/testing/index.ts";

const FIRST_PROCESS_MOVED: Formula = {
  kind: "not",
  part: { kind: "data", condition: { kind: "at", process: { base: 0, steps: [] }, location: 0 } },
};

type Kind = { readonly graph: boolean; readonly shared: boolean; readonly like?: CompiledEngine };

function engineOf(network: Network, { graph, shared, like }: Kind): CompiledEngine | null {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return null;
  const { bounds } = chosen.value;
  const targets = [{ formula: FIRST_PROCESS_MOVED, frameSize: 0 }];
  const options = { targets, bounds, abstraction: "extra-lu", subsumption: "inclusion", graph, shared } as const;
  const engine = createCompiledEngine(network, like === undefined ? options : { ...options, like });
  return engine instanceof CompiledEngine ? engine : null;
}

/** Everything that was stored, in order: where it came from, whether it is there still, what it is. */
function explored(engine: CompiledEngine): unknown {
  const search = new ExhaustiveSearch(engine);
  let status = search.step();
  for (let steps = 0; status === "running" && steps < 6; steps++) status = search.step();
  const states = Array.from({ length: search.size }, (_, state) => {
    const alive = engine.alive(state);
    const bytes = new Uint8Array(alive ? engine.encode(state, new Uint8Array(0)) : 0);
    if (alive) engine.encode(state, bytes);
    return { alive, parent: engine.parentOf(state), ordinal: engine.ordinalOf(state), bytes: bytes.join() };
  });
  return { status, states, stored: engine.statistics.stored, covered: engine.statistics.covered };
}

describe("one module for two kinds of engines", () => {
  it("serves each as a module of its own does", () => {
    let [compared, swallowing] = [0, 0];
    for (let seed = 900; seed < 930; seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      const first = engineOf(network, { graph: true, shared: true });
      if (first === null || network.clocks.length === 0) continue;
      const second = engineOf(network, { graph: false, shared: true, like: first })!;
      expect([...second.programs.values()]).toEqual([...first.programs.values()]);
      const own = [true, false].map((graph) => explored(engineOf(network, { graph, shared: false })!));
      const both = [explored(first), explored(second)];
      expect([seed, both]).toEqual([seed, own]);
      compared++;
      if (first.statistics.stored !== second.statistics.stored) swallowing++;
    }
    expect(compared).toBeGreaterThan(15);
    expect(swallowing).toBeGreaterThan(5);
  });

  it("finds what satisfies a target in a row as one by one", () => {
    let found = 0;
    for (let seed = 940; seed < 952; seed++) {
      const engine = engineOf(livelyNetwork(seededChoices(seed)).network, { graph: false, shared: true });
      if (engine === null) continue;
      const search = new ExhaustiveSearch(engine);
      for (let steps = 0; steps < 6 && search.step() === "running"; steps++);
      const oneByOne = Array.from({ length: search.size }, (_, state) => state).filter(
        (state) => engine.alive(state) && engine.satisfies(state, 0),
      );
      const alive = Array.from({ length: search.size }, (_, state) => state).filter((state) => engine.alive(state));
      const letters = alive.map((state) => engine.letterOf(state, 1));
      expect([seed, letters]).toEqual([seed, alive.map((state) => (oneByOne.includes(state) ? 1 : 0))]);
      const inARow: number[] = [];
      const next = (from: number): number => engine.firstSatisfying(from, search.size, 0);
      for (let state = next(0); state < search.size; state = next(state + 1)) inARow.push(state);
      expect([seed, inARow]).toEqual([seed, oneByOne]);
      found += inARow.length;
    }
    expect(found).toBeGreaterThan(50);
  });
});
