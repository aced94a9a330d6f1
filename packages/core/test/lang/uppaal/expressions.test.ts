// Expressions: precedence above all.

import { describe, expect, it } from "vitest";
import { parseExpressionLabel } from "../../../src/lang/uppaal/parse.ts";
import { expression, faults, shape } from "./helpers.ts";

const cases: readonly (readonly [string, string])[] = [
  // Levels, from tight to loose: each pair of neighbours.
  ["-x[1]", "(-x[1])"],
  ["!a.b", "(!a.b)"],
  ["not f(1, 2)", "(!f(1, 2))"],
  ["-a ** b", "((-a) ** b)"],
  ["a * b ** c", "(a * (b ** c))"],
  ["a ** b ** c", "((a ** b) ** c)"],
  ["a + b * c / d % e", "(a + (((b * c) / d) % e))"],
  ["a - b - c", "((a - b) - c)"],
  ["a << b + c >> d", "((a << (b + c)) >> d)"],
  ["a <? b << c >? d", "((a <? (b << c)) >? d)"],
  ["a < b <? c", "(a < (b <? c))"],
  ["a <= b == c >= d", "((a <= b) == (c >= d))"],
  ["a & b == c", "(a & (b == c))"],
  ["a ^ b & c", "(a ^ (b & c))"],
  ["a | b ^ c", "(a | (b ^ c))"],
  ["a && b | c", "(a && (b | c))"],
  ["a and b && c", "((a && b) && c)"],
  ["a || b && c", "(a || (b && c))"],
  ["a or b imply c || d", "(((a || b) imply c) || d)"],
  ["a imply b imply c", "((a imply b) imply c)"],
  ["a xor b or c", "((a xor b) || c)"],
  ["a || b ? c : d", "((a || b) ? c : d)"],
  ["a ? b : c ? d : e", "(a ? b : (c ? d : e))"],
  ["a ? b ? c : d : e", "(a ? (b ? c : d) : e)"],
  ["a = b ? c : d", "(a = (b ? c : d))"],
  ["a ? b : c = d", "((a ? b : c) = d)"],
  ["a = b += c", "(a = (b += c))"],
  ["a := b", "(a = b)"],
  ["a != b", "(a != b)"],
  ["not a == b", "((!a) == b)"],
  // Quantifiers reach as far right as they can, also as right operands.
  ["forall (i : T) a[i] && b", "(forall i:T (a[i] && b))"],
  ["c || forall (i : T) a[i] || b", "(c || (forall i:T (a[i] || b)))"],
  ["(exists (i : int[0, 3]) a[i]) && b", "((exists i:int[0,3] a[i]) && b)"],
  ["sum (i : T) a[i] + 1", "(sum i:T (a[i] + 1))"],
  ["!forall (i : T) a", "(!(forall i:T a))"],
  ["forall (i : T) forall (j : T) i != j imply x", "(forall i:T (forall j:T ((i != j) imply x)))"],
  // Postfix and prefix.
  ["++i", "(++i)"],
  ["i++ + ++i", "((i++) + (++i))"],
  ["- -x", "(-(-x))"],
  ["!!x", "(!(!x))"],
  ["x' == 0", "(x' == 0)"],
  ["P(1).loc", "P(1).loc"],
  ["P.location == P.A", "(P.location == P.A)"],
  ["a[i][j].f(x).g", "a[i][j].f(x).g"],
  ["f()", "f()"],
  ["x-->0", "((x--) > 0)"],
  // Literals.
  ["2147483647", "2147483647"],
  ["-2147483648", "-2147483648"],
  ["1 - -2147483648", "(1 - -2147483648)"],
  ["1.5e3 + .25 + 2.", "((1500 + 0.25) + 2)"],
  ["true && !false", "(true && (!false))"],
  ['"a b"', '"a b"'],
  ["deadlock", "deadlock"],
  // Extensions are kept.
  ["spawn T(1, x)", "{spawn T(1, x)}"],
  ["exit()", "{exit()}"],
  ["numOf(T) > 1", "({numOf(T)} > 1)"],
  ["foreach (x : T) x.a", "{foreach (x : T) x.a}"],
  // Soft words are names wherever the grammar does not look for them.
  ["query + gantt * exit", "(query + (gantt * exit))"],
];

describe("expressions", () => {
  it.each(cases)("%s", (text, expected) => {
    expect(shape(expression(text))).toBe(expected);
  });

  it("carry spans", () => {
    const sum = expression(" a + b*cc ");
    expect(sum.span).toEqual({ block: 0, start: 1, end: 9 });
    if (sum.kind !== "binary") throw new Error("a sum was expected");
    expect(sum.right.span).toEqual({ block: 0, start: 5, end: 9 });
  });

  it("skip comments and continued lines", () => {
    expect(shape(expression("a /* b */ + \\\n c // d"))).toBe("(a + c)");
  });

  it("allow $ and # inside names", () => {
    expect(shape(expression("a$1 + b#2"))).toBe("(a$1 + b#2)");
  });

  it("are null when blank", () => {
    expect(faults((input) => expect(parseExpressionLabel(input, "guard")).toBeNull(), " // nothing\n")).toEqual([]);
  });
});
