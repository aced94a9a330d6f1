// Properties in PRISM's language, asked of a stochastic network: of a model in that language, or of one that was
// written as JSON, which knows its variables, labels and rewards, but no constants and formulas any more.

import {
  type Diagnostic,
  type DiagnosticCode,
  DiagnosticSink,
  type Sources,
  type Span,
} from "../../diagnostics/index.ts";
import type { Network, Query } from "../../network/index.ts";
import type { FormulaNode, Node } from "../prism/ast.ts";
import { parseProperties } from "../prism/parser.ts";
import { elaborateProperty } from "../prism/properties.ts";
import { PrismScope } from "../prism/scope.ts";
import type { FaultyQuery } from "../uppaal/document.ts";
import type { Questions } from "./format.ts";
import { askedOf, decodedText, NO_LABELS, noGuides } from "./questions.ts";

/** What is right in PRISM, and refused by name here: such a property is one that nobody answers. */
const REFUSED: DiagnosticCode = "TH3500";
const featureIn = ({ message }: Diagnostic): string => message.replace(/ is not supported$/, "");

const NOWHERE: Span = { block: 0, start: 0, end: 0 };

/** The variables of a network as names. */
export function scopeOfNetwork({ variables }: Network, given: ReadonlyMap<string, string>): PrismScope {
  const scope = new PrismScope(new DiagnosticSink(), given, undefined);
  for (const { name, type, cell, constant, meta } of variables) {
    if (constant || meta || (type.kind !== "int" && type.kind !== "bool")) continue;
    const { min, max } = type.kind === "int" ? type : { min: 0, max: 1 };
    scope.declareVariable({ name, cell, type: type.kind, min, max, module: -1, span: NOWHERE });
  }
  return scope;
}

export function prismQuestions(
  network: Network,
  outer: PrismScope,
  sources: Sources,
  given: ReadonlyMap<string, string>,
): Questions {
  // What files of properties have declared is known to the questions that follow.
  let scope = outer;
  const labels = new Map<string, FormulaNode>();
  const named = new Map<string, Node>();
  const read = (name: string, text: string, sink: DiagnosticSink, keeps: boolean): (Query | FaultyQuery)[] => {
    const block = sources.add({ file: name, text });
    const file = parseProperties(text, block, sink);
    const own = scope.inner(sink);
    if (keeps) scope = own;
    for (const constant of file.constants) own.declareConstant(constant);
    for (const label of file.labels) labels.set(label.name, label);
    for (const property of file.properties)
      if (property.name !== undefined && "node" in property) named.set(property.name, property.node);
    const list: (Query | FaultyQuery)[] = [];
    for (const unit of file.properties) {
      const { name: comment, span } = unit;
      const faults = new DiagnosticSink();
      const about = { scope: own.inner(faults), stochastic: network.stochastic!, labels, named };
      if (!("node" in unit)) faults.add(unit.diagnostic);
      const property = "node" in unit ? elaborateProperty(unit.node, about, faults) : null;
      const written = text.slice(span.start, span.end).replace(/\s+/g, " ");
      const known = { text: written, number: list.length + 1, span };
      const asked = { ...known, frameSize: 0, ...(comment === undefined ? {} : { comment }) };
      const fault = faults.firstError;
      if (fault?.code === REFUSED) list.push({ ...asked, kind: "unsupported", feature: featureIn(fault) });
      else {
        sink.addAll(faults);
        list.push(fault === undefined ? { ...asked, kind: "P", property: property! } : { ...known, diagnostic: fault });
      }
    }
    for (const name of given.keys()) {
      if (own.declared.has(name) || warned.has(name)) continue;
      warned.add(name);
      sink.warn(
        "TH2515",
        `neither the model nor a property declares the constant \`${name}\``,
        undefined,
        "leave out the `-D`",
      );
    }
    return list;
  };
  const warned = new Set<string>();
  return {
    compileQuery(text, fileName = "query") {
      const sink = new DiagnosticSink();
      const [query, ...more] = read(fileName, text, sink, false);
      if (query === undefined && sink.errors === 0) {
        sink.error("TH4801", "the query is empty", undefined, "ask for example `P=? [ F x=1 ]`");
      }
      if (query === undefined || "diagnostic" in query || sink.errors > 0) return { ok: false, diagnostics: sink.list };
      if (more.length > 0) {
        sink.error("TH4520", "one property is asked at a time", query.span, "write several into a file: `model.props`");
        return { ok: false, diagnostics: sink.list };
      }
      const { number: _, ...alone } = query;
      return askedOf(network, sink.result(alone as Query));
    },
    readQueries(file) {
      const sink = new DiagnosticSink();
      const text = decodedText(file, sources, sink);
      const asked = text === null ? [] : read(file.name, text, sink, true);
      return {
        network,
        queries: asked.filter((query): query is Query => !("diagnostic" in query)),
        faultyQueries: asked.filter((query): query is FaultyQuery => "diagnostic" in query),
        diagnostics: sink.list,
      };
    },
    compileGuide: () => ({ ok: false, diagnostics: [noGuides("PRISM\u2019s language")] }),
    compileLabels: () => ({ ok: false, diagnostics: [NO_LABELS] }),
  };
}
