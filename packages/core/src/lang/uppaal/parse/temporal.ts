// Linear temporal logic, as SPIN and others write it: `[] (req -> <> ack)`, `G (p -> F q)`, `p U q`. Loosest first:
// `->` and `<->`, `||`, `&&`, then `U W R V M`, then what stands before: `[] <> G F X !`. What has no temporal operator
// in it is an expression of the model's own language. Where SPIN would read a formula otherwise, parentheses are asked
// for.

import type { Expr, TemporalNode, TemporalOp } from "../ast.ts";
import { T } from "../tokens.ts";
import { parseExpression, parseOperand, parseQuantifierHead } from "./expressions.ts";
import { withoutAssignments } from "./labels.ts";
import type { Parser } from "./parser.ts";

type Prefix = Extract<TemporalOp, "always" | "eventually" | "next">;
type Infix = Extract<TemporalOp, "until" | "weak-until" | "release" | "strong-release">;

const PREFIXES: ReadonlyMap<string, Prefix> = new Map([
  ["G", "always"],
  ["F", "eventually"],
  ["X", "next"],
]);
const INFIXES: ReadonlyMap<string, Infix> = new Map([
  ["U", "until"],
  ["until", "until"],
  ["W", "weak-until"],
  ["R", "release"],
  ["V", "release"],
  ["release", "release"],
  ["M", "strong-release"],
]);

/** What follows a name, and stands at the beginning of nothing. */
const NEVER_FIRST = ["==", "!=", "<", "<=", ">", ">=", "*", "/", "%", ".", "&&", "||", "->", ")", "}"] as const;

export function parseTemporal(p: Parser): TemporalNode {
  p.enter(6);
  const start = p.start;
  const left = parseJunction(p, 0);
  const op = p.is("->") || p.is("imply") ? "imply" : p.is("<->") ? "iff" : undefined;
  if (op === undefined || p.panic) {
    p.leave(6);
    return left;
  }
  p.advance();
  const right = parseTemporal(p);
  p.leave(6);
  return { kind: "binary", op, left, right, span: p.span(start) };
}

const JUNCTIONS = [
  { op: "or", tokens: ["||", "or"] },
  { op: "and", tokens: ["&&", "and"] },
] as const;

function parseJunction(p: Parser, level: number): TemporalNode {
  const junction = JUNCTIONS[level];
  if (junction === undefined) return parseInfix(p);
  const start = p.start;
  let left = parseJunction(p, level + 1);
  while (!p.panic && junction.tokens.some((token) => p.is(token))) {
    p.advance();
    const right = parseJunction(p, level + 1);
    left = { kind: "binary", op: junction.op, left, right, span: p.span(start) };
  }
  return left;
}

function parseInfix(p: Parser): TemporalNode {
  const start = p.start;
  const isBare = prefixOf(p) !== undefined;
  const left = parsePrefixed(p);
  const op = p.isWord ? INFIXES.get(p.word) : undefined;
  if (op === undefined || p.panic) return left;
  const word = p.word;
  const text = (from: number, to = p.previousEnd): string => p.text.slice(from, to);
  const [before, letter] = [text(start), p.here];
  p.advance();
  const second = p.start;
  const right = parsePrefixed(p);
  if (p.panic) return right;
  const span = p.span(start);
  const after = text(second);
  if (isBare && left.kind === "unary") {
    const inner = p.text.slice(left.part.span.start, left.span.end);
    const sign = p.text.slice(left.span.start, left.part.span.start).trim();
    ambiguous(p, start, `(${before}) ${word} ${after}`, `${sign} (${inner} ${word} ${after})`);
  } else if (p.isWord && INFIXES.has(p.word)) {
    const next = p.word;
    p.advance();
    const third = p.start;
    parsePrefixed(p);
    const rest = text(third);
    ambiguous(p, start, `(${before} ${word} ${after}) ${next} ${rest}`, `${before} ${word} (${after} ${next} ${rest})`);
  }
  return { kind: "binary", op, left, right, letter, span };
}

function ambiguous(p: Parser, start: number, one: string, other: string): void {
  const message = "this is read one way here and another way by SPIN";
  p.error("TH1027", message, p.span(start), `write \`${one}\` or \`${other}\``);
}

/** The operator before what follows, and how many tokens it takes. */
function prefixOf(p: Parser): { readonly op: Prefix; readonly tokens: number } | undefined {
  if (p.is("[") && p.peek() === T["]"]) return { op: "always", tokens: 2 };
  if (p.is("<>")) return { op: "eventually", tokens: 1 };
  const op = p.isWord ? PREFIXES.get(p.word) : undefined;
  return op === undefined ? undefined : { op, tokens: 1 };
}

function parsePrefixed(p: Parser): TemporalNode {
  p.enter(6);
  const start = p.start;
  const node = parseBehind(p, start);
  p.leave(6);
  return node;
}

function parseBehind(p: Parser, start: number): TemporalNode {
  const prefix = prefixOf(p);
  if (prefix !== undefined) {
    const letter = p.isWord ? { letter: p.here } : {};
    const word = p.word;
    for (let k = 0; k < prefix.tokens; k++) p.advance();
    if (p.done || NEVER_FIRST.some((token) => p.is(token))) {
      const hint = `\`${word}\` is an operator here; a state formula with a name spelled so stands in braces: \`{${word} > 0}\``;
      p.unexpected("an expression", PREFIXES.has(word) ? hint : undefined);
    }
    const part = parsePrefixed(p);
    return { kind: "unary", op: prefix.op, part, ...letter, span: p.span(start) };
  }
  if ((p.is("!") || p.is("not")) && startsTemporal(p, p.at + 1)) {
    p.advance();
    const part = parsePrefixed(p);
    return { kind: "unary", op: "not", part, span: p.span(start) };
  }
  if (p.eat("{")) {
    const formula = parseState(p, parseExpression);
    p.expect("}", "to close the state formula");
    return { kind: "state", formula, span: p.span(start) };
  }
  if (p.is("(") && holdsTemporal(p, p.at, "bracket")) {
    p.advance();
    const inner = parseTemporal(p);
    p.expect(")", "to close the parenthesis");
    return { ...inner, span: p.span(start) };
  }
  if (startsQuantified(p, p.at)) {
    const { op, binder } = parseQuantifierHead<"forall" | "exists">(p);
    // As in expressions, the body reaches as far right as possible.
    const body = parseTemporal(p);
    return { kind: "quantified", op, ...binder, body, span: p.span(start) };
  }
  const formula = parseState(p, parseOperand);
  return { kind: "state", formula, span: p.span(start) };
}

function parseState(p: Parser, parse: (p: Parser) => Expr): Expr {
  return withoutAssignments(p, parse(p), "query");
}

function startsTemporal(p: Parser, at: number): boolean {
  const before = p.at;
  p.seek(at);
  const answer =
    prefixOf(p) !== undefined ||
    p.is("{") ||
    (p.is("(") && holdsTemporal(p, at, "bracket")) ||
    startsQuantified(p, at) ||
    ((p.is("!") || p.is("not")) && startsTemporal(p, at + 1));
  p.seek(before);
  return answer;
}

function startsQuantified(p: Parser, at: number): boolean {
  const before = p.at;
  p.seek(at);
  const answer = (p.is("forall") || p.is("exists")) && holdsTemporal(p, at, "rest");
  p.seek(before);
  return answer;
}

/**
 * Is there a temporal operator before the bracket that opens here is closed, or in the rest of what a bracket around it
 * holds? Behind a dot a letter is a name.
 */
function holdsTemporal(p: Parser, at: number, where: "bracket" | "rest"): boolean {
  const before = p.at;
  p.seek(at);
  let open = 0;
  let found = false;
  let afterDot = false;
  do {
    if (p.is("(")) open++;
    else if (p.is(")")) open--;
    if (open < 0) break;
    const isOperator =
      p.is("->") || p.is("<->") || p.is("{") || prefixOf(p) !== undefined || (p.isWord && INFIXES.has(p.word));
    found = isOperator && !afterDot;
    afterDot = p.is(".");
    p.advance();
  } while (!p.done && !found && (open > 0 || (where === "rest" && !p.is(")"))));
  p.seek(before);
  return found;
}
