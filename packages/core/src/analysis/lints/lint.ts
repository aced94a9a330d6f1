// What a lint is: a function that looks at a network and warns of something that is legal and probably not meant.
// Processes of one template repeat each other's faults, so a lint reports once per place in the text.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic, DiagnosticCode, Severity, Span } from "../../diagnostics/index.ts";
import type { Network } from "../../network/index.ts";

export interface Lint {
  readonly code: DiagnosticCode;
  /** What it warns of, for the table of codes. */
  readonly title: string;
  check(network: Network, report: Report): void;
}

export type Report = (message: string, span?: Span, hint?: string, severity?: Severity) => void;

/** Identity of a thing in the text: its declaration, whatever instance it belongs to. */
export function placeOf(thing: { readonly name: string; readonly span?: Span }): string {
  return thing.span === undefined ? thing.name : `${thing.span.block}:${thing.span.start}:${thing.span.end}`;
}

/** Runs one lint; says the same thing about the same place once. */
export function runLint(lint: Lint, network: Network): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  lint.check(network, (message, span, hint, severity = "warning") => {
    const key = placeOf({ name: message, ...defined({ span }) });
    if (seen.has(key)) return;
    seen.add(key);
    diagnostics.push({
      code: lint.code,
      severity,
      message,
      ...defined({ span, hint }),
    });
  });
  return diagnostics;
}
