// What Tracehound has to say about a user's input. Diagnostics are values: the front ends collect them and go on,
// so that one run reports everything. Exceptions are kept for faults of our own code.

import { defined } from "../basics/defined.ts";
import type { DiagnosticCode } from "./codes.ts";
import type { Span } from "./sources.ts";

export type Severity = "error" | "warning" | "info";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence in plain words, without a trailing full stop. */
  readonly message: string;
  readonly span?: Span;
  /** What the user may do about it: "did you mean `x1`?". */
  readonly hint?: string;
}

/** A value, or the reasons why there is none; warnings may accompany a value. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** As many errors as anybody reads; the others are counted. */
const MAX_ERRORS = 50;
const MAX_OTHERS = 200;

/** Collects diagnostics in the order they are met: the first of them, and how many errors there are in all. */
export class DiagnosticSink {
  readonly list: Diagnostic[] = [];
  errors = 0;
  private others = 0;

  add(diagnostic: Diagnostic): void {
    const kept = diagnostic.severity === "error" ? this.errors++ < MAX_ERRORS : this.others++ < MAX_OTHERS;
    if (kept) this.list.push(diagnostic);
  }

  /** Errors that were counted and not kept. */
  get omitted(): number {
    return Math.max(0, this.errors - MAX_ERRORS);
  }

  /** Takes over what another sink has collected, and how much it has seen. */
  addAll(other: DiagnosticSink): void {
    for (const diagnostic of other.list) this.add(diagnostic);
    this.errors += other.omitted;
  }

  get firstError(): Diagnostic | undefined {
    return this.list.find(({ severity }) => severity === "error");
  }

  error(code: DiagnosticCode, message: string, span?: Span, hint?: string): void {
    this.add(make("error", code, message, span, hint));
  }

  warn(code: DiagnosticCode, message: string, span?: Span, hint?: string): void {
    this.add(make("warning", code, message, span, hint));
  }

  result<T>(value: T): Result<T> {
    return this.errors > 0 ? { ok: false, diagnostics: this.list } : { ok: true, value, diagnostics: this.list };
  }
}

function make(severity: Severity, code: DiagnosticCode, message: string, span?: Span, hint?: string): Diagnostic {
  return { code, severity, message, ...defined({ span, hint }) };
}
