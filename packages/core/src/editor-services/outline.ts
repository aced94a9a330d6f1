// What a file holds, as a tree for an editor's outline, and which of its lines can be folded away. The outline is made
// of what was read; folds go by the text alone, so that they stay while somebody types.

import type { LoadedModel } from "../lang/load.ts";
import type { FilePosition } from "./places.ts";
import type { FileRange, QueryPlace } from "./ranges.ts";
import type { ModelSymbol } from "./symbols.ts";

export interface OutlineEntry extends FileRange {
  readonly name: string;
  readonly detail: string;
  readonly kind: "template" | "location" | "function" | "variable" | "type" | "process" | "query";
  /** Where its name stands; `from` and `to` take in what belongs to it. */
  readonly selection: FileRange;
  readonly children: readonly OutlineEntry[];
}

/** First and last line, from 0. */
export type Fold = readonly [first: number, last: number];

export function outlineOf(
  file: string,
  model: LoadedModel,
  symbols: readonly ModelSymbol[],
  queries: readonly QueryPlace[],
  place: (symbol: ModelSymbol) => FileRange | undefined,
): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const parts = new Map<number, OutlineEntry[]>();
  const templates = new Map((model.document?.templates ?? []).map(({ name }, index) => [name, index]));
  for (const symbol of symbols) {
    const selection = place(symbol);
    if (selection?.file !== file) continue;
    const { name, detail, template } = symbol;
    const entry = { name, detail, kind: kindOf(detail), ...selection, selection, children: [] };
    if (template === undefined) entries.push(entry);
    else parts.set(template, [...(parts.get(template) ?? []), entry]);
  }
  const whole = entries.map((entry) => {
    const index = entry.kind === "template" ? templates.get(entry.name) : undefined;
    return index === undefined ? entry : enclosing(entry, parts.get(index) ?? []);
  });
  const asked = queries
    .filter((query) => query.file === file)
    .map(({ number, text, from, to }): OutlineEntry => {
      const selection = { file, from, to };
      const name = text.replace(/\s+/g, " ");
      return { name, detail: `query ${number}`, kind: "query", ...selection, selection, children: [] };
    });
  return [...whole, ...asked];
}

function kindOf(detail: string): OutlineEntry["kind"] {
  if (detail.startsWith("template(")) return "template";
  if (detail.startsWith("location of ")) return "location";
  if (detail.startsWith("process")) return "process";
  if (detail.startsWith("type ")) return "type";
  return detail.endsWith(")") && !detail.includes("=") ? "function" : "variable";
}

function enclosing(entry: OutlineEntry, children: readonly OutlineEntry[]): OutlineEntry {
  const from = [entry, ...children].map((one) => one.from).reduce((a, b) => (isBefore(b, a) ? b : a));
  const to = [entry, ...children].map((one) => one.to).reduce((a, b) => (isBefore(a, b) ? b : a));
  return { ...entry, from, to, children };
}

function isBefore(a: FilePosition, b: FilePosition): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Blocks in braces, comments over several lines, elements of XML; of TChecker's lines those that follow a process. */
export function foldsOf(file: string, text: string): Fold[] {
  const folds = /\.tck$/i.test(file) ? processFolds(text) : [...braceFolds(text), ...elementFolds(text)];
  return folds.filter(([first, last]) => last > first).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
}

function braceFolds(text: string): Fold[] {
  const folds: Fold[] = [];
  const open: number[] = [];
  eachToken(text, /\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}]/g, (token, line) => {
    if (token === "{") open.push(line);
    else if (token === "}") {
      const first = open.pop();
      // The closing brace stays to be seen.
      if (first !== undefined) folds.push([first, line - 1]);
    } else if (token.startsWith("/*")) folds.push([line, line + linesIn(token)]);
  });
  return folds;
}

function elementFolds(text: string): Fold[] {
  const folds: Fold[] = [];
  const open: { readonly name: string; readonly line: number }[] = [];
  eachToken(text, /<!--[\s\S]*?-->|<\/?[A-Za-z][\w:.-]*(?:"[^"]*"|'[^']*'|[^<>"'])*>/g, (token, line) => {
    if (token.startsWith("<!--")) folds.push([line, line + linesIn(token)]);
    else if (token.startsWith("</")) {
      const name = /[\w:.-]+/.exec(token)![0];
      const at = open.map((one) => one.name).lastIndexOf(name);
      if (at < 0) return;
      folds.push([open[at]!.line, line - 1]);
      open.length = at;
    } else if (!token.endsWith("/>")) open.push({ name: /[\w:.-]+/.exec(token)![0], line });
  });
  return folds;
}

function processFolds(text: string): Fold[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, at) => (/^\s*process\s*:/.test(line) ? [at] : []));
  const isBlank = (at: number): boolean => /^\s*(?:#.*)?$/.test(lines[at] ?? "");
  return starts.map((first, index) => {
    let last = (starts[index + 1] ?? lines.length) - 1;
    while (last > first && isBlank(last)) last--;
    return [first, last] as const;
  });
}

function eachToken(text: string, pattern: RegExp, see: (token: string, line: number) => void): void {
  let line = 0;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    line += linesIn(text.slice(at, match.index));
    at = match.index;
    see(match[0], line);
  }
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}
