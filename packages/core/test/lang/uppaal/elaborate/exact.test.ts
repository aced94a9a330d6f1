// Small models, each with all that is said of it: one mistake is told once, what is right is not complained about, and
// what can be written in several ways means the same.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../../src/lang/load.ts";
import { verdict } from "../../../check/ask.ts";

/** Codes of errors, each with the text it stands at. */
function errors(content: string): string {
  const { diagnostics, sources } = loadModel({ name: "m.xta", content }, { lints: false });
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, span }) => `${code} ${span === undefined ? "" : sources.textOf(span)}`.trim())
    .join("; ");
}

const model = (declarations: string, edge: string, rest = "system P;"): string =>
  `${declarations} process P() { state a { true }, b; init a; trans a -> b { ${edge} }; } ${rest}`;

describe("what is said of a model", () => {
  it.each([
    // Scalars are told apart by their sets.
    ["typedef scalar[3] s; s u, v; void f(s &x) { x = v; }", "assign f(u);", ""],
    ["typedef scalar[3] s; typedef scalar[3] t; s u; t w; void f(s &x) { x = u; }", "assign f(w);", "TH2053 w"],
    ["typedef scalar[3] s; s u; int n; void f(s &x) { x = u; }", "assign f(n);", "TH2053 n"],
    ["typedef scalar[3] s; s u; int n; void f(int &x) { x = 1; }", "assign f(u);", "TH2053 u"],
    // Mistakes in arguments and branches are told once.
    ["int n; void f(int x) { n = x; }", "assign f(nope);", "TH2001 nope"],
    ["int n; void f(int &x) { n = x; }", "assign f(nope);", "TH2001 nope"],
    ["int n; int f(const int &x) { return x; } chan c;", "assign n = f(c);", "TH2053 c"],
    ["int n; int f(const int &x) { return x; } clock c;", "assign n = f(c);", "TH2053 c"],
    ["int n; int f(const int &x) { return x; }", "assign n = f(n + 1) + f(3) + f(n);", ""],
    ["int n; clock x, y; bool w;", "guard (w ? x : y) < nope;", "TH2001 nope"],
    ["int n; clock x, y; bool w; chan c;", "guard (w ? x : y) < c;", "TH2032 (w ? x : y) < c"],
    ["int n; clock x, y; bool w;", "guard (w ? x : y) < n && n > (w ? x : y);", ""],
    ["int n; bool w;", "assign n = w ? nope : 1;", "TH2001 nope"],
    ["int n; bool w;", "assign n = w ? 1 : nope;", "TH2001 nope"],
    // Structs and arrays with what cannot be copied or has no value.
    ["struct { clock x; int k; } s, t;", "assign s = t;", "TH3001 s = t"],
    ["struct { int[0, 3] k; int j; } s, t;", "assign s = t;", ""],
    ["struct { int[3, 1] k; } s; int n;", "assign n = s.k;", ""],
    ["struct { int k; chan c; } s;", "sync s.c!; assign s.k = 1;", "TH2013 c; TH2027 c"],
    ["void f() { int[3, 1] k; k = 1; }", "assign f();", ""],
    ["void f() { clock x; }", "assign f();", "TH2057 x"],
    ["void f() { int[0, 3] k = 4; }", "assign f();", ""],
    ["void f() { int[2, 5] k = 2; int[2, 5] j = 5; }", "assign f();", ""],
    ["void f() { nope k; k = 1; }", "assign f();", "TH2001 nope"],
    ["void f() { int k[nope]; k[0] = 1; }", "assign f();", "TH2001 nope"],
    ["int f() { void k; return 1; } int n;", "assign n = f();", "TH2013 k"],
    ["clock x = -1;", "", "TH2046 -1"],
    ["int[0, 3] n = 7, m = 9;", "", "TH2015 7; TH2015 9"],
    ["int q[2] = { 1, nope };", "", "TH2001 nope"],
    // What is asked inside `sum`.
    ["clock x[2]; int n;", "guard (sum (i : int[0, 1]) x[i]) < 3;", "TH2020 x[i]"],
    ["clock x[2]; int n;", "assign n = sum (i : int[0, 1]) (x[i] < 3);", "TH2021 x[i] < 3"],
    ["chan c[2]; int n;", "assign n = sum (i : int[0, 1]) c[i];", "TH2020 c[i]"],
    // Steps.
    ["clock x;", "assign x++;", "TH2041 x"],
    ["chan c;", "assign c--;", "TH2041 c"],
    ["typedef scalar[3] s; s u;", "assign u++;", "TH2041 u"],
    ["const int k = 3;", "assign k++;", "TH2043 k"],
    ["double d; int n;", "assign d++, n = 1;", ""],
    ["double d; int n;", "assign d = true ? 1.5 : 2.5, n = 1;", ""],
  ])("%s %s", (declarations, edge, expected) => {
    expect(errors(model(declarations, edge))).toBe(expected);
  });

  it.each([
    [
      "int q[2]; int n;",
      "process Q(int &r) { state a; init a; trans a -> a { assign r = 1; }; } Q1 = Q(q[1]); Q2 = Q(q[n]); system P, Q1, Q2;",
      "TH2204 q[n]",
    ],
    ["int n;", "process Q(int &r) { state a; init a; } Q1 = Q(3); system P, Q1;", "TH2203 3"],
    [
      "const int k = 2; int n;",
      "process Q(const int &r, int &w) { state a; init a; trans a -> a { assign w = r; }; } Q1 = Q(k, n); Q2 = Q(4, n); Q3 = Q(n, k); system P, Q1, Q2, Q3;",
      "TH2203 k",
    ],
    [
      "double d; int n;",
      "process Q(double &r) { state a; init a; trans a -> a { assign r = 1.0; }; } Q1 = Q(d); Q2 = Q(n); system P, Q1, Q2;",
      "TH2205 n",
    ],
    [
      "clock x; chan c;",
      "process Q(clock &r, chan &s) { state a; init a; trans a -> a { guard r > 1; sync s!; }; } Q1 = Q(x, c); Q2 = Q(c, x); system P, Q1, Q2;",
      "TH2205 c",
    ],
    ["int n;", "process Q() { state a; init a; trans a -> z { }, z -> a { }; } system P, Q;", "TH1022 z; TH1022 z"],
    [
      "typedef int[0, 3] id; id n;",
      "process Q(const id k) { typedef int[0, k] own; own v; state a; init a; trans a -> a { guard v < k; assign v++; }; } system P, Q;",
      "",
    ],
  ])("%s … %s", (declarations, rest, expected) => {
    expect(errors(model(declarations, "", rest))).toBe(expected);
  });
});

describe("what a model means", () => {
  it.each([
    [
      "int n; int q[3] = { 5, 6, 7 }; int at(const int &x[3], int i) { return x[i]; }",
      "assign n = at(q, 1);",
      "n == 6",
    ],
    [
      "int n; typedef struct { int a; int b[2]; } s; const s k = { 1, { 2, 3 } }; int f(const s &x) { return x.a + x.b[1]; }",
      "assign n = f(k);",
      "n == 4",
    ],
    [
      "int n; typedef struct { int a; int b[2]; } s; s mk(int i) { s r = { i, { i + 1, i + 2 } }; return r; } const s k = mk(4);",
      "assign n = k.a * 100 + k.b[0] * 10 + k.b[1];",
      "n == 456",
    ],
    [
      "int n; int f(int k) { const int j = k + 1; const int h = 3; int[2, 9] low = 2; return j * h + low; }",
      "assign n = f(2);",
      "n == 11",
    ],
    ["int n; int f(const int &x, int &y) { y = y + 1; return x + y; }", "assign n = f(n + 5, n);", "n == 6"],
    ["int n; int q[2]; int f(int &x) { x = x + 3; return x; }", "assign n = f(q[1]) * 10 + q[0] + q[1];", "n == 33"],
    ["int n; bool f(bool b) { return !!b; } ", "assign n = f(true) + !f(false) + !!5 + -!0;", "n == 2"],
    [
      "int n; clock x[3]; void r(clock &c[3], int i) { c[i] = 4; }",
      "assign r(x, 2), n = 1;",
      "n == 1 && x[2] >= 4 && x[2] < 5 && x[1] < 1",
    ],
    [
      "int n; struct { clock c[2]; int k; } s; void r(clock &c) { c = 3; }",
      "assign r(s.c[1]), s.k = 2, n = s.k;",
      "n == 2 && s.c[1] >= 3 && s.c[0] < 1",
    ],
    ["int n; int f(int k) { if (k <= 0) return 0; return k; } const int c = f(-3) + f(2);", "assign n = c;", "n == 2"],
    ["int n; const int q[3] = { 2, 0, 1 }; const int c = q[q[0]];", "assign n = c + 1;", "n == 2"],
    [
      "int n; const int q[2] = { 3, 4 }; int f(int i) { return q[i]; } const int c = -f(1) + 6;",
      "assign n = c;",
      "n == 2",
    ],
    [
      "int n; int sumUp(const int &x[3]) { int s = 0; for (i : int[0, 2]) s += x[i]; return s; } const int q[3] = { 1, 2, 3 };",
      "assign n = sumUp(q);",
      "n == 6",
    ],
    ["int n; int f(int k) { int t[2] = { k, 2 }; t[1] += t[0]; return t[1]; }", "assign n = f(3) - f(1);", "n == 2"],
  ])("%s %s", async (declarations, edge, expected) => {
    const text = model(declarations, edge);
    expect(errors(text)).toBe("");
    const query = `E<> P.b && ${expected}`;
    expect(await verdict(text, query)).toBe("satisfied");
  });
});

it.each([
  ["-n imply m == 5", "n = 1", "violated"],
  ["-n imply m == 5", "n = 0", "satisfied"],
  ["!n imply m == 5", "n = 1", "satisfied"],
  ["!n imply m == 5", "n = 0", "violated"],
  ["!!n imply m == 5", "n = 1", "violated"],
  ["!(-n) imply m == 5", "n = 0", "violated"],
])("%s where %s: %s", async (guard, value, expected) => {
  expect(await verdict(model(`int ${value}; int m;`, `guard ${guard};`), "E<> P.b")).toBe(expected);
});

it.each([
  ["sup{deadlock}: x", ""],
  ["inf: deadlock", "TH4012: "],
  ["E<> P.b && nope", "TH4001: "],
  ["E<> deadlok", "TH4001: did you mean `deadlock`?"],
  ["A[] not", "TH1001: something is missing after `not`"],
  ["P.a --> deadlock", "TH4010: use it in `E<>` and `A[]`"],
])("what is said of %s", (query, expected) => {
  const { compileQuery } = loadModel({ name: "m.xta", content: model("clock x;", "") }, { lints: false });
  const compiled = compileQuery(query);
  const told = compiled.ok ? [] : compiled.diagnostics;
  expect(told.map(({ code, hint }) => `${code}: ${hint ?? ""}`).join("; ")).toBe(expected);
});

it("an edge that starts nowhere is told once", () => {
  const content = `<nta><declaration></declaration><template><name>P</name><location id="a"/><init ref="a"/>
    <transition><source ref="zz"/><target ref="a"/></transition></template><system>system P;</system></nta>`;
  const { diagnostics } = loadModel({ name: "m.xml", content }, { lints: false });
  expect(diagnostics.map(({ code }) => code)).toEqual(["TH1909"]);
});
