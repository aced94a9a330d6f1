// The one entry to the front end: a file of any format becomes a `LoadedModel`, with everything there is to say about
// it. Nothing here throws on bad input; a model with faults has diagnostics and no network.

import { lintNetwork } from "../analysis/lints/index.ts";
import { defined } from "../basics/defined.ts";
import {
  type Diagnostic,
  DiagnosticSink,
  type NameListener,
  type Result,
  Sources,
  type Span,
} from "../diagnostics/index.ts";
import { frozenNetwork, type Network, type Query } from "../network/index.ts";
import { decodeContent } from "./bytes.ts";
import { readNetworkJson } from "./network-json.ts";
import { type LabelsQuestion, labelsIn, labelsQuery, readTchecker } from "./tchecker/index.ts";
import type { FaultyQuery, UppaalDocument } from "./uppaal/document.ts";
import { compileAll, type Elaboration, elaborate } from "./uppaal/elaborate.ts";
import { lintDocument } from "./uppaal/lints.ts";
import { parseQuery, parseQueryFile, parseXta } from "./uppaal/parse.ts";
import { readUppaalXml } from "./uppaal/xml/reader.ts";
import type { XmlFile } from "./uppaal/xml/tree.ts";

export type ModelFormat = "xml" | "xta" | "tck" | "json";

export interface ModelFile {
  /** As the user calls it; diagnostics name it, and its extension chooses the format. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface LoadOptions {
  /** Whether to look for what is legal but probably not meant; yes unless told otherwise. */
  readonly lints?: boolean;
  /** Hears what each name means. */
  readonly names?: NameListener;
}

export interface LoadedModel {
  readonly name: string;
  readonly format: ModelFormat;
  /** Null when the model has faults; queries that have faults are missing from it, the others are there. */
  readonly network: Network | null;
  /** UPPAAL models only. */
  readonly document: UppaalDocument | null;
  /** The elements of a model that came from XML, for writing it back. */
  readonly xml: XmlFile | null;
  readonly sources: Sources;
  readonly diagnostics: readonly Diagnostic[];
  /** The model's own questions that have errors; they keep their numbers. */
  readonly faultyQueries: readonly FaultyQuery[];
  /** Compiles one more query. */
  compileQuery(text: string, fileName?: string): CompiledQuery;
  /** Reads and compiles a `.q` file. */
  readQueries(file: ModelFile): {
    readonly queries: readonly Query[];
    /** What they are to be asked of, as with `compileQuery`; null when the model has faults. */
    readonly network: Network | null;
    readonly faultyQueries: readonly FaultyQuery[];
    readonly diagnostics: readonly Diagnostic[];
  };
  /** The questions of TChecker: a state that carries all these labels, or a run that meets them infinitely often. */
  compileLabels(labels: readonly string[], question?: LabelsQuestion): CompiledQuery;
}

/**
 * A query, and the network that it is to be asked of: the model's, which never changes, with the functions that this query
 * and those compiled before it have brought.
 */
export type CompiledQuery =
  | {
      readonly ok: true;
      readonly value: Query;
      readonly network: Network;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function loadModel(file: ModelFile, options: LoadOptions = {}): LoadedModel {
  const sources = new Sources([], options.names);
  const sink = new DiagnosticSink();
  const text = textOf(file, sources, sink);
  const format = formatOf(file.name, text ?? "");
  const read = text === null ? UNREAD : READERS[format](file.name, text, sources, sink);
  const { network, document, xml } = read;
  const warnings = new DiagnosticSink();
  if (options.lints !== false && network !== null) {
    for (const lint of document === null ? [] : lintDocument(document)) warnings.add(lint);
    for (const lint of lintNetwork(network)) warnings.add(lint);
  }
  return {
    name: file.name,
    format,
    network,
    document,
    xml,
    sources,
    diagnostics: [...sink.list, ...warnings.list, ...furtherErrors(sink)],
    faultyQueries: read.elaboration?.faulty ?? [],
    ...questions(format, sources, read),
  };
}

/** By extension; a file with another extension gives itself away by how it begins. */
export function formatOf(name: string, text: string): ModelFormat {
  switch (/\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase()) {
    case "xml":
      return "xml";
    case "xta":
    case "ta":
      return "xta";
    case "tck":
      return "tck";
    case "json":
      return "json";
    default:
      if (/^\s*</.test(text)) return "xml";
      if (/^\s*\{/.test(text)) return "json";
      return /^(?:\s|#.*)*system\s*:/.test(text) ? "tck" : "xta";
  }
}

interface Read {
  readonly network: Network | null;
  readonly document: UppaalDocument | null;
  readonly xml: XmlFile | null;
  readonly elaboration: Elaboration | null;
}
const UNREAD: Read = { network: null, document: null, xml: null, elaboration: null };

type Reader = (name: string, text: string, sources: Sources, sink: DiagnosticSink) => Read;

const READERS: Readonly<Record<ModelFormat, Reader>> = {
  xml(name, text, sources, sink) {
    const querySink = new DiagnosticSink();
    const model = readUppaalXml(name, text, sources, sink, querySink);
    if (model === null) return UNREAD;
    const read = elaborated(model.document, sources, sink);
    sink.addAll(querySink);
    return { ...read, xml: model.xml };
  },
  xta(name, text, sources, sink) {
    const block = sources.add({ file: name, text });
    const document = parseXta({ sources, block, sink, syntax: "auto" });
    return document === null ? UNREAD : elaborated(document, sources, sink);
  },
  tck: (name, text, sources, sink) => asRead(readTchecker(text, name, sources, sink)),
  json: (name, text, sources, sink) => asRead(readNetworkJson(name, text, sources, sink)),
};

function asRead(network: Network | null): Read {
  return { ...UNREAD, network: network === null ? null : frozenNetwork(network) };
}

/** A document with syntax errors is elaborated too, so that one run reports all there is; but it is no model. */
function elaborated(document: UppaalDocument, sources: Sources, sink: DiagnosticSink): Read {
  const readable = sink.errors === 0;
  // Behind a comment or bracket that is never closed anything may be missing: what is not known there is no news.
  if (sink.list.some((diagnostic) => leavesGap(diagnostic, sources))) return { ...UNREAD, document };
  const elaboration = elaborate(document, sources, sink);
  if (!readable || elaboration === null) return { ...UNREAD, document };
  return { network: elaboration.network, document, xml: null, elaboration };
}

/** Labels end where they end, so one of them hides nothing but itself. */
function leavesGap({ code, span }: Diagnostic, sources: Sources): boolean {
  if (code !== "TH1003" && code !== "TH1017") return false;
  return span === undefined || !(sources.blocks[span.block]!.path ?? "").includes("/label");
}

function furtherErrors({ omitted }: DiagnosticSink): Diagnostic[] {
  if (omitted === 0) return [];
  const message = omitted === 1 ? "there is 1 more error" : `there are ${omitted} more errors`;
  return [{ code: "TH1914", severity: "info", message, hint: "those that are shown may explain the others" }];
}

function textOf({ name, content }: ModelFile, sources: Sources, sink: DiagnosticSink): string | null {
  const decoded = decodeContent(content);
  const complaint = !decoded.ok ? decoded.problem : decoded.text.trim() === "" ? "the file is empty" : null;
  const span = (): Span => ({ block: sources.add({ file: name, text: "" }), start: 0, end: 0 });
  if (complaint !== null) {
    sink.error("TH1900", complaint, span());
    return null;
  }
  if (!decoded.ok) return null;
  if (decoded.warning !== undefined) sink.warn("TH1913", decoded.warning, span(), "save the file as UTF-8");
  return decoded.text;
}

// ---------------------------------------------------------------------------------------------- queries

type Questions = Pick<LoadedModel, "compileQuery" | "readQueries" | "compileLabels">;

function questions(format: ModelFormat, sources: Sources, { elaboration, network }: Read): Questions {
  const noQueries = (name: string): Diagnostic => ({
    code: "TH4800",
    severity: "error",
    message:
      network === null
        ? `\`${name}\` cannot be compiled: the model has faults`
        : `a model in ${format === "tck" ? "TChecker\u2019s format" : "JSON"} cannot be asked queries in UPPAAL\u2019s language`,
    ...defined({ hint: format === "tck" ? "ask for labels: `--labels a,b`" : undefined }),
  });
  return {
    compileQuery(text, fileName = "query") {
      const sink = new DiagnosticSink();
      const labels = network?.language === "tchecker" ? labelsIn(text) : undefined;
      if (labels !== undefined) return askedOf(network!, labelsQuery(network!, labels.labels, labels.question));
      if (elaboration === null) return { ok: false, diagnostics: [noQueries(text)] };
      const block = sources.add({ file: fileName, text });
      const node = parseQuery({ sources, block, sink });
      if (node === null) {
        if (sink.errors === 0) {
          const hint = "ask for example `A[] not deadlock`";
          sink.error("TH4801", "the query is empty", { block, start: 0, end: text.length }, hint);
        }
        return { ok: false, diagnostics: sink.list };
      }
      const query = elaboration.compileQuery(node, { text: withoutComments(text), span: node.span }, sink);
      return query === null
        ? { ok: false, diagnostics: sink.list }
        : askedOf(elaboration.extended(), sink.result(query));
    },

    readQueries(file) {
      const sink = new DiagnosticSink();
      const text = textOf(file, sources, sink);
      const none = { queries: [], faultyQueries: [], network };
      if (text === null) return { ...none, diagnostics: sink.list };
      if (elaboration === null) return { ...none, diagnostics: [noQueries(file.name)] };
      const block = sources.add({ file: file.name, text });
      const asked = compileAll(parseQueryFile({ sources, block, sink }), sources, sink, elaboration.compileQuery);
      return {
        queries: asked.filter((query): query is Query => !("diagnostic" in query)),
        network: elaboration.extended(),
        faultyQueries: asked.filter((query): query is FaultyQuery => "diagnostic" in query),
        diagnostics: sink.list,
      };
    },

    compileLabels(labels, question) {
      if (network?.language === "tchecker") return askedOf(network, labelsQuery(network, labels, question));
      return {
        ok: false,
        diagnostics: [
          { code: "TH4802", severity: "error", message: "only models in TChecker\u2019s format have labels" },
        ],
      };
    },
  };
}

function askedOf(network: Network, query: Result<Query>): CompiledQuery {
  return query.ok ? { ...query, network } : query;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ").trim();
}
