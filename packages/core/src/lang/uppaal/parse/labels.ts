// The labels of locations and edges: guards, invariants, rates, weights, selects, synchronisations, updates. The same
// functions read them from XML (where each is a text of its own) and inside the braces of an `.xta` edge.

import type { AssignExpr, Expr, SelectBinding, SyncLabel } from "../ast.ts";
import { errorHere, parseExpression } from "./expressions.ts";
import { parseOldConjunction } from "./old-syntax.ts";
import type { Parser } from "./parser.ts";
import { parseType } from "./types.ts";

/** What an expression label is for; it decides which hints make sense. */
export type ExpressionRole = "guard" | "invariant" | "rate" | "weight" | "expression";

export function parseConstraint(p: Parser, role: ExpressionRole): Expr {
  const condition = role === "guard" || role === "invariant";
  const expr = condition && p.old ? parseOldConjunction(p) : parseExpression(p);
  if (role === "rate" && p.is(":")) return parseRatePair(p, expr);
  return condition ? withoutAssignments(p, expr, role) : expr;
}

/** `r : q`, the two parts of an exponential rate. */
function parseRatePair(p: Parser, first: Expr): Expr {
  p.advance();
  const second = parseExpression(p);
  const span = p.span(first.span.start);
  p.grow(p.height + 1, span);
  const text = p.text.slice(span.start, span.end);
  return { kind: "extension", feature: "exponential rates", parts: [first, second], text, span };
}

/**
 * Finds `x = 5` among the parts of a condition: people mean `==`, and reading it so lets the rest be checked. What
 * joins conditions binds tighter than `=`, and looser than the `==` that was meant: `i = 1 && j > 2` is taken apart.
 */
export function withoutAssignments(p: Parser, expr: Expr, role: string): Expr {
  if (p.panic) return expr;
  if (expr.kind === "assign" && expr.op === "=") return withoutAssignments(p, compared(p, expr, role), role);
  if (expr.kind === "quantifier") {
    const body = withoutAssignments(p, expr.body, role);
    return body === expr.body ? expr : { ...expr, body };
  }
  if (expr.kind !== "binary" || !JOINS.has(expr.op)) return expr;
  const left = withoutAssignments(p, expr.left, role);
  const right = withoutAssignments(p, expr.right, role);
  return left === expr.left && right === expr.right ? expr : { ...expr, left, right };
}

const JOINS: ReadonlySet<string> = new Set(["&&", "||", "imply"]);

function compared(p: Parser, { target, value }: AssignExpr, role: string): Expr {
  const withFirst = (expr: Expr): Expr => {
    if (expr.kind === "binary" && JOINS.has(expr.op) && p.text[expr.span.start] !== "(") {
      const left = withFirst(expr.left);
      return { ...expr, left, span: { ...expr.span, start: target.span.start } };
    }
    const span = { ...expr.span, start: target.span.start };
    const article = role === "invariant" ? "an" : "a";
    const hint = `write \`==\` to compare: \`${p.text.slice(target.span.start, target.span.end)} == …\``;
    p.complain("TH1011", `${article} ${role} cannot assign to anything`, span, hint);
    return { kind: "binary", op: "==", left: target, right: expr, span };
  };
  return withFirst(value);
}

/** `i : T, j : U` */
export function parseBindings(p: Parser): SelectBinding[] {
  const bindings: SelectBinding[] = [];
  do {
    const start = p.start;
    if (p.isWord && !p.isName()) {
      p.error("TH1001", "a name stands first here, then its type", p.here, "write `i : int[0,3]`");
      return bindings;
    }
    const { name, span: nameSpan } = p.name("the name of a selected value");
    p.expect(":", "between the name and its type", "write `i : T`");
    const type = parseType(p);
    bindings.push({ name, nameSpan, type, span: p.span(start) });
  } while (!p.panic && p.eat(","));
  return bindings;
}

export function parseSynchronisation(p: Parser): SyncLabel {
  const start = p.start;
  if (p.is("!") || p.is("?")) {
    const hint = `write \`${p.isName(1) ? p.textAt(p.at + 1) : "c"}${p.word}\``;
    p.error("TH1001", `\`${p.word}\` stands behind the channel`, p.here, hint);
  }
  const channel = p.panic ? errorHere(p) : parseExpression(p);
  const direction = p.eat("!") ? "send" : p.eat("?") ? "receive" : "csp";
  return { direction, channel, span: p.span(start) };
}

/** `e1, e2, …` */
export function parseExpressionList(p: Parser): Expr[] {
  const list: Expr[] = [];
  do {
    list.push(parseExpression(p));
  } while (!p.panic && p.eat(","));
  return list;
}
