// What implications speak of: the left sides of `p imply q`, wherever it stands in a query that has to hold always.

import { type Formula, implicationOf, type Query, type Temporal } from "../network/index.ts";
import { conjunctsOf } from "./conjuncts.ts";

/** An implication demands something only where this holds. */
export interface Premise {
  readonly formula: Formula;
  /** It stands before all that is demanded: where it never holds, the whole query asks nothing. */
  readonly whole: boolean;
}

export function premisesOf(query: Query): Premise[] {
  switch (query.kind) {
    case "-->":
      return [{ formula: query.premise, whole: true }];
    case "A[]":
      return ofFormula(query.formula);
    case "LTL":
      return ofTemporal(query.temporal, query.atoms, false);
    default:
      return [];
  }
}

/** `p imply (q imply r)` asks something where p holds, and something more where both do. */
function ofFormula(formula: Formula): Premise[] {
  const parts = conjunctsOf(formula);
  return parts.flatMap((part) => {
    const implication = implicationOf(part);
    if (implication === undefined) return [];
    const { premise, conclusion } = implication;
    const isOnly = parts.length === 1;
    const inner = ofFormula(conclusion).map(({ formula: further, whole }) => ({
      formula: { kind: "and", parts: [premise, further] } as const,
      whole: isOnly && whole,
    }));
    return [{ formula: premise, whole: isOnly }, ...inner];
  });
}

/** Below `[]`: at every moment. */
function ofTemporal(temporal: Temporal, atoms: readonly Formula[], always: boolean): Premise[] {
  switch (temporal.kind) {
    case "always":
      return ofTemporal(temporal.part, atoms, true);
    case "and":
      return temporal.parts.flatMap((part) => ofTemporal(part, atoms, always)).map((one) => ({ ...one, whole: false }));
    case "atom":
      return always ? ofFormula(atoms[temporal.atom]!) : [];
    case "or": {
      const [left, right] = temporal.parts;
      if (!always || temporal.parts.length !== 2 || left!.kind !== "not" || right === undefined) return [];
      const formula = stateFormula(left!.part, atoms);
      return formula === undefined ? [] : [{ formula, whole: true }];
    }
    default:
      return [];
  }
}

/** Undefined where it speaks of more than one moment. */
function stateFormula(temporal: Temporal, atoms: readonly Formula[]): Formula | undefined {
  switch (temporal.kind) {
    case "atom":
      return atoms[temporal.atom];
    case "not": {
      const part = stateFormula(temporal.part, atoms);
      return part === undefined ? undefined : { kind: "not", part };
    }
    case "and":
    case "or": {
      const parts = temporal.parts.flatMap((part) => stateFormula(part, atoms) ?? []);
      return parts.length === temporal.parts.length ? { kind: temporal.kind, parts } : undefined;
    }
    default:
      return undefined;
  }
}
