// The ways in which a command gives up because of its user. Everything else that is thrown is a fault of ours.

import { type Diagnostic, isRefusal, type Sources } from "@tracehound/core";

/** The command line makes no sense: exit 11. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** A specification (`--search`) makes no sense: exit 11, after the diagnostics were printed. */
export class BadSpecification extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;

  constructor(diagnostics: readonly Diagnostic[], sources: Sources) {
    super("the specification has errors");
    this.diagnostics = diagnostics;
    this.sources = sources;
  }
}

/** Output cannot be written: exit 74. */
export class Unwritten extends Error {}

/** What is asked for is not supported: exit 12, after the diagnostics were printed. */
export class NotSupported extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;

  constructor(diagnostics: readonly Diagnostic[], sources: Sources) {
    super(diagnostics[0]?.message ?? "it is not supported");
    this.diagnostics = diagnostics;
    this.sources = sources;
  }
}

/** A file or model is faulty: exit 10, after the diagnostics (or the message) were printed. */
export class BadInput extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources | undefined;

  constructor(reason: string | { readonly diagnostics: readonly Diagnostic[]; readonly sources: Sources }) {
    super(typeof reason === "string" ? reason : "the input has errors");
    this.diagnostics = typeof reason === "string" ? [] : reason.diagnostics;
    this.sources = typeof reason === "string" ? undefined : reason.sources;
  }
}

/** Is a file that could not be read right, but for what is not supported? */
export function isRefused(diagnostics: readonly Diagnostic[]): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.length > 0 && errors.every(({ code }) => isRefusal(code));
}
