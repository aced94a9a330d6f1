// What is asked about random runs: within which bound, how many of them, and which property, value or curve.

import type { Formula } from "../constraints.ts";
import type { ClockRef, Expression } from "../data.ts";

/** The network that statistics run (`modelOf` has it): a network contains queries, so its type cannot stand here. */
export type SampledModel = object;

/**
 * Where a run ends: when so much time has passed, when a clock shows more, or after so many joint steps. All closed.
 */
export type RunBound =
  | { readonly kind: "time" | "steps"; readonly limit: number }
  | { readonly kind: "clock"; readonly clock: ClockRef; readonly limit: number };

/** What a run may satisfy: `<> goal`, `[] keep`, `keep U goal`. */
export interface PathProperty {
  readonly bound: RunBound;
  /** So many runs, and no stopping rule. */
  readonly runs?: number;
  readonly path: "<>" | "[]" | "U";
  /** What is to be reached; of `[]`, what must never happen. */
  readonly goal: Formula;
  /** What must hold until then. */
  readonly keep?: Formula;
}

export interface Shown {
  readonly text: string;
  readonly value: Expression;
}

export type StatisticalQuestion =
  | {
      readonly kind: "probability";
      readonly property: PathProperty;
      /** A hypothesis to be tested instead of an estimate. */
      readonly test?: { readonly op: ">=" | "<="; readonly threshold: number };
      /** Is the first as likely as this one, or more? */
      readonly against?: PathProperty;
    }
  | {
      readonly kind: "expectation";
      readonly bound: RunBound;
      readonly runs?: number;
      readonly extreme: "max" | "min";
      readonly shown: Shown;
    }
  | {
      readonly kind: "simulation";
      readonly bound: RunBound;
      readonly runs?: number;
      readonly shown: readonly Shown[];
      /** Only runs that satisfy the condition somewhere are kept; with a count, until there are so many. */
      readonly filter?: { readonly count?: number; readonly condition: Formula };
    };
