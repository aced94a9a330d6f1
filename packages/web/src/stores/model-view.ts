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

/** A text that is part of the model: declarations, parameters, the system, or a whole file. */
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

export function viewModel(model: LoadedModel): ModelView {
  const { name, format, network, diagnostics, sources } = model;
  return {
    name,
    format,
    plans: planModel(model),
    network,
    problems: diagnostics.map((diagnostic) => problemOf(diagnostic, sources)),
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

function sectionsOf({ document, xml, sources, format }: LoadedModel): Section[] {
  if (document === null || xml === null) {
    const text = sources.blocks[0]?.text ?? "";
    return [{ title: format === "xta" || format === "xml" ? "Source" : `Source (.${format})`, text }];
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
