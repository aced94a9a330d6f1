// Prints declarations, statements and system sections. With the source at hand every comment is kept: between items
// on its own line, at the end of its line, or by leaving a commented piece as the user wrote it.

import type { BlockStatement, Declaration, Expr, Initialiser, Stmt, SystemLine, TypeExpr } from "../ast.ts";
import { findComments } from "../comments.ts";
import type { SystemSection } from "../parse/system.ts";
import {
  formatDeclarators,
  formatDimensions,
  formatExpression,
  formatParameters,
  formatSelect,
  formatType,
} from "./expressions.ts";
import { type FormatSource, INDENT, type Item, Printer } from "./printer.ts";

export * from "./expressions.ts";
export type { FormatSource } from "./printer.ts";

/** Initialisers longer than this are broken into one line per element. */
const WIDTH = 100;

export function formatDeclarations(declarations: readonly Declaration[], source?: FormatSource): string {
  const printer = new Printer(source);
  printDeclarations(printer, declarations, source?.from ?? 0, source?.to ?? source?.text.length ?? 0);
  return printer.result;
}

/** A label as a user would write it; a label with comments stays as it is. */
export function formatLabel(text: string, canonical: string): string {
  return findComments(text).length > 0 ? text.trim() : canonical;
}

/** Declarations, system line, progress measures and Gantt rows; queries are kept elsewhere. */
export function formatSystem(section: Omit<SystemSection, "queries">, source?: FormatSource): string {
  const printer = new Printer(source);
  const { declarations, system } = section;
  const from = source?.from ?? 0;
  const to = source?.to ?? source?.text.length ?? 0;
  const item = (declaration: Declaration): Item => ({
    span: declaration.span,
    print: () => printDeclaration(printer, declaration),
  });
  if (system === null) {
    printer.items(declarations.map(item), from, to);
    return printer.result;
  }
  const { start, end, block } = system.span;
  // `IO` declarations may stand after the system line.
  const isLate = ({ span }: Declaration): boolean => span.block === block && span.start > start;
  const late = declarations.filter(isLate);
  const items = declarations.filter((declaration) => !isLate(declaration)).map(item);
  items.push({ span: system.span, print: () => void printer.glue(start, end, formatSystemLine(system)) });
  const measures = formatMeasures(section);
  if (measures !== "") {
    const alone = source !== undefined && late.length === 0;
    const after = alone ? skipComments(source.text, end) : end;
    const close = alone ? source.text.lastIndexOf("}", to) + 1 : end;
    items.push({ span: { block, start: after, end: close }, print: () => void printer.glue(after, close, measures) });
  }
  printer.items([...items, ...late.map(item)], from, to);
  return printer.result;
}

/** The first offset that is neither in white space nor in a comment. */
function skipComments(text: string, from: number): number {
  let at = from;
  for (const comment of findComments(text, from)) {
    if (text.slice(at, comment.start).trim() !== "") break;
    at = comment.end;
  }
  return at + text.slice(at).search(/\S|$/);
}

function formatSystemLine({ levels }: SystemLine): string {
  return `system ${levels.map((level) => level.map(({ name }) => name).join(", ")).join(" < ")};`;
}

function formatMeasures({ progress, gantt }: Pick<SystemSection, "progress" | "gantt">): string {
  const lines: string[] = [];
  if (progress.length > 0) {
    lines.push("progress {");
    for (const { guard, measure } of progress) {
      const condition = guard === undefined ? "" : `${formatExpression(guard)} : `;
      lines.push(`${INDENT}${condition}${formatExpression(measure)};`);
    }
    lines.push("}");
  }
  if (gantt.length > 0) {
    lines.push("gantt {");
    for (const { name, parameters, bars } of gantt) {
      const head = parameters.length === 0 ? name : `${name}(${formatSelect(parameters)})`;
      const drawn = bars.map(({ bindings, predicate, colour }) => {
        const quantified = bindings.length === 0 ? "" : `for (${formatSelect(bindings)}) `;
        return `${quantified}${formatExpression(predicate)} -> ${formatExpression(colour)}`;
      });
      lines.push(`${INDENT}${head}: ${drawn.join(", ")};`);
    }
    lines.push("}");
  }
  return lines.join("\n");
}

export function printDeclarations(printer: Printer, list: readonly Declaration[], from: number, to: number): void {
  const items = list.map((declaration) => ({
    span: declaration.span,
    print: () => printDeclaration(printer, declaration),
  }));
  printer.items(items, from, to);
}

function printDeclaration(printer: Printer, declaration: Declaration): void {
  const { span } = declaration;
  if (declaration.kind === "function") {
    const { returns, name, parameters, body } = declaration;
    const head = `${formatType(returns)} ${name}(${formatParameters(parameters)})`;
    const broken = printer.glue(span.start, body.span.start, head);
    if (broken) printer.newline();
    else printer.write(" ");
    printBlock(printer, body);
    return;
  }
  printer.glue(span.start, span.end, printer.hasComments(span.start, span.end) ? "" : leaf(printer, declaration));
}

/** Every declaration but functions. */
function leaf(printer: Printer, declaration: Exclude<Declaration, { kind: "function" }>): string {
  switch (declaration.kind) {
    case "variable":
    case "typedef": {
      const word = declaration.kind === "typedef" ? "typedef " : "";
      const type = `${word}${formatLongType(declaration.type, printer.indentation)}`;
      const flat = `${type} ${formatDeclarators(declaration.declarators)};`;
      if (printer.indentation.length + flat.length - flat.lastIndexOf("\n") <= WIDTH) return flat;
      const declarators = declaration.declarators.map(({ name, dimensions, initialiser }) => {
        const head = `${name}${formatDimensions(dimensions)}`;
        return initialiser === undefined
          ? head
          : `${head} = ${formatLongInitialiser(initialiser, printer.indentation)}`;
      });
      return `${type} ${declarators.join(`,\n${printer.indentation}${INDENT}`)};`;
    }
    case "channel-priority": {
      const level = (entries: (typeof declaration.levels)[number]): string =>
        entries.map((entry) => (entry.kind === "default" ? "default" : formatExpression(entry))).join(", ");
      return `chan priority ${declaration.levels.map(level).join(" < ")};`;
    }
    case "before-update":
    case "after-update": {
      const word = declaration.kind.replace("-", "_");
      return declaration.updates.length === 0
        ? `${word} { }`
        : `${word} { ${declaration.updates.map(formatExpression).join(", ")} }`;
    }
    case "instantiation": {
      const { name, parameters, template, args } = declaration;
      const head = parameters.length === 0 ? name : `${name}(${formatParameters(parameters)})`;
      return `${head} = ${template}(${args.map(formatExpression).join(", ")});`;
    }
    case "extension":
      return declaration.text;
  }
}

/** Structs are spread over lines where a declaration stands by itself. */
function formatLongType(type: TypeExpr, indent: string): string {
  if (type.base.kind !== "struct" || type.base.fields.length === 0) return formatType(type);
  const inner = indent + INDENT;
  const fields = type.base.fields.map(
    (field) => `${inner}${formatLongType(field.type, inner)} ${formatDeclarators(field.declarators)};\n`,
  );
  return `${[...type.prefixes, "struct"].join(" ")} {\n${fields.join("")}${indent}}`;
}

function formatLongInitialiser(initialiser: Initialiser, indent: string): string {
  const flat = formatDeclarators([{ name: "", nameSpan: NOWHERE, dimensions: [], initialiser, span: NOWHERE }]).slice(
    3,
  );
  if (initialiser.kind !== "list" || indent.length + flat.length <= WIDTH || initialiser.items.length === 0)
    return flat;
  const inner = indent + INDENT;
  const items = initialiser.items.map(({ name, value }) => {
    const text = formatLongInitialiser(value, inner);
    return `${inner}${name === undefined ? "" : `${name}: `}${text}`;
  });
  return `{\n${items.join(",\n")}\n${indent}}`;
}
const NOWHERE = { block: 0, start: 0, end: 0 };

function printBlock(printer: Printer, block: BlockStatement): void {
  const { start, end } = block.span;
  const items: Item[] = [
    ...block.declarations.map((declaration) => ({
      span: declaration.span,
      print: () => printDeclaration(printer, declaration),
    })),
    ...block.statements.map((statement) => ({
      span: statement.span,
      print: () => printStatement(printer, statement),
    })),
  ];
  printer.write("{");
  const inside = printer.trailing(start + 1, Math.max(start + 1, items[0]?.span.start ?? end - 1));
  printer.newline();
  printer.indented(() => printer.items(items, inside, Math.max(inside, end - 1)));
  printer.write("}");
}

function printStatement(printer: Printer, statement: Stmt): void {
  const { start, end } = statement.span;
  switch (statement.kind) {
    case "block":
      printBlock(printer, statement);
      return;
    case "if":
      printIf(printer, statement);
      return;
    case "while":
      printBody(printer, start, `while (${formatExpression(statement.condition)})`, statement.body);
      return;
    case "iterate":
      printBody(printer, start, `for (${statement.name} : ${formatType(statement.type)})`, statement.body);
      return;
    case "for": {
      const part = (expr: Expr | null): string => (expr === null ? "" : formatExpression(expr));
      const step = statement.step === null ? "" : ` ${part(statement.step)}`;
      const condition = statement.condition === null ? "" : ` ${part(statement.condition)}`;
      printBody(printer, start, `for (${part(statement.init)};${condition};${step})`, statement.body);
      return;
    }
    case "do":
      printBody(printer, start, "do", statement.body);
      if (statement.body.kind === "block") printer.write(" ");
      else printer.newline();
      printer.glue(statement.body.span.end, end, `while (${formatExpression(statement.condition)});`);
      return;
    case "expression":
      printer.glue(start, end, `${formatExpression(statement.expression)};`);
      return;
    case "return":
      printer.glue(
        start,
        end,
        statement.value === undefined ? "return;" : `return ${formatExpression(statement.value)};`,
      );
      return;
    case "assert":
      printer.glue(start, end, `assert ${formatExpression(statement.condition)};`);
      return;
    case "empty":
      printer.glue(start, end, ";");
  }
}

/** A head and the statement it governs: blocks on the same line, others indented on the next. */
function printBody(printer: Printer, start: number, head: string, body: Stmt): void {
  const broken = printer.glue(start, body.span.start, head);
  if (body.kind === "block") {
    if (broken) printer.newline();
    else printer.write(" ");
    printBlock(printer, body);
  } else {
    printer.newline();
    printer.indented(() => printStatement(printer, body));
  }
}

/** `else if` chains are printed in a loop, since they may be long. */
function printIf(printer: Printer, first: Extract<Stmt, { kind: "if" }>): void {
  let statement = first;
  for (;;) {
    const { then, otherwise } = statement;
    printBody(printer, statement.span.start, `if (${formatExpression(statement.condition)})`, then);
    if (otherwise === undefined) return;
    if (then.kind === "block" && !printer.hasComments(then.span.end, otherwise.span.start)) printer.write(" ");
    else printer.newline();
    if (otherwise.kind !== "if") {
      printBody(printer, then.span.end, "else", otherwise);
      return;
    }
    const broken = printer.glue(then.span.end, otherwise.span.start, "else");
    if (broken) printer.newline();
    else printer.write(" ");
    statement = otherwise;
  }
}
