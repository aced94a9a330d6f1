// State formulas in the words of another language, inside of a property: they are targets of the engine, which says
// where they hold.

import type { Target } from "../../engine/index.ts";
import type { Property } from "../../network/index.ts";
import type { ExplicitModel } from "../../probabilistic/index.ts";

type FormulaProperty = Extract<Property, { kind: "formula" }>;

export function formulasIn(property: Property): Target[] {
  switch (property.kind) {
    case "formula":
      return [{ formula: property.formula, frameSize: property.frameSize }];
    case "operation":
      return property.of.flatMap(formulasIn);
    case "probability":
      return [
        ...(property.path.left === undefined ? [] : formulasIn(property.path.left)),
        ...formulasIn(property.path.right),
      ];
    case "reward":
      return property.measure.op === "F" ? formulasIn(property.measure.target) : [];
    case "steady":
      return formulasIn(property.states);
    case "filter":
      return [...formulasIn(property.of), ...(property.states === undefined ? [] : formulasIn(property.states))];
    default:
      return [];
  }
}

export function formulaSets(
  model: ExplicitModel,
  { formula }: FormulaProperty,
  targets: readonly Target[],
): Uint8Array {
  const target = targets.findIndex((each) => each.formula === formula);
  const { engine } = model.graph;
  return Uint8Array.from(model.stateOf, (state) => (engine.satisfies(state, target) ? 1 : 0));
}
