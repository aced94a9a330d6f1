// Cuts a TChecker file into declarations. A declaration is one line and `:` occurs in no expression, so each line is
// cut without looking inside attributes, and a broken line never hides the errors of the next one.

import type { DiagnosticSink, Span } from "../../diagnostics/index.ts";
import type { Attribute, Declaration, Piece } from "./syntax.ts";

export function readLines(text: string, block: number, sink: DiagnosticSink): Declaration[] {
  const declarations: Declaration[] = [];
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

function readLine(text: string, start: number, end: number, block: number, sink: DiagnosticSink): Declaration | null {
  const line = text.slice(start, end);
  const comment = line.indexOf("#");
  const stop = comment < 0 ? end : start + comment;
  const whole = trim(text, start, stop, block);
  if (whole.text === "") return null;

  const open = indexBefore(text, "{", start, stop);
  const head = splitAtColons(text, start, open < 0 ? stop : open, block);
  // `edge:p:l:m:e:{…}` has an empty last field; the format's own comment blocks write it that way.
  if (open >= 0 && head.length > 1 && head.at(-1)!.text === "") head.pop();
  const attributes = open < 0 ? [] : readAttributes(text, open, stop, block, sink);
  const [keyword, ...fields] = head;
  return { keyword: keyword!, fields, attributes, span: whole.span };
}

function readAttributes(text: string, open: number, stop: number, block: number, sink: DiagnosticSink): Attribute[] {
  let close = indexBefore(text, "}", open, stop);
  if (close < 0) {
    const hint = "a declaration ends at the end of its line";
    sink.error("TH1401", "This `{` is never closed by a `}`", { block, start: open, end: open + 1 }, hint);
    close = stop;
  } else {
    const rest = trim(text, close + 1, stop, block);
    if (rest.text !== "") sink.error("TH1402", "Nothing may follow the attributes of a declaration", rest.span);
  }
  const pieces = splitAtColons(text, open + 1, close, block);
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

function splitAtColons(text: string, start: number, end: number, block: number): Piece[] {
  const pieces: Piece[] = [];
  let from = start;
  for (let i = start; i <= end; i++) {
    if (i === end || text[i] === ":") {
      pieces.push(trim(text, from, i, block));
      from = i + 1;
    }
  }
  return pieces;
}

/** The comma-separated words of a piece, for `labels:a,b`. */
export function splitAtCommas(piece: Piece): Piece[] {
  const words: Piece[] = [];
  let at = 0;
  for (const word of piece.text.split(",")) {
    const start = piece.span.start + at;
    words.push(trim(piece.text, at, at + word.length, piece.span.block, start - at));
    at += word.length + 1;
  }
  return words;
}

function trim(text: string, start: number, end: number, block: number, shift = 0): Piece {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { text: text.slice(from, to), span: { block, start: from + shift, end: to + shift } };
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
}

function indexBefore(text: string, needle: string, from: number, stop: number): number {
  for (let i = from; i < stop; i++) if (text[i] === needle) return i;
  return -1;
}

/** An empty span is widened to one character so that there is something to underline. */
export function widen(span: Span): Span {
  return span.end > span.start ? span : { ...span, end: span.start + 1 };
}

/** User text in a message, kept short: garbage input has long words. */
export function clip(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}
