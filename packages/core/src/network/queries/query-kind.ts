// What a kind of query is: one object that the reader, the analyses, `check`, certificates, replay and all who put
// verdicts into words ask. To add a kind, write it beside the others and add it to the list in `index.ts`; nothing else
// distinguishes kinds. A kind that is written in a new form needs the form (`query.ts`), one that nothing here can
// answer yet needs its analysis (`check/analyses.ts`).

import type { Formula } from "../constraints.ts";
import type { Temporal } from "../temporal.ts";
import type { FormName, Forms } from "./query.ts";

/** What answers a query with a run. Searches look for it, replay tests it, certificates show that it does not exist. */
export type Sought =
  /** A state that satisfies the formula. */
  | { readonly kind: "state"; readonly formula: Formula; readonly whenFound: "satisfied" | "violated" }
  /** A maximal run on which `avoid` never holds: from the beginning, or from a moment at which `start` holds. */
  | {
      readonly kind: "run";
      readonly avoid: Formula;
      readonly start?: Formula;
      readonly whenFound: "satisfied" | "violated";
    }
  /** A maximal run that satisfies the temporal formula over these atoms. */
  | {
      readonly kind: "lasso";
      readonly temporal: Temporal;
      readonly atoms: readonly Formula[];
      readonly whenFound: "satisfied" | "violated";
    };

export interface QueryKind<Name extends string = string, Form extends FormName = FormName> {
  /** As it is written, and as it is called in JSON: `A[]`. */
  readonly name: Name;
  readonly form: Form;
  /** One question, in words. */
  readonly asks: string;
  /** Is one run enough to satisfy it, or must all be like that? Absent: it is about values, not runs. */
  readonly about?: "some run" | "all runs";
  /** The run that decides it; undefined: none does. */
  sought(query: Forms[Form]): Sought | undefined;
  /** What an abstraction has to preserve: what can happen, or also what cannot. */
  readonly needs: "reachability" | "liveness";
  /** The analysis of `check/` that answers it; `nobody`: it is kept by name and refused. */
  readonly answeredBy: "reachability" | "liveness" | "bounds" | "probability" | "statistics" | "nobody";
  /** May its formulas ask for `deadlock`? */
  readonly deadlock: boolean;
  /** Can its "cannot happen" or "must happen" be written as a certificate? */
  readonly certificates: boolean;
  /** Which ends of its terms it wants. */
  readonly ends?: { readonly lower: boolean; readonly upper: boolean };
  /** What is said when nothing of what decides it was found; else that everything was seen. */
  readonly whenAbsent?: string;
}

export function defineQueryKind<Name extends string, Form extends FormName>(
  kind: QueryKind<Name, Form>,
): QueryKind<Name, Form> {
  return kind;
}

/** A kind that asks for values of terms in the states that can be reached. */
export function defineTermsKind<Name extends string>(
  kind: Pick<QueryKind<Name, "terms">, "name" | "asks" | "ends">,
): QueryKind<Name, "terms"> {
  const rest = {
    form: "terms",
    needs: "reachability",
    answeredBy: "bounds",
    deadlock: true,
    certificates: false,
  } as const;
  return { ...kind, ...rest, sought: () => undefined };
}

export function negation(formula: Formula): Formula {
  return formula.kind === "not" ? formula.part : { kind: "not", part: formula };
}
