// Why no finite clock bounds exist for a network; thrown inside the analysis and turned into a diagnostic at its door.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic, DiagnosticCode, Span } from "../../diagnostics/index.ts";

export class BoundsRefusal extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: DiagnosticCode, message: string, span: Span | undefined, hint?: string) {
    super(message);
    this.diagnostic = {
      code,
      severity: "error",
      message,
      ...defined({ span, hint }),
    };
  }
}
