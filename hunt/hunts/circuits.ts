// Guards and updates as a circuit against the abstract interpreter, on functions with branches, loops and early returns.

import { loadModel } from "@tracehound/core";
import { circuitDisagreements, randomFunctionModel, seededChoices } from "@tracehound/core/testing";
import type { Hunt } from "../hunt.ts";

export const circuits: Hunt = {
  name: "circuits",
  what: "the circuit of the relaxed estimates has the layers of the interpreter, in random functions",
  seeds: 20_000,
  inTests: 40,
  run(seed, seen) {
    const choices = seededChoices(seed);
    const { text, target: asked } = randomFunctionModel(choices);
    const { network, compileQuery } = loadModel({ name: "model.xta", content: text }, { lints: false });
    const compiled = network === null ? undefined : compileQuery(`E<> ${asked}`);
    if (network === null || compiled?.ok !== true || compiled.value.kind !== "E<>") {
      seen.count("not a model");
      return;
    }
    const { formula: target, frameSize } = compiled.value;
    seen.count("models");
    for (const sentence of circuitDisagreements({ network, target, frameSize }, choices, 4)) {
      seen.report(`${sentence}; E<> ${asked} in\n${text}`);
    }
  },
};
