// TChecker text → Network. All errors of the file are reported in one go; after an error there is no network.

import type { DiagnosticSink, Sources } from "../../../diagnostics/index.ts";
import type { Network } from "../../../network/index.ts";
import { readLines } from "../lines.ts";
import { elaborate } from "./elaborate.ts";

export function readTchecker(text: string, fileName: string, sources: Sources, sink: DiagnosticSink): Network | null {
  const errorsBefore = sink.errors;
  const block = sources.add({ file: fileName, text });
  const declarations = readLines(text, block, sink);
  if (declarations.length === 0) {
    sink.error("TH1400", "The file declares nothing", { block, start: 0, end: 1 }, "the first line is `system:name`");
    return null;
  }
  const network = elaborate(declarations, sources, sink);
  return sink.errors > errorsBefore ? null : network;
}
