// What can be said about an answer beyond its evidence.

import type { Trace } from "../trace/index.ts";

export type Why =
  /** Of a violated `A[]`: what does not hold in the last state of the trace, and the values there. */
  | {
      readonly kind: "failed";
      readonly parts: readonly string[];
      readonly values: string;
      readonly deadlock?: Standstill;
    }
  /** Of a run that ends where nothing can happen any more. */
  | { readonly kind: "deadlock"; readonly deadlock: Standstill }
  /** Of a target that no run reaches. */
  | ({ readonly kind: "nearest" } & Nearest)
  /** Of a violated `E[]`: what fails in a state that a run comes to, and every run comes to such a state. */
  | { readonly kind: "left"; readonly parts: readonly string[]; readonly values: string; readonly steps: number }
  /** Of implications that hold: what never does, so that nothing was ever asked; `whole`: of the whole query. */
  | { readonly kind: "vacuous"; readonly premises: readonly string[]; readonly whole: boolean };

/** Nothing can happen, now or later: what blocks each process. */
export interface Standstill {
  /** How long time can still pass; absent: for ever. */
  readonly time?: { readonly most: string; readonly strict: boolean; readonly by: readonly string[] };
  readonly processes: readonly {
    readonly process: string;
    readonly location: string;
    /** One per edge that leads away (or back); none: no edge does. */
    readonly edges: readonly { readonly to: string; readonly reasons: readonly string[] }[];
  }[];
  /** Processes that are not listed because there are so many. */
  readonly more?: number;
}

export interface Nearest {
  /** How many conditions of the target hold there. */
  readonly held: number;
  /** Those that do not, in the words of the model. */
  readonly missing: readonly string[];
  readonly steps: number;
  /** The run to that state. */
  readonly trace: Trace;
  readonly blocked: readonly Blocked[];
}

/** A process that would have to be elsewhere, or that could change what a variable is. */
export interface Blocked {
  readonly process: string;
  readonly from: string;
  /** The next location on its way; undefined: there is no way. */
  readonly to?: string;
  /** The variables that the step would change. */
  readonly changes?: string;
  readonly reasons: readonly string[];
}
