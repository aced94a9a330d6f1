// Expressions, by precedence climbing (Pratt 1973) with the table of `precedence.ts`. Chains of binary operators
// and of unary ones are loops, not recursion; the height of every tree is counted, so that no input can overflow a
// stack here or in those who walk the tree.

import type { Span } from "../../../diagnostics/index.ts";
import type { AssignOp, BoundName, Expr, QuantifierExpr } from "../ast.ts";
import { FIRST_ASSIGN, LAST_ASSIGN, OPERATOR, POSTFIX, POWER, PREFIX } from "../precedence.ts";
import { T, TOKEN_TEXT } from "../tokens.ts";
import type { Parser } from "./parser.ts";

/** An expression without a comma at its top: assignment, conditional, quantifier and everything below. */
export function parseExpression(p: Parser): Expr {
  p.enter(5);
  const start = p.start;
  let left = parseConditional(p);
  if (p.kind >= FIRST_ASSIGN && p.kind <= LAST_ASSIGN) {
    const op = TOKEN_TEXT[p.kind] as AssignOp;
    p.advance();
    const height = p.height;
    const value = parseExpression(p);
    const span = p.span(start);
    p.grow(1 + Math.max(height, p.height), span);
    left = { kind: "assign", op, target: left, value, span };
  }
  p.leave(5);
  return left;
}

/** What may stand beside `&&` and `||`: a comparison and everything below. */
export function parseOperand(p: Parser): Expr {
  return parseBinary(p, POWER[T["&&"]]! + 1);
}

/** `c ? a : b` binds tighter than assignment, so that `c ? a : b = 1` assigns to the chosen one. */
function parseConditional(p: Parser): Expr {
  const start = p.start;
  const condition = parseBinary(p, 1);
  if (p.kind !== T["?"] || endsSync(p) || p.panic) return condition;
  p.enter(2);
  p.advance();
  const conditionHeight = p.height;
  const then = parseExpression(p);
  const thenHeight = p.height;
  p.expect(":", "between the two branches of `? :`");
  const otherwise = p.panic ? errorHere(p) : parseConditional(p);
  p.leave(2);
  const span = p.span(start);
  p.grow(1 + Math.max(conditionHeight, thenHeight, p.height), span);
  return { kind: "conditional", condition, then, otherwise, span };
}

/** `c?` of a synchronisation: the question mark is the last thing in its label. */
function endsSync(p: Parser): boolean {
  const next = p.peek();
  return next === T["end of text"] || next === T[";"];
}

/** Expressions separated by commas, as one expression. */
export function parseCommaExpression(p: Parser): Expr {
  const first = parseExpression(p);
  if (!p.is(",")) return first;
  const parts = [first];
  let height = p.height;
  while (!p.panic && p.eat(",")) {
    parts.push(parseExpression(p));
    height = Math.max(height, p.height);
  }
  const span = p.span(first.span.start);
  p.grow(height + 1, span);
  return { kind: "comma", parts, span };
}

function parseBinary(p: Parser, minimum: number): Expr {
  const start = p.start;
  let left = parseUnary(p);
  for (;;) {
    const token = p.kind;
    const power = POWER[token]!;
    if (power < minimum || power === 0) return left;
    const leftHeight = p.height;
    if (token === T["=<"] || token === T["=>"]) oldComparison(p);
    p.advance();
    p.enter(1);
    const right = parseBinary(p, power + 1);
    p.leave(1);
    const span = p.span(start);
    const op = OPERATOR[token]!;
    p.grow(weightOf(op) + Math.max(leftHeight, p.height), span);
    left = { kind: "binary", op, left, right, span };
    if (p.panic) return left;
  }
}

/**
 * How much an operator adds to the height of what it stands for: long chains of `&&` and `||` become balanced trees.
 */
function weightOf(op: string): number {
  return op === "&&" || op === "||" ? 1 : op === "imply" ? 3 : 2;
}

function oldComparison(p: Parser): void {
  if (p.old) return;
  const written = p.word;
  const hint =
    written === "=>" ? "write `>=` for greater or equal, `imply` for an implication" : "write `<=` for less or equal";
  p.complain("TH1012", `\`${written}\` is an operator of the old (3.x) syntax only`, p.here, hint);
}

function parseUnary(p: Parser): Expr {
  if (PREFIX[p.kind] === 0) return parsePostfix(p);
  const first = p.at;
  while (PREFIX[p.kind] === 1) p.advance();
  let innermost = p.at - 1;
  let operand: Expr;
  if (isLeastInteger(p, innermost)) {
    // Its absolute value is no int32, so it is read together with its sign.
    p.advance();
    operand = { kind: "number", value: -2147483648, span: p.span(p.startAt(innermost)) };
    p.height = 1;
    innermost--;
  } else {
    operand = parsePostfix(p);
  }
  const end = p.previousEnd;
  let height = p.height;
  for (let i = innermost; i >= first; i--) {
    const span = p.span(p.startAt(i), end);
    p.grow(++height, span);
    const op = p.textAt(i);
    if (op === "++" || op === "--") operand = { kind: "step", op, prefix: true, target: operand, span };
    else operand = { kind: "unary", op: op === "not" ? "!" : (op as "-" | "+" | "!"), operand, span };
  }
  return operand;
}

function isLeastInteger(p: Parser, sign: number): boolean {
  return p.kind === T.number && p.textAt(sign) === "-" && p.word === "2147483648" && POSTFIX[p.peek()] === 0;
}

/** A name with indices, fields, calls: everything that binds tighter than a unary operator. */
export function parsePostfix(p: Parser): Expr {
  const start = p.start;
  let base = parsePrimary(p);
  while (POSTFIX[p.kind] === 1 && !p.panic) {
    const height = p.height;
    let inner = 0;
    const token = p.kind;
    const opening = p.at;
    p.advance();
    if (token === T["["]) {
      const index = parseExpression(p);
      inner = p.height;
      p.close("]", opening, "to close the index");
      base = { kind: "index", base, index, span: p.span(start) };
    } else if (token === T["("]) {
      const args = parseArguments(p, "the call");
      inner = p.height;
      base = { kind: "call", callee: base, args, span: p.span(start) };
    } else if (token === T["."]) {
      const fieldSpan = p.here;
      // Names after a dot cannot be confused with keywords, and locations are named freely.
      const field = p.isWord ? p.word : "";
      if (p.isWord) p.advance();
      else
        p.unexpected(
          "a name after `.`",
          p.word.startsWith(".") ? "a range is written with a comma: `int[0,5]`" : undefined,
        );
      base = { kind: "field", base, field, fieldSpan, span: p.span(start) };
    } else if (token === T["'"]) {
      base = { kind: "rate", clock: base, span: p.span(start) };
    } else {
      const op = token === T["++"] ? "++" : "--";
      base = { kind: "step", op, prefix: false, target: base, span: p.span(start) };
    }
    p.grow(1 + Math.max(height, inner), base.span);
  }
  return base;
}

/** After `(`: arguments up to and with `)`. Leaves the greatest height in `p.height`. */
export function parseArguments(p: Parser, what: string): Expr[] {
  const opening = p.at - 1;
  const args: Expr[] = [];
  let height = 0;
  if (!p.is(")")) {
    do {
      args.push(parseExpression(p));
      height = Math.max(height, p.height);
    } while (!p.panic && p.eat(","));
  }
  p.close(")", opening, `to close ${what}`);
  p.height = height;
  return args;
}

export function errorHere(p: Parser): Expr {
  return { kind: "error", span: p.span(p.start, p.start) };
}

function parsePrimary(p: Parser): Expr {
  const start = p.start;
  p.height = 1;
  switch (p.kind) {
    case T.number:
      return parseNumber(p);
    case T["double number"]: {
      const value = Number(p.word);
      p.advance();
      return { kind: "double", value, span: p.span(start) };
    }
    case T["string literal"]: {
      const value = p.word.slice(1).replace(/"$/, "");
      p.advance();
      return { kind: "string", value, span: p.span(start) };
    }
    case T.true:
    case T.false: {
      const value = p.kind === T.true;
      p.advance();
      return { kind: "bool", value, span: p.span(start) };
    }
    case T.deadlock:
      // In a model it is a name like any other, though seldom meant as one.
      if (p.mode !== "query") break;
      p.advance();
      return { kind: "deadlock", span: p.span(start) };
    case T["("]: {
      const opening = p.at;
      p.advance();
      const inner = parseExpression(p);
      p.close(")", opening, "to close the parenthesis");
      return inner;
    }
    case T.forall:
    case T.exists:
    case T.sum:
      return parseQuantifier(p);
    case T.spawn:
    case T.exit:
    case T.numOf:
    case T.foreach: {
      const extension = parseExtension(p);
      if (extension !== null) return extension;
      break;
    }
  }
  if (p.isName()) {
    const name = p.word;
    p.advance();
    return { kind: "name", name, span: p.span(start) };
  }
  if (p.isWord && !p.panic) {
    const hint = p.is("if") ? "write `c ? a : b`, or call a function with the `if` in it" : undefined;
    p.error("TH1008", `\`${p.word}\` is a keyword and cannot stand in an expression`, p.here, hint);
  } else {
    p.unexpected("an expression", expressionHint(p));
  }
  return errorHere(p);
}

function expressionHint(p: Parser): string | undefined {
  if (p.at === 0) return undefined;
  const before = p.textAt(p.at - 1);
  if (p.is("=") && before === "==") return "`==` compares; `===` is not an operator";
  if (p.is("&")) return "`&&` or `and` joins conditions";
  if (p.is(">") && before === "-") {
    return '`imply` says "then"';
  }
  if (p.is(">") && before === "<") {
    const path = p.at === 2 && (p.textAt(0) === "A" || p.textAt(0) === "E");
    return path ? "write `<>` without a space" : "`!=` says that two differ";
  }
  if (p.is(";") || p.is(")") || p.is(",") || p.is("]") || p.is("}") || p.done)
    return `something is missing after \`${before}\``;
  return undefined;
}

function parseNumber(p: Parser): Expr {
  const text = p.word;
  const span = p.here;
  p.advance();
  let value = Number(text);
  if (value > 2147483647) {
    p.complain(
      "TH1005",
      `${text.length > 40 ? "this number" : text} does not fit into 32 bits`,
      span,
      "integers lie between -2147483648 and 2147483647",
    );
    value = 2147483647;
  }
  return { kind: "number", value, span };
}

/** `forall (i : T)`, before its body. */
export function parseQuantifierHead<Op extends string>(p: Parser): { readonly op: Op; readonly binder: BoundName } {
  const op = p.word as Op;
  p.advance();
  p.expect("(", `after \`${op}\``, `write \`${op} (i : T) …\``);
  const { name, span: nameSpan } = p.name("the name of the bound variable");
  p.expect(":", "between the variable and its type", `write \`${op} (i : T) …\``);
  const type = p.grammar.type(p);
  p.expect(")", `to close the head of \`${op}\``);
  return { op, binder: { name, nameSpan, type } };
}

function parseQuantifier(p: Parser): Expr {
  const start = p.start;
  const { op, binder } = parseQuantifierHead<QuantifierExpr["op"]>(p);
  // The body reaches as far right as possible: quantifiers bind weakest of all.
  const body = p.panic ? errorHere(p) : parseExpression(p);
  const span: Span = p.span(start);
  p.grow(p.height + 1, span);
  return { kind: "quantifier", op, ...binder, body, span };
}

/** `spawn T(..)`, `exit()`, `numOf(T)`, `foreach (x : T) e`; null where the word is an ordinary name. */
function parseExtension(p: Parser): Expr | null {
  const start = p.start;
  const word = p.word;
  const next = p.peek();
  let parts: readonly Expr[] = [];
  if (word === "spawn") {
    if (!p.isName(1) || p.peek(2) !== T["("]) return null;
    p.advance();
    p.advance();
    p.advance();
    parts = parseArguments(p, "the call");
  } else if (word === "exit") {
    if (next !== T["("] || p.peek(2) !== T[")"]) return null;
    p.advance();
    p.advance();
    p.advance();
  } else if (word === "numOf") {
    if (next !== T["("]) return null;
    p.advance();
    p.advance();
    parseExpression(p);
    p.expect(")", "to close `numOf`");
  } else {
    if (next !== T["("] || p.peek(3) !== T[":"]) return null;
    p.advance();
    p.advance();
    p.name("the name of the bound variable");
    p.expect(":");
    p.grammar.type(p);
    p.expect(")", "to close the head of `foreach`");
    if (!p.panic) parseExpression(p);
  }
  const span = p.span(start);
  p.grow(p.height + 1, span);
  return {
    kind: "extension",
    feature: `dynamic templates (\`${word}\`)`,
    parts,
    text: p.text.slice(span.start, span.end),
    span,
  };
}
