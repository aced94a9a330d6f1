// What UPPAAL 3.x wrote differently: `const N 5;`, parameter groups separated by `;` that are references unless they
// are `const`, and guards and invariants whose conjuncts are separated by commas. The trees are those of the new
// syntax, so that nobody behind the parser sees the difference.

import { defined } from "../../../basics/defined.ts";
import type { Declarator, Expr, Parameter, TypeExpr, VariableDeclaration } from "../ast.ts";
import { T } from "../tokens.ts";
import { parseExpression } from "./expressions.ts";
import type { Parser } from "./parser.ts";
import { parseDimensions, parseInitialiser, parseType } from "./types.ts";

/** `const N 5, M 7;`; a type and `=` are accepted as well, since late 3.x files mix both styles. */
export function parseOldConstants(p: Parser): VariableDeclaration {
  const start = p.start;
  const type = parseOldConstType(p);
  const declarators: Declarator[] = [];
  do {
    const from = p.start;
    const { name, span: nameSpan } = p.name("the name of a constant");
    const dimensions = parseDimensions(p);
    p.eat("=");
    const initialiser = p.panic ? undefined : parseInitialiser(p);
    const span = p.span(from);
    declarators.push({ name, nameSpan, dimensions, ...defined({ initialiser }), span });
  } while (!p.panic && p.eat(","));
  p.expectSemicolon("after the constant");
  return { kind: "variable", type, declarators, span: p.span(start) };
}

/** `const` alone means `const int`. */
function parseOldConstType(p: Parser): TypeExpr {
  const typed = p.peek() === T.int || p.peek() === T.bool;
  if (typed) return parseType(p);
  const start = p.start;
  p.advance();
  return { prefixes: ["const"], base: { kind: "int" }, span: p.span(start) };
}

/** `clock x, y; int[0,5] n; const a, b` */
export function parseOldParameters(p: Parser): Parameter[] {
  const parameters: Parameter[] = [];
  while (!p.panic && !p.is(")") && !p.done) {
    const type = p.is("const") ? parseOldConstType(p) : parseType(p);
    const reference = !type.prefixes.includes("const");
    do {
      const start = p.start;
      p.eat("&");
      const { name, span: nameSpan } = p.name("the name of a parameter");
      const dimensions = parseDimensions(p);
      parameters.push({ type, reference, name, nameSpan, dimensions, span: p.span(start) });
    } while (!p.panic && p.eat(","));
    if (!p.eat(";")) break;
  }
  return parameters;
}

/** Conjuncts separated by commas, as one conjunction. */
export function parseOldConjunction(p: Parser): Expr {
  let left = parseExpression(p);
  let height = p.height;
  while (!p.panic && p.eat(",")) {
    const right = parseExpression(p);
    const span = p.span(left.span.start);
    height = 1 + Math.max(height, p.height);
    p.grow(height, span);
    left = { kind: "binary", op: "&&", left, right, span };
  }
  return left;
}
