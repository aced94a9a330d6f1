// What a chain needs before it can write anything is needed: where no such value is there, the circuit writes nothing.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { families } from "../../src/families/index.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { FlatOutputs } from "../../src/heuristics/relaxed/kernel/flat-outputs.ts";
import { RelaxedModel } from "../../src/heuristics/relaxed/kernel/model.ts";
import { NeededRows } from "../../src/heuristics/relaxed/kernel/needed-rows.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { loadModel } from "../../src/lang/load.ts";

describe("what a chain needs", () => {
  it.each([
    ["leader", 1, 3],
    ["train-gate", 0, 6],
  ])("is needed in %s, variant %i", (name, variant, size) => {
    const family = families.find((one) => one.name === name)!;
    const options = { size, variant: family.variants[variant]!.name, correct: false, seed: 1 };
    const { network } = loadModel({ name: "model.xml", content: generateModel(family, options, "xml") });
    const query = network!.queries.find(({ kind }) => kind === "E<>" || kind === "A[]");
    if (query?.kind !== "E<>" && query?.kind !== "A[]") throw new Error("the family asks for something else");
    const problem = { network: network!, target: query.formula, frameSize: query.frameSize };
    const view = { reached: () => true, isPossible: () => true };
    const { circuit, index } = new RelaxedModel(problem, PLAIN_OPTIONS, view);
    const { values, circuit: nodes } = circuit!;
    const outputs = index.chains.map(({ output }) => output);
    const needed = new NeededRows(new FlatOutputs(outputs, nodes), circuit!);
    const rows = values.showRows();
    const random = Prng.from(7);
    let unmet = 0;
    for (let trial = 0; trial < 40; trial++) {
      // Few values each, as they are in the first layers; only such as the cell may have.
      values.forEachCell((cell, at, words, base) => {
        rows.fill(0, at, at + words);
        const node = nodes.kind.findIndex((kind, one) => kind === 1 && nodes.a[one] === cell);
        for (let k = 0; k < 1 + random.below(2); k++) {
          const value = nodes.lo[node]! + random.below(nodes.hi[node]! - nodes.lo[node]! + 1) - base;
          rows[at + (value >> 5)]! |= 1 << (value & 31);
        }
      });
      values.changed();
      for (const [chain, output] of outputs.entries()) {
        if (output === null || needed.areMet(chain, rows)) continue;
        unmet++;
        const isWritten = values.count(output.node) > 0 && (output.kind === "cell" || values.holds(output.gate));
        expect(isWritten).toBe(false);
      }
    }
    expect(unmet).toBeGreaterThan(10);
  });
});
