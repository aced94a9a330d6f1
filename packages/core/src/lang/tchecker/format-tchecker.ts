// Lays out a TChecker file: one blank between attributes, none around fields, comments and their lines kept. Works on
// lines, not on the network, so that nothing a person wrote is lost.

import type { DiagnosticSink, Sources } from "../../diagnostics/index.ts";
import { readLines } from "./lines.ts";
import type { TckDeclaration } from "./syntax.ts";

/** The text laid out anew, or null after errors. */
export function formatTchecker(text: string, fileName: string, sources: Sources, sink: DiagnosticSink): string | null {
  const block = sources.add({ file: fileName, text });
  const errorsBefore = sink.errors;
  const declarations = new Map(
    readLines(text, block, sink).map((declaration) => [declaration.span.start, declaration]),
  );
  if (sink.errors > errorsBefore) return null;
  const lines: string[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const at = start + line.length - line.trimStart().length;
    start += line.length + 1;
    const declaration = declarations.get(at);
    const comment = line.includes("#") ? line.slice(line.indexOf("#")).trimEnd() : "";
    if (declaration !== undefined) lines.push(comment === "" ? print(declaration) : `${print(declaration)} ${comment}`);
    else if (comment !== "") lines.push(comment);
    else if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
  }
  while (lines.at(-1) === "") lines.pop();
  return `${lines.join("\n")}\n`;
}

function print({ keyword, fields, attributes }: TckDeclaration): string {
  const head = [keyword, ...fields].map(({ text }) => text.replace(/\s+/g, "")).join(":");
  if (attributes.length === 0) return head;
  const parts = attributes.map(({ key, value }) => `${key.text}:${value.text.replace(/\s+/g, " ")}`);
  return `${head}{${parts.join(" : ")}}`;
}
