// Expressions, by precedence from the weakest: `? :`, `=>`, `<=>`, `|`, `&`, `!`, `= !=`, `< <= >= >`, `+ -`, `* /`,
// `-`. So `!x=1` is `!(x=1)`. In properties, operands may be operators `P`, `R`, `S` and `filter`, which `operators.ts`
// reads.

import type { DiagnosticSink, Span } from "../../diagnostics/index.ts";
import type { InfixOperator, Node } from "./ast.ts";
import { KEYWORDS, type PrismToken, tokenise } from "./tokens.ts";

/** Ends the reading of one declaration; the fault is in the sink. */
export class SyntaxFault extends Error {}

const LEVELS: readonly (readonly InfixOperator[])[] = [
  ["=>"],
  ["<=>"],
  ["|"],
  ["&"],
  ["=", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/"],
];
const NOT_LEVEL = 4;
const NEGATE_LEVEL = LEVELS.length;
/** Deep enough for what people write, and for generated files; not for the stack. */
const MOST_DEPTH = 2_000;
const FUNCTIONS = new Set(["min", "max", "floor", "ceil", "round", "pow", "mod", "log"]);

/** Words of properties. */
const OPERATORS = /^(?:[A-Z]|[PR](?:min|max))$/;

export const isFunction = (name: string): boolean => FUNCTIONS.has(name);

export class ExpressionReader {
  protected sink: DiagnosticSink;
  protected readonly tokens: readonly PrismToken[];
  protected readonly block: number;
  protected at = 0;
  private depth = 0;

  constructor(text: string, block: number, sink: DiagnosticSink) {
    this.sink = sink;
    this.block = block;
    this.tokens = tokenise(text, block, sink);
  }

  protected get token(): PrismToken {
    return this.tokens[this.at]!;
  }

  protected is(text: string): boolean {
    const { token } = this;
    return token.text === text && (token.kind === "symbol" || token.kind === "name");
  }

  protected ahead(distance: number): PrismToken {
    return this.tokens[Math.min(this.at + distance, this.tokens.length - 1)]!;
  }

  protected accept(text: string): PrismToken | undefined {
    return this.is(text) ? this.tokens[this.at++] : undefined;
  }

  protected expect(text: string, where: string): PrismToken {
    const token = this.accept(text);
    if (token === undefined)
      this.fail(`\`${text}\` is missing ${where}`, this.wordHabit() ?? `instead of ${this.found()}`);
    return token!;
  }

  protected found(): string {
    return this.token.kind === "end" ? "the end of the text" : `\`${this.token.text}\``;
  }

  /** Words that other languages have for operators. */
  private wordHabit(): string | undefined {
    const before = this.at === 0 ? undefined : this.tokens[this.at - 1]?.text;
    if (before === "not") return "write `!` for `not`";
    const { text } = this.token;
    return text === "and" ? "write `&` for `and`" : text === "or" ? "write `|` for `or`" : undefined;
  }

  /** What other languages write twice, or otherwise. */
  private habit(): string | undefined {
    const before = this.at === 0 ? undefined : this.tokens[this.at - 1];
    const { text } = this.token;
    if (before?.text === "<" && text === ">") return "write `!=`";
    if (before?.text !== text) return undefined;
    return text === "=" || text === "&" || text === "|" ? `write \`${text}\`, once` : undefined;
  }

  protected fail(message: string, hint?: string, span: Span = this.spanOf(this.token)): never {
    this.sink.error("TH1501", message, span, hint);
    throw new SyntaxFault(message);
  }

  /** What is thrown behind a fault that was reported. */
  protected stop(): SyntaxFault {
    return new SyntaxFault("reported");
  }

  protected spanOf(first: PrismToken, last: PrismToken = first): Span {
    return { block: this.block, start: first.start, end: last.end };
  }

  protected spanFrom(first: PrismToken): Span {
    return this.spanOf(first, this.tokens[Math.max(0, this.at - 1)]!);
  }

  /** A name that is no keyword; `isNeverRead`: of what expressions do not speak of. */
  protected name(what: string, isNeverRead = false): { readonly name: string; readonly span: Span } {
    const { token } = this;
    if (token.kind !== "name") this.fail(`the name of ${what} is missing`, `instead of ${this.found()}`);
    if (KEYWORDS.has(token.text)) {
      const message = `\`${token.text}\` is a word of the language, not the name of ${what}`;
      const hint = `call it \`${token.text.toLowerCase()}1\`, say`;
      // What stands in no expression can be read on under its name, so that its declaration is not lost.
      if (!isNeverRead || !OPERATORS.test(token.text)) this.fail(message, hint);
      this.sink.error("TH1501", message, this.spanOf(token), hint);
    }
    this.at++;
    return { name: token.text, span: this.spanOf(token) };
  }

  expression(): Node {
    if (++this.depth > MOST_DEPTH) this.fail("the expression is nested too deeply", "name a part of it by a formula");
    const first = this.token;
    const condition = this.level(0);
    this.depth--;
    if (this.accept("?") === undefined) return condition;
    const then = this.expression();
    this.expect(":", "between the two cases of `? :`");
    const otherwise = this.expression();
    return { kind: "conditional", condition, then, otherwise, span: this.spanFrom(first) };
  }

  private level(level: number): Node {
    if (level === NEGATE_LEVEL) return this.negation();
    if (level === NOT_LEVEL && this.is("!")) return this.not();
    const first = this.token;
    let left = this.level(level + 1);
    for (;;) {
      const op = LEVELS[level]!.find((each) => this.is(each));
      if (op === undefined || (op === "=" && this.ahead(1).text === "?")) return left;
      this.at++;
      // Implication groups to the right.
      const right = op === "=>" ? this.level(level) : this.level(level + 1);
      left = { kind: "binary", op, left, right, span: this.spanFrom(first) };
    }
  }

  private not(): Node {
    const first = this.tokens[this.at++]!;
    const operand = this.level(NOT_LEVEL);
    return { kind: "unary", op: "!", operand, span: this.spanFrom(first) };
  }

  private negation(): Node {
    const first = this.token;
    if (this.is("!")) return this.not();
    if (this.accept("-") === undefined) return this.primary();
    const operand = this.negation();
    return { kind: "unary", op: "-", operand, span: this.spanFrom(first) };
  }

  protected primary(): Node {
    const first = this.token;
    const span = this.spanOf(first);
    if (first.kind === "number") {
      this.at++;
      return { kind: "number", text: first.text, span };
    }
    if (first.kind === "string") {
      this.at++;
      return { kind: "label", name: first.text, span };
    }
    if (this.accept("(") !== undefined) {
      const inner = this.expression();
      this.expect(")", "behind the expression in brackets");
      return { ...inner, span: this.spanFrom(first) };
    }
    if (this.accept("true") !== undefined) return { kind: "truth", value: true, span };
    if (this.accept("false") !== undefined) return { kind: "truth", value: false, span };
    if (this.accept("func") !== undefined) return this.oldCall(first);
    if (first.kind === "name" && FUNCTIONS.has(first.text) && this.ahead(1).text === "(") {
      this.at += 2;
      return { kind: "call", name: first.text, arguments: this.callArguments(), span: this.spanFrom(first) };
    }
    if (first.kind === "name" && !KEYWORDS.has(first.text)) {
      this.at++;
      if (this.is("(") && first.text === "multi") {
        this.sink.error("TH3500", "a property with several objectives (`multi`) is not supported", span);
        throw this.stop();
      }
      if (this.is("("))
        this.fail(`there is no function \`${first.text}\``, `there are ${[...FUNCTIONS].join(", ")}`, span);
      return { kind: "name", name: first.text, span };
    }
    return this.operator() ?? this.fail(`an expression is missing`, this.habit() ?? `instead of ${this.found()}`);
  }

  /** What only properties hold. */
  protected operator(): Node | undefined {
    return undefined;
  }

  /** `func(pow, a, b)` */
  private oldCall(first: PrismToken): Node {
    this.expect("(", "behind `func`");
    const { token } = this;
    if (!FUNCTIONS.has(token.text))
      this.fail(`there is no function ${this.found()}`, `there are ${[...FUNCTIONS].join(", ")}`);
    this.at++;
    this.expect(",", "behind the name of the function");
    return { kind: "call", name: token.text, arguments: this.callArguments(), span: this.spanFrom(first) };
  }

  private callArguments(): Node[] {
    const list = [this.expression()];
    while (this.accept(",") !== undefined) list.push(this.expression());
    this.expect(")", "behind the arguments");
    return list;
  }
}
