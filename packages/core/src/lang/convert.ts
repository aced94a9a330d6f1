// From one format to another. An UPPAAL document goes to `.xml` and `.xta` by its texts, so that people find their
// words again; everything else goes by way of the network. What the target cannot say is refused by name.

import { DiagnosticSink, type Result } from "../diagnostics/index.ts";
import { formats, type ModelFormat } from "./formats/index.ts";
import type { LoadedModel } from "./load.ts";

/** The model's text in the target format. Diagnostics of the result refer to the model's own sources. */
export function convertModel(model: LoadedModel, target: ModelFormat): Result<string> {
  const sink = new DiagnosticSink();
  const { network, document, xml } = model;
  if (network === null) return { ok: false, diagnostics: model.diagnostics };
  const { title, write } = formats.find(({ name }) => name === target)!;
  if (write === undefined) {
    sink.error("TH3404", `models are not written in ${title}`, undefined, "write `.xml`, `.xta`, `.tck` or `.json`");
    return { ok: false, diagnostics: sink.list };
  }
  if (network.stochastic !== undefined && target !== "json") {
    sink.error("TH3405", `probabilities cannot be said in ${title}`, undefined, "write `.json`");
    return { ok: false, diagnostics: sink.list };
  }
  const text = write({ network, document, xml }, sink);
  return text === null ? { ok: false, diagnostics: sink.list } : sink.result(text);
}
