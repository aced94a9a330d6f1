// Statements of function bodies. After a fault reading goes on behind the next `;`, so that one wrong statement does
// not hide the faults of the following ones.

import { defined } from "../../../basics/defined.ts";
import type { BlockStatement, Expr, Stmt, TypedefDeclaration, VariableDeclaration } from "../ast.ts";
import { T } from "../tokens.ts";
import { parseCommaExpression } from "./expressions.ts";
import type { Parser } from "./parser.ts";
import { parseType, parseTypedef, parseVariableDeclaration, startsType } from "./types.ts";

export function parseBlock(p: Parser, what = "the block"): BlockStatement {
  p.enter(5);
  const start = p.start;
  const declarations: (VariableDeclaration | TypedefDeclaration)[] = [];
  const statements: Stmt[] = [];
  const opening = p.at;
  if (p.is("{") && p.refuseUnclosed(`to close ${what}`)) {
    p.leave(5);
    return { kind: "block", declarations, statements, span: p.span(start) };
  }
  p.expect("{", `to open ${what}`);
  while (!p.is("}") && !p.done) {
    const before = p.at;
    if (p.is("process") || p.is("system")) break; // certainly outside: the block was not closed
    const isTypedef = p.is("typedef");
    if (isTypedef || startsType(p)) {
      if (statements.length > 0) {
        p.complain(
          "TH1021",
          "declarations stand before the statements of their block",
          p.here,
          "move it to the start of the block, or open a new block",
        );
      }
      declarations.push(isTypedef ? parseTypedef(p) : parseVariableDeclaration(p));
    } else {
      statements.push(parseStatement(p));
    }
    if (p.panic) p.recover(["}"], [";"]);
    if (p.at === before) p.advance();
  }
  p.close("}", opening, `to close ${what}`);
  p.leave(5);
  return { kind: "block", declarations, statements, span: p.span(start) };
}

export function parseStatement(p: Parser): Stmt {
  const start = p.start;
  switch (p.kind) {
    case T["{"]:
      return parseBlock(p);
    case T[";"]:
      p.advance();
      return { kind: "empty", span: p.span(start) };
    case T.if:
      return parseIf(p);
    case T.while: {
      p.advance();
      const condition = parseHead(p, "while");
      return { kind: "while", condition, body: parseBody(p), span: p.span(start) };
    }
    case T.do:
      return parseDo(p);
    case T.for:
      return parseFor(p);
    case T.return: {
      p.advance();
      const value = p.is(";") ? undefined : parseCommaExpression(p);
      p.expectSemicolon("after `return`");
      return { kind: "return", ...defined({ value }), span: p.span(start) };
    }
    case T.switch: {
      const end = p.peek() === T["("] ? behindSwitchHead(p) : -1;
      if (end < 0) break;
      const head = p.here;
      p.error("TH1007", "the language has no `switch`", head, "write it as `if … else if …`");
      p.seek(end);
      p.recover([], ["}"]);
      return { kind: "empty", span: head };
    }
    case T.assert: {
      p.advance();
      const condition = parseCommaExpression(p);
      p.expectSemicolon("after `assert`");
      return { kind: "assert", condition, span: p.span(start) };
    }
  }
  const expression = parseCommaExpression(p);
  p.expectSemicolon("after the statement");
  return { kind: "expression", expression, span: p.span(start) };
}

/** The `{` behind the head of a `switch`; a call of a function with that name has none: then -1. */
function behindSwitchHead(p: Parser): number {
  let open = 0;
  for (let distance = 1; ; distance++) {
    const kind = p.peek(distance);
    if (kind === T["end of text"]) return -1;
    if (kind === T["("]) open++;
    else if (kind === T[")"] && --open === 0) return p.peek(distance + 1) === T["{"] ? p.at + distance + 2 : -1;
  }
}

/** The statement that belongs to `if`, `while`, …: a level of nesting of its own. */
function parseBody(p: Parser): Stmt {
  if (p.panic) return { kind: "empty", span: p.span(p.start, p.start) };
  p.enter(3);
  const body = parseStatement(p);
  p.leave(3);
  return body;
}

/** `( condition )` */
function parseHead(p: Parser, word: string): Expr {
  const opening = p.at;
  p.expect("(", `after \`${word}\``, `write \`${word} (…)\``);
  const condition = parseCommaExpression(p);
  p.close(")", opening, `to close the condition of \`${word}\``);
  return condition;
}

function parseIf(p: Parser): Stmt {
  const start = p.start;
  p.advance();
  const condition = parseHead(p, "if");
  const then = parseBody(p);
  if (p.panic || !p.eat("else")) return { kind: "if", condition, then, span: p.span(start) };
  const otherwise = parseBody(p);
  return { kind: "if", condition, then, otherwise, span: p.span(start) };
}

function parseDo(p: Parser): Stmt {
  const start = p.start;
  p.advance();
  const body = parseBody(p);
  p.expect("while", "after the body of `do`");
  const condition = parseHead(p, "while");
  p.expectSemicolon("after `do … while`");
  return { kind: "do", body, condition, span: p.span(start) };
}

function parseFor(p: Parser): Stmt {
  const start = p.start;
  p.advance();
  p.expect("(", "after `for`");
  if (p.isName() && p.peek() === T[":"]) {
    const { name, span: nameSpan } = p.name("the name of the loop's variable");
    p.advance();
    const type = parseType(p);
    p.expect(")", "to close the head of `for`");
    return { kind: "iterate", name, nameSpan, type, body: parseBody(p), span: p.span(start) };
  }
  if (startsType(p)) {
    p.error(
      "TH1001",
      "a `for` loop cannot declare its variable in the C way",
      p.here,
      "declare it before the loop, or write `for (i : int[0, N - 1])`",
    );
    // The head is skipped as a whole, so that the body is still read.
    p.recover(["{", "}"], [")"]);
    return {
      kind: "while",
      condition: { kind: "error", span: p.span(start) },
      body: parseBody(p),
      span: p.span(start),
    };
  }
  const init = p.is(";") ? null : parseCommaExpression(p);
  p.expect(";", "after the start of `for`");
  const condition = p.is(";") || p.panic ? null : parseCommaExpression(p);
  p.expect(";", "after the condition of `for`");
  const step = p.is(")") || p.panic ? null : parseCommaExpression(p);
  p.expect(")", "to close the head of `for`");
  return { kind: "for", init, condition, step, body: parseBody(p), span: p.span(start) };
}
