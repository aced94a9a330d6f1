// Models as texts: edited where they stand, and written in another format.

import { convertModel, editXml } from "@tracehound/core";
import { networkOf, Refusal } from "./models.ts";
import type { Answer, Ask } from "./protocol.ts";

export function edit({ text, operations }: Ask<"edit">): Answer<"edit"> {
  const result = editXml(text, operations);
  if ("problem" in result) throw new Refusal(result.problem);
  return result.text;
}

export function convert({ source, format }: Ask<"convert">): Answer<"convert"> {
  const result = convertModel(networkOf(source).model, format);
  if (!result.ok) throw new Refusal(result.diagnostics[0]!.message);
  return result.value;
}
