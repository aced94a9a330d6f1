// What happens when memory runs out: an exception that the search understands, and an engine that can still be asked.

import { describe, expect, test } from "vitest";
import { CompiledEngine, createCompiledEngine } from "../../../src/engine/compiled/compiled-engine.ts";
import { chooseAbstraction, OutOfMemory } from "../../../src/engine/index.ts";
import { families } from "../../../src/families/index.ts";
import { loadModel } from "../../../src/lang/load.ts";

function engineFor(name: string, size: number): CompiledEngine {
  const family = families.find((one) => one.name === name)!;
  const { xta } = family.generate({ size, correct: false, variant: family.variants[0]?.name ?? "", seed: 1 });
  const { network } = loadModel({ name: "model.xta", content: xta }, { lints: false });
  const chosen = chooseAbstraction(network!, [], "extra-lu");
  if (!chosen.ok) throw new Error("no abstraction");
  const options = { targets: [], abstraction: "extra-lu", subsumption: "inclusion", memoryPages: 64 } as const;
  const engine = createCompiledEngine(network!, { ...options, bounds: chosen.value.bounds });
  if (!(engine instanceof CompiledEngine)) throw new Error(engine.unsupported);
  return engine;
}

function explore(engine: CompiledEngine, cost: number): void {
  const queue = [0];
  engine.initial();
  engine.insert(0, -1, 0);
  for (const state of queue) {
    if (!engine.alive(state)) continue;
    const fresh = engine.expandAll(state, cost);
    for (let i = 0; i < fresh.length; i++) queue.push(fresh[i]!);
  }
}

describe("a memory that is too small", () => {
  test.each([
    ["philosophers", 11, 0],
    ["philosophers", 11, 1],
    ["fischer", 8, 0],
  ])("%s %i at cost %i", (name, size, cost) => {
    const engine = engineFor(name, size);
    expect(() => explore(engine, cost)).toThrow(OutOfMemory);
    expect(engine.statistics.stored).toBeGreaterThan(1000);
    expect(engine.statistics.memoryBytes).toBeLessThanOrEqual(64 * 65536);
    expect(engine.view(0).locations.length).toBe(name === "fischer" ? size : 11);
    expect(engine.parentOf(1)).toBe(0);
    expect(engine.expand(0).count).toBeGreaterThan(0);
  });
});
