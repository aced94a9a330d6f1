// Guards and updates as a circuit against the abstract interpreter, on functions with branches, loops and early
// returns.

import { circuitDisagreements, randomFunctionModel } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";
import { onProblems } from "../problem.ts";

export const circuits: Claim = {
  what: "the circuit of the relaxed estimates has the layers of the interpreter, in random functions",
  inTests: 0, // `test/circuit/circuit.test.ts` has the share of the tests
  run: onProblems(randomFunctionModel, (problem, model, choices, seen) => {
    seen.count("models");
    for (const sentence of circuitDisagreements(problem, choices, 4)) {
      seen.report(`${sentence}; E<> ${model.target} in\n${model.text}`);
    }
  }),
};
