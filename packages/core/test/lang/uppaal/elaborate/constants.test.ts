// What is known before the model runs: first values, sizes and bounds are computed by an evaluator of their own, which
// runs functions as engines do, refuses what reads or changes anything, and knows nothing of the parameters and locals
// around it.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../../src/lang/load.ts";

const TABLES = "const int T[3] = {1, 2, 3}; const int U[3] = {1, 2, 4};";

/** What a variable starts with; the messages where there is no such value. */
function firstValue(declarations: string, expression: string): number | readonly string[] {
  const content = `${declarations} int first = ${expression}; process P() { state a; init a; } system P;`;
  const { network, diagnostics } = loadModel({ name: "m.xta", content }, { lints: false });
  const variable = network?.variables.find(({ name }) => name === "first");
  return variable === undefined
    ? diagnostics.map(({ message }) =>
        message.replace("the first value of `first` must be known before the model runs, but ", ""),
      )
    : network!.initialValues[variable.cell]!;
}

describe("functions of constants", () => {
  it.each([
    [
      "take arrays",
      `${TABLES} int f(int k, int v[3]) { return k * 1000 + v[0] * 100 + v[1] * 10 + v[2]; }`,
      "f(4, T)",
      4123,
    ],
    [
      "compare arrays",
      `${TABLES} bool f(int v[3], int w[3]) { return v == w; }`,
      "(f(T, T) ? 10 : 0) + (f(T, U) ? 1 : 0)",
      10,
    ],
    ["sum up", `${TABLES} int f(int n) { return sum (i : int[0,2]) T[i] * n; }`, "f(2)", 12],
    [
      "ask for all",
      `${TABLES} bool f(int n) { return forall (i : int[0,2]) T[i] > n; }`,
      "(f(0) ? 10 : 0) + (f(1) ? 1 : 0)",
      10,
    ],
    [
      "ask for one",
      `${TABLES} bool f(int n) { return exists (i : int[0,2]) T[i] > n; }`,
      "(f(2) ? 10 : 0) + (f(3) ? 1 : 0)",
      10,
    ],
    ["go on while something holds", "int f(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }", "f(4)", 10],
    [
      "ask behind a first turn",
      "int f(int n) { int s = 7; do { s += n; n--; } while (n > 0); return s; }",
      "f(0) * 100 + f(3)",
      713,
    ],
    [
      "leave loops",
      "int f(int n) { int s = 0; for (i : int[1,3]) { if (i == n) return s; s += i; } return s; }",
      "f(3) * 10 + f(9)",
      36,
    ],
    ["write to references", "void g(int &x) { x = x + 2; } int f(int n) { g(n); g(n); return n; }", "f(1)", 5],
    [
      "count before and behind",
      "int f(int n) { int a = n++; int b = ++n; int c = n--; return a * 100 + b * 10 + c; }",
      "f(1)",
      133,
    ],
    [
      "return structs",
      "struct { int a; int b; } g(int n) { struct { int a; int b; } s = { n, n + 1 }; return s; }",
      "g(3).a * 10 + g(3).b",
      34,
    ],
  ])("%s", (_, declarations, expression, value) => {
    expect(firstValue(declarations, expression)).toBe(value);
  });

  it.each([
    ["reads a variable", "int v; int f() { return v; }", "f()", "it reads a variable"],
    ["changes a variable", "int v; int f() { v = 1; return 1; }", "f()", "it changes a variable"],
    ["takes a clock", "clock x; int f(clock &c) { return 1; }", "f(x)", "it takes a clock"],
    ["fails", "int f(int n) { return 1 / n; }", "f(0)", "it divides by zero or shifts by a negative count"],
    ["leaves an array", "const int T[2] = {5, 6}; int f(int n) { return T[n]; }", "f(2)", "an index is out of range"],
    ["leaves a range", "int f(int[0,3] n) { return n; }", "f(9)", "a value is out of range"],
    ["asserts what does not hold", "int f(int n) { assert(n > 2); return 2; }", "f(1)", "an assertion does not hold"],
    ["does not end", "int f(int n) { while (true) { n++; n--; } return n; }", "f(0)", "it takes too many steps"],
  ])("is refused where it %s", (_, declarations, expression, reason) => {
    expect(firstValue(declarations, expression)).toContain(reason);
  });
});

describe("doubles that are known", () => {
  const HALF = "const double d = 1.5;";
  it.each([
    ["fint(d + 0.5) * 10 + fint(d - 0.5)", 21],
    ["fint(0 + d + 0.6) * 10 + fint(d / 0.5)", 23],
    ["fint(d * 4) * 10 + fint(d * 4 - 0)", 66],
    ["fint(5 - 3.5) * 10 + fint(2 - d)", 10],
    ["(d < 1.2 ? 1 : 0) + (d <= 1.5 ? 10 : 0) + (d == 1.5 ? 100 : 0) + (d != 1.5 ? 1000 : 0)", 110],
    ["(1.5 >= d ? 1 : 0) + (1.4 > d ? 10 : 0) + (1.6 > d ? 100 : 0)", 101],
    ["fint(d > 1 ? 2.5 : 3.5) * 10 + fint(d < 1 ? 2.5 : 3.5)", 23],
  ])("%s", (expression, value) => {
    expect(firstValue(HALF, expression)).toBe(value);
  });
});

describe("what stands around is not known", () => {
  const S = "typedef struct { int a; int b; } S; S make(int n) { S s = { n, n + 1 }; return s; }";
  it.each([
    ["constants of parameters", "int f(int n) { const int k = n + 1; return k; }", "f(3)", 4],
    ["constants of locals", "int f(int n) { int m = n; const int k = m + 1; return k; }", "f(3)", 4],
    [
      "constants in loops",
      "int f(int n) { int s = 0; for (i : int[1,3]) { const int k = i * n; s += k; } return s; }",
      "f(3)",
      18,
    ],
    ["copies of locals", `${S} int f(int n) { S s = { n, n + 1 }; S t = s; return t.a * 10 + t.b; }`, "f(3)", 34],
    [
      "copies of parameters",
      "typedef int A[2]; const A c = {3, 4}; int f(A a) { A b = a; return b[0] * 10 + b[1]; }",
      "f(c)",
      34,
    ],
    [
      "copies of references",
      "typedef int A[2]; const A z = {9, 9}; const A c = {3, 4}; int f(const A &a) { A b = a; return b[0] * 10 + b[1]; }",
      "f(c)",
      34,
    ],
    ["results for parameters", `${S} int f(int n) { S s = make(n); return s.a * 10 + s.b; }`, "f(3)", 34],
    [
      "several results",
      `${S} int f(int n) { S s[2] = {make(n), make(n + 1)}; return s[0].a * 10 + s[1].b; }`,
      "f(3)",
      35,
    ],
  ])("%s", (_, declarations, expression, value) => {
    expect(firstValue(declarations, expression)).toBe(value);
  });

  it("so it makes no sizes and no bounds", () => {
    const reads = (what: string) => `${what} must be known before the model runs, but it reads a variable`;
    expect(firstValue("int f(int n) { int a[n]; return 1; }", "1")).toEqual([reads("the size of an array")]);
    expect(firstValue("int f(int n) { return sum (i : int[0,n]) i; }", "1")).toEqual([
      reads("the upper bound of a type"),
    ]);
  });
});
