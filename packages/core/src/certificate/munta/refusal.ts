// What cannot be said in Munta's language is refused by name, with the place in the model and what could be done
// instead. Nothing is approximated: a model is exported whole or not at all.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic, DiagnosticCode, Span } from "../../diagnostics/index.ts";

/** The budgets of an export: beyond them a model is refused, and the budget is named. */
export const MUNTA_BUDGET = {
  /** Runs of guards, updates and targets on chosen values. */
  cases: 400_000,
  /** Edges of the exported model. */
  edges: 40_000,
  /** Values of one variable that are told apart where no certificate says which occur. */
  values: 300,
  /** Disjuncts of the target. */
  disjuncts: 4_000,
  /** Locations of one process; ids are below. */
  locations: 1_000,
  /** Bytes of the certificate. */
  bytes: 1 << 30,
} as const;

/** The reasons, by the word that tables and `--json` use. */
export const REFUSALS = {
  "unsupported feature": "TH3901",
  priorities: "TH3901",
  "before_update or after_update": "TH3901",
  stopwatches: "TH3901",
  "urgent channels": "TH3901",
  "differences of clocks": "TH3901",
  "clocks set to other values than 0": "TH3901",
  "clocks that start elsewhere": "TH3901",
  "data in invariants": "TH3901",
  "clock guards at receivers of broadcasts": "TH3901",
  "synchronisation of three or more": "TH3901",
  "several initial locations": "TH3901",
  "temporaries that pass values": "TH3901",
  "locations in guards": "TH3901",
  "updates that mix with a partner's": "TH3901",
  "no initial state": "TH3901",
  "the question": "TH3902",
  "a target that may fail": "TH3902",
  "too many cases": "TH3903",
  "too many values": "TH3903",
  "too many edges": "TH3903",
  "too many locations": "TH3903",
  "too large": "TH3903",
  "the certificate": "TH3904",
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

export type RefusalReason = keyof typeof REFUSALS;

export class MuntaRefusal extends Error {
  readonly reason: RefusalReason;
  readonly diagnostic: Diagnostic;

  constructor(reason: RefusalReason, message: string, span?: Span, hint?: string) {
    super(message);
    this.reason = reason;
    this.diagnostic = { code: REFUSALS[reason], severity: "error", message, ...defined({ span, hint }) };
  }
}

export function refuse(reason: RefusalReason, message: string, span?: Span, hint?: string): never {
  throw new MuntaRefusal(reason, message, span, hint);
}
