// Query files (`.q`): one query per line, where a comment or a `\` carries on over the line's end. The comments before
// a query are its description; UPPAAL's header line, `//NO_QUERY` marks and `EXPECT:` annotations are understood.

import { defined } from "../../../basics/defined.ts";
import { DiagnosticSink } from "../../../diagnostics/index.ts";
import type { Expectation } from "../../../network/index.ts";
import type { QueryItem } from "../document.ts";
import { Parser } from "./parser.ts";
import { parseQueryText } from "./queries.ts";
import { GRAMMAR } from "./types.ts";

export interface QueryText {
  readonly text: string;
  readonly block: number;
  readonly sink: DiagnosticSink;
}

/** A run of text that is not a comment, or a comment. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

export function readQueryFile(input: QueryText): QueryItem[] {
  const { text } = input;
  const items: QueryItem[] = [];
  let comments: string[] = [];
  let chunkStart = 0; // where the comments of the next query start
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      at++;
    } else if (text.startsWith("//", at)) {
      const end = lineEnd(text, at);
      const comment = text.slice(at + 2, end).trim();
      if (comment === "NO_QUERY") {
        items.push(commentOnly(input, chunkStart, end, comments));
        comments = [];
        chunkStart = end;
      } else if (!comment.startsWith("This file was generated from")) {
        comments.push(comment);
      }
      at = end;
    } else if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close < 0) {
        input.sink.error(
          "TH1003",
          "this comment is not closed",
          { block: input.block, start: at, end: at + 2 },
          "end it with `*/`",
        );
        at = text.length;
      } else {
        comments.push(text.slice(at + 2, close));
        at = close + 2;
      }
    } else {
      const end = queryEnd(text, at);
      items.push(readQuery(input, { start: at, end }, comments));
      comments = [];
      at = chunkStart = end;
    }
  }
  const rest = tidy(comments);
  if (rest.comment !== "" || rest.expectation !== undefined) {
    items.push(commentOnly(input, chunkStart, text.length, comments));
  }
  return items;
}

/** One query with the comments before it, in a range of a text: a `query { … }` block. */
export function readQueryChunk(input: QueryText, from: number, to: number): QueryItem {
  const { text } = input;
  const comments: string[] = [];
  let at = from;
  while (at < to) {
    if (text.charCodeAt(at) <= 32) {
      at++;
    } else if (text.startsWith("//", at)) {
      const end = Math.min(lineEnd(text, at), to);
      comments.push(text.slice(at + 2, end).trim());
      at = end;
    } else if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close < 0 || close + 2 > to) break;
      comments.push(text.slice(at + 2, close));
      at = close + 2;
    } else {
      break;
    }
  }
  let end = to;
  while (end > at && text.charCodeAt(end - 1) <= 32) end--;
  return at === end ? commentOnly(input, from, to, comments) : readQuery(input, { start: at, end }, comments);
}

function readQuery(input: QueryText, piece: Piece, comments: readonly string[]): QueryItem {
  const own = new DiagnosticSink();
  const parser = new Parser(GRAMMAR, input.text, input.block, own, "query", piece.start, piece.end);
  const query = parser.run(parseQueryText, null);
  const fault = own.firstError;
  input.sink.addAll(own);
  const { comment, expectation } = tidy(comments);
  return {
    query: fault === undefined ? query : null,
    ...defined({ fault }),
    text: input.text.slice(piece.start, piece.end).trim(),
    comment,
    ...defined({ expectation }),
    options: [],
    span: { block: input.block, start: piece.start, end: piece.end },
  };
}

function commentOnly(input: QueryText, start: number, end: number, comments: readonly string[]): QueryItem {
  const { comment, expectation } = tidy(comments);
  return {
    query: null,
    text: "",
    comment,
    ...defined({ expectation }),
    options: [],
    span: { block: input.block, start, end },
  };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** The end of the query that starts at `from`: a line end that is neither in a comment nor after `\`. */
function queryEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      at = close < 0 ? text.length : close + 2;
    } else if (text.startsWith("//", at)) {
      return lineEnd(text, at);
    } else if (text.charCodeAt(at) === 34) {
      // Paths of saved strategies may hold `//`.
      const close = text.indexOf('"', at + 1);
      at = close < 0 || close > lineEnd(text, at) ? at + 1 : close + 1;
    } else if (text.charCodeAt(at) === 10) {
      if (!/\\[ \t\r]*$/.test(text.slice(Math.max(from, at - 80), at))) return at;
      at++;
    } else {
      at++;
    }
  }
  return text.length;
}

/** Comments as one description, without indentation and `EXPECT:` annotations. */
function tidy(comments: readonly string[]): { comment: string; expectation?: Expectation } {
  let expectation: Expectation | undefined;
  const kept: string[] = [];
  for (const comment of comments) {
    const annotation = /^\s*EXPECT:(.*)$/s.exec(comment);
    if (annotation !== null) expectation = readExpectation(annotation[1]!) ?? expectation;
    else if (comment.trim() !== "") kept.push(comment.trim().replace(/\r/g, ""));
  }
  return { comment: kept.join("\n"), ...defined({ expectation }) };
}

const OUTCOMES: Readonly<Record<string, Expectation["outcome"]>> = {
  T: "satisfied",
  SAT: "satisfied",
  TRUE: "satisfied",
  F: "violated",
  UNSAT: "violated",
  FALSE: "violated",
  MT: "maybe-satisfied",
  MF: "maybe-violated",
  E: "error",
  ERROR: "error",
};

/** `T, 2 s, 10 MB`: an outcome or a value; limits on time and memory are passed over. */
export function readExpectation(text: string): Expectation | undefined {
  for (const token of text.split(",").map((part) => part.trim())) {
    const outcome = OUTCOMES[token.toUpperCase()];
    if (outcome !== undefined) return { outcome };
    if (/^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(token)) return { outcome: "value", value: token };
  }
  return undefined;
}
