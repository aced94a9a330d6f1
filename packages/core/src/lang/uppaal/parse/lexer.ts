// The lexer: one pass over a text block that fills three typed arrays (kind, start, end of each token). Comments and
// `\` before a line end are white space. Faults are reported here and the offending characters skipped, so that the
// parser sees a clean sequence that always ends with an end token.

import { grown } from "../../../basics/grow.ts";
import type { DiagnosticSink } from "../../../diagnostics/index.ts";
import { MODEL_KEYWORDS, NAME, OLD_KEYWORDS, QUERY_KEYWORDS, T } from "../tokens.ts";

export type LexMode = "model" | "old" | "query";

export interface Tokens {
  readonly text: string;
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** A comment swallowed the rest of the text; it was reported, and what is missing behind it is no news. */
  readonly cut: boolean;
}

const MAX_NAME_LENGTH = 4000;

// Character classes by code below 128.
const LETTER = 1;
const DIGIT = 2;
const NAME_ONLY = 4; // `$` and `#`: inside names, not first
const SPACE = 8;
const CLASS = new Uint8Array(128);
for (let c = 97; c <= 122; c++) CLASS[c] = CLASS[c - 32] = LETTER;
for (let c = 48; c <= 57; c++) CLASS[c] = DIGIT;
CLASS[95] = LETTER;
CLASS[35] = CLASS[36] = NAME_ONLY;
for (const c of [9, 10, 11, 12, 13, 32]) CLASS[c] = SPACE;

const classOf = (code: number): number => (code < 128 ? CLASS[code]! : 0);

/** Finds keywords by a hash that the lexer computes while it scans, so that names cost no string. */
class KeywordTable {
  private readonly words: (string | undefined)[] = new Array(1024).fill(undefined);
  private readonly kinds = new Uint8Array(1024);

  constructor(keywords: ReadonlyMap<string, number>) {
    for (const [word, kind] of keywords) {
      let hash = word.charCodeAt(0);
      for (let i = 1; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
      let slot = hash & 1023;
      while (this.words[slot] !== undefined) slot = (slot + 1) & 1023;
      this.words[slot] = word;
      this.kinds[slot] = kind;
    }
  }

  find(text: string, start: number, end: number, hash: number): number {
    for (let slot = hash & 1023; ; slot = (slot + 1) & 1023) {
      const word = this.words[slot];
      if (word === undefined) return NAME;
      if (word.length === end - start && text.startsWith(word, start)) return this.kinds[slot]!;
    }
  }
}
const KEYWORDS: Readonly<Record<LexMode, KeywordTable>> = {
  model: new KeywordTable(MODEL_KEYWORDS),
  old: new KeywordTable(OLD_KEYWORDS),
  query: new KeywordTable(QUERY_KEYWORDS),
};

/** Symbols by first character, longest first, so that the first match is the longest one. */
function symbolTable(mode: LexMode): readonly (readonly (readonly [string, number])[] | undefined)[] {
  const spelled: [string, number][] = Object.entries(T).filter(([text]) => !/^[A-Za-z_]/.test(text));
  spelled.push([":=", T["="]]);
  const onlyQuery = new Set(["-->", "<->", "<>"]);
  const onlyModel = new Set(["-u->"]);
  const byFirst: [string, number][][] = [];
  for (const [text, kind] of spelled) {
    if (mode === "query" ? onlyModel.has(text) : onlyQuery.has(text)) continue;
    (byFirst[text.charCodeAt(0)] ??= []).push([text, kind]);
  }
  for (const list of byFirst) list?.sort((a, b) => b[0].length - a[0].length);
  return byFirst;
}
const MODEL_SYMBOLS = symbolTable("model");
const QUERY_SYMBOLS = symbolTable("query");

export function tokenize(
  text: string,
  from: number,
  to: number,
  mode: LexMode,
  block: number,
  sink: DiagnosticSink,
): Tokens {
  const keywords = KEYWORDS[mode];
  const symbols = mode === "query" ? QUERY_SYMBOLS : MODEL_SYMBOLS;
  // Every token takes a character, so small texts never grow; large ones start with a third of that.
  let capacity = to - from < 4096 ? to - from + 1 : Math.ceil((to - from) / 3) + 1;
  let kinds = new Uint8Array(capacity);
  let starts = new Int32Array(capacity);
  let ends = new Int32Array(capacity);
  let count = 0;
  let at = from;
  let cut = false;

  const grow = (): void => {
    capacity *= 2;
    kinds = grown(kinds, capacity);
    starts = grown(starts, capacity);
    ends = grown(ends, capacity);
  };
  const span = (start: number, end: number) => ({ block, start, end });

  while (at < to) {
    const start = at;
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    let token: number;
    if (kind === SPACE) {
      at++;
      continue;
    }
    if (kind === LETTER) {
      let hash = code;
      let next: number;
      at++;
      let foreign = false;
      while (
        at < to &&
        ((classOf((next = text.charCodeAt(at))) & (LETTER | DIGIT | NAME_ONLY)) !== 0 || isForeign(next))
      ) {
        foreign ||= next >= 128;
        hash = (Math.imul(hash, 31) + next) | 0;
        at++;
      }
      if (foreign) {
        const name = text.slice(start, at);
        sink.error("TH1002", `\`${name}\` has letters that names cannot have`, span(start, at), LETTERS);
      }
      token = keywords.find(text, start, at, hash);
      if (at - start > MAX_NAME_LENGTH) {
        sink.error("TH1006", `this name has ${at - start} characters; at most 4000 are allowed`, span(start, at));
      }
    } else if (kind === DIGIT || (code === 46 && at + 1 < to && classOf(text.charCodeAt(at + 1)) === DIGIT)) {
      const whole = skipDigits(text, at, to);
      at = numberEnd(text, whole, to);
      token = at > whole ? T["double number"] : T.number;
    } else if (code === 47 && text.charCodeAt(at + 1) === 47 && at + 1 < to) {
      at = lineEnd(text, at, to);
      continue;
    } else if (code === 47 && text.charCodeAt(at + 1) === 42 && at + 1 < to) {
      const close = text.indexOf("*/", at + 2);
      if (close < 0 || close + 2 > to) {
        sink.error("TH1003", "this comment is not closed", span(start, start + 2), "end it with `*/`");
        at = to;
        cut = true;
      } else {
        at = close + 2;
      }
      continue;
    } else if (code === 34) {
      at++;
      while (at < to && text.charCodeAt(at) !== 34 && text.charCodeAt(at) !== 10) at++;
      token = T["string literal"];
      if (at < to && text.charCodeAt(at) === 34) at++;
      else sink.error("TH1004", "this string is not closed", span(start, at), 'end it with `"` on the same line');
    } else if (code === 0xfeff && at === 0) {
      at++; // byte order mark
      continue;
    } else if (code === 92 && continuation(text, at, to) > at) {
      at = continuation(text, at, to);
      continue;
    } else {
      token = 0;
      for (const [spelling, symbol] of symbols[code] ?? []) {
        if (spelling.length === 1 || (text.startsWith(spelling, at) && at + spelling.length <= to)) {
          token = symbol;
          at += spelling.length;
          break;
        }
      }
      if (token === 0) {
        at = unknownEnd(text, at, to, symbols);
        const shown = text.slice(start, at);
        sink.error(
          "TH1002",
          `\`${shown.length > 20 ? `${shown.slice(0, 20)}…` : shown}\` does not belong to the language`,
          span(start, at),
          code >= 128 ? LETTERS : undefined,
        );
        continue;
      }
    }
    if (count + 1 >= capacity) grow();
    kinds[count] = token;
    starts[count] = start;
    ends[count] = at;
    count++;
  }
  kinds[count] = T["end of text"];
  starts[count] = ends[count] = to;
  return { text, count, kinds, starts, ends, cut };
}

/** Where a number ends whose whole part ends here: behind a fraction and an exponent. */
function numberEnd(text: string, whole: number, to: number): number {
  const fraction = text.charCodeAt(whole) === 46 && whole < to && text.charCodeAt(whole + 1) !== 46;
  return exponentEnd(text, fraction ? skipDigits(text, whole + 1, to) : whole, to);
}

const LETTERS = "names are made of the letters a–z and A–Z, digits and `_`";

/** A letter of another alphabet: surely meant as part of the name. */
function isForeign(code: number): boolean {
  return code >= 128 && /\p{L}/u.test(String.fromCharCode(code));
}

function skipDigits(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && classOf(text.charCodeAt(at)) === DIGIT) at++;
  return at;
}

/** The end of `e+12` when an exponent stands at `from`, else `from`. */
function exponentEnd(text: string, from: number, to: number): number {
  if (from >= to || (text.charCodeAt(from) | 32) !== 101) return from;
  let at = from + 1;
  const sign = text.charCodeAt(at);
  if (sign === 43 || sign === 45) at++;
  const end = skipDigits(text, at, to);
  return end > at ? end : from;
}

function lineEnd(text: string, from: number, to: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 || newline > to ? to : newline;
}

/** After the line end when `\` and only blanks stand before it, else `from`. */
function continuation(text: string, from: number, to: number): number {
  let at = from + 1;
  while (at < to && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9 || text.charCodeAt(at) === 13)) at++;
  return at >= to || text.charCodeAt(at) === 10 ? Math.min(at + 1, to) : from;
}

/** One report for a run of characters that mean nothing. */
function unknownEnd(text: string, from: number, to: number, symbols: readonly unknown[]): number {
  let at = from + 1;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code < 128 && (CLASS[code] !== 0 || symbols[code] !== undefined || code === 34 || code === 92)) break;
    at++;
  }
  return at;
}
