// What the writer cannot say in the TChecker format. Each thing is named once, with a place where it stands, so that
// a user sees the whole list in one run.

import type { DiagnosticSink, Span } from "../../../diagnostics/index.ts";

export class Refusals {
  private readonly sink: DiagnosticSink;
  private readonly told = new Set<string>();

  constructor(sink: DiagnosticSink) {
    this.sink = sink;
  }

  /** The model needs it: there will be no file. */
  refuse(what: string, span?: Span): void {
    if (this.first(what)) this.sink.error("TH3401", `The TChecker format cannot say: ${what}`, span);
  }

  /** The file means the same to a checker, but something is lost on the way. */
  leaveOut(what: string, span?: Span): void {
    if (this.first(what)) this.sink.warn("TH3402", `Left out of the TChecker file: ${what}`, span);
  }

  private first(what: string): boolean {
    if (this.told.has(what)) return false;
    this.told.add(what);
    return true;
  }
}
