// The entry for `tracehound format`: a file of any textual format laid out anew, or the errors that stand in the way.

import { DiagnosticSink, type Result, Sources } from "../diagnostics/index.ts";
import { type DecodedText, decodeContent } from "./bytes.ts";
import type { ModelFile } from "./formats/format.ts";
import { formatOf } from "./formats/index.ts";

export interface Formatted {
  readonly result: Result<string>;
  readonly sources: Sources;
  /** The text as it was. */
  readonly original: string;
  /** How the file was encoded; its text is written as UTF-8, with a mark where it had one. */
  readonly encoding: DecodedText["encoding"];
  readonly hasMark: boolean;
}

export function formatModel(file: ModelFile): Formatted {
  const { name } = file;
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const decoded = decodeContent(file.content);
  if (!decoded.ok) {
    const block = sources.add({ file: name, text: "" });
    sink.error("TH1900", decoded.problem, { block, start: 0, end: 0 });
    return { result: sink.result(""), sources, original: "", encoding: "utf-8", hasMark: false };
  }
  const { text, encoding, hasMark = false } = decoded;
  const formatted = formatOf(name, text).layOut({ name, text, sources, sink });
  return { result: sink.result(formatted ?? text), sources, original: text, encoding, hasMark };
}
