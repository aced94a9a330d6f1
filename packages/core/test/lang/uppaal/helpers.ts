// Short cuts for tests of the textual language: a text becomes an input, a tree becomes a line of text that shows its
// shape, spans are dropped where only the shape matters.

import { type Diagnostic, DiagnosticSink, Sources } from "../../../src/diagnostics/index.ts";
import type { Expr } from "../../../src/lang/uppaal/ast.ts";
import { formatType } from "../../../src/lang/uppaal/format/format.ts";
import { type ParseInput, parseExpressionLabel, type Syntax } from "../../../src/lang/uppaal/parse.ts";

export function inputOf(text: string, syntax: Syntax = "new", file = "test.xta"): ParseInput {
  const sources = new Sources();
  return { sources, block: sources.add({ file, text }), sink: new DiagnosticSink(), syntax };
}

/** Reads without faults, or fails with their messages. */
export function good<R>(read: (input: ParseInput) => R, text: string, syntax: Syntax = "new"): R {
  const input = inputOf(text, syntax);
  const result = read(input);
  if (input.sink.list.length > 0) throw new Error(input.sink.list.map((fault) => show(fault, input)).join("\n"));
  return result;
}

/** The faults of a text as `line:column code message (hint)`. */
export function faults(read: (input: ParseInput) => unknown, text: string, syntax: Syntax = "new"): string[] {
  const input = inputOf(text, syntax);
  read(input);
  return input.sink.list.map((fault) => show(fault, input));
}

function show(fault: Diagnostic, input: ParseInput): string {
  const { line, column } = input.sources.locate(fault.span!);
  const hint = fault.hint === undefined ? "" : ` (${fault.hint})`;
  return `${line}:${column} ${fault.code} ${fault.message}${hint}`;
}

export const expression = (text: string, syntax: Syntax = "new"): Expr =>
  good((input) => parseExpressionLabel(input, "expression")!, text, syntax);

/** The shape of an expression with all parentheses: `(a + (b * c))`. */
export function shape(expr: Expr): string {
  switch (expr.kind) {
    case "number":
    case "double":
    case "bool":
      return String(expr.value);
    case "string":
      return JSON.stringify(expr.value);
    case "name":
      return expr.name;
    case "unary":
      return `(${expr.op}${shape(expr.operand)})`;
    case "step":
      return expr.prefix ? `(${expr.op}${shape(expr.target)})` : `(${shape(expr.target)}${expr.op})`;
    case "binary":
      return `(${shape(expr.left)} ${expr.op} ${shape(expr.right)})`;
    case "assign":
      return `(${shape(expr.target)} ${expr.op} ${shape(expr.value)})`;
    case "conditional":
      return `(${shape(expr.condition)} ? ${shape(expr.then)} : ${shape(expr.otherwise)})`;
    case "index":
      return `${shape(expr.base)}[${shape(expr.index)}]`;
    case "field":
      return `${shape(expr.base)}.${expr.field}`;
    case "call":
      return `${shape(expr.callee)}(${expr.args.map(shape).join(", ")})`;
    case "quantifier":
      return `(${expr.op} ${expr.name}:${formatType(expr.type)} ${shape(expr.body)})`;
    case "rate":
      return `${shape(expr.clock)}'`;
    case "comma":
      return `(${expr.parts.map(shape).join(", ")})`;
    case "extension":
      return `{${expr.text}}`;
    default:
      return expr.kind;
  }
}

/** The same data without anything that says where it stood. */
export function withoutSpans<R>(value: R): R {
  return JSON.parse(JSON.stringify(value, (key, inner) => (/^(span|\w+Span)$/.test(key) ? undefined : inner)));
}
