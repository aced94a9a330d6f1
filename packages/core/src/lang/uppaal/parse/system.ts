// The system section: the system line with its priorities, progress measures, Gantt chart rows and, in textual files,
// embedded queries.

import type { Declaration, GanttEntry, ProgressEntry, SelectBinding, SystemLine } from "../ast.ts";
import type { QueryItem } from "../document.ts";
import { T } from "../tokens.ts";
import { parseDeclarationList, parseIo, startsIo } from "./declarations.ts";
import { parseExpression } from "./expressions.ts";
import { parseBindings } from "./labels.ts";
import type { Parser } from "./parser.ts";
import { readQueryChunk } from "./query-file.ts";

export interface SystemSection {
  readonly declarations: readonly Declaration[];
  readonly system: SystemLine | null;
  readonly progress: readonly ProgressEntry[];
  readonly gantt: readonly GanttEntry[];
  readonly queries: readonly QueryItem[];
}

export function parseSystemSection(p: Parser): SystemSection {
  const declarations = parseDeclarationList(p, ["system"]);
  if (p.is("system")) {
    const { extensions, ...tail } = parseSystemTail(p);
    return { declarations: [...declarations, ...extensions], ...tail };
  }
  const end = p.span(p.previousEnd, p.previousEnd);
  p.complain("TH1014", "the system line is missing", end, "say which processes run: `system P, Q;`");
  return { declarations, system: null, progress: [], gantt: [], queries: [] };
}

/** From `system` to the end of the text; `IO` declarations may stand there as well. */
export interface SystemTail extends Omit<SystemSection, "declarations"> {
  readonly extensions: readonly Declaration[];
}

export function parseSystemTail(p: Parser): SystemTail {
  const system = parseSystemLine(p);
  const progress: ProgressEntry[] = [];
  const gantt: GanttEntry[] = [];
  const queries: QueryItem[] = [];
  const extensions: Declaration[] = [];
  while (!p.done) {
    const before = p.at;
    if (p.is("progress")) progress.push(...parseProgress(p));
    else if (p.is("gantt")) gantt.push(...parseGantt(p));
    else if (p.is("query") && p.peek() === T["{"]) queries.push(parseQueryBlock(p));
    else if (startsIo(p)) extensions.push(parseIo(p));
    else if (!p.eat(";")) {
      const hint = p.isWord ? "declarations stand before the `system` line" : undefined;
      p.expectEnd("the system line", hint);
      break;
    }
    if (p.panic) p.recover(["progress", "gantt", "query", "IO"]);
    if (p.at === before) p.advance();
  }
  return { system, progress, gantt, queries, extensions };
}

function parseSystemLine(p: Parser): SystemLine {
  const start = p.start;
  p.advance();
  const levels: { name: string; span: { block: number; start: number; end: number } }[][] = [[]];
  do {
    const name = p.name("the name of a process");
    if (!p.panic) levels.at(-1)!.push(name);
    if (p.is("<")) levels.push([]);
  } while (!p.panic && (p.eat(",") || p.eat("<")));
  p.expectSemicolon("after the system line");
  const span = p.span(start);
  if (p.panic) p.recover(["progress", "gantt", "query"], [";"]);
  return { levels, span };
}

/** `word { entry entry }`: what follows the word, and what is closed, are named for messages. */
function parseEntries<T>(p: Parser, word: string, what: string, parseEntry: (start: number) => T): T[] {
  p.advance();
  p.expect("{", `after \`${word}\``);
  const entries: T[] = [];
  while (!p.is("}") && !p.done && !p.panic) entries.push(parseEntry(p.start));
  p.expect("}", `to close the ${what}`);
  return entries;
}

function parseProgress(p: Parser): ProgressEntry[] {
  return parseEntries(p, "progress", "progress measures", (start) => {
    const first = parseExpression(p);
    const measure = p.eat(":") ? parseExpression(p) : undefined;
    const span = p.span(start);
    p.expectSemicolon("after the progress measure");
    return measure === undefined ? { measure: first, span } : { guard: first, measure, span };
  });
}

/** `Row(i : T) : predicate -> colour, for (j : U) predicate -> colour;` */
function parseGantt(p: Parser): GanttEntry[] {
  return parseEntries(p, "gantt", "Gantt chart", (start) => {
    const { name } = p.name("the name of a row");
    const parameters = parseGanttBindings(p);
    p.expect(":", "after the row's name");
    const bars: GanttEntry["bars"][number][] = [];
    do {
      const bindings = p.eat("for") ? parseGanttBindings(p) : [];
      const predicate = parseExpression(p);
      p.expect("->", "between the condition and the colour");
      const colour = parseExpression(p);
      bars.push({ bindings, predicate, colour });
    } while (!p.panic && p.eat(","));
    p.expectSemicolon("after the row");
    return { name, parameters, bars, span: p.span(start) };
  });
}

function parseGanttBindings(p: Parser): SelectBinding[] {
  if (!p.eat("(")) return [];
  const bindings = parseBindings(p);
  p.expect(")", "to close the bound names");
  return bindings;
}

/** `query { … }`: the braces' content is read again with the keywords of queries. */
function parseQueryBlock(p: Parser): QueryItem {
  p.advance();
  const from = p.end;
  p.advance();
  let open = 1;
  while (!p.done) {
    if (p.is("{")) open++;
    else if (p.is("}") && --open === 0) break;
    p.advance();
  }
  const to = p.start;
  p.expect("}", "to close the query");
  return readQueryChunk({ text: p.text, block: p.block, sink: p.sink }, from, to);
}
