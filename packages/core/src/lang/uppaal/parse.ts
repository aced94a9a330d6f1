// The front door of the textual UPPAAL language: each function reads one text block (a declaration section, a label,
// a query, a whole file) and returns its syntax tree. Nothing here throws on bad input: faults go to the sink, and
// what could be read is returned.

import { type Diagnostic, DiagnosticSink, type Sources } from "../../diagnostics/index.ts";
import type { Declaration, Expr, Parameter, QueryNode, SelectBinding, SyncLabel } from "./ast.ts";
import type { QueryItem, TemplateNode, UppaalDocument } from "./document.ts";
import { parseDeclarationList, parseParameters as parseNewParameters } from "./parse/declarations.ts";
import type { ExpressionRole } from "./parse/labels.ts";
import { parseBindings, parseConstraint, parseExpressionList, parseSynchronisation } from "./parse/labels.ts";
import { parseOldParameters } from "./parse/old-syntax.ts";
import { Parser } from "./parse/parser.ts";
import { parseQueryText } from "./parse/queries.ts";
import { readQueryFile } from "./parse/query-file.ts";
import { parseSystemSection, type SystemSection } from "./parse/system.ts";
import { GRAMMAR } from "./parse/types.ts";
import { parseProcess, parseXtaDocument } from "./parse-xta.ts";
import { T } from "./tokens.ts";

export type { ExpressionRole } from "./parse/labels.ts";
export { readExpectation } from "./parse/query-file.ts";
export type { SystemSection } from "./parse/system.ts";
export { isReservedName, isSoftWord } from "./tokens.ts";

export type Syntax = "new" | "old";

export interface ParseInput {
  readonly sources: Sources;
  /** Index of the text block in `sources`. */
  readonly block: number;
  readonly sink: DiagnosticSink;
  readonly syntax: Syntax;
}

const modeOf = (syntax: Syntax): "old" | "model" => (syntax === "old" ? "old" : "model");

function read<R>(input: ParseInput, what: string, fallback: R, grammar: (p: Parser) => R): R {
  const { sources, block, sink, syntax } = input;
  const p = new Parser(GRAMMAR, sources.blocks[block]!.text, block, sink, modeOf(syntax));
  return p.run((parser) => {
    if (parser.done) return fallback;
    const result = grammar(parser);
    parser.expectEnd(what, endHint(parser, what));
    return result;
  }, fallback);
}

function endHint(p: Parser, what: string): string | undefined {
  const condition = what === "the guard" || what === "the invariant";
  if (condition && p.is(",")) return "join conditions with `&&`";
  if (condition && p.is(";")) return "a label has no `;`; join conditions with `&&`";
  if (what === "the update" && p.is(";")) {
    return p.peek() === T["end of text"] ? "a label has no `;` at its end" : "separate updates with `,`";
  }
  if (p.is(")") || p.is("]") || p.is("}")) return `nothing was opened that this \`${p.word}\` could close`;
  return undefined;
}

/**
 * Also reads the `instantiation` section of XML files. A `process` may stand there, as UPPAAL's parser has it; without
 * a list to put it into it is an error.
 */
export function parseDeclarations(input: ParseInput, processes?: TemplateNode[]): readonly Declaration[] {
  return read<readonly Declaration[]>(input, "the declarations", [], (p) => {
    const declarations = parseWithProcesses(p, processes);
    if (p.is("system")) {
      p.error("TH1015", "the system line belongs to the system section", p.here, "move it to the system section");
    }
    return declarations;
  });
}

export function parseParameters(input: ParseInput): readonly Parameter[] {
  return read<readonly Parameter[]>(input, "the parameters", [], (p) =>
    p.old ? parseOldParameters(p) : parseNewParameters(p),
  );
}

/** A guard, invariant, rate or weight; null for a blank text. */
export function parseExpressionLabel(input: ParseInput, role: ExpressionRole): Expr | null {
  return read<Expr | null>(input, `the ${role}`, null, (p) => parseConstraint(p, role));
}

export function parseSelect(input: ParseInput): readonly SelectBinding[] {
  return read<readonly SelectBinding[]>(input, "the select label", [], parseBindings);
}

export function parseSync(input: ParseInput): SyncLabel | null {
  return read<SyncLabel | null>(input, "the synchronisation", null, parseSynchronisation);
}

export function parseUpdate(input: ParseInput): readonly Expr[] {
  return read<readonly Expr[]>(input, "the update", [], parseExpressionList);
}

const EMPTY_SYSTEM: SystemSection = { declarations: [], system: null, progress: [], gantt: [], queries: [] };

export function parseSystem(input: ParseInput, processes?: TemplateNode[]): SystemSection {
  const p = new Parser(GRAMMAR, input.sources.blocks[input.block]!.text, input.block, input.sink, modeOf(input.syntax));
  return p.run((parser) => {
    const before = parseWithProcesses(parser, processes);
    const section = parseSystemSection(parser);
    return { ...section, declarations: [...before, ...section.declarations] };
  }, EMPTY_SYSTEM);
}

function parseWithProcesses(p: Parser, processes: TemplateNode[] | undefined): Declaration[] {
  const declarations = parseDeclarationList(p, ["system", "process"]);
  while (processes !== undefined && p.is("process")) {
    processes.push({ ...parseProcess(p), inText: true });
    if (p.panic) p.recover(["system", "process"], ["}"]);
    declarations.push(...parseDeclarationList(p, ["system", "process"]));
  }
  return declarations;
}

/** null: blank or comment only, or unreadable (then the sink has an error). */
export function parseQuery(input: Omit<ParseInput, "syntax">): QueryNode | null {
  const p = new Parser(GRAMMAR, input.sources.blocks[input.block]!.text, input.block, input.sink, "query");
  return p.run(parseQueryText, null);
}

export function parseQueryFile(input: Omit<ParseInput, "syntax">): readonly QueryItem[] {
  return readQueryFile({ text: input.sources.blocks[input.block]!.text, block: input.block, sink: input.sink });
}

/**
 * Why a text is read in the old syntax, when it is old in nothing but commas between conditions or in `=<`: then it is
 * probably a slip, and UPPAAL 4 refuses it. Null for a text that is truly old.
 */
export function oldSlip(faults: readonly Diagnostic[], sources: Sources): Diagnostic | null {
  const [first] = faults;
  const isSlip = ({ code, span }: Diagnostic): boolean =>
    code === "TH1012" || (span !== undefined && sources.textOf(span) === ",");
  if (first?.span === undefined || !faults.every(isSlip)) return null;
  const written = sources.textOf(first.span);
  const today = written === "," ? "&&" : written === "=<" ? "<=" : ">=";
  return {
    code: "TH1903",
    severity: "warning",
    message: `\`${written}\` is read as \`${today}\`, as in UPPAAL 3.x; later versions refuse it`,
    span: first.span,
    hint: `write \`${today}\``,
  };
}

/**
 * A `.xta` or `.ta` text. With "auto" the new syntax is tried first, then the old one; when neither fits, the faults
 * are those of the new syntax. null only when the text is nested too deeply.
 */
export function parseXta(
  input: Omit<ParseInput, "syntax"> & { readonly syntax: Syntax | "auto" },
): UppaalDocument | null {
  const { file, text } = input.sources.blocks[input.block]!;
  const name = file.replace(/^.*[\\/]/, "").replace(/\.(xta|ta)$/i, "");
  const attempt = (syntax: Syntax, sink: DiagnosticSink): UppaalDocument | null =>
    new Parser(GRAMMAR, text, input.block, sink, modeOf(syntax)).run((p) => parseXtaDocument(p, name), null);
  if (input.syntax !== "auto") return attempt(input.syntax, input.sink);
  const sink = new DiagnosticSink();
  let document = attempt("new", sink);
  let chosen = sink;
  if (sink.errors > 0) {
    const oldSink = new DiagnosticSink();
    const old = attempt("old", oldSink);
    if (oldSink.errors === 0) {
      document = old;
      chosen = oldSink;
      const slip = oldSlip(sink.list, input.sources);
      if (slip !== null) chosen.add(slip);
    }
  }
  input.sink.addAll(chosen);
  return document;
}
