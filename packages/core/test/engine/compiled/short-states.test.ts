// The set of short states against a plain set: random and clustered keys of several widths, through many growths.

import { describe, expect, test } from "vitest";
import { emitHeap } from "../../../src/engine/compiled/store/heap.ts";
import { emitShortStates } from "../../../src/engine/compiled/store/short-states.ts";
import { seededChoices } from "../../../src/testing/index.ts";
import { ModuleBuilder } from "../../../src/wasm/assembler.ts";
import { defineFunction } from "../../../src/wasm/function-writer.ts";
import { MemoryMap } from "../../../src/wasm/memory-map.ts";

const KEY_AT = 64;

function build(bits: number) {
  const module = new ModuleBuilder();
  const map = new MemoryMap();
  const heap = emitHeap(module, map);
  const states = emitShortStates(module, heap, { words: bits > 32 ? 2 : 1, bits });
  const start = module.declare("start", ["i32"], []);
  const wordsOf = module.declare("wordsOf", ["i32"], ["i32"]);
  defineFunction(module, start, (f, base) => {
    heap.start(f, base!);
    states.start(f);
  });
  defineFunction(module, wordsOf, (f, state) => f.return(states.wordsOf(state!)));
  for (const handle of [start, wordsOf, states.add]) module.export(handle);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(map.end / 65536) + 1, maximum: 4096 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module.bytes()), { env: { memory } });
  const run = exports as unknown as Record<"start" | "wordsOf" | "addState", (value: number) => number>;
  run.start(map.end);
  const keyAt = (address: number): number[] => [...new Uint32Array(memory.buffer, address, bits > 32 ? 2 : 1)];
  return {
    add(low: number, high: number): number {
      new Uint32Array(memory.buffer, KEY_AT, 2).set([low, high]);
      return run.addState(KEY_AT);
    },
    key: (state: number): number[] => keyAt(run.wordsOf(state)),
  };
}

describe.each([20, 32, 33, 42, 43, 44, 54, 63])("short states of %i bits", (bits) => {
  const highest = bits > 32 ? 2 ** (bits - 32) : 1;
  const lowest = 2 ** Math.min(bits, 32);
  test.each(["scattered", "clustered"])("%s keys", (how) => {
    const set = build(bits);
    const known = new Set<string>();
    const choices = seededChoices(bits);
    const draw = (below: number): number =>
      how === "clustered"
        ? choices.below(Math.min(below, 700))
        : (choices.below(2 ** 16) * 2 ** 16 + choices.below(2 ** 16)) % below;
    for (let i = 0; i < 40_000; i++) {
      const [low, high] = [draw(lowest), draw(highest)];
      const name = `${high} ${low}`;
      const expected = known.has(name) ? -1 : known.size;
      known.add(name);
      if (set.add(low, high) !== expected) expect.fail(`${name} was taken for another`);
      if (i % 100 === 0 && expected >= 0) expect(set.key(expected)).toEqual(bits > 32 ? [low, high] : [low]);
    }
    expect(known.size).toBeGreaterThan(500);
  });
});
