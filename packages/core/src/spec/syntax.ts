// Specifications as text: `greedy(hU())`, `let(h, hU(), eager(context(best(h)), reopen=true))`, `bounded(30, bfs)`.
// This file turns text into a tree and back; what the names mean, the registries say. The first argument of a call may
// be positional, lists stand in brackets or, where they are sets, in braces, numbers may have an
// exponent or a unit (`1e6`, `60s`, `500MB`, `10k`), and text that belongs to the model stands in quotes of either kind
// (`"P.wait"`).

import type { DiagnosticSink, Span } from "../diagnostics/index.ts";

export type SpecTree =
  | { readonly kind: "number"; readonly value: number; readonly unit: string; readonly span: Span }
  /** A choice, `true`, a name bound by `let`, or a component without arguments (`bfs`). */
  | { readonly kind: "word"; readonly word: string; readonly span: Span }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly nameSpan: Span;
      readonly args: readonly SpecArgument[];
      readonly span: Span;
    }
  | { readonly kind: "text"; readonly text: string; readonly span: Span }
  | { readonly kind: "list"; readonly items: readonly SpecTree[]; readonly span: Span };

export interface SpecArgument {
  readonly name?: string;
  readonly value: SpecTree;
  readonly span: Span;
}

const MAX_DEPTH = 100;
const TOKEN = /\s+|[A-Za-z_][\w-]*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[A-Za-z]*|[()[\]{},=]|"[^"]*"|'[^']*'/y;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Reads one specification; null when there were errors (they are in the sink). */
export function parseSpec(text: string, block: number, sink: DiagnosticSink): SpecTree | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) {
      const open = text[start] === '"' || text[start] === "'";
      const message = open
        ? "this quote is not closed"
        : `\`${String.fromCodePoint(text.codePointAt(start)!)}\` cannot stand in a specification`;
      sink.error("TH5001", message, { block, start, end: start + 1 });
      return null;
    }
    if (match[0].trim() !== "") tokens.push({ text: match[0], start, end: TOKEN.lastIndex });
  }
  return new SpecParser(tokens, text.length, block, sink).whole();
}

/** The canonical text of a tree. */
export function printSpec(tree: SpecTree): string {
  switch (tree.kind) {
    case "number":
      return `${decimal(tree.value)}${tree.unit}`;
    case "word":
      return tree.word;
    case "text":
      return quoted(tree.text);
    case "list":
      return `[${tree.items.map(printSpec).join(", ")}]`;
    case "call": {
      const args = tree.args.map(({ name, value }) => `${name === undefined ? "" : `${name}=`}${printSpec(value)}`);
      return `${tree.name}(${args.join(", ")})`;
    }
  }
}

/** Without an exponent: 1e9 is read, and written out. */
export function decimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toLocaleString("en", { useGrouping: false, maximumSignificantDigits: 17 });
}

/** Text of the model; one of the two kinds of quotes does not occur in it. */
export function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

class SpecParser {
  private at = 0;
  private readonly tokens: readonly Token[];
  private readonly length: number;
  private readonly block: number;
  private readonly sink: DiagnosticSink;

  constructor(tokens: readonly Token[], length: number, block: number, sink: DiagnosticSink) {
    this.tokens = tokens;
    this.length = length;
    this.block = block;
    this.sink = sink;
  }

  whole(): SpecTree | null {
    const tree = this.value(0);
    if (tree === null) return null;
    const rest = this.tokens[this.at];
    if (rest !== undefined) return this.unexpected("the specification ends here");
    return tree;
  }

  private value(depth: number): SpecTree | null {
    const token = this.tokens[this.at];
    if (token === undefined) return this.unexpected("a name, a number or a list is expected");
    if (depth > MAX_DEPTH) return this.unexpected(`specifications nest at most ${MAX_DEPTH} deep`);
    this.at++;
    if (token.text === "[" || token.text === "{") {
      const items = this.separated(token.text === "[" ? "]" : "}", () => this.value(depth + 1));
      return items && { kind: "list", items, span: this.from(token) };
    }
    if (/^["']/.test(token.text)) return { kind: "text", text: token.text.slice(1, -1), span: this.from(token) };
    if (/^-?\d/.test(token.text)) {
      const [, digits, unit] = /^(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(token.text)!;
      return { kind: "number", value: Number(digits), unit: unit!, span: this.from(token) };
    }
    if (!/^[A-Za-z_]/.test(token.text)) {
      this.at--;
      return this.unexpected("a name, a number or a list is expected");
    }
    if (this.tokens[this.at]?.text !== "(") return { kind: "word", word: token.text, span: this.from(token) };
    this.at++;
    const args = this.separated(")", () => this.argument(depth + 1));
    return args && { kind: "call", name: token.text, nameSpan: this.span(token, token), args, span: this.from(token) };
  }

  private argument(depth: number): SpecArgument | null {
    const first = this.tokens[this.at];
    const named = first !== undefined && this.tokens[this.at + 1]?.text === "=";
    if (named) this.at += 2;
    const value = this.value(depth);
    if (value === null) return null;
    return named ? { name: first.text, value, span: this.from(first) } : { value, span: value.span };
  }

  private separated<T>(close: string, item: () => T | null): T[] | null {
    const items: T[] = [];
    if (this.tokens[this.at]?.text === close) {
      this.at++;
      return items;
    }
    for (;;) {
      const next = item();
      if (next === null) return null;
      items.push(next);
      const token = this.tokens[this.at];
      if (token?.text !== "," && token?.text !== close) return this.unexpected(`\`,\` or \`${close}\` is expected`);
      this.at++;
      if (token.text === close) return items;
    }
  }

  private unexpected(expectation: string): null {
    const token = this.tokens[this.at];
    const span = token ? this.span(token, token) : { block: this.block, start: this.length, end: this.length };
    const found = token ? `\`${token.text}\`` : "the end";
    this.sink.error("TH5002", `${expectation}, found ${found}`, span);
    return null;
  }

  private from(first: Token): Span {
    return this.span(first, this.tokens[this.at - 1] ?? first);
  }

  private span(first: Token, last: Token): Span {
    return { block: this.block, start: first.start, end: last.end };
  }
}
