// Models as texts: edited where they stand, and written in another format.

import { convertModel, editXml, layOut as layOutAutomaton } from "@tracehound/core";
import { networkOf, Refusal } from "./models.ts";
import type { Answer, Ask } from "./protocol.ts";

export function edit({ text, operations }: Ask<"edit">): Answer<"edit"> {
  const result = editXml(text, operations);
  if ("problem" in result) throw new Refusal(result.problem);
  return result.text;
}

export function layOut({ plan }: Ask<"layOut">): Answer<"layOut"> {
  return layOutAutomaton(plan);
}

export function convert({ source, format }: Ask<"convert">): Answer<"convert"> {
  const result = convertModel(networkOf(source).model, format);
  if (!result.ok) {
    const { diagnostics } = result;
    throw new Refusal((diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0]!).message);
  }
  return result.value;
}

export function questions({ source, name, text }: Ask<"questions">): Answer<"questions"> {
  const { queries, faultyQueries, diagnostics } = networkOf(source).model.readQueries({ name, content: text });
  const texts = queries.map((query) => query.text);
  // What cannot be read is asked too, where it stands: its card says what is wrong with it.
  for (const faulty of faultyQueries) texts.splice(faulty.number - 1, 0, faulty.text);
  if (texts.length === 0) {
    throw new Refusal(diagnostics.find(({ severity }) => severity === "error")?.message ?? "it asks nothing");
  }
  return texts.map(oneLine);
}

function oneLine(text: string): string {
  return text
    .replace(/("[^"\n]*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (_, quoted?: string) => quoted ?? " ")
    .replace(/\\[ \t\r]*\n/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
