// What the page knows of a model: plain data that the reading worker sends. It holds the network too, so that pictures
// of states and traces are drawn where they are shown.

import {
  type Diagnostic,
  defined,
  type Expectation,
  type LoadedModel,
  type ModelFormat,
  type ModelPlans,
  type ModelSymbol,
  type Network,
  numberedQueries,
  planModel,
  type Sources,
  symbolsOf,
} from "@tracehound/core";

export interface ModelView {
  readonly name: string;
  readonly format: ModelFormat;
  readonly plans: ModelPlans;
  /** Null when the model has faults. */
  readonly network: Network | null;
  readonly problems: readonly Problem[];
  readonly sections: readonly Section[];
  readonly queries: readonly FileQuery[];
  readonly symbols: readonly ModelSymbol[];
}

export interface Problem {
  readonly severity: Diagnostic["severity"];
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly line?: number;
  readonly column?: number;
  /** The element of an XML file that it is about. */
  readonly path?: string;
  readonly excerpt?: string;
  /** Where in the text of that element, or in the file. */
  readonly from?: number;
  readonly to?: number;
}

/** A text that is part of the model: declarations, the system, or a whole file of another format than XML. */
export interface Section {
  readonly title: string;
  readonly text: string;
  /** The XML element; absent for the text of a whole file. */
  readonly path?: string;
  /** The template it belongs to. */
  readonly template?: number;
}

export interface FileQuery {
  readonly text: string;
  readonly comment: string;
  readonly expectation?: Expectation;
}

/** `text` is the whole file. */
export function viewModel(model: LoadedModel, text: string): ModelView {
  const { name, format, network, diagnostics, sources } = model;
  const isBroken = format === "xml" && model.document === null;
  return {
    name,
    format,
    plans: planModel(model),
    network,
    problems: diagnostics.map((diagnostic) => {
      const problem = problemOf(diagnostic, sources);
      return isBroken ? inWholeFile(problem, text) : problem;
    }),
    sections: sectionsOf(model),
    queries: queriesOf(model),
    symbols: symbolsOf(model),
  };
}

export function problemOf({ severity, code, message, hint, span }: Diagnostic, sources: Sources): Problem {
  const place = span === undefined ? undefined : sources.locate(span);
  return {
    severity,
    code,
    message,
    ...defined({
      hint,
      line: place?.line,
      column: place?.column,
      excerpt: place?.excerpt,
      path: place?.path,
      from: span?.start,
      to: span?.end,
    }),
  };
}

/** What is no XML has no elements: its faults stand in the file as a whole. */
function inWholeFile({ from: _, to: __, path: ___, ...problem }: Problem, text: string): Problem {
  const { line, column } = problem;
  if (line === undefined || column === undefined) return problem;
  let start = 0;
  for (let i = 1; i < line; i++) start = text.indexOf("\n", start) + 1;
  const from = Math.min(text.length, start + column - 1);
  const rest = /^(?:<\/?[\w:.-]*>?|&\w*;?|\S+)/.exec(text.slice(from, from + 80))?.[0] ?? "";
  return { ...problem, from, to: from + Math.max(1, rest.length) };
}

function sectionsOf({ document, xml, sources, format }: LoadedModel): Section[] {
  if (document === null || xml === null) {
    if (format === "xml") return [];
    const text = sources.blocks[0]?.text ?? "";
    return [{ title: format === "xta" ? "Source" : `Source (.${format})`, text }];
  }
  const { declarations, instantiation, system } = document.texts;
  return [
    { title: "Declarations", text: declarations, path: "/nta/declaration" },
    ...document.templates.map((template, index) => ({
      title: template.name,
      text: template.declarationText,
      path: `/nta/template[${index + 1}]/declaration`,
      template: index,
    })),
    ...(instantiation.trim() === ""
      ? []
      : [{ title: "Instantiation", text: instantiation, path: "/nta/instantiation" }]),
    { title: "System", text: system, path: "/nta/system" },
  ];
}

function queriesOf({ document, network }: LoadedModel): FileQuery[] {
  if (document === null) return (network?.queries ?? []).map(({ text, comment = "" }) => ({ text, comment }));
  return [...numberedQueries(document.queries)].map(([, { text, comment, expectation }]) => ({
    text: text.trim(),
    comment,
    ...defined({ expectation }),
  }));
}
