// Textual models (`.xta`, `.ta`): declarations and processes in any order, then the system line. A process becomes a
// template whose locations are known by their names; label texts are kept as written (old syntax is rewritten in the
// new one), so that the document can be saved in any format.

import type { Span } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Declaration, Expr, Parameter, SelectBinding, SyncLabel } from "./ast.ts";
import { lastWord } from "./comments.ts";
import type { BranchpointNode, EdgeNode, LabelText, LocationNode, TemplateNode, UppaalDocument } from "./document.ts";
import { formatExpression, formatParameters } from "./format/expressions.ts";
import { formatDeclarations } from "./format/format.ts";
import { parseDeclaration, parseDeclarationList, parseParameterList } from "./parse/declarations.ts";
import {
  type ExpressionRole,
  parseBindings,
  parseConstraint,
  parseExpressionList,
  parseSynchronisation,
} from "./parse/labels.ts";
import type { Parser } from "./parse/parser.ts";
import { parseSystemTail, type SystemTail } from "./parse/system.ts";
import { T, type TokenText } from "./tokens.ts";

export function parseXtaDocument(p: Parser, name: string): UppaalDocument {
  const declarations: Declaration[] = [];
  const instantiations: Declaration[] = [];
  const templates: TemplateNode[] = [];
  // The text of the declarations is what remains of the file when processes and instantiations are cut out.
  let declarationText = "";
  let cursor = 0;
  while (!p.done && !p.is("system")) {
    const before = p.at;
    const start = p.start;
    if (p.is("process")) {
      templates.push(parseProcess(p));
      declarationText += p.text.slice(cursor, start);
      cursor = p.previousEnd;
    } else if (!p.eat(";")) {
      const declaration = parseDeclaration(p);
      if (declaration?.kind === "instantiation") {
        instantiations.push(declaration);
        declarationText += p.text.slice(cursor, start);
        cursor = p.previousEnd;
      } else if (declaration !== null) {
        declarations.push(declaration);
      }
    }
    if (p.panic) p.recover(["process", "system"], [";", "}"]);
    if (p.at === before) p.advance();
  }
  const systemStart = p.start;
  declarationText += p.text.slice(cursor, systemStart);
  const { extensions, ...tail } = p.is("system") ? parseSystemTail(p) : missingSystem(p);
  const holes = [...templates, ...instantiations].map(({ span }) => span);
  const source = { text: p.text, block: p.block, to: systemStart, holes };
  const sliced = ({ span }: Declaration): string => p.text.slice(span.start, span.end);
  return {
    name,
    declarations,
    templates,
    systemDeclarations: [...instantiations, ...extensions],
    ...tail,
    options: [],
    scenarios: [],
    texts: {
      declarations: printsAnew(p) ? formatDeclarations(declarations, source) : declarationText.trim(),
      instantiation: printsAnew(p) ? formatDeclarations(instantiations) : instantiations.map(sliced).join("\n"),
      system: systemText(p, systemStart, tail.queries[0]?.span),
    },
  };
}

/** Texts in the old syntax are printed in today's; those with errors are kept by nobody. */
function printsAnew(p: Parser): boolean {
  return p.old && p.sink.errors === 0;
}

/** The system section without embedded queries, which are kept apart. */
function systemText(p: Parser, start: number, firstQuery: Span | undefined): string {
  if (firstQuery === undefined) return p.text.slice(start).trim();
  const end = lastWord(p.text, "query", start, firstQuery.start);
  return p.text.slice(start, end < 0 ? undefined : end).trim();
}

function missingSystem(p: Parser): SystemTail {
  const end = p.span(p.previousEnd, p.previousEnd);
  p.complain("TH1014", "the system line is missing", end, "say which processes run: `system P, Q;`");
  return { system: null, progress: [], gantt: [], queries: [], extensions: [] };
}

const SECTIONS: readonly TokenText[] = ["state", "branchpoint", "commit", "urgent", "init", "trans", "}"];

export function parseProcess(p: Parser): TemplateNode {
  const start = p.start;
  p.advance();
  const { name, span: nameSpan } = p.name("the name of a process");
  const parameterStart = p.is("(") ? p.end : p.start;
  const parameters = p.is("(") ? parseParameterList(p) : [];
  const parameterText = textOfParameters(p, parameters, parameterStart);
  const opening = p.at;
  p.expect("{", "to open the process");
  if (p.panic) p.recover(["state", "}", "process", "system"], ["{"]);
  const bodyStart = p.previousEnd;
  const declarations = parseDeclarationList(p, ["state", "}", "process", "system"]);
  const declarationText = printsAnew(p)
    ? formatDeclarations(declarations, { text: p.text, block: p.block, from: bodyStart, to: p.start })
    : p.text.slice(bodyStart, p.start).trim();
  const body = new Body();
  while (!p.done && !p.is("}") && !p.is("process") && !p.is("system")) {
    const before = p.at;
    parseSection(p, body);
    if (p.panic) p.recover(SECTIONS, [";"]);
    if (p.at === before) p.advance();
  }
  p.close("}", opening, "to close the process");
  const known = body.checkNames(p);
  return {
    name,
    nameSpan,
    parameters,
    parameterText,
    declarations,
    declarationText,
    locations: body.locations.map((location) => ({
      ...location,
      urgent: body.urgent.some((flag) => flag.name === location.id),
      committed: body.committed.some((flag) => flag.name === location.id),
    })),
    branchpoints: body.branchpoints,
    init: body.init?.name ?? null,
    mentions: [...body.committed, ...body.urgent, ...(body.init === null ? [] : [body.init]), ...body.ends],
    edges: body.edges.flatMap((edge) => withKnownEnds(edge, known)),
    span: p.span(start),
  };
}

/** An edge to nowhere was reported; what is written at it can still be looked at, wherever it leads. */
function withKnownEnds(edge: EdgeNode, known: ReadonlySet<string>): EdgeNode[] {
  const [somewhere] = known;
  if (somewhere === undefined) return [];
  const end = (name: string): string => (known.has(name) ? name : somewhere);
  return [{ ...edge, source: end(edge.source), target: end(edge.target) }];
}

function textOfParameters(p: Parser, parameters: readonly Parameter[], start: number): string {
  if (p.old) return formatParameters(parameters);
  return parameters.length === 0 ? "" : p.text.slice(start, p.previousEnd - 1).trim();
}

interface Named {
  readonly name: string;
  readonly span: Span;
}

/** What the sections of a process collect. */
class Body {
  readonly locations: LocationNode[] = [];
  readonly branchpoints: BranchpointNode[] = [];
  readonly committed: Named[] = [];
  readonly urgent: Named[] = [];
  init: Named | null = null;
  readonly edges: EdgeNode[] = [];
  readonly ends: Named[] = [];

  checkNames(p: Parser): ReadonlySet<string> {
    const locations = new Set(this.locations.map(({ id }) => id));
    const all = new Set([...locations, ...this.branchpoints.map(({ id }) => id)]);
    const complain = ({ name, span }: Named): void => {
      if (name === "") return;
      const hint = didYouMean(name, all) ?? "declare it after `state`";
      p.complain("TH1022", `this process has no state named \`${name}\``, span, hint);
    };
    for (const flag of [...this.committed, ...this.urgent, ...(this.init === null ? [] : [this.init])]) {
      if (!locations.has(flag.name)) complain(flag);
    }
    for (const end of this.ends) if (!all.has(end.name)) complain(end);
    return all;
  }
}

function parseSection(p: Parser, body: Body): void {
  const section = p.word;
  switch (p.kind) {
    case T.state:
      p.advance();
      do body.locations.push(parseLocation(p));
      while (!p.panic && p.eat(","));
      break;
    case T.branchpoint:
      p.advance();
      for (const { name, span } of parseNames(p, "the name of a branchpoint"))
        body.branchpoints.push({ id: name, span });
      break;
    case T.commit:
      p.advance();
      body.committed.push(...parseNames(p, "the name of a state"));
      break;
    case T.urgent:
      p.advance();
      body.urgent.push(...parseNames(p, "the name of a state"));
      break;
    case T.init:
      p.advance();
      body.init = p.stateName("the name of a state");
      break;
    case T.trans:
      p.advance();
      parseEdges(p, body);
      break;
    default:
      p.unexpected("`state`, `commit`, `urgent`, `init`, `trans` or `}`");
      return;
  }
  p.expectSemicolon(`after \`${section}\``);
}

function parseNames(p: Parser, what: string): Named[] {
  const names: Named[] = [];
  do names.push(p.stateName(what));
  while (!p.panic && p.eat(","));
  return names;
}

/** `A`, `A { invariant }`, `A { invariant; rate }` */
function parseLocation(p: Parser): LocationNode {
  const start = p.start;
  const { name, span: nameSpan } = p.stateName("the name of a state");
  const labels: LabelText[] = [];
  let invariant: Expr | null = null;
  let rate: Expr | null = null;
  if (p.eat("{")) {
    if (!p.is("}") && !p.is(";")) invariant = labelled(p, labels, "invariant", () => parseConstraint(p, "invariant"));
    if (p.eat(";") && !p.is("}")) rate = labelled(p, labels, "exponentialrate", () => parseConstraint(p, "rate"));
    p.expect("}", "to close the invariant");
    if (p.panic) p.recover([";", ","], ["}"]);
  }
  return { id: name, name, nameSpan, urgent: false, committed: false, invariant, rate, labels, span: p.span(start) };
}

/** Reads an expression label and keeps its text. */
function labelled(p: Parser, labels: LabelText[], kind: string, read: () => Expr): Expr {
  const start = p.start;
  const expr = read();
  const span = p.span(start);
  const text = p.old ? formatExpression(expr) : p.text.slice(span.start, span.end);
  labels.push({ kind, text, span });
  return expr;
}

/** Edges separated by commas; an edge without a source starts where the one before it started. */
function parseEdges(p: Parser, body: Body): void {
  let source: Named = { name: "", span: p.here };
  do {
    const start = p.start;
    if (p.isWord) source = p.stateName("the name of a state");
    else if (source.name === "") p.unexpected("the state where the edge starts");
    const controllable = !p.is("-u->");
    if (!p.eat("-u->")) p.expect("->", "between the states of the edge");
    const target = p.panic ? { name: "", span: p.here } : p.stateName("the state where the edge ends");
    body.ends.push(source, target);
    const labels = p.eat("{") ? parseEdgeLabels(p) : NO_LABELS;
    if (p.panic) p.recover([",", ";", "trans", "process", "system"], ["}"]);
    const span = p.span(start);
    body.edges.push({ source: source.name, target: target.name, controllable, ...labels, nails: [], span });
  } while (!p.panic && p.eat(","));
}

type EdgeLabels = Pick<EdgeNode, "selects" | "guard" | "sync" | "update" | "weight" | "labels">;
const NO_LABELS: EdgeLabels = { selects: [], guard: null, sync: null, update: [], weight: null, labels: [] };
const LABEL_ORDER: readonly number[] = [T.select, T.guard, T.sync, T.assign, T.probability];

/** After `{`: the labels of an edge up to and with `}`. */
function parseEdgeLabels(p: Parser): EdgeLabels {
  let selects: SelectBinding[] = [];
  let guard: Expr | null = null;
  let sync: SyncLabel | null = null;
  let update: Expr[] = [];
  let weight: Expr | null = null;
  const labels: LabelText[] = [];
  let last = -1;
  const condition = (role: ExpressionRole) => () => parseConstraint(p, role);
  while (!p.is("}") && !p.done && !p.panic) {
    const order = LABEL_ORDER.indexOf(p.kind);
    if (order < 0) {
      p.unexpected("`select`, `guard`, `sync`, `assign`, `probability` or `}`");
      break;
    }
    const word = p.word;
    if (order <= last) {
      p.complain("TH1016", `\`${word}\` stands too late or twice in this edge`, p.here, ORDER_HINT);
    }
    last = order;
    p.advance();
    const start = p.start;
    if (order === 0) {
      selects = parseBindings(p);
      labels.push(rawLabel(p, "select", start));
    } else if (order === 1) {
      guard = labelled(p, labels, "guard", condition("guard"));
    } else if (order === 2) {
      sync = parseSynchronisation(p);
      labels.push(rawLabel(p, "synchronisation", start));
    } else if (order === 3) {
      update = parseExpressionList(p);
      labels.push(rawLabel(p, "assignment", start));
    } else {
      weight = labelled(p, labels, "probability", condition("weight"));
    }
    p.expectSemicolon(`after \`${word}\``);
    if (p.panic) p.recover(["}", "select", "guard", "sync", "assign", "probability"], [";"]);
  }
  if (!p.panic) p.expect("}", "to close the edge");
  return { selects, guard, sync, update, weight, labels };
}

const ORDER_HINT = "the order is select, guard, sync, assign, probability";

function rawLabel(p: Parser, kind: string, start: number): LabelText {
  const span = p.span(start);
  return { kind, text: p.text.slice(span.start, span.end), span };
}
