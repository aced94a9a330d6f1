// What probabilistic questions ask, with names resolved and bounds known: an expression over state formulas and the
// operators `P`, `R`, `S` and `filter`. In every state it has a value, a truth or a number; the question is for that of
// the initial states.

import type { Formula } from "./constraints.ts";
import type { NumericExpression, NumericOperator } from "./numeric.ts";

export type Property =
  /** Known from the variables of a state alone. */
  | { readonly kind: "state"; readonly type: PropertyType; readonly value: NumericExpression }
  /** The same in the words of another language. */
  | { readonly kind: "formula"; readonly type: "truth"; readonly formula: Formula; readonly frameSize: number }
  | { readonly kind: "label"; readonly type: "truth"; readonly label: "init" | "deadlock" }
  | {
      readonly kind: "operation";
      readonly type: PropertyType;
      readonly op: NumericOperator;
      readonly of: readonly Property[];
    }
  | { readonly kind: "probability"; readonly type: PropertyType; readonly ask: Ask; readonly path: PathFormula }
  | {
      readonly kind: "reward";
      readonly type: PropertyType;
      readonly ask: Ask;
      readonly structure: number;
      readonly measure: RewardMeasure;
    }
  | { readonly kind: "steady"; readonly type: PropertyType; readonly ask: Ask; readonly states: Property }
  | {
      readonly kind: "filter";
      readonly type: PropertyType;
      readonly op: FilterOperator;
      readonly of: Property;
      readonly states?: Property;
    };

export type PropertyType = "truth" | "integer" | "real";

export interface Ask {
  /** `=`: what is the value? Else it is compared with the bound. */
  readonly op: "=" | "<" | "<=" | ">" | ">=";
  readonly bound?: number;
  /** The bound as a fraction, where it is one. */
  readonly exact?: string;
  /** Over all ways to resolve choices; absent in chains, which have none. */
  readonly optimum?: "min" | "max";
}

export interface PathFormula {
  readonly op: "X" | "F" | "G" | "U" | "W" | "R";
  /** Of `U`, `W` and `R`. */
  readonly left?: Property;
  readonly right: Property;
  /** Steps of a chain or MDP, units of time of a `ctmc`; both ends belong to it. */
  readonly lower?: number;
  readonly upper?: number;
}

export type RewardMeasure =
  /** Until the states are reached. */
  | { readonly op: "F"; readonly target: Property }
  /** Within so much time, or at that moment. */
  | { readonly op: "C" | "I"; readonly bound: number }
  /** Per step or unit of time in the long run. */
  | { readonly op: "S" };

export const FILTERS = [
  "min",
  "max",
  "sum",
  "avg",
  "count",
  "first",
  "range",
  "forall",
  "exists",
  "state",
  "print",
] as const;
export type FilterOperator = (typeof FILTERS)[number];
