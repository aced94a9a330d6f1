// Statistical queries: `Pr[<=T](<> p)`, `E[<=T; N](max: e)`, `simulate [<=T; N] {e, …}` and its older form
// `simulate N [<=T] {e, …}`, which most public files use. What asks for more (MITL, strategies) is kept by name.

import { defined } from "../../../basics/defined.ts";
import type { Expr, PathPropertyNode, QueryNode, RunBoundNode, StatisticalNode } from "../ast.ts";
import { T } from "../tokens.ts";
import { parseExpression } from "./expressions.ts";
import { withoutAssignments } from "./labels.ts";
import type { Parser } from "./parser.ts";

/** Does a statistical query begin here? */
export function startsStatistics(p: Parser): boolean {
  const next = p.peek();
  if (p.isText("Pr")) return next === T["["] && p.peek(2) !== T["]"];
  if (p.isText("simulate")) return next === T["["] || next === T.number || p.isName(1) || next === T["("];
  return p.isText("E") && next === T["["] && startsBound(p, 2);
}

function startsBound(p: Parser, at: number): boolean {
  if (p.peek(at) === T["<="] || p.peek(at) === T["#"]) return true;
  // `x<=`, `P.x<=`, `c[1]<=`: a bound begins with a clock; an until has none.
  return p.isName(at) && (p.peek(at + 1) === T["<="] || p.peek(at + 1) === T["."] || p.peek(at + 1) === T["["]);
}

/** A feature as a string: what the query would need besides. */
export function parseStatistics(p: Parser, start: number): QueryNode | string | null {
  const { word } = p;
  p.advance();
  const made = word === "Pr" ? probability(p, start) : word === "E" ? expectation(p) : simulation(p);
  if (typeof made === "string" || made === null) return made;
  if (p.panic) return null;
  const kind = word === "Pr" ? "Pr" : word === "E" ? "E" : "simulate";
  return { form: "statistical", kind, question: made, span: p.span(start) };
}

const MITL = "MITL formulas in statistical queries";

function probability(p: Parser, start: number): StatisticalNode | string | null {
  const property = parseProperty(p);
  if (typeof property === "string" || property === null) return property;
  if (p.is(">") || p.is("<") || p.is("==") || p.is("!=")) {
    p.error(
      "TH1019",
      "a probability is tested with `>=` or `<=`",
      p.here,
      "of probabilities nobody can tell `>` from `>=`",
    );
    return null;
  }
  if (!p.is(">=") && !p.is("<=")) return { kind: "probability", property };
  const op = p.is(">=") ? ">=" : "<=";
  p.advance();
  if (!p.isText("Pr")) return { kind: "probability", property, test: { op, threshold: parseExpression(p) } };
  p.advance();
  const other = parseProperty(p);
  if (typeof other === "string" || other === null) return other;
  if (op === ">=") return { kind: "probability", property, against: other };
  p.error("TH1019", "probabilities are compared with `>=`", p.span(start), "exchange the two sides");
  return null;
}

/** `[<=T; N] (<> p)` */
function parseProperty(p: Parser): PathPropertyNode | string | null {
  if (!p.is("[")) return MITL;
  const bounded = parseBound(p);
  p.expect("(", "before the property");
  if (p.panic) return null;
  if (p.is("<>") || (p.is("[") && p.peek() === T["]"])) {
    const path = p.is("<>") ? "<>" : "[]";
    p.advance();
    if (path === "[]") p.advance();
    if (p.is("[")) return MITL;
    const formula = parseFormula(p);
    if (p.isText("U")) return MITL;
    p.expect(")", "behind the property");
    return { ...bounded, path, formula };
  }
  const formula = parseFormula(p);
  if (!p.isText("U")) {
    p.error("TH1019", "expected `<>`, `[]` or `U` here", p.here, "write `Pr[<=T](<> p)`, `([] p)` or `(p U q)`");
    return null;
  }
  p.advance();
  if (p.is("[")) return MITL;
  const until = parseFormula(p);
  p.expect(")", "behind the property");
  return { ...bounded, path: "U", formula, until };
}

/** `[<=T]`, `[x<=T; N]`, `[#<=N]`; the bracket is next. */
function parseBound(p: Parser): { readonly bound: RunBoundNode; readonly runs?: Expr } {
  p.expect("[", "before the bound of the runs");
  let bound: RunBoundNode;
  if (p.eat("#")) {
    p.expect("<=", "in the bound");
    bound = { kind: "steps", limit: parseExpression(p) };
  } else if (p.eat("<=")) {
    bound = { kind: "time", limit: parseExpression(p) };
  } else if (p.is("<") || p.is(">") || p.is(">=") || p.is("==")) {
    p.error("TH1019", "a bound is written `<=T`, `x<=T` or `#<=N`", p.here, "bounds are closed: write `<=`");
    p.advance();
    bound = { kind: "time", limit: parseExpression(p) };
  } else {
    const whole = parseExpression(p);
    if (whole.kind === "binary" && whole.op === "<=") bound = { kind: "clock", clock: whole.left, limit: whole.right };
    else {
      p.error("TH1019", "a bound is written `<=T`, `x<=T` or `#<=N`", whole.span);
      bound = { kind: "time", limit: whole };
    }
  }
  const runs = p.eat(";") ? parseExpression(p) : undefined;
  p.expect("]", "behind the bound of the runs");
  return { bound, ...defined({ runs }) };
}

function expectation(p: Parser): StatisticalNode | string | null {
  const bounded = parseBound(p);
  p.expect("(", "before `max:` or `min:`");
  const extreme = p.isText("max") ? "max" : "min";
  if (!p.isText("max") && !p.isText("min")) {
    p.error("TH1019", "expected `max:` or `min:` here", p.here, "write `E[<=T; N](max: e)`");
    return null;
  }
  p.advance();
  p.expect(":", `behind \`${extreme}\``);
  const expression = parseFormula(p);
  p.expect(")", "behind the expression");
  return { kind: "expectation", ...bounded, extreme, expression };
}

function simulation(p: Parser): StatisticalNode | string | null {
  const before = p.is("[") ? undefined : parseOldCount(p);
  const bounded = parseBound(p);
  const runs = before ?? bounded.runs;
  p.expect("{", "before the expressions");
  const expressions: Expr[] = [];
  do {
    expressions.push(parseFormula(p));
    // Public files have a comma behind the last one.
  } while (!p.panic && p.eat(",") && !p.is("}"));
  p.expect("}", "behind the expressions");
  let filter: { readonly count?: Expr; readonly condition: Expr } | undefined;
  if (p.eat(":")) {
    const first = parseFormula(p);
    filter = p.eat(":") ? { count: first, condition: parseFormula(p) } : { condition: first };
  }
  return { kind: "simulation", bound: bounded.bound, ...defined({ runs, filter }), expressions };
}

/** The number in `simulate 10 [<=20] {…}`; what follows is no subscript. */
function parseOldCount(p: Parser): Expr {
  const start = p.start;
  if (p.is("(")) {
    p.advance();
    const inner = parseExpression(p);
    p.expect(")", "behind the number of runs");
    return inner;
  }
  const text = p.textAt(p.at);
  const isNumber = !p.isName();
  p.advance();
  const span = p.span(start);
  return isNumber ? { kind: "number", value: Number(text), span } : { kind: "name", name: text, span };
}

function parseFormula(p: Parser): Expr {
  return withoutAssignments(p, parseExpression(p), "query");
}
