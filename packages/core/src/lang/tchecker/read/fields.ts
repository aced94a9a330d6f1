// Fields of declarations that are names or numbers.

import type { DiagnosticSink } from "../../../diagnostics/index.ts";
import { IDENTIFIER, KEYWORDS } from "../lexer.ts";
import { clip, widen } from "../lines.ts";
import type { TckPiece } from "../syntax.ts";

export function readSize(sink: DiagnosticSink, piece: TckPiece): number {
  const size = readInteger(sink, piece);
  if (size >= 1) return size;
  sink.error("TH2420", "A size must be at least 1", widen(piece.span));
  return 1;
}

/** 0 after an error. */
export function readInteger(sink: DiagnosticSink, piece: TckPiece): number {
  const value = /^[-+]?[0-9]+$/.test(piece.text) ? Number(piece.text) : Number.NaN;
  if (value >= -(2 ** 31) && value < 2 ** 31) return value;
  if (Number.isNaN(value)) {
    sink.error("TH1408", `Expected an integer, but there is \`${clip(piece.text)}\``, widen(piece.span));
  } else {
    sink.error("TH1414", "This does not fit in 32 bits", widen(piece.span));
  }
  return 0;
}

/** Reports what cannot be a name; `what` is what it would name. */
export function isIdentifier(sink: DiagnosticSink, piece: TckPiece, what: string): boolean {
  if ((what === "a clock" || what === "a variable") && KEYWORDS.has(piece.text)) {
    const message = `\`${piece.text}\` is a word of the statements and cannot be the name of ${what}`;
    sink.error("TH1417", message, piece.span);
    return false;
  }
  if (IDENTIFIER.test(piece.text)) return true;
  const hint = "names are made of letters, digits, `_` and `.` and start with a letter or `_`";
  sink.error("TH1409", `\`${clip(piece.text)}\` cannot be the name of ${what}`, widen(piece.span), hint);
  return false;
}
