// Raised where the network says something that the printer has no words for; becomes a diagnostic.

import type { Span } from "../../../diagnostics/index.ts";

export class Unsayable extends Error {
  readonly span: Span | undefined;
  constructor(what: string, span?: Span) {
    super(what);
    this.span = span;
  }
}
