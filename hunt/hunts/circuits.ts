// Guards and updates as a circuit against the abstract interpreter, on functions with branches, loops and early returns.

import { circuitDisagreements, randomFunctionModel, seededChoices } from "@tracehound/core/testing";
import type { Hunt } from "../hunt.ts";
import { problemOf } from "../problem.ts";

export const circuits: Hunt = {
  name: "circuits",
  what: "the circuit of the relaxed estimates has the layers of the interpreter, in random functions",
  seeds: 20_000,
  inTests: 40,
  run(seed, seen) {
    const choices = seededChoices(seed);
    const model = randomFunctionModel(choices);
    const problem = problemOf(model, seen);
    if (problem === undefined) return;
    seen.count("models");
    for (const sentence of circuitDisagreements(problem, choices, 4)) {
      seen.report(`${sentence}; E<> ${model.target} in\n${model.text}`);
    }
  },
};
