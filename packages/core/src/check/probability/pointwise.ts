// State formulas of a property as tests of single states, so that a part of the graph is enough.

import type { StateId } from "../../engine/index.ts";
import { numericFunction, type Property } from "../../network/index.ts";
import type { Graph } from "../../probabilistic/index.ts";

/** How a state formula of another language is judged. */
export type FormulaJudge = (property: Extract<Property, { kind: "formula" }>) => (state: StateId) => boolean;

/** Undefined where states cannot be judged one by one. */
export function pointwise(
  graph: Graph,
  property: Property,
  formula: FormulaJudge,
): ((state: StateId) => boolean) | undefined {
  switch (property.kind) {
    case "state": {
      const holds = numericFunction(property.value);
      return (state) => holds(graph.engine.view(state).cells) !== 0;
    }
    case "formula":
      return formula(property);
    case "label":
      return (state) => {
        if (property.label === "init") return graph.initial.includes(state);
        if (!graph.isExpanded(state)) graph.expand(state);
        return graph.deadlocks.includes(state);
      };
    case "operation": {
      const parts = property.of.map((part) => pointwise(graph, part, formula));
      if (parts.some((part) => part === undefined)) return undefined;
      const evaluate = numericFunction({
        kind: "operation",
        op: property.op,
        of: parts.map((_, cell) => ({ kind: "cell", cell })),
      });
      return (state) => evaluate(parts.map((part) => (part!(state) ? 1 : 0))) !== 0;
    }
    default:
      return undefined;
  }
}
