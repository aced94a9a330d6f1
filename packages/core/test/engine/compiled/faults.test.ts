// Faults of the model: the compiled engine stops where the reference engine stops, with the same words, place and step.

import { describe, expect, test } from "vitest";
import { CompiledEngine, createCompiledEngine } from "../../../src/engine/compiled/compiled-engine.ts";
import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../../../src/engine/index.ts";
import { loadModel } from "../../../src/lang/load.ts";

const process = (update: string, guard = "true") => `
int[0, 3] i; int a[3]; clock x;
int f(int n) { while (n > 0) { n = n; } return 0; }
int g(int n) { assert(n < 2); return n; }
process P() { state l, m; init l; trans l -> m { guard ${guard}; assign ${update}; }, l -> l { assign x = 0; }; }
system P;`;

const FAULTS: [string, string][] = [
  ["a value out of range", process("i = 7")],
  ["an increment out of range", process("i = 3, i++")],
  ["an index out of range", process("a[i + 3] = 1")],
  ["division by zero", process("a[0] = 4 / i")],
  ["remainder by zero", process("a[0] = 4 % i")],
  ["a negative shift", process("a[0] = 1 << (i - 1)")],
  ["an assertion", process("a[0] = g(2)")],
  ["an endless loop", process("a[0] = f(1)")],
  ["an index in a guard", process("i = 0", "a[i + 5] == 0")],
  ["a negative clock", process("x = i - 1")],
];

describe("faults of the model", () => {
  test.each(FAULTS)("%s", (_name, text) => {
    const { network, diagnostics } = loadModel({ name: "model.xta", content: text }, { lints: false });
    if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
    const chosen = chooseAbstraction(network, [], "extra-lu");
    if (!chosen.ok) throw new Error("no abstraction");
    const options = { targets: [], abstraction: "extra-lu", subsumption: "inclusion" } as const;
    const compiled = createCompiledEngine(network, { ...options, bounds: chosen.value.bounds });
    if (!(compiled instanceof CompiledEngine)) throw new Error(compiled.unsupported);
    const reference = createReferenceEngine(network, { ...options, bounds: boundsByVector(chosen.value.bounds) });
    for (const engine of [reference, compiled]) {
      engine.initial();
      engine.insert(0, -1, 0);
      engine.expandAll(0, 0);
    }
    expect(reference.faults).toHaveLength(1);
    expect(compiled.faults).toEqual(reference.faults);
    // The engine goes on working after a fault.
    compiled.expandAll(0, 0);
    expect(compiled.faults).toHaveLength(2);
  });
});
