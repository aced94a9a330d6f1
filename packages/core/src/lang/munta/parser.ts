// The texts inside a `.muntax` file: guards and formulas, updates, lists of names. What Munta's own parser takes is
// taken, and numbers come with the range of their values, so that nobody computes beyond 32 bits unawares.

import type { ComparisonOperator, Expression } from "../../network/index.ts";

/** What is wrong, and where in the text. */
export class MuntaSyntax extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export type Sexp =
  | {
      readonly kind: "compare";
      readonly name: string;
      readonly op: MuntaComparison;
      readonly value: number;
      readonly at: number;
    }
  | { readonly kind: "location"; readonly process: string; readonly location: string; readonly at: number }
  | { readonly kind: "deadlock"; readonly at: number }
  | { readonly kind: "and" | "or"; readonly parts: readonly Sexp[]; readonly at: number }
  | { readonly kind: "imply"; readonly left: Sexp; readonly right: Sexp; readonly at: number }
  | { readonly kind: "not"; readonly part: Sexp; readonly at: number };

export type MuntaComparison = Exclude<ComparisonOperator, "!=">;

/** A whole number with the range it lies in. */
export interface Ranged {
  readonly expression: Expression;
  readonly min: number;
  readonly max: number;
}

/** What a name stands for in an expression; throws `MuntaSyntax` where it stands for nothing. */
export type MuntaLookup = (name: string, at: number) => Ranged;

export interface MuntaAssigned {
  readonly name: string;
  readonly value: Ranged;
  readonly at: number;
}

const COMPARISONS = ["<=", "<", "==", "=", ">=", ">"] as const;
/** Parentheses and conditionals inside each other. */
const DEEPEST = 200;

export class MuntaParser {
  private at = 0;
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** `a <= 3 && P.l || !(b > 1)`; the whole text. */
  condition(): Sexp {
    const read = this.implication();
    this.end();
    return read;
  }

  /** `E<> …`, `p --> q`; the whole text. */
  question():
    | { readonly kind: "E<>" | "E[]" | "A<>" | "A[]"; readonly of: Sexp }
    | { readonly premise: Sexp; readonly conclusion: Sexp } {
    for (const kind of ["E<>", "E[]", "A<>", "A[]"] as const)
      if (this.taken(kind)) return { kind, of: this.condition() };
    const premise = this.implication();
    this.expect("-->");
    return { premise, conclusion: this.condition() };
  }

  /** `x := 0, v := v + 1`; the whole text. */
  updates(lookup: MuntaLookup): readonly MuntaAssigned[] {
    const all: MuntaAssigned[] = [];
    if (this.isDone()) return all;
    do {
      const at = this.skip();
      const name = this.name();
      if (!this.taken(":=")) this.expect("=");
      all.push({ name, at, value: this.sum(lookup) });
    } while (this.taken(","));
    this.end();
    return all;
  }

  /** `c!`, `c?`, `a` or nothing. */
  label(): { readonly name: string; readonly mark: "!" | "?" | "" } {
    if (this.isDone()) return { name: "", mark: "" };
    const name = this.name();
    const mark = this.taken("!") ? "!" : this.taken("?") ? "?" : "";
    this.end();
    return { name, mark };
  }

  /** `x, y` */
  names(): readonly { readonly name: string; readonly at: number }[] {
    const all: { name: string; at: number }[] = [];
    if (this.isDone()) return all;
    do all.push({ at: this.skip(), name: this.name() });
    while (this.taken(","));
    this.end();
    return all;
  }

  /** `v[0:3], w[-1:1]` */
  ranges(): readonly { readonly name: string; readonly min: number; readonly max: number; readonly at: number }[] {
    const all: { name: string; min: number; max: number; at: number }[] = [];
    if (this.isDone()) return all;
    do {
      const at = this.skip();
      const name = this.name();
      this.expect("[");
      const min = this.number();
      this.expect(":");
      const max = this.number();
      this.expect("]");
      all.push({ name, min, max, at });
    } while (this.taken(","));
    this.end();
    return all;
  }

  /** `||` and `->` bind alike, and to the right. */
  private implication(): Sexp {
    return this.nested((at) => {
      const parts = [this.conjunction()];
      const implied: boolean[] = [];
      for (;;) {
        // `-->` is the operator of questions.
        const implies = !this.sees("-->") && this.taken("->");
        if (!implies && !this.taken("||")) break;
        implied.push(implies);
        parts.push(this.conjunction());
      }
      let right = parts.pop()!;
      while (parts.length > 0) {
        if (implied.pop()) {
          right = { kind: "imply", left: parts.pop()!, right, at };
          continue;
        }
        const either = [right, parts.pop()!];
        while (parts.length > 0 && implied.at(-1) === false) {
          implied.pop();
          either.push(parts.pop()!);
        }
        right = { kind: "or", parts: either.reverse(), at };
      }
      return right;
    });
  }

  private conjunction(): Sexp {
    const at = this.skip();
    const parts = [this.negation()];
    while (this.taken("&&")) parts.push(this.negation());
    return parts.length === 1 ? parts[0]! : { kind: "and", parts, at };
  }

  private negation(): Sexp {
    const at = this.skip();
    if (this.taken("!") || this.taken("~")) {
      this.expect("(");
      const part = this.implication();
      this.expect(")");
      return { kind: "not", part, at };
    }
    if (this.taken("(")) {
      const inner = this.implication();
      this.expect(")");
      return inner;
    }
    const name = this.name();
    if (this.taken(".")) return { kind: "location", process: name, location: this.name(), at };
    if (name === "deadlock" && !COMPARISONS.some((op) => this.sees(op))) return { kind: "deadlock", at };
    return { kind: "compare", name, op: this.comparison(), value: this.number(), at };
  }

  private comparison(): MuntaComparison {
    const op = COMPARISONS.find((one) => this.taken(one));
    if (op === undefined) return this.fail("expected a comparison");
    return op === "=" ? "==" : op;
  }

  private sum(lookup: MuntaLookup): Ranged {
    let all = this.product(lookup);
    for (;;) {
      const op = this.taken("+") ? "+" : this.taken("-") ? "-" : undefined;
      if (op === undefined) return all;
      all = this.arithmetic(op, all, this.product(lookup));
    }
  }

  private product(lookup: MuntaLookup): Ranged {
    let all = this.operand(lookup);
    for (;;) {
      const op = this.taken("*") ? "*" : this.taken("/") ? "/" : undefined;
      if (op === undefined) return all;
      all = this.arithmetic(op, all, this.operand(lookup));
    }
  }

  private operand(lookup: MuntaLookup): Ranged {
    return this.nested((at) => {
      if (this.taken("(")) {
        const first = this.sum(lookup);
        if (!this.taken("?")) {
          this.expect(")");
          return first;
        }
        const condition = this.decision(lookup);
        this.expect(":");
        const other = this.sum(lookup);
        this.expect(")");
        const expression = {
          kind: "conditional",
          condition,
          then: first.expression,
          otherwise: other.expression,
        } as const;
        return { expression, min: Math.min(first.min, other.min), max: Math.max(first.max, other.max) };
      }
      if (/[-0-9]/.test(this.text[at] ?? "")) {
        const value = this.number();
        return { expression: { kind: "constant", value }, min: value, max: value };
      }
      return lookup(this.name(), at);
    });
  }

  /** Conditions inside updates compare whole expressions. */
  private decision(lookup: MuntaLookup): Expression {
    return this.nested(() => {
      let left = this.simpleDecision(lookup);
      while (this.taken("&&")) left = { kind: "and", left, right: this.simpleDecision(lookup) };
      if (this.sees("->") && this.taken("->")) {
        return { kind: "or", left: { kind: "unary", op: "!", operand: left }, right: this.decision(lookup) };
      }
      return this.taken("||") ? { kind: "or", left, right: this.decision(lookup) } : left;
    });
  }

  private simpleDecision(lookup: MuntaLookup): Expression {
    const at = this.skip();
    if (this.taken("!") || this.taken("~")) {
      this.expect("(");
      const operand = this.decision(lookup);
      this.expect(")");
      return { kind: "unary", op: "!", operand };
    }
    if (/^true(?![\w-])/.test(this.text.slice(at, at + 5))) {
      this.at = at + 4;
      return { kind: "constant", value: 1 };
    }
    const left = this.operand(lookup).expression;
    return { kind: "binary", op: this.comparison(), left, right: this.operand(lookup).expression };
  }

  private arithmetic(op: "+" | "-" | "*" | "/", a: Ranged, b: Ranged): Ranged {
    const corners = [a.min, a.max].flatMap((x) => [b.min, b.max].map((y) => CORNER[op](x, y)));
    // A quotient is never larger than what is divided; rounding down may take one more.
    const ends = op === "/" ? [a.min - 1, -a.min, a.max, -a.max - 1, 0] : corners;
    const [min, max] = [Math.min(...ends), Math.max(...ends)];
    if (min < -(2 ** 31) || max >= 2 ** 31) this.fail("this may leave the whole numbers of 32 bits");
    const binary = { kind: "binary", op, left: a.expression, right: b.expression } as const;
    return { expression: op === "/" ? roundedDown(a.expression, b.expression) : binary, min, max };
  }

  private nested<T>(read: (at: number) => T): T {
    if (++this.depth > DEEPEST * 10) this.fail("this is nested too deeply");
    const result = read(this.skip());
    this.depth--;
    return result;
  }

  private number(): number {
    const at = this.skip();
    const digits = /^-?\d+/.exec(this.text.slice(at, at + 20))?.[0];
    if (digits === undefined) return this.fail("expected a whole number");
    const value = Number(digits);
    if (Math.abs(value) >= 2 ** 31) this.fail("this number has more than 32 bits");
    this.at = at + digits.length;
    return value;
  }

  private name(): string {
    const at = this.skip();
    const name = /^[A-Za-z0-9_][A-Za-z0-9_-]*/.exec(this.text.slice(at))?.[0];
    if (name === undefined) return this.fail("expected a name");
    this.at = at + name.length;
    return name;
  }

  private skip(): number {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
    return this.at;
  }

  private sees(sign: string): boolean {
    return this.text.startsWith(sign, this.skip());
  }

  private taken(sign: string): boolean {
    if (!this.sees(sign)) return false;
    this.at += sign.length;
    return true;
  }

  private expect(sign: string): void {
    if (!this.taken(sign)) this.fail(`expected \`${sign}\``);
  }

  private isDone(): boolean {
    return this.skip() === this.text.length;
  }

  private end(): void {
    if (!this.isDone()) this.fail("this is not understood here");
  }

  private fail(message: string): never {
    throw new MuntaSyntax(message, this.skip());
  }
}

const CORNER = {
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
  "/": (a: number) => a,
} as const;

/** As Isabelle divides: towards minus infinity, and by 0 it is 0. */
function roundedDown(left: Expression, right: Expression): Expression {
  const zero: Expression = { kind: "constant", value: 0 };
  const of = (op: "/" | "%" | "==" | "!=" | "<", a: Expression, b: Expression): Expression => ({
    kind: "binary",
    op,
    left: a,
    right: b,
  });
  const quotient = of("/", left, right);
  const rest = of("%", left, right);
  const isBelow: Expression = {
    kind: "and",
    left: of("!=", rest, zero),
    right: of("!=", of("<", rest, zero), of("<", right, zero)),
  };
  const less: Expression = { kind: "binary", op: "-", left: quotient, right: { kind: "constant", value: 1 } };
  const whole: Expression = { kind: "conditional", condition: isBelow, then: less, otherwise: quotient };
  return { kind: "conditional", condition: of("==", right, zero), then: zero, otherwise: whole };
}
