// A member of a model family as a file: the family's XTA text is read, its queries are added with their comments and
// expected answers, and the document is written as XML (drawn) or XTA.

import { defined } from "../basics/defined.ts";
import { DiagnosticSink, Sources } from "../diagnostics/index.ts";
import type { Family, FamilyOptions, FamilyQuery } from "../families/index.ts";
import type { QueryItem } from "./uppaal/document.ts";
import { parseQuery, parseXta } from "./uppaal/parse.ts";
import { writeXta } from "./uppaal/write-xta.ts";
import { writeUppaalXml } from "./uppaal/xml/writer.ts";

export function generateModel(family: Family, options: FamilyOptions, format: "xml" | "xta"): string {
  const { xta, queries } = family.generate(options);
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const block = sources.add({ file: `${family.name}.xta`, text: xta });
  const document = parseXta({ sources, block, sink, syntax: "new" });
  if (document === null) throw new Error(`${family.name} cannot be read: ${sink.list[0]?.message}\n${xta}`);
  const whole = { ...document, queries: queries.map((query) => queryItem(query, sources, sink)) };
  // A family is our own text, so an error in it is our bug.
  if (sink.errors > 0) throw new Error(`${family.name}: ${sink.list[0]!.message}\n${xta}`);
  return format === "xml" ? writeUppaalXml(whole) : writeXta(whole, sink);
}

function queryItem({ formula, comment, holds }: FamilyQuery, sources: Sources, sink: DiagnosticSink): QueryItem {
  const block = sources.add({ file: "query", text: formula });
  return {
    query: parseQuery({ sources, block, sink }),
    text: formula,
    comment,
    ...defined({ expectation: holds === undefined ? undefined : { outcome: holds ? "satisfied" : "violated" } }),
    options: [],
    span: { block, start: 0, end: formula.length },
  };
}
