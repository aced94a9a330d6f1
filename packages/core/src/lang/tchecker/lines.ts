// Cuts a TChecker file into declarations. A declaration is one line and `:` occurs in no expression, so each line is
// cut without looking inside attributes, and a broken line never hides the errors of the next one.

import type { DiagnosticSink, Span } from "../../diagnostics/index.ts";
import type { Attribute, TckDeclaration, TckPiece } from "./syntax.ts";

export function readLines(text: string, block: number, sink: DiagnosticSink): TckDeclaration[] {
  const declarations: TckDeclaration[] = [];
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const declaration = readLine(text, start, end, block, sink);
    if (declaration !== null) declarations.push(declaration);
    start = end + 1;
  }
  return declarations;
}

/** Enough for a `sync` of every process; a line of ten million colons shall not fill the memory. */
const MAX_PIECES = 50_000;

/** A line, without its comment, and where it stands. */
interface Line {
  readonly text: string;
  readonly start: number;
  readonly block: number;
}

function readLine(
  whole: string,
  start: number,
  end: number,
  block: number,
  sink: DiagnosticSink,
): TckDeclaration | null {
  const raw = whole.slice(start, end);
  const comment = raw.indexOf("#");
  const line: Line = { text: comment < 0 ? raw : raw.slice(0, comment), start, block };
  const { text, span } = trim(line, 0, line.text.length);
  if (text === "") return null;

  const open = line.text.indexOf("{");
  const head = splitAtColons(line, 0, open < 0 ? line.text.length : open);
  // `edge:p:l:m:e:{…}` has an empty last field; the format's own comment blocks write it that way.
  if (open >= 0 && head.length > 1 && head.at(-1)!.text === "") head.pop();
  const attributes = open < 0 ? [] : readAttributes(line, open, sink);
  const [keyword, ...fields] = head;
  return { keyword: keyword!, fields, attributes, span };
}

function readAttributes(line: Line, open: number, sink: DiagnosticSink): Attribute[] {
  let close = line.text.indexOf("}", open);
  if (close < 0) {
    const hint = "a declaration ends at the end of its line";
    sink.error("TH1401", "This `{` is never closed by a `}`", trim(line, open, open + 1).span, hint);
    close = line.text.length;
  } else {
    const rest = trim(line, close + 1, line.text.length);
    if (rest.text !== "") sink.error("TH1402", "Nothing may follow the attributes of a declaration", rest.span);
  }
  const pieces = splitAtColons(line, open + 1, close);
  if (pieces.length === 1 && pieces[0]!.text === "") return [];
  const attributes: Attribute[] = [];
  for (let i = 0; i < pieces.length; i += 2) {
    const key = pieces[i]!;
    const value = pieces[i + 1];
    if (key.text === "") {
      // A trailing separator (`{initial: : }`) is harmless; a missing key is not.
      if (value !== undefined) sink.error("TH1403", "The name of an attribute is missing here", widen(key.span));
      continue;
    }
    if (value === undefined) {
      sink.error("TH1404", `Attribute \`${clip(key.text)}\` has no \`:\``, key.span, `write \`${clip(key.text)}:\``);
      continue;
    }
    attributes.push({ key, value });
  }
  return attributes;
}

function splitAtColons(line: Line, start: number, end: number): TckPiece[] {
  const pieces: TckPiece[] = [];
  for (let from = start; ; ) {
    const colon = line.text.indexOf(":", from);
    if (colon < 0 || colon >= end || pieces.length === MAX_PIECES) {
      pieces.push(trim(line, from, end));
      return pieces;
    }
    pieces.push(trim(line, from, colon));
    from = colon + 1;
  }
}

/** The comma-separated words of a piece, for `labels:a,b`. */
export function splitAtCommas(piece: TckPiece): TckPiece[] {
  const line: Line = { text: piece.text, start: piece.span.start, block: piece.span.block };
  const words: TckPiece[] = [];
  let at = 0;
  for (const word of piece.text.split(",")) {
    words.push(trim(line, at, at + word.length));
    at += word.length + 1;
  }
  return words;
}

function trim({ text, start, block }: Line, from: number, to: number): TckPiece {
  let first = from;
  let last = to;
  while (first < last && isSpace(text.charCodeAt(first))) first++;
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  return { text: text.slice(first, last), span: { block, start: start + first, end: start + last } };
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
}

/** An empty span is widened to one character so that there is something to underline. */
export function widen(span: Span): Span {
  return span.end > span.start ? span : { ...span, end: span.start + 1 };
}

/** User text in a message, kept short: garbage input has long words. */
export function clip(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}
