// Prints a document as tidy `.xta` text from its trees: declarations, processes, instantiations, system line, queries.
// Comments of declarations are kept, and those of processes when the document came from text. (`write-xta` converts
// instead: it prints the author's own texts and reports what the format cannot hold.)

import type { Sources, Span } from "../../../diagnostics/index.ts";
import type { Expectation } from "../../../network/index.ts";
import type { Declaration } from "../ast.ts";
import { lastWord } from "../comments.ts";
import type { EdgeNode, LocationNode, QueryItem, TemplateNode, UppaalDocument } from "../document.ts";
import {
  formatDeclarations,
  formatExpression,
  formatLabel,
  formatParameters,
  formatSelect,
  formatSync,
  formatSystem,
  formatUpdate,
  printDeclarations,
} from "./format.ts";
import { type FormatSource, type Item, Printer } from "./printer.ts";

export function formatXta(document: UppaalDocument, sources?: Sources): string {
  const items = [...document.declarations, ...document.templates, ...document.systemDeclarations];
  const top = items.map(({ span }) => span).sort((a, b) => a.start - b.start);
  const { system } = document;
  const isLate = ({ span }: Declaration): boolean =>
    system !== null && span.block === system.span.block && span.start > system.span.start;
  const late = document.systemDeclarations.filter(isLate);
  const parts = [
    section(document.declarations, sources, top),
    ...document.templates.map((template) => formatProcess(template, sources, top)),
    section(
      document.systemDeclarations.filter((declaration) => !isLate(declaration)),
      sources,
      top,
    ),
    system === null ? "" : formatSystem({ ...document, declarations: late }, systemSource(document, sources, top)),
    ...document.queries.map(formatQuery),
  ];
  return parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .map((part) => `${part}\n`)
    .join("\n");
}

/** The text that spans lie in, when it is at hand. */
function sourceOf(span: Span | undefined, sources: Sources | undefined): FormatSource | undefined {
  const block = span === undefined ? undefined : sources?.blocks[span.block];
  return block === undefined ? undefined : { text: block.text, block: span!.block };
}

/** Where the comments of an item start: after the line of what stands before it in the same text. */
function leadStart(text: string, span: Span, top: readonly Span[]): number {
  let before = 0;
  for (const other of top)
    if (other.block === span.block && other.end <= span.start) before = Math.max(before, other.end);
  if (before === 0) return 0;
  const end = text.indexOf("\n", before);
  return end < 0 ? span.start : Math.min(end, span.start);
}

/** Where the comments after an item end: at the end of its line, unless something else starts there. */
function trailEnd(text: string, span: Span, top: readonly Span[]): number {
  let end = lineEnd(text, span.end);
  for (const other of top) if (other.block === span.block && other.start >= span.end) end = Math.min(end, other.start);
  return end;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

/** Declarations with their comments; what stands between them in a textual file is printed elsewhere. */
function section(list: readonly Declaration[], sources: Sources | undefined, top: readonly Span[]): string {
  const source = sourceOf(list[0]?.span, sources);
  if (source === undefined) return formatDeclarations(list);
  const own = new Set(list.map(({ span }) => span));
  const others = top.filter((span) => span.block === source.block && !own.has(span));
  const holes = others.map((span) => ({
    ...span,
    start: leadStart(source.text, span, top),
    end: trailEnd(source.text, span, top),
  }));
  const shared = others.length > 0 || /\bsystem\b/.test(source.text);
  const to = shared ? lineEnd(source.text, list.at(-1)!.span.end) : source.text.length;
  return formatDeclarations(list, { ...source, to, holes });
}

/** The system section's comments, as far as they do not belong to queries. */
function systemSource(
  { system, queries }: UppaalDocument,
  sources: Sources | undefined,
  top: readonly Span[],
): FormatSource | undefined {
  const source = sourceOf(system!.span, sources);
  if (source === undefined) return undefined;
  const query = queries.find(({ span }) => span.block === source.block);
  const to =
    query === undefined ? source.text.length : lastWord(source.text, "query", system!.span.end, query.span.start);
  return { ...source, from: leadStart(source.text, system!.span, top), to };
}

// ---------------------------------------------------------------------------------------------- processes

function formatProcess(template: TemplateNode, sources: Sources | undefined, top: readonly Span[]): string {
  const names = nameStates(template);
  const name = (id: string): string => names.get(id) ?? id;
  const source = sourceOf(template.span, sources);
  const textual = source?.text.startsWith("process", template.span.start) ? source : undefined;
  const { start, end } = template.span;
  const from = textual === undefined ? 0 : leadStart(textual.text, template.span, top);
  const printer = new Printer(textual === undefined ? undefined : { ...textual, from, to: lineEnd(textual.text, end) });
  const print = (): void => {
    printer.write(`process ${template.name}(${formatParameters(template.parameters)}) {`);
    printer.newline();
    printer.indented(() => new ProcessBody(printer, template, textual, sources).print(name));
    printer.write("}");
  };
  printer.items([{ span: template.span, print }], from, textual === undefined ? start : lineEnd(textual.text, end));
  return printer.result;
}

/** The sections of a process; each takes the comments since the one before it. */
class ProcessBody {
  private readonly printer: Printer;
  private readonly template: TemplateNode;
  private readonly source: FormatSource | undefined;
  private readonly sources: Sources | undefined;
  private at: number;

  constructor(
    printer: Printer,
    template: TemplateNode,
    source: FormatSource | undefined,
    sources: Sources | undefined,
  ) {
    this.printer = printer;
    this.template = template;
    this.source = source;
    this.sources = sources;
    this.at = template.nameSpan.end;
  }

  print(name: (id: string) => string): void {
    const { locations, branchpoints, edges, init, span } = this.template;
    this.declarations();
    this.list(
      "state",
      locations.map((node) => this.item(node.span, formatLocation(node, name(node.id)))),
    );
    const flags: [string, readonly string[]][] = [
      ["branchpoint", branchpoints.map(({ id }) => id)],
      ["commit", locations.filter(({ committed }) => committed).map(({ id }) => id)],
      ["urgent", locations.filter(({ urgent }) => urgent).map(({ id }) => id)],
      ["init", init === null ? [] : [init]],
    ];
    for (const [word, ids] of flags) {
      if (ids.length === 0) continue;
      this.printer.write(`${word} ${ids.map(name).join(", ")};`);
      this.printer.newline();
    }
    this.list(
      "trans",
      edges.map((edge) => this.item(edge.span, formatEdge(edge, name))),
    );
    // Whatever comment was not printed yet stays in its process.
    if (this.source !== undefined) this.printer.items([], span.start, span.end);
  }

  private declarations(): void {
    const list = this.template.declarations;
    if (this.source !== undefined && list.length > 0) {
      const to = lineEnd(this.source.text, list.at(-1)!.span.end);
      printDeclarations(this.printer, list, this.at, to);
      this.at = to;
    } else if (this.source === undefined) {
      const text = formatDeclarations(list, sourceOf(list[0]?.span, this.sources));
      for (const line of text.split("\n")) {
        this.printer.write(line);
        this.printer.newline();
      }
    }
  }

  private list(word: string, items: readonly Item[]): void {
    if (items.length === 0) return;
    this.printer.write(word);
    this.printer.newline();
    const to = this.source === undefined ? this.at : lineEnd(this.source.text, items.at(-1)!.span.end);
    this.printer.indented(() => {
      this.printer.items(items, this.at, to, (index) => (index === items.length - 1 ? ";" : ","));
    });
    this.at = to;
  }

  /** One text; with comments inside it stays as the source has it. */
  private item(span: Span, text: string): Item {
    return { span, print: () => void this.printer.glue(span.start, span.end, text) };
  }
}

function labelText(node: LocationNode | EdgeNode, kind: string, canonical: string): string {
  const text = formatLabel(node.labels.find((label) => label.kind === kind)?.text ?? "", canonical);
  return text.includes("//") ? `${text}\n` : text;
}

function formatLocation(node: LocationNode, name: string): string {
  const { invariant, rate } = node;
  if (invariant === null && rate === null) return name;
  const condition = invariant === null ? "" : labelText(node, "invariant", formatExpression(invariant));
  const speed = rate === null ? "" : `; ${labelText(node, "exponentialrate", formatExpression(rate))}`;
  return `${name} { ${condition}${speed} }`;
}

function formatEdge(edge: EdgeNode, name: (id: string) => string): string {
  const labels: string[] = [];
  const add = (word: string, kind: string, canonical: string): void => {
    if (canonical !== "") labels.push(`${word} ${labelText(edge, kind, canonical)};`);
  };
  add("select", "select", formatSelect(edge.selects));
  add("guard", "guard", edge.guard === null ? "" : formatExpression(edge.guard));
  add("sync", "synchronisation", edge.sync === null ? "" : formatSync(edge.sync));
  add("assign", "assignment", formatUpdate(edge.update));
  add("probability", "probability", edge.weight === null ? "" : formatExpression(edge.weight));
  const arrow = edge.controllable ? "->" : "-u->";
  const body = labels.length === 0 ? "{ }" : `{ ${labels.join(" ")} }`;
  return `${name(edge.source)} ${arrow} ${name(edge.target)} ${body}`;
}

/** A valid, unique name for every location and branchpoint, by id; anonymous ones are `_` and their id. */
function nameStates({ locations, branchpoints }: TemplateNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(locations.map(({ name }) => name));
  for (const { id, name } of locations) {
    if (name !== undefined && isValidName(name)) names.set(id, name);
  }
  for (const { id } of branchpoints) {
    if (!isValidName(id) || used.has(id)) continue;
    used.add(id);
    names.set(id, id);
  }
  for (const { id } of [...locations, ...branchpoints]) {
    if (names.has(id)) continue;
    let name = `_${id.replace(/[^A-Za-z0-9_]/g, "_")}`;
    while (used.has(name)) name += "_";
    used.add(name);
    names.set(id, name);
  }
  return names;
}

const isValidName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_$#]*$/.test(name);

export function formatQuery({ text, comment, expectation }: QueryItem): string {
  const described = comment === "" ? "" : `/* ${comment.replaceAll("*/", "* /")} */\n`;
  const outcome = expectation === undefined ? undefined : (OUTCOME[expectation.outcome] ?? expectation.value);
  return `query {\n${described}${outcome === undefined ? "" : `/* EXPECT:${outcome} */\n`}${text.trim()}\n}\n`;
}

const OUTCOME: Readonly<Partial<Record<Expectation["outcome"], string>>> = {
  satisfied: "T",
  violated: "F",
  "maybe-satisfied": "MT",
  "maybe-violated": "MF",
  error: "E",
};
