// Faults of the model that show only while it runs. Inside the engine a fault is thrown, because it may happen
// anywhere in an expression; at the engine's boundary it is caught and becomes a value with a diagnostic.

import type { Diagnostic, DiagnosticCode, Span } from "../diagnostics/index.ts";

export type FaultKind =
  | "range"
  | "index"
  | "division"
  | "shift"
  | "negative-clock"
  | "assert"
  | "endless"
  | "time-lock"
  | "zeno"
  | "rate"
  | "hybrid"
  | "unsupported"
  | "bound";

/** The table of 6xxx codes that an engine may report. */
export const FAULT_CODES: Readonly<Record<FaultKind, DiagnosticCode>> = {
  range: "TH6001",
  index: "TH6002",
  division: "TH6003",
  shift: "TH6004",
  "negative-clock": "TH6005",
  assert: "TH6006",
  endless: "TH6007",
  "time-lock": "TH6010",
  zeno: "TH6011",
  rate: "TH6012",
  hybrid: "TH6013",
  unsupported: "TH6008",
  bound: "TH6009",
};

export class ModelFault extends Error {
  readonly kind: FaultKind;
  readonly span: Span | undefined;

  constructor(kind: FaultKind, message: string, span?: Span) {
    super(message);
    this.name = "ModelFault";
    this.kind = kind;
    this.span = span;
  }

  get diagnostic(): Diagnostic {
    const span = this.span === undefined ? {} : { span: this.span };
    return { code: FAULT_CODES[this.kind], severity: "error", message: this.message, ...span };
  }
}
