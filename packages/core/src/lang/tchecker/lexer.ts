// Tokens of the expressions and statements inside TChecker attributes.

import type { DiagnosticSink, Span } from "../../diagnostics/index.ts";
import type { TckPiece } from "./syntax.ts";

export interface Token {
  readonly kind: "name" | "number" | "symbol" | "end";
  readonly text: string;
  readonly span: Span;
}

const TOKEN = /[ \t\r\v\f]+|([A-Za-z_][A-Za-z0-9_.]*)|([0-9]+)|(&&|\|\||[<>=!]=|[-+*/%()[\]<>=!;,])/y;

export const KEYWORDS: ReadonlySet<string> = new Set(["if", "then", "else", "end", "while", "do", "local", "nop"]);

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/** The tokens of a piece, closed by one of kind "end"; foreign characters are reported once per run and left out. */
export function tokenize(piece: TckPiece, sink: DiagnosticSink): Token[] {
  const { block, start } = piece.span;
  const tokens: Token[] = [];
  let at = 0;
  let foreign = -1;
  const reportForeign = (): void => {
    if (foreign < 0) return;
    const text = piece.text.slice(foreign, Math.min(at, foreign + 20));
    sink.error("TH1410", `\`${text}\` means nothing here`, { block, start: start + foreign, end: start + at });
    foreign = -1;
  };
  while (at < piece.text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(piece.text);
    if (match === null) {
      if (foreign < 0) foreign = at;
      at++;
      continue;
    }
    reportForeign();
    const span = { block, start: start + at, end: start + TOKEN.lastIndex };
    if (match[1] !== undefined) tokens.push({ kind: "name", text: match[1], span });
    else if (match[2] !== undefined) tokens.push({ kind: "number", text: match[2], span });
    else if (match[3] !== undefined) tokens.push({ kind: "symbol", text: match[3], span });
    at = TOKEN.lastIndex;
  }
  reportForeign();
  const end = start + piece.text.length;
  tokens.push({
    kind: "end",
    text: "",
    span: { block, start: Math.max(start, end - 1), end: Math.max(end, start + 1) },
  });
  return tokens;
}
