// The parser's hands: a cursor over the tokens of one text, error reports in plain words, recovery, and the bounds on
// nesting. The grammar itself stands in the `parse-*.ts` files, as functions that take this object.
//
// Recovery is by panic mode: after a report nothing more is reported until a list (declarations, statements, edges)
// has skipped to its next separator. Functions may run on while in panic; they consume nothing they do not expect.

import type { DiagnosticCode, DiagnosticSink, Span } from "../../../diagnostics/index.ts";
import type { TypeExpr } from "../ast.ts";
import { FIRST_WORD, NAME, T, TOKEN_TEXT, type TokenText } from "../tokens.ts";
import { ELSEWHERE } from "./foreign-keywords.ts";
import { type LexMode, type Tokens, tokenize } from "./lexer.ts";

/**
 * Expression trees are at most this high, chains of operators included, so that everybody may recurse over them. Chains
 * of `&&` and `||`, which are balanced before anybody else sees them, may be this long, those of other operators half.
 */
const MAX_HEIGHT = 1000;

/**
 * Stack that nested constructs may use, in units of about one call of the parser. It allows some 200 nested
 * parentheses, calls, indices or blocks: far beyond real models, and well within the stack of every platform, of which
 * a browser's workers have the smallest (twice as much overflows there, in the parser or in those who walk the tree).
 */
const STACK_BUDGET = 1250;

/** Leaves a text whose nesting is out of bounds; caught by `Parser.run`, never seen outside. */
class TooDeep extends Error {}

/**
 * What expressions need of types, which are written with expressions; handed in, so that neither file imports its
 * users.
 */
export interface Grammar {
  type(p: Parser): TypeExpr;
}

export class Parser {
  readonly grammar: Grammar;
  readonly text: string;
  readonly block: number;
  readonly sink: DiagnosticSink;
  readonly mode: LexMode;
  private readonly tokens: Tokens;
  private readonly kinds: Uint8Array;
  /** Index of the current token. */
  at = 0;
  /** Kind of the current token. */
  kind: number;
  panic = false;
  /** Height of the expression tree that was read last. */
  height = 0;
  private used = 0;
  private unmatched: ReadonlySet<number> | null = null;

  constructor(
    grammar: Grammar,
    text: string,
    block: number,
    sink: DiagnosticSink,
    mode: LexMode,
    from = 0,
    to = text.length,
  ) {
    this.grammar = grammar;
    this.text = text;
    this.block = block;
    this.sink = sink;
    this.mode = mode;
    this.tokens = tokenize(text, from, to, mode, block, sink);
    this.kinds = this.tokens.kinds;
    this.kind = this.kinds[0]!;
  }

  get old(): boolean {
    return this.mode === "old";
  }

  // -------------------------------------------------------------------------------------------- cursor

  get start(): number {
    return this.tokens.starts[this.at]!;
  }
  get end(): number {
    return this.tokens.ends[this.at]!;
  }
  /** End of the token before the current one. */
  get previousEnd(): number {
    return this.at === 0 ? this.start : this.tokens.ends[this.at - 1]!;
  }
  get done(): boolean {
    return this.kind === T["end of text"];
  }

  advance(): void {
    if (this.at < this.tokens.count) this.kind = this.kinds[++this.at]!;
  }
  seek(at: number): void {
    this.at = at;
    this.kind = this.kinds[at]!;
  }
  /** Kind of the token `distance` ahead. */
  peek(distance = 1): number {
    return this.kinds[Math.min(this.at + distance, this.tokens.count)]!;
  }
  startAt(index: number): number {
    return this.tokens.starts[index]!;
  }
  textAt(index: number): string {
    return this.text.slice(this.tokens.starts[index]!, this.tokens.ends[index]!);
  }
  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  span(start: number, end = this.previousEnd): Span {
    return { block: this.block, start, end: Math.max(start, end) };
  }
  get here(): Span {
    return { block: this.block, start: this.start, end: this.end };
  }

  is(token: TokenText): boolean {
    return this.kind === T[token];
  }
  eat(token: TokenText): boolean {
    if (this.kind !== T[token]) return false;
    this.advance();
    return true;
  }
  /** May the token (the current one, or the one `distance` ahead) be a name? */
  isName(distance = 0): boolean {
    return (distance === 0 ? this.kind : this.peek(distance)) >= NAME;
  }
  get isWord(): boolean {
    return this.kind >= FIRST_WORD;
  }
  /** Is the current token this word, whatever its kind? For words that mean something in one place only. */
  isText(word: string): boolean {
    return this.kind >= FIRST_WORD && this.end - this.start === word.length && this.text.startsWith(word, this.start);
  }
  get onNewLine(): boolean {
    return this.at > 0 && this.text.slice(this.previousEnd, this.start).includes("\n");
  }

  // -------------------------------------------------------------------------------------------- reports

  /** Reports unless in panic, and panics. */
  error(code: DiagnosticCode, message: string, span: Span = this.here, hint?: string): void {
    if (!this.panic && !this.isCut) this.sink.error(code, message, span, hint);
    this.panic = true;
  }
  /** Is the text at its end because a comment was not closed? Nothing more is to be said then. */
  private get isCut(): boolean {
    return this.tokens.cut && this.done;
  }
  /** Reports a fault after which reading goes on undisturbed. */
  complain(code: DiagnosticCode, message: string, span: Span, hint?: string): void {
    if (!this.panic && !this.isCut) this.sink.error(code, message, span, hint);
  }

  /** What stands here, as a message calls it. */
  get found(): string {
    if (this.done) return "the end of the text";
    const word = this.word;
    return `\`${word.length > 40 ? `${word.slice(0, 40)}…` : word}\``;
  }

  /** For a word that has its place in other languages. */
  private habit(): string | undefined {
    const word = this.isWord ? ELSEWHERE.get(this.word) : undefined;
    return word === undefined ? undefined : `write \`${word}\``;
  }

  unexpected(expected: string, hint?: string): void {
    const span = this.done ? this.span(this.previousEnd, this.previousEnd) : this.here;
    this.error("TH1001", `expected ${expected}, found ${this.found}`, span, hint ?? this.habit());
  }

  /** Consumes the token or reports what it is for: "expected `)` to close the call, found `;`". */
  expect(token: TokenText, purpose = "", hint?: string): boolean {
    if (this.eat(token)) return true;
    this.unexpected(`\`${TOKEN_TEXT[T[token]]}\`${purpose === "" ? "" : ` ${purpose}`}`, hint);
    return false;
  }

  /** The bracket that closes the one at token `opening`; if none does, that is said at the one that is open. */
  close(token: ")" | "]" | "}", opening: number, purpose: string): boolean {
    if (this.eat(token)) return true;
    if (!this.panic && this.neverClosed().has(opening)) {
      const span = this.span(this.tokens.starts[opening]!, this.tokens.ends[opening]!);
      this.error(
        "TH1017",
        `this \`${this.textAt(opening)}\` is never closed`,
        span,
        `a \`${token}\` is missing ${purpose}`,
      );
      return false;
    }
    this.unexpected(`\`${token}\` ${purpose}`);
    return false;
  }

  /** A block that is never closed is not read at all: where it was meant to end nobody knows. */
  refuseUnclosed(purpose: string): boolean {
    if (this.panic || !this.neverClosed().has(this.at)) return false;
    this.error("TH1017", "this `{` is never closed", this.here, `a \`}\` is missing ${purpose}`);
    this.advance();
    this.recover(["process", "system"]);
    return true;
  }

  /** Opening brackets without a partner, by token; found out when something is missing. */
  private neverClosed(): ReadonlySet<number> {
    if (this.unmatched !== null) return this.unmatched;
    const open: number[] = [];
    const unmatched = new Set<number>();
    const count = new Int32Array(T["}"] + 1);
    for (let i = 0; i < this.tokens.count; i++) {
      const kind = this.kinds[i]!;
      if (kind === T["("] || kind === T["["] || kind === T["{"]) {
        open.push(i);
        count[kind]!++;
      }
      const opener = kind === T[")"] ? T["("] : kind === T["]"] ? T["["] : kind === T["}"] ? T["{"] : -1;
      if (opener < 0 || count[opener] === 0) continue;
      for (;;) {
        const at = open.pop()!;
        count[this.kinds[at]!]!--;
        if (this.kinds[at] === opener) break;
        unmatched.add(at);
      }
    }
    this.unmatched = new Set([...unmatched, ...open]);
    return this.unmatched;
  }

  /** A `;`; where it is merely forgotten (the line or block ends), says so and goes on as if it stood there. */
  expectSemicolon(purpose: string): void {
    // In panic the list that recovers looks for this very `;`.
    if (this.panic || this.eat(";")) return;
    if (this.done || this.onNewLine || this.is("}")) {
      const end = this.previousEnd;
      this.complain("TH1010", `\`;\` is missing ${purpose}`, this.span(Math.max(0, end - 1), end), "add `;` here");
      return;
    }
    this.unexpected(`\`;\` ${purpose}`);
  }

  /** A name; the text is "" and the parser in panic where there is none. */
  name(what: string): { readonly name: string; readonly span: Span } {
    const span = this.here;
    if (this.kind >= NAME) {
      const name = this.word;
      this.advance();
      return { name, span };
    }
    if (this.isWord) {
      this.error("TH1008", `\`${this.word}\` is a keyword and cannot be ${what}`, span, "choose another name");
    } else {
      this.unexpected(what);
    }
    return { name: "", span };
  }

  /** The name of a state, which may be any word: where states are named nothing else can stand. */
  stateName(what: string): { readonly name: string; readonly span: Span } {
    if (!this.isWord) return this.name(what);
    const result = { name: this.word, span: this.here };
    this.advance();
    return result;
  }

  /** After everything was read: nothing may follow. */
  expectEnd(what: string, hint?: string): void {
    if (!this.done && !this.panic) {
      this.error("TH1015", `unexpected ${this.found} after ${what}`, this.here, hint ?? this.habit());
    }
  }

  // -------------------------------------------------------------------------------------------- recovery

  /**
   * Leaves panic: skips to a token of `stops` outside of brackets that were opened on the way, or to the end. With
   * `through`, the stop itself is consumed too. A closing bracket that closes nothing skipped is a stop when listed.
   */
  recover(stops: readonly TokenText[], through: readonly TokenText[] = []): void {
    let open = 0;
    while (!this.done) {
      const kind = this.kind;
      if (open === 0 && stops.some((token) => T[token] === kind)) break;
      if (open === 0 && through.some((token) => T[token] === kind)) {
        this.advance();
        break;
      }
      if (kind === T["("] || kind === T["["] || kind === T["{"]) open++;
      else if ((kind === T[")"] || kind === T["]"] || kind === T["}"]) && open > 0) open--;
      this.advance();
    }
    this.panic = false;
  }

  // -------------------------------------------------------------------------------------------- bounds

  /** Pays for a recursive descent; `leave` gives the same amount back. */
  enter(cost: number): void {
    this.used += cost;
    if (this.used > STACK_BUDGET) this.tooDeep(this.here);
  }
  leave(cost: number): void {
    this.used -= cost;
  }
  /** Records the height of a new expression node; `span` says where to point when it is too high. */
  grow(height: number, span: Span): void {
    this.height = height;
    if (height > MAX_HEIGHT) this.tooDeep(span);
  }
  private tooDeep(span: Span): never {
    this.panic = false;
    this.error(
      "TH1009",
      "this is nested too deeply, or too long a chain of operators",
      this.span(Math.max(span.start, span.end - 1), span.end),
      "split it, for example with functions or intermediate constants",
    );
    throw new TooDeep();
  }

  /** Runs the grammar; a text that is nested too deeply yields the fallback. */
  run<R>(grammar: (p: Parser) => R, fallback: R): R {
    try {
      return grammar(this);
    } catch (problem) {
      if (problem instanceof TooDeep) return fallback;
      throw problem;
    }
  }
}
