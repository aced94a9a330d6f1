// What formats say alike about questions: that there is no network to ask, that a format has no labels, that a file of
// queries cannot be read.

import { defined } from "../../basics/defined.ts";
import { type Diagnostic, DiagnosticSink, type Result, type Sources, type Span } from "../../diagnostics/index.ts";
import type { Network, Query } from "../../network/index.ts";
import { decodeContent } from "../bytes.ts";
import type { CompiledQuery, ModelFile, Questions, ReadModel } from "./format.ts";

export function askedOf(network: Network, query: Result<Query>): CompiledQuery {
  return query.ok ? { ...query, network } : query;
}

export const NO_LABELS: Diagnostic = {
  code: "TH4802",
  severity: "error",
  message: "only models in TChecker\u2019s format have labels",
};

/** Of a model that nothing can be asked: it has faults, or its format has no language for questions. */
export function noQuestions(network: Network | null, format: string, hint?: string): Questions {
  const refusal = (name: string): Diagnostic => ({
    code: "TH4800",
    severity: "error",
    message:
      network === null
        ? `\`${name}\` cannot be compiled: the model has faults`
        : `a model in ${format} cannot be asked queries in UPPAAL\u2019s language`,
    ...defined({ hint }),
  });
  return {
    compileQuery: (text) => ({ ok: false, diagnostics: [refusal(text)] }),
    readQueries(file) {
      const sink = new DiagnosticSink();
      const { name } = file;
      const decoded = decodedText(file, undefined, sink);
      return { queries: [], faultyQueries: [], network, diagnostics: decoded === null ? sink.list : [refusal(name)] };
    },
    compileGuide: (text) => ({ ok: false, diagnostics: [network === null ? refusal(text) : noGuides(format)] }),
    compileLabels: () => ({ ok: false, diagnostics: [NO_LABELS] }),
  };
}

/** Expressions that guide searches are UPPAAL's. */
export function noGuides(format: string): Diagnostic {
  return {
    code: "TH4803",
    severity: "error",
    message: `searches cannot be guided by expressions over a model in ${format}`,
    hint: "estimates such as `hU()` and `distance()` need none; `convert` writes the model for UPPAAL",
  };
}

/** Of a file that could not be read, or that is no model. */
export function unread(document: ReadModel["document"] = null): ReadModel {
  return { network: null, document, xml: null, faultyQueries: [], questions: noQuestions(null, "") };
}

/** The text of a file; null where `sink` says what is wrong with its bytes. */
export function decodedText(
  { name, content }: ModelFile,
  sources: Sources | undefined,
  sink: DiagnosticSink,
): string | null {
  const decoded = decodeContent(content);
  const complaint = !decoded.ok ? decoded.problem : decoded.text.trim() === "" ? "the file is empty" : null;
  const span = (): Span | undefined =>
    sources === undefined ? undefined : { block: sources.add({ file: name, text: "" }), start: 0, end: 0 };
  if (complaint !== null) {
    sink.error("TH1900", complaint, span());
    return null;
  }
  if (!decoded.ok) return null;
  if (decoded.warning !== undefined) sink.warn("TH1913", decoded.warning, span(), "save the file as UTF-8");
  return decoded.text;
}
