// What is shown of a declaration that has no entry among the symbols: of a selection, a bound name, a parameter or a
// local variable its own words, not the whole line they stand in.

import type { Sources, Span } from "../diagnostics/index.ts";

const LONGEST = 120;

/** `e : id_t`, `const id_t id`, `int local = n`. */
export function declarationText(sources: Sources, { block, start, end }: Span): string {
  const { text } = sources.blocks[block]!;
  // A binder says its type behind the name.
  const isBinder = /^\s*:/.test(text.slice(end, end + 20));
  const to = forward(text, end);
  const from = isBinder ? start : backward(text, start);
  const words = text
    .slice(from, to)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST)} …`;
}

/** Up to what ends the declaration: a separator, or a bracket that closes what was opened before. */
function forward(text: string, end: number): number {
  let depth = 0;
  for (let at = end; at < text.length; at++) {
    const sign = text[at]!;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && depth-- === 0) return at;
    else if (depth === 0 && (sign === "," || sign === ";")) return at;
  }
  return text.length;
}

/** From behind what is before the declaration; the type of `int a, b` stands before `a`, and goes for both. */
function backward(text: string, start: number): number {
  let depth = 0;
  for (let at = start - 1; at >= 0; at--) {
    const sign = text[at]!;
    if (")]}".includes(sign)) depth++;
    else if ("([{".includes(sign) && depth-- === 0) return at + 1;
    else if (depth === 0 && sign === ";") return at + 1;
    else if (depth === 0 && sign === ",") {
      // `int a, int b`: two words behind the comma are a declaration of their own.
      if (/\w[\s&]+$/.test(text.slice(at + 1, start))) return at + 1;
    }
  }
  return 0;
}
