// Hostile sizes: whatever the nesting or length, the answer is a tree or one clear fault, in linear time.

import { describe, expect, it } from "vitest";
import { formatExpression } from "../../../src/lang/uppaal/format/format.ts";
import {
  type ParseInput,
  parseDeclarations,
  parseExpressionLabel,
  parseQuery,
} from "../../../src/lang/uppaal/parse.ts";
import { faults, good } from "./helpers.ts";

const readExpression = (input: ParseInput) => parseExpressionLabel(input, "expression");
const times = (count: number, text: string): string => text.repeat(count);

const TOO_DEEP = /TH1009 this is nested too deeply/;

const hostile: Record<string, string> = {
  parentheses: `${times(10_000, "(")}a${times(10_000, ")")}`,
  "unclosed parentheses": times(100_000, "("),
  "unary minus": `${times(100_000, "- ")}a`,
  not: `${times(100_000, "not ")}a`,
  "long sum": `a${times(100_000, " + a")}`,
  "powers up the table": times(20_000, "a || a && a | a ^ a & a == a < a <? a << a + a * a ** ("),
  indices: `${times(10_000, "a[")}0${times(10_000, "]")}`,
  "index chain": `a${times(100_000, "[0]")}`,
  fields: `a${times(100_000, ".b")}`,
  calls: times(10_000, "f("),
  conditionals: `${times(10_000, "a ? b : ")}c`,
  "conditionals in the middle": times(10_000, "a ? "),
  assignments: `${times(10_000, "a = ")}c`,
  quantifiers: `${times(10_000, "forall (i : T) ")}c`,
  types: times(10_000, "forall (i : int[0, "),
  primes: `x${times(100_000, "'")}`,
  steps: `x${times(100_000, "++")}`,
};

describe("limits of expressions", () => {
  it.each(Object.entries(hostile))("%s", (_, text) => {
    const found = faults(readExpression, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(TOO_DEEP);
  });

  it("leave generous room", () => {
    for (const text of [
      `a${times(990, " && a")}`,
      `a${times(490, " + a")}`,
      `${times(200, "(")}a${times(200, ")")}`,
      `${times(990, "!")}a`,
      `${times(60, "a || (b && (c + d[")}0${times(60, "]))")}`,
    ]) {
      const tree = good(readExpression, text);
      expect(formatExpression(tree!).length).toBeGreaterThan(0);
    }
  });

  it("accept long flat lists", () => {
    const numbers = Array.from({ length: 50_000 }, (_, i) => i).join(", ");
    expect(good(parseDeclarations, `const int a[50000] = {${numbers}};`)).toHaveLength(1);
    expect(good(readExpression, `f(${numbers})`)).toMatchObject({ kind: "call" });
  });
});

describe("limits of declarations and statements", () => {
  it.each([
    ["blocks", `void f() ${times(10_000, "{ ")}${times(10_000, "} ")}`],
    ["conditions", `void f() { ${times(10_000, "if (a) ")}; }`],
    ["else chains", `void f() { ${times(10_000, "if (a) ; else ")} ; }`],
    ["loops", `void f() { ${times(10_000, "do while (a) for (;;) ")} ; }`],
    ["structs", times(10_000, "struct { ")],
    ["initialisers", `int a = ${times(10_000, "{")}`],
  ])("%s", (_, text) => {
    const found = faults(parseDeclarations, text);
    expect(found.at(-1)).toMatch(TOO_DEEP);
    expect(found.length).toBeLessThanOrEqual(200);
  });

  it("bound names", () => {
    expect(faults(readExpression, "a".repeat(4000))).toEqual([]);
    expect(faults(readExpression, "a".repeat(4001))).toEqual([
      "1:1 TH1006 this name has 4001 characters; at most 4000 are allowed",
    ]);
  });

  it("bound queries", () => {
    expect(faults(parseQuery, `E<> ${times(100_000, "(")}`)).toEqual([expect.stringMatching(TOO_DEEP)]);
  });
});

describe("size", () => {
  it("is no obstacle: megabytes are read", () => {
    const line =
      "int f(int a, int &b[N]) { for (i : id_t) { if (a > b[i] && !done) b[i] = (a + 1) * 3 % N; } return a; }\n";
    // How long that takes is measured elsewhere: `npm run bench -- front-end`.
    good(parseDeclarations, line.repeat(20_000));
  });
});
