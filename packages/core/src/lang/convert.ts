// From one format to another. An UPPAAL document goes to `.xml` and `.xta` by its texts, so that people find their
// words again; everything else goes by way of the network. What the target cannot say is refused by name.

import { DiagnosticSink, type Result, Sources } from "../diagnostics/index.ts";
import type { Network } from "../network/index.ts";
import type { LoadedModel, ModelFormat } from "./load.ts";
import { writeNetworkJson } from "./network-json.ts";
import { writeTchecker } from "./tchecker/index.ts";
import type { UppaalDocument } from "./uppaal/document.ts";
import { networkToXta } from "./uppaal/from-network.ts";
import { parseXta } from "./uppaal/parse.ts";
import { writeXta } from "./uppaal/write-xta.ts";
import { rewriteXml } from "./uppaal/xml/rewrite.ts";
import { writeUppaalXml } from "./uppaal/xml/writer.ts";

/** The model's text in the target format. Diagnostics of the result refer to the model's own sources. */
export function convertModel(model: LoadedModel, target: ModelFormat): Result<string> {
  const sink = new DiagnosticSink();
  if (model.network === null) return { ok: false, diagnostics: model.diagnostics };
  const text = convert(model, model.network, target, sink);
  return text === null ? { ok: false, diagnostics: sink.list } : sink.result(text);
}

function convert(model: LoadedModel, network: Network, target: ModelFormat, sink: DiagnosticSink): string | null {
  switch (target) {
    case "json":
      return writeNetworkJson(network);
    case "tck":
      return writeTchecker(network, sink);
    case "xta":
      return model.document === null ? networkToXta(network, sink) : writeXta(model.document, sink);
    case "xml": {
      if (model.xml !== null) return rewriteXml(model.xml);
      const document = model.document ?? documentOf(network, sink);
      return document === null ? null : writeUppaalXml(document);
    }
  }
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
