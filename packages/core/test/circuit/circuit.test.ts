// The circuit of guards and updates has the layers of the interpreter: in random functions, and in the families whose
// guards are functions.

import { describe, expect, it } from "vitest";
import { families } from "../../src/families/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { loadModel } from "../../src/lang/load.ts";
import { circuitDisagreements, randomFunctionModel, seededChoices } from "../../src/testing/index.ts";

describe("the circuit", () => {
  it("has the layers of the interpreter in random functions", { timeout: 120_000 }, () => {
    let models = 0;
    for (let seed = 0; seed < 120; seed++) {
      const choices = seededChoices(seed);
      const { text, target } = randomFunctionModel(choices);
      const { network, compileQuery } = loadModel({ name: "model.xta", content: text }, { lints: false });
      const query = network === null ? undefined : compileQuery(`E<> ${target}`);
      if (network === null || query?.ok !== true || query.value.kind !== "E<>") continue;
      models++;
      const { formula, frameSize } = query.value;
      const wrong = circuitDisagreements({ network, target: formula, frameSize }, choices, 3);
      expect({ seed, wrong, text }).toEqual({ seed, wrong: [], text });
    }
    expect(models).toBeGreaterThan(60);
  });

  it.each([
    ["leader", 1, 3],
    ["gossip", 0, 4],
    ["train-gate", 0, 5],
  ])("has the layers of the interpreter in %s, variant %i", { timeout: 60_000 }, (name, variant, size) => {
    const family = families.find((one) => one.name === name)!;
    const options = { size, variant: family.variants[variant]!.name, correct: false, seed: 1 };
    const { network } = loadModel({ name: "model.xml", content: generateModel(family, options, "xml") });
    const query = network!.queries.find(({ kind }) => kind === "E<>" || kind === "A[]");
    if (query?.kind !== "E<>" && query?.kind !== "A[]") throw new Error("the family asks for something else");
    const problem = { network: network!, target: query.formula, frameSize: query.frameSize };
    expect(circuitDisagreements(problem, seededChoices(1), 3)).toEqual([]);
  });
});
