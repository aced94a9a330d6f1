// hL of the AI-planning paper: the number of layers of the abstract transition graph until the target can hold. Every
// real trace is an abstract one, and each of its steps needs at most one layer: hL never exceeds the true distance.

import { defineHeuristic } from "./heuristic.ts";
import { createRelaxed, layersOf, RELAXED_PARAMS, relaxedGuarantees } from "./relaxed/index.ts";

export const hL = defineHeuristic({
  name: "hL",
  summary: "Layers of the abstract transition graph until the target can hold (monotonicity abstraction).",
  params: RELAXED_PARAMS,
  examples: [
    "hL()",
    "hL(clocks=relaxed)",
    "hL(clocks=elapsed)",
    "hL(values=per-location)",
    "hL(shortcut=on)",
    "hL(cache=4)",
  ],
  guarantees: (values) => relaxedGuarantees(values, { admissible: true }),
  create: (problem, values) =>
    createRelaxed(problem, values, relaxedGuarantees(values, { admissible: true }), (interpretOnly) =>
      layersOf(problem, values, interpretOnly),
    ),
});

export const hmax = defineHeuristic({
  name: "hmax",
  summary: "Cost propagation with the maximum over preconditions; with every step costing one it equals hL.",
  params: RELAXED_PARAMS,
  examples: ["hmax()", "hmax(values=per-location, clocks=relaxed)"],
  guarantees: (values) => relaxedGuarantees(values, { admissible: true }),
  create: (problem, values) =>
    createRelaxed(problem, values, relaxedGuarantees(values, { admissible: true }), (interpretOnly) =>
      layersOf(problem, values, interpretOnly),
    ),
});
