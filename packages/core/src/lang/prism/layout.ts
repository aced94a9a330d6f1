// Lays PRISM files out anew: what stands in a module, in rewards and in `init` is indented, further lines of a
// declaration more so; one space around arrows and connectives, at most one empty line. Lines stay as people broke
// them, and comments where they are.

import type { DiagnosticSink, Sources } from "../../diagnostics/index.ts";
import { parseModel, parseProperties } from "./parser.ts";

const OPENING = /^(?:module\b(?!.*=.*\[)|rewards\b|init\b)/;
const CLOSING = /^(?:endmodule|endrewards|endinit)\b/;
const PIECE = /("[^"\n]*")|(<=>|=>|->|\|\||&|\|(?!\|))|\s+|[^\s"&|<=>-]+|./g;

/** Null where the text has errors. */
export function layOutPrism(text: string, name: string, sources: Sources, sink: DiagnosticSink): string | null {
  const block = sources.add({ file: name, text });
  if (/\.(?:props|pctl|csl)$/i.test(name)) {
    for (const property of parseProperties(text, block, sink).properties)
      if ("diagnostic" in property) sink.add(property.diagnostic);
  } else parseModel(text, block, sink);
  if (sink.errors > 0) return null;
  const lines: string[] = [];
  let isInside = false;
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    const at = commentAt(line);
    const code = spaced(line.slice(0, at));
    const comment = line.slice(at).trimEnd();
    if (code === "" && comment === "") {
      if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
      continue;
    }
    if (CLOSING.test(code)) isInside = false;
    const depth = (isInside ? 1 : 0) + (isOpen && code !== "" && !CLOSING.test(code) ? 1 : 0);
    lines.push(`${"  ".repeat(depth)}${code}${code !== "" && comment !== "" ? " " : ""}${comment}`.trimEnd());
    if (code === "") continue;
    // A declaration that goes on in the next line.
    const opens = !isInside && OPENING.test(code) && !/\bend(?:module|rewards|init)\b/.test(code);
    isOpen =
      !opens &&
      !/(?:;|endmodule|endrewards|endinit)$/.test(code) &&
      !/^(?:dtmc|ctmc|mdp|probabilistic|stochastic|nondeterministic)$/.test(code);
    if (isInside && code === "init") isOpen = false;
    if (opens) isInside = true;
  }
  while (lines.at(-1) === "") lines.pop();
  return `${lines.join("\n")}\n`;
}

function commentAt(line: string): number {
  const at = line.replace(/"[^"]*"/g, (quoted) => "x".repeat(quoted.length)).indexOf("//");
  return at < 0 ? line.length : at;
}

/** One space for any number of them, and around connectives and arrows. */
function spaced(code: string): string {
  let result = "";
  for (const [piece, quoted, connective] of code.matchAll(PIECE)) {
    if (quoted !== undefined) result += quoted;
    else if (connective !== undefined) result = `${result.trimEnd()} ${connective} `;
    else result += /^\s+$/.test(piece) ? (result.endsWith(" ") ? "" : " ") : piece;
  }
  return result.trim();
}
