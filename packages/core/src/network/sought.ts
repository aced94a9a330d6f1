// What answers a query with a run: a state to reach, or a way to stay away from something for ever. Searches look for
// it, replay tests it, certificates show that it does not exist; all of them ask here what it is.

import type { Formula, Query } from "./network.ts";

export type Sought =
  /** A state that satisfies the formula. */
  | { readonly kind: "state"; readonly formula: Formula; readonly whenFound: "satisfied" | "violated" }
  /** A maximal run on which `avoid` never holds: from the beginning, or from a moment at which `start` holds. */
  | {
      readonly kind: "run";
      readonly avoid: Formula;
      readonly start?: Formula;
      readonly whenFound: "satisfied" | "violated";
    };

/** Undefined: no run answers the query. */
export function soughtBy(query: Query): Sought | undefined {
  switch (query.kind) {
    case "E<>":
      return { kind: "state", formula: query.formula, whenFound: "satisfied" };
    case "A[]":
      return { kind: "state", formula: negation(query.formula), whenFound: "violated" };
    case "E[]":
      return { kind: "run", avoid: negation(query.formula), whenFound: "satisfied" };
    case "A<>":
      return { kind: "run", avoid: query.formula, whenFound: "violated" };
    case "-->": {
      const start: Formula = { kind: "and", parts: [query.premise, negation(query.conclusion)] };
      return { kind: "run", avoid: query.conclusion, start, whenFound: "violated" };
    }
    default:
      return undefined;
  }
}

export function negation(formula: Formula): Formula {
  return formula.kind === "not" ? formula.part : { kind: "not", part: formula };
}
