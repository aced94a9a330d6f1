// hadd: costs propagated through the operators of the monotonicity abstraction as if everything had to be achieved on
// its own. A location or value costs one more than what the cheapest operator that adds it needs; a conjunction costs
// the sum of its parts.

import { defineHeuristic } from "./heuristic.ts";
import { CostPropagation } from "./relaxed/costs.ts";
import { prepare } from "./relaxed/ground/prepare.ts";
import { createRelaxed, RELAXED_PARAMS, relaxedGuarantees } from "./relaxed/index.ts";

export const hadd = defineHeuristic({
  name: "hadd",
  summary:
    "Cost propagation through the abstract transitions with the sum over preconditions, by the cheapest achievers.",
  params: RELAXED_PARAMS,
  examples: ["hadd()", "hadd(clocks=relaxed)", "hadd(values=per-location)", "hadd(shortcut=on, values=per-location)"],
  guarantees: (values) => relaxedGuarantees(values, { admissible: false }),
  create: (problem, values) =>
    createRelaxed(problem, values, relaxedGuarantees(values, { admissible: false }), function* (interpretOnly) {
      const prepared = yield* prepare(problem, values, interpretOnly);
      const costs = new CostPropagation(problem, values, interpretOnly, prepared);
      return {
        operators: costs.operators,
        standIn: (state) => costs.standIn(state),
        read: (state, disabled) => ({ value: costs.estimate(state, disabled) }),
      };
    }),
});
