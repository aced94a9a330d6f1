// The attributes of one declaration, by key. Unknown keys are passed over with a warning, as TChecker does, unless
// they look like a slip of a known one: an invariant that is dropped silently changes what the model means.

import type { DiagnosticSink } from "../../../diagnostics/index.ts";
import { closest } from "../../../diagnostics/suggest.ts";
import { clip } from "../lines.ts";
import type { TckDeclaration, TckPiece } from "../syntax.ts";

export function readAttributes(
  declaration: TckDeclaration,
  known: readonly string[],
  sink: DiagnosticSink,
): ReadonlyMap<string, TckPiece> {
  const attributes = new Map<string, TckPiece>();
  for (const { key, value } of declaration.attributes) {
    if (!known.includes(key.text)) {
      const near = closest(key.text, known);
      const message = `\`${clip(key.text)}\` is no attribute of this declaration`;
      if (near === undefined) sink.warn("TH2441", message, key.span);
      else sink.error("TH2440", message, key.span, `did you mean \`${near}\`?`);
    } else if (attributes.has(key.text)) {
      sink.error("TH2442", `Attribute \`${key.text}\` is given twice`, key.span, "join both in one");
    } else {
      if (isFlag(key.text) && value.text !== "") {
        sink.warn("TH2443", `Attribute \`${key.text}\` takes no value`, value.span);
      }
      attributes.set(key.text, value);
    }
  }
  return attributes;
}

function isFlag(key: string): boolean {
  return key === "initial" || key === "committed" || key === "urgent";
}
