// Prints expressions, types, parameters and labels as UPPAAL users write them: as few parentheses as the precedence
// table allows, one space around binary operators, `&&` and `||` in symbols, `imply` and `xor` in words.

import type {
  ArrayDimension,
  Declarator,
  Expr,
  Initialiser,
  Parameter,
  SelectBinding,
  SyncLabel,
  TypeExpr,
} from "../ast.ts";
import { BINARY_POWER } from "../precedence.ts";

// How tightly an expression holds together; binary operators take 1 … 12 from the parser's table.
const QUANTIFIER = -2;
const ASSIGNMENT = -1;
const CONDITIONAL = 0;
const UNARY = 13;
const POSTFIX = 14;

function power(expr: Expr): number {
  switch (expr.kind) {
    case "quantifier":
      return QUANTIFIER;
    case "assign":
    case "comma":
      return ASSIGNMENT;
    case "conditional":
      return CONDITIONAL;
    case "binary":
      return BINARY_POWER.get(expr.op)!;
    case "unary":
      return UNARY;
    case "step":
      return expr.prefix ? UNARY : POSTFIX;
    case "number":
      return expr.value < 0 ? UNARY : POSTFIX;
    case "extension":
      return expr.text.startsWith("foreach") || expr.text.includes(":") ? QUANTIFIER : POSTFIX;
    default:
      return POSTFIX;
  }
}

/** Does the printed text end with a quantifier? That one would swallow a further operator. */
function endsOpen(expr: Expr): boolean {
  switch (expr.kind) {
    case "quantifier":
      return true;
    case "extension":
      return power(expr) === QUANTIFIER;
    case "binary":
      return staysBare(expr.right, BINARY_POWER.get(expr.op)! + 1) && endsOpen(expr.right);
    case "unary":
      return staysBare(expr.operand, UNARY) && endsOpen(expr.operand);
    case "step":
      return expr.prefix && staysBare(expr.target, UNARY) && endsOpen(expr.target);
    case "conditional":
      return staysBare(expr.otherwise, CONDITIONAL) && endsOpen(expr.otherwise);
    case "assign":
      return staysBare(expr.value, ASSIGNMENT) && endsOpen(expr.value);
    default:
      return false;
  }
}

/** May the expression be the last operand without parentheses? A quantifier always may. */
const staysBare = (expr: Expr, minimum: number): boolean => power(expr) >= minimum || expr.kind === "quantifier";

/** An operand that something follows. */
function wrapped(expr: Expr, minimum: number): string {
  const text = formatExpression(expr);
  return power(expr) < minimum || endsOpen(expr) ? `(${text})` : text;
}

/** The last operand of an operator. */
function last(expr: Expr, minimum: number): string {
  const text = formatExpression(expr);
  return staysBare(expr, minimum) ? text : `(${text})`;
}

export function formatExpression(expr: Expr): string {
  switch (expr.kind) {
    case "number":
      return String(expr.value);
    case "double":
      return formatDouble(expr.value);
    case "bool":
      return expr.value ? "true" : "false";
    case "string":
      return `"${expr.value}"`;
    case "name":
      return expr.name;
    case "unary":
      return formatUnary(expr.op, last(expr.operand, UNARY));
    case "step":
      return expr.prefix ? `${expr.op}${last(expr.target, UNARY)}` : `${wrapped(expr.target, POSTFIX)}${expr.op}`;
    case "binary": {
      const level = BINARY_POWER.get(expr.op)!;
      return `${wrapped(expr.left, level)} ${expr.op} ${last(expr.right, level + 1)}`;
    }
    case "assign":
      return `${wrapped(expr.target, CONDITIONAL)} ${expr.op} ${last(expr.value, ASSIGNMENT)}`;
    case "conditional":
      return `${wrapped(expr.condition, 1)} ? ${formatExpression(expr.then)} : ${last(expr.otherwise, CONDITIONAL)}`;
    case "index":
      return `${wrapped(expr.base, POSTFIX)}[${formatExpression(expr.index)}]`;
    case "field":
      // `1.a` would read as a number with a fraction.
      return `${wrapped(expr.base, isNumber(expr.base) ? Number.POSITIVE_INFINITY : POSTFIX)}.${expr.field}`;
    case "call":
      return `${wrapped(expr.callee, POSTFIX)}(${expr.args.map(formatExpression).join(", ")})`;
    case "quantifier":
      return `${expr.op} (${expr.name} : ${formatType(expr.type)}) ${formatExpression(expr.body)}`;
    case "rate":
      return `${wrapped(expr.clock, POSTFIX)}'`;
    case "deadlock":
      return "deadlock";
    case "comma":
      return expr.parts.map(formatExpression).join(", ");
    case "extension":
      return expr.text;
    case "error":
      return "";
  }
}

const isNumber = (expr: Expr): boolean => expr.kind === "number" || expr.kind === "double";

/** `- -x` and `-(-1)` must not become `--x`. */
function formatUnary(op: string, operand: string): string {
  return operand.startsWith(op) && op !== "!" ? `${op} ${operand}` : `${op}${operand}`;
}

function formatDouble(value: number): string {
  const text = Number.isFinite(value) ? String(value) : "1e999";
  return /[.e]/.test(text) ? text : `${text}.0`;
}

export function formatType(type: TypeExpr): string {
  return [...type.prefixes, formatBase(type)].join(" ");
}

function formatBase({ base }: TypeExpr): string {
  switch (base.kind) {
    case "int": {
      if (base.range === undefined) return "int";
      const { min, max } = base.range;
      return `int[${min === null ? "" : formatExpression(min)},${max === null ? "" : formatExpression(max)}]`;
    }
    case "scalar":
      return `scalar[${formatExpression(base.size)}]`;
    case "struct": {
      const fields = base.fields.map((field) => `${formatType(field.type)} ${formatDeclarators(field.declarators)};`);
      return `struct { ${fields.join(" ")}${fields.length === 0 ? "" : " "}}`;
    }
    case "named":
      return base.name;
    default:
      return base.kind;
  }
}

export function formatDimensions(dimensions: readonly ArrayDimension[]): string {
  return dimensions
    .map(
      (dimension) => `[${dimension.kind === "size" ? formatExpression(dimension.size) : formatType(dimension.type)}]`,
    )
    .join("");
}

export function formatDeclarators(declarators: readonly Declarator[]): string {
  return declarators
    .map(({ name, dimensions, initialiser }) => {
      const start = initialiser === undefined ? "" : ` = ${formatInitialiser(initialiser)}`;
      return `${name}${formatDimensions(dimensions)}${start}`;
    })
    .join(", ");
}

function formatInitialiser(initialiser: Initialiser): string {
  if (initialiser.kind !== "list") return formatExpression(initialiser);
  const items = initialiser.items.map(({ name, value }) => {
    const text = formatInitialiser(value);
    return name === undefined ? text : `${name}: ${text}`;
  });
  return `{${items.join(", ")}}`;
}

export function formatParameters(parameters: readonly Parameter[]): string {
  return parameters
    .map(({ type, reference, name, dimensions }) => {
      return `${formatType(type)} ${reference ? "&" : ""}${name}${formatDimensions(dimensions)}`;
    })
    .join(", ");
}

export function formatSelect(bindings: readonly SelectBinding[]): string {
  return bindings.map(({ name, type }) => `${name} : ${formatType(type)}`).join(", ");
}

export function formatSync(sync: SyncLabel): string {
  const mark = { send: "!", receive: "?", csp: "" }[sync.direction];
  return `${formatExpression(sync.channel)}${mark}`;
}

export function formatUpdate(updates: readonly Expr[]): string {
  return updates.map(formatExpression).join(", ");
}
