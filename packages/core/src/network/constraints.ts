// Conditions on data and clocks: conjuncts of guards and invariants, rates of clocks, the state formulas of queries.

import type { Span } from "../diagnostics/index.ts";
import type { ClockRef, Expression } from "./data.ts";

export interface Binder {
  readonly cell: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Guards and invariants are lists of conjuncts, met in order: once a data conjunct is false, what follows is not
 * evaluated. A clock conjunct reads: for all values of the binders for which `when` holds, left − right op bound,
 * where an absent clock is the constant 0.
 */
export type Conjunct = DataConjunct | ClockConjunct;
export interface DataConjunct {
  readonly kind: "data";
  readonly condition: Expression;
}
export interface ClockConjunct {
  readonly kind: "clock";
  readonly binders: readonly Binder[];
  readonly when?: Expression;
  readonly left?: ClockRef;
  readonly right?: ClockRef;
  readonly op: "<" | "<=" | "==" | ">=" | ">";
  readonly bound: Expression;
  readonly span?: Span;
}
/** `clock' == rate` for all values of the binders for which `when` holds; only 0 and 1 are supported. */
export interface Rate {
  readonly binders: readonly Binder[];
  readonly when?: Expression;
  readonly clock: ClockRef;
  readonly rate: Expression;
  readonly span?: Span;
}

/** A state formula of a query: any boolean shape over data, clock constraints and `deadlock`. */
export type Formula =
  | { readonly kind: "data"; readonly condition: Expression }
  | {
      readonly kind: "clock";
      readonly left?: ClockRef;
      readonly right?: ClockRef;
      readonly op: "<" | "<=" | "==" | "!=" | ">=" | ">";
      readonly bound: Expression;
      readonly span?: Span;
    }
  /** `imply`: it was written `p imply q`, and the first of the two parts is the negation of p. */
  | { readonly kind: "and" | "or"; readonly parts: readonly Formula[]; readonly imply?: true }
  | { readonly kind: "not"; readonly part: Formula }
  | { readonly kind: "forall" | "exists"; readonly binder: Binder; readonly body: Formula }
  | { readonly kind: "deadlock" };
