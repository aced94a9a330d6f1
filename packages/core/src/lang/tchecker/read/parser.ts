// Expressions (by operator precedence) and statements of TChecker attributes. The first error of an attribute ends
// it, since one line has little to recover in; the other attributes and lines are still read.

import type { DiagnosticCode, DiagnosticSink, Span } from "../../../diagnostics/index.ts";
import { KEYWORDS, type Token, tokenize } from "../lexer.ts";
import { clip } from "../lines.ts";
import type { TckBinaryOp, TckExpr, TckName, TckPiece, TckStmt } from "../syntax.ts";

/**
 * Deeper nesting and higher trees (long chains of `&&`) are refused: later stages recurse, and no person wrote them.
 */
const MAX_NESTING = 200;
const MAX_HEIGHT = 2000;
/** Conjunctions become lists, so that a long one is no deep one; a chain of anything else may be a quarter as long. */
const WEIGHT = 4;

const PRECEDENCE: Readonly<Record<string, number>> = {
  "&&": 1,
  "<": 2,
  "<=": 2,
  "==": 2,
  "!=": 2,
  ">=": 2,
  ">": 2,
  "+": 3,
  "-": 3,
  "*": 4,
  "/": 4,
  "%": 4,
};

/** An expression filling the whole piece, or null after an error was reported. */
export function parseExpression(piece: TckPiece, sink: DiagnosticSink): TckExpr | null {
  return run(piece, sink, (parser) => parser.expression());
}

/** Statements separated by `;` filling the whole piece, or null after an error was reported. */
export function parseStatements(piece: TckPiece, sink: DiagnosticSink): TckStmt[] | null {
  return run(piece, sink, (parser) => parser.statements());
}

function run<T>(piece: TckPiece, sink: DiagnosticSink, read: (parser: Parser) => T): T | null {
  const errorsBefore = sink.errors;
  const tokens = tokenize(piece, sink);
  if (sink.errors > errorsBefore) return null;
  const parser = new Parser(tokens);
  try {
    const result = read(parser);
    parser.expectEnd();
    return result;
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
    sink.error(fault.code, fault.message, fault.span, fault.hint);
    return null;
  }
}

class SyntaxFault extends Error {
  readonly code: DiagnosticCode;
  readonly span: Span;
  readonly hint: string | undefined;

  constructor(code: DiagnosticCode, message: string, span: Span, hint?: string) {
    super(message);
    this.code = code;
    this.span = span;
    this.hint = hint;
  }
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  expression(minimum = 1): TckExpr {
    this.enter();
    let left = this.operand();
    for (;;) {
      const token = this.peek();
      if (token.text === "||") {
        const hint = "the format has no `||`: write one edge for each alternative";
        throw new SyntaxFault("TH1413", "`||` is not part of the TChecker format", token.span, hint);
      }
      const precedence = token.kind === "symbol" ? (PRECEDENCE[token.text] ?? 0) : 0;
      if (precedence < minimum) break;
      this.at++;
      const right = this.expression(precedence + 1);
      const depth = this.above(left, right) + (token.text === "&&" ? 0 : WEIGHT - 1);
      const shape = { left, right, span: cover(left.span, right.span), depth };
      left =
        token.text === "&&" ? { kind: "and", ...shape } : { kind: "binary", op: token.text as TckBinaryOp, ...shape };
    }
    this.nesting--;
    return left;
  }

  private operand(): TckExpr {
    const token = this.next();
    if (token.kind === "number") {
      const value = Number(token.text);
      if (value > 2 ** 31) throw new SyntaxFault("TH1414", `${clip(token.text)} does not fit in 32 bits`, token.span);
      return { kind: "number", value, span: token.span, depth: 1 };
    }
    if (token.text === "-" || token.text === "!") {
      this.enter();
      const operand = this.operand();
      this.nesting--;
      return {
        kind: "unary",
        op: token.text,
        operand,
        span: cover(token.span, operand.span),
        depth: this.above(operand),
      };
    }
    if (token.text === "(") {
      const inner = this.expression();
      const close = this.expect(")");
      return { ...inner, span: cover(token.span, close.span) };
    }
    if (token.text === "if") {
      const condition = this.expression();
      this.expect("then");
      const then = this.expression();
      this.expect("else");
      const otherwise = this.expression();
      const depth = this.above(condition, then, otherwise);
      return { kind: "if", condition, then, otherwise, span: cover(token.span, otherwise.span), depth };
    }
    if (token.kind === "name" && !KEYWORDS.has(token.text)) return this.nameAfter(token);
    throw unexpected(token, "an expression");
  }

  private nameAfter(token: Token): TckName {
    const { text: name, span: nameSpan } = token;
    if (!this.accept("[")) return { kind: "name", name, nameSpan, span: nameSpan, depth: 1 };
    const index = this.expression();
    const close = this.expect("]");
    return { kind: "name", name, nameSpan, index, span: cover(nameSpan, close.span), depth: this.above(index) };
  }

  /** Until a word that closes the surrounding statement, or the end. */
  statements(): TckStmt[] {
    this.enter();
    const list: TckStmt[] = [];
    for (;;) {
      // Empty statements (`x=0;`) are common at the end and mean nothing.
      while (this.accept(";"));
      const { kind, text } = this.peek();
      if (kind === "end" || text === "else" || text === "end") break;
      list.push(this.statement());
      const after = this.peek();
      if (after.text !== ";" && after.kind !== "end" && after.text !== "else" && after.text !== "end") {
        throw unexpected(after, "`;`");
      }
    }
    this.nesting--;
    return list;
  }

  private statement(): TckStmt {
    const token = this.next();
    switch (token.text) {
      case "nop":
        return { kind: "nop", span: token.span };
      case "if": {
        const condition = this.expression();
        this.expect("then");
        const then = this.statements();
        const otherwise = this.accept("else") ? this.statements() : [];
        return { kind: "if", condition, then, otherwise, span: cover(token.span, this.expect("end").span) };
      }
      case "while": {
        const condition = this.expression();
        this.expect("do");
        const body = this.statements();
        return { kind: "while", condition, body, span: cover(token.span, this.expect("end").span) };
      }
      case "local":
        return this.local(token);
    }
    if (token.kind !== "name" || KEYWORDS.has(token.text)) throw unexpected(token, "a statement");
    const target = this.nameAfter(token);
    if (this.peek().text === "==") {
      throw new SyntaxFault("TH1412", "`==` compares; this is no statement", this.peek().span, "assign with `=`");
    }
    this.expect("=");
    const value = this.expression();
    return { kind: "assign", target, value, span: cover(token.span, value.span) };
  }

  private local(start: Token): TckStmt {
    const token = this.next();
    if (token.kind !== "name" || KEYWORDS.has(token.text)) throw unexpected(token, "the name of a local variable");
    const name = { text: token.text, span: token.span };
    if (this.accept("[")) {
      const size = this.expression();
      return { kind: "local", name, size, span: cover(start.span, this.expect("]").span) };
    }
    if (!this.accept("=")) return { kind: "local", name, span: cover(start.span, token.span) };
    const value = this.expression();
    return { kind: "local", name, value, span: cover(start.span, value.span) };
  }

  expectEnd(): void {
    const token = this.peek();
    if (token.kind === "end") return;
    if (token.text === "=") {
      throw new SyntaxFault("TH1412", "`=` assigns; this is an expression", token.span, "compare with `==`");
    }
    throw unexpected(token, "an operator or the end of the attribute");
  }

  private peek(): Token {
    return this.tokens[this.at]!;
  }

  private next(): Token {
    const token = this.tokens[this.at]!;
    if (token.kind !== "end") this.at++;
    return token;
  }

  private accept(text: string): boolean {
    if (this.peek().text !== text) return false;
    this.at++;
    return true;
  }

  private expect(text: string): Token {
    const token = this.next();
    if (token.text !== text || token.kind === "end") throw unexpected(token, `\`${text}\``);
    return token;
  }

  private enter(): void {
    if (++this.nesting > MAX_NESTING) throw tooDeep(this.peek().span);
  }

  private above(...children: readonly TckExpr[]): number {
    const depth = 1 + Math.max(...children.map((child) => child.depth));
    if (depth > MAX_HEIGHT) throw tooDeep(this.peek().span);
    return depth;
  }
}

function tooDeep(span: Span): SyntaxFault {
  return new SyntaxFault("TH1415", "This is nested too deep", span);
}

function unexpected(token: Token, wanted: string): SyntaxFault {
  const met = token.kind === "end" ? "the attribute ends" : `there is \`${clip(token.text)}\``;
  return new SyntaxFault("TH1411", `Expected ${wanted}, but ${met}`, token.span);
}

function cover(from: Span, to: Span): Span {
  return { block: from.block, start: from.start, end: to.end };
}
