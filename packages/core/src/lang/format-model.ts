// The entry for `tracehound format`: a file of any textual format laid out anew, or the errors that stand in the way.

import { DiagnosticSink, type Result, Sources } from "../diagnostics/index.ts";
import { decodeContent } from "./bytes.ts";
import type { ModelFile } from "./load.ts";
import { formatTchecker } from "./tchecker/index.ts";
import { formatQueries } from "./uppaal/format-queries.ts";
import { formatXta } from "./uppaal/format-xta.ts";
import { parseXta } from "./uppaal/parse.ts";
import { formatXml } from "./uppaal/xml/format-xml.ts";
import { readUppaalXml } from "./uppaal/xml/reader.ts";

export interface Formatted {
  readonly result: Result<string>;
  readonly sources: Sources;
  /** The text as it was. */
  readonly original: string;
}

export function formatModel(file: ModelFile): Formatted {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const decoded = decodeContent(file.content);
  if (!decoded.ok) {
    const block = sources.add({ file: file.name, text: "" });
    sink.error("TH1900", decoded.problem, { block, start: 0, end: 0 });
    return { result: sink.result(""), sources, original: "" };
  }
  const text = decoded.text;
  const formatted = formatText(file.name, text, sources, sink);
  return { result: sink.result(formatted ?? text), sources, original: text };
}

function formatText(name: string, text: string, sources: Sources, sink: DiagnosticSink): string | null {
  const extension = /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === "q") return formatQueries(text, name, sources, sink);
  if (extension === "tck") return formatTchecker(text, name, sources, sink);
  if (extension === "xml" || /^\s*</.test(text)) {
    const read = readUppaalXml(name, text, sources, sink);
    return read === null || sink.errors > 0 ? null : formatXml(read.xml);
  }
  if (extension === "json") {
    sink.error("TH3403", "A network in JSON has no layout to tidy", undefined, "format the model it was made from");
    return null;
  }
  const block = sources.add({ file: name, text });
  const document = parseXta({ sources, block, sink, syntax: "auto" });
  return document === null || sink.errors > 0 ? null : formatXta(document, sources);
}
