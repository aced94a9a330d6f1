// What every query has, and the forms in which queries are written: a path quantifier before a formula, `p --> q`, or
// terms to be measured. A form says which formulas and terms there are; what is asked about them is the kind's affair.

import type { Span } from "../../diagnostics/index.ts";
import type { Formula } from "../constraints.ts";
import type { ClockRef, Expression } from "../data.ts";
import type { Property } from "../property.ts";
import type { Temporal } from "../temporal.ts";
import type { SampledModel, StatisticalQuestion } from "./statistical-question.ts";

export interface QueryBase {
  /** As the user wrote it, without comments. */
  readonly text: string;
  /** Its place among the queries of its file, counted from 1; those with faults count too. */
  readonly number?: number;
  readonly comment?: string;
  readonly expectation?: Expectation;
  readonly frameSize: number;
  readonly span?: Span;
  /** What the searches that answer it are guided by, besides the model: expressions that their specifications hold. */
  readonly guidance?: readonly GuideTerm[];
}

/** An expression over the model that a specification holds, as it is written there and as it is evaluated. */
export interface GuideTerm {
  readonly text: string;
  readonly value: Expression;
  readonly frameSize: number;
}

export interface Expectation {
  readonly outcome: "satisfied" | "violated" | "maybe-satisfied" | "maybe-violated" | "error" | "value";
  readonly value?: string;
}

/** What `sup`, `inf` and `bounds` measure: data, or a clock (difference) plus data. */
export interface Term {
  readonly text: string;
  readonly left?: ClockRef;
  readonly right?: ClockRef;
  readonly value: Expression;
}

/** What stands in a query of each form. Who adds one writes its grammar, elaboration, text and schema in `lang/`. */
export interface Forms {
  /** `A[] p` */
  readonly path: { readonly formula: Formula };
  /** `p --> q` */
  readonly "leads-to": { readonly premise: Formula; readonly conclusion: Formula };
  /** `LTL: [] (p -> <> q)`; the atoms are what the formula calls by number. */
  readonly temporal: {
    readonly temporal: Temporal;
    readonly atoms: readonly Formula[];
    /** The atoms as they are written. */
    readonly names: readonly string[];
  };
  /** `sup{p}: x, y` */
  readonly terms: { readonly condition?: Formula; readonly terms: readonly Term[] };
  /** `Pr[<=10](<> p)`; the model is the one that statistics run: with doubles, values of clocks and all their rates. */
  readonly statistical: { readonly model: SampledModel; readonly question: StatisticalQuestion };
  /** `P<=0.1 [ F err ]` */
  readonly property: { readonly property: Property };
  /** Parsed and kept, but nothing here answers it: `feature` says what it would need. */
  readonly feature: { readonly feature: string };
}
export type FormName = keyof Forms;

/** A state formula in a query. One that is always or never true is worth a warning where `what` names it. */
export interface AskedFormula {
  readonly formula: Formula;
  readonly what?: string;
}

export const formulasIn: { readonly [F in FormName]: (query: Forms[F]) => readonly AskedFormula[] } = {
  path: ({ formula }) => [{ formula, what: "the condition of the query" }],
  // Nobody is surprised that a conclusion holds always.
  "leads-to": ({ premise, conclusion }) => [
    { formula: premise, what: "what is to be followed" },
    { formula: conclusion },
  ],
  temporal: ({ atoms }) => atoms.map((formula) => ({ formula })),
  terms: ({ condition }) => (condition === undefined ? [] : [{ formula: condition }]),
  statistical: () => [],
  property: () => [],
  feature: () => [],
};
