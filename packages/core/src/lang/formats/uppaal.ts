// UPPAAL's two formats: `.xml`, whose elements are kept so that people find their file again, and `.xta`. They differ
// in how a file becomes a document, and a document a file; the rest is one language.

import { type Diagnostic, DiagnosticSink, Sources } from "../../diagnostics/index.ts";
import type { Network, Query, Term } from "../../network/index.ts";
import type { FaultyQuery, UppaalDocument } from "../uppaal/document.ts";
import { compileAll, type Elaboration, elaborate } from "../uppaal/elaborate.ts";
import { formatQueries } from "../uppaal/format/queries.ts";
import { formatXta } from "../uppaal/format/xta.ts";
import { networkToXta } from "../uppaal/from-network.ts";
import { parseExpressionLabel, parseQuery, parseQueryFile, parseXta } from "../uppaal/parse.ts";
import { writeXta } from "../uppaal/write-xta.ts";
import { formatXml } from "../uppaal/xml/format-xml.ts";
import { readUppaalXml } from "../uppaal/xml/reader.ts";
import { rewriteXml } from "../uppaal/xml/rewrite.ts";
import { writeUppaalXml } from "../uppaal/xml/writer.ts";
import type { Format, Questions, ReadFile, ReadModel } from "./format.ts";
import { askedOf, decodedText, NO_LABELS, unread } from "./questions.ts";

export const xml: Format<"xml"> = {
  name: "xml",
  title: "UPPAAL\u2019s XML",
  extensions: ["xml"],
  queryExtensions: [],
  beginsLike: (text) => /^\s*</.test(text),
  read({ name, text, sources, sink }) {
    const querySink = new DiagnosticSink();
    const model = readUppaalXml(name, text, sources, sink, querySink);
    if (model === null) return unread();
    const read = elaborated(model.document, sources, sink);
    sink.addAll(querySink);
    return { ...read, xml: model.xml };
  },
  write({ xml: elements, document, network }, sink) {
    if (elements !== null) return rewriteXml(elements);
    const written = document ?? documentOf(network, sink);
    return written === null ? null : writeUppaalXml(written);
  },
  layOut({ name, text, sources, sink }) {
    const read = readUppaalXml(name, text, sources, sink);
    return read === null || sink.errors > 0 ? null : formatXml(read.xml);
  },
};

export const xta: Format<"xta"> = {
  name: "xta",
  title: "UPPAAL\u2019s textual format",
  extensions: ["xta", "ta"],
  queryExtensions: ["q"],
  beginsLike: () => true,
  read({ name, text, sources, sink }) {
    const block = sources.add({ file: name, text });
    const document = parseXta({ sources, block, sink, syntax: "auto" });
    return document === null ? unread() : elaborated(document, sources, sink);
  },
  write: ({ document, network }, sink) => (document === null ? networkToXta(network, sink) : writeXta(document, sink)),
  layOut: layOutXta,
};

function layOutXta({ name, text, sources, sink }: Omit<ReadFile, "constants">): string | null {
  if (/\.q$/i.test(name)) return formatQueries(text, name, sources, sink);
  const block = sources.add({ file: name, text });
  const document = parseXta({ sources, block, sink, syntax: "auto" });
  return document === null || sink.errors > 0 ? null : formatXta(document, sources);
}

/** A document with syntax errors is elaborated too, so that one run reports all there is; but it is no model. */
function elaborated(document: UppaalDocument, sources: Sources, sink: DiagnosticSink): ReadModel {
  const readable = sink.errors === 0;
  // Behind a comment or bracket that is never closed anything may be missing: what is not known there is no news.
  if (sink.list.some((diagnostic) => leavesGap(diagnostic, sources))) return unread(document);
  const elaboration = elaborate(document, sources, sink);
  if (!readable || elaboration === null) return unread(document);
  const { network, faulty } = elaboration;
  return { network, document, xml: null, faultyQueries: faulty, questions: questionsOf(elaboration, sources) };
}

/** Labels end where they end, so one of them hides nothing but itself. */
function leavesGap({ code, span }: Diagnostic, sources: Sources): boolean {
  if (code !== "TH1003" && code !== "TH1017") return false;
  return span === undefined || !(sources.blocks[span.block]!.path ?? "").includes("/label");
}

function questionsOf(elaboration: Elaboration, sources: Sources): Questions {
  const { network } = elaboration;
  return {
    compileQuery(text, fileName = "query") {
      const sink = new DiagnosticSink();
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

    compileGuide(text, fileName = "expression") {
      const sink = new DiagnosticSink();
      const block = sources.add({ file: fileName, text });
      const whole = { block, start: 0, end: text.length };
      const term = parseExpressionLabel({ sources, block, sink, syntax: "new" }, "expression");
      if (term === null && sink.errors === 0)
        sink.error("TH4804", "the expression is empty", whole, "write for example `waiting`");
      if (term === null || sink.errors > 0) return { ok: false, diagnostics: sink.list };
      const node = { form: "terms", kind: "sup", terms: [term], span: whole } as const;
      const query = elaboration.compileQuery(node, { text, span: whole }, sink);
      if (query === null || !("terms" in query)) {
        if (query !== null) sink.error("TH4804", "this cannot guide a search", whole);
        return { ok: false, diagnostics: sink.list };
      }
      const [{ left, right, value }] = query.terms as readonly [Term];
      if (left !== undefined || right !== undefined) {
        sink.error("TH4804", "a clock cannot guide a search", whole, "searches meet sets of clock values, not one");
        return { ok: false, diagnostics: sink.list };
      }
      return { ok: true, value: { text, value, frameSize: query.frameSize }, network: elaboration.extended() };
    },

    readQueries(file) {
      const sink = new DiagnosticSink();
      const text = decodedText(file, sources, sink);
      if (text === null) return { queries: [], faultyQueries: [], network, diagnostics: sink.list };
      const block = sources.add({ file: file.name, text });
      const asked = compileAll(parseQueryFile({ sources, block, sink }), sources, sink, elaboration.compileQuery);
      return {
        queries: asked.filter((query): query is Query => !("diagnostic" in query)),
        network: elaboration.extended(),
        faultyQueries: asked.filter((query): query is FaultyQuery => "diagnostic" in query),
        diagnostics: sink.list,
      };
    },

    compileLabels: () => ({ ok: false, diagnostics: [NO_LABELS] }),
  };
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ").trim();
}

function documentOf(network: Network, sink: DiagnosticSink): UppaalDocument | null {
  const text = networkToXta(network, sink);
  if (text === null) return null;
  const sources = new Sources();
  const ownSink = new DiagnosticSink();
  const block = sources.add({ file: network.name, text });
  const document = parseXta({ sources, block, sink: ownSink, syntax: "new" });
  if (document === null || ownSink.errors > 0) {
    throw new Error(`our own .xta cannot be read: ${ownSink.list[0]?.message ?? "no document"}`);
  }
  return document;
}
