// Lays out the questions of a query file: each formula is printed anew where it stands. Comments, and questions that
// hold comments or are no plain formulas, stay as they are.

import type { DiagnosticSink, Sources } from "../../../diagnostics/index.ts";
import type { QueryNode } from "../ast.ts";
import { parseQueryFile } from "../parse.ts";
import { formatExpression } from "./expressions.ts";

/** Null when a question cannot be read. */
export function formatQueries(text: string, name: string, sources: Sources, sink: DiagnosticSink): string | null {
  const block = sources.add({ file: name, text });
  let result = "";
  let at = 0;
  for (const { query } of parseQueryFile({ sources, block, sink })) {
    if (query === null) continue;
    const { start, end } = query.span;
    const written = text.slice(start, end);
    result += text.slice(at, start) + (printed(query, written) ?? written);
    at = end;
  }
  return sink.errors > 0 ? null : `${(result + text.slice(at)).replace(/[ \t]+$/gm, "").trimEnd()}\n`;
}

function printed(query: QueryNode, written: string): string | null {
  if (/\/[/*]|[\\\n]/.test(written)) return null;
  if (query.form === "path") return `${query.kind} ${formatExpression(query.formula)}`;
  if (query.form !== "leads-to") return null;
  return `${formatExpression(query.premise)} --> ${formatExpression(query.conclusion)}`;
}
