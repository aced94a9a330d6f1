// The names that a PRISM model declares, read off its text: they are known while somebody types, when the model as a
// whole cannot be read.

import type { Sources, Span } from "../diagnostics/index.ts";
import type { ModelSymbol } from "./symbols.ts";

const NAME = "([A-Za-z_]\\w*)";

const VARIABLE = new RegExp(`(?<=[;\\s]|^)${NAME}\\s*:\\s*(?:\\[[^\\]\\n]*\\]|bool|int)[^;\\n]*(?=;)`, "g");

/** What is declared, and how its kind is told. Variables stand last: their form is the weakest. */
const DECLARATIONS: readonly (readonly [pattern: RegExp, detail: (text: string, name: string) => string])[] = [
  [new RegExp(`\\bconst\\s+(?:(?:int|double|bool)\\s+)?${NAME}[^;]*`, "g"), (text) => text],
  [new RegExp(`\\bformula\\s+${NAME}[^;]*`, "g"), (text) => text],
  [/\blabel\s+"([^"\n]*)"[^;]*/g, (text) => text],
  [/\brewards\s+"([^"\n]*)"/g, (text) => text],
  [new RegExp(`\\bmodule\\s+${NAME}(?:\\s*=[^\\]]*\\])?`, "g"), (_, name) => `process, the module ${name}`],
  [VARIABLE, (text) => text],
];

/** Enough for any model written by hand. */
const MOST = 5000;

export function prismSymbols(sources: Sources, file: string): ModelSymbol[] {
  const block = sources.blocks.findIndex((one) => one.file === file);
  if (block < 0) return [];
  const text = sources.blocks[block]!.text.replace(/\/\/[^\n]*/g, (comment) => " ".repeat(comment.length));
  const symbols: ModelSymbol[] = [];
  for (const [pattern, detail] of DECLARATIONS) {
    for (const match of text.matchAll(pattern)) {
      if (symbols.length >= MOST) return symbols;
      const name = match[1]!;
      // A variable begins with its name, everything else with the word that declares it.
      const behind = match[0].startsWith(name) && pattern === VARIABLE ? 0 : match[0].search(/[\s"]/);
      const start = match.index + match[0].indexOf(name, behind);
      const span: Span = { block, start, end: start + name.length };
      if (symbols.some((known) => known.span.start === start)) continue;
      const written = match[0].replace(/\s+/g, " ").trim().slice(0, 120);
      symbols.push({ name, detail: detail(written, name), from: span.start, to: span.end, span });
    }
  }
  return symbols;
}
