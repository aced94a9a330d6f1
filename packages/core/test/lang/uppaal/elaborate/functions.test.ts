// Functions and statements.

import { describe } from "vitest";
import { conformance } from "./harness.ts";

const S = "typedef struct { int a; int b[2]; } S;";

describe("functions", () => {
  conformance([
    [
      "a function in a guard and an update",
      { globals: "int x; bool f(int n) { return x > n; } void g() { x++; }", guard: "f(2)", update: "g()" },
    ],
    [
      "a function that returns a record",
      { globals: `${S} S f() { S s = {1, {2, 3}}; return s; } S t;`, guard: "f().b[1] == 3", update: "t = f()" },
    ],
    ["a function that returns an array", { globals: "typedef int A[2]; A f() { A a; return a; }" }, "TH2055"],
    ["a function that returns a clock", { globals: "clock f() { }" }, "TH2055"],
    [
      "a function that returns a scalar",
      { globals: "typedef scalar[3] T; T t; T f() { return t; }", update: "t = f()" },
    ],
    ["recursion", { globals: "int f(int n) { return n == 0 ? 1 : f(n - 1); }" }, "TH2051"],
    [
      "recursion that an initial value asks for",
      { globals: "int f(int n) { return f(n + 1); } int zz = f(0);" },
      "TH2051",
    ],
    [
      "a function that calls an earlier one",
      { globals: "int f() { return 1; } int g() { return f() + f(); } int x;", update: "x = g()" },
    ],
    ["a function that calls a later one", { globals: "int g() { return f(); } int f() { return 1; }" }, "TH2001"],
    ["too few arguments", { globals: "int f(int a, int b) { return a; }", guard: "f(1) == 1" }, "TH2052"],
    ["too many arguments", { globals: "int f() { return 1; }", guard: "f(1) == 1" }, "TH2052"],
    ["a function that is not called", { globals: "bool f() { return true; }", guard: "f" }, "TH2020"],
    ["a call of a variable", { globals: "int x;", guard: "x(1) == 1" }, "TH2050"],
    ["a void call as a value", { globals: "void f() { } int x;", update: "x = f()" }, "TH2020"],
    ["a side effect in a guard", { globals: "int x; int f() { x = 1; return x; }", guard: "f() == 1" }, "TH2070"],
    [
      "a side effect through another function",
      { globals: "int x; void f() { x = 1; } bool g() { f(); return true; }", guard: "g()" },
      "TH2070",
    ],
    ["changes of locals in a guard", { globals: "bool f(int n) { n = n + 1; return n > 2; }", guard: "f(1)" }],
    ["two functions of one name", { globals: "int f() { return 1; } int f() { return 2; }" }, "TH2002"],
    ["a function of a template", { locals: "int n; void inc() { n++; }", update: "inc()" }],
    [
      "a function that sees only what stands before it",
      { globals: "int x;", locals: "int f() { return x; } clock x;", guard: "f() == 1" },
    ],
  ]);
});

describe("parameters", () => {
  conformance([
    ["a reference", { globals: "void f(int &n) { n++; } int x;", update: "f(x)" }],
    ["a reference to a constant", { globals: "void f(int &n) { n++; } const int x = 1;", update: "f(x)" }, "TH2054"],
    ["a reference to a value", { globals: "void f(int &n) { n++; }", update: "f(1 + 1)" }, "TH2054"],
    ["a reference to another range", { globals: "void f(int &n) { n++; } int[0,5] x;", update: "f(x)" }, "TH2053"],
    [
      "a constant reference to a value",
      { globals: "int f(const int &n) { return n; } int x;", update: "x = f(x + 1)" },
    ],
    ["a constant reference that is written", { globals: "void f(const int &n) { n = 1; }" }, "TH2043"],
    ["an array by value", { globals: "int f(int a[3]) { a[0] = 1; return a[0]; } int x[3];", guard: "f(x) == 1" }],
    [
      "an array by reference in a guard",
      { globals: "int f(int &a[3]) { return a[0]; } int x[3];", guard: "f(x) == 1" },
    ],
    [
      "an array by reference that is written in a guard",
      { globals: "int f(int &a[3]) { a[0] = 1; return 1; } int x[3];", guard: "f(x) == 1" },
      "TH2070",
    ],
    [
      "an array of another length",
      { globals: "int f(int a[3]) { return a[0]; } int x[2];", guard: "f(x) == 1" },
      "TH2053",
    ],
    [
      "a constant table by reference",
      { globals: "int f(const int &a[3]) { return a[1]; } const int t[3] = {1, 2, 3};", guard: "f(t) == 2" },
    ],
    ["a clock by reference", { globals: "void f(clock &c) { c = 0; } clock x;", update: "f(x)" }],
    ["a clock by value", { globals: "void f(clock c) { }" }, "TH2056"],
    ["a channel by value", { globals: "void f(chan c) { }" }, "TH2056"],
    [
      "an array of clocks by reference",
      { globals: "void f(clock &c[2], int i) { c[i] = 0; } clock x[2];", update: "f(x, 1)" },
    ],
    ["a number for a clock", { globals: "void f(clock &c) { } int x;", update: "f(x)" }, "TH2053"],
    ["a clock for a number", { globals: "void f(int c) { } clock x;", update: "f(x)" }, "TH2020"],
    ["a record for a number", { globals: `${S} S s; void f(int n) { }`, update: "f(s)" }, "TH2020"],
    ["a scalar for a number", { globals: "typedef scalar[2] T; T t; void f(int n) { }", update: "f(t)" }, "TH2053"],
    [
      "a record with clocks and data",
      { globals: "typedef struct { clock c; int n; } R; void f(R &r) { r.c = 0; }" },
      "TH3001",
    ],
    [
      "a record of clocks by reference",
      {
        globals: "typedef struct { clock c; clock d[2]; } R; R s; void f(R &r, int i) { r.d[i] = 3; }",
        update: "f(s, 1)",
      },
    ],
    ["a parameter declared twice", { globals: "void f(int a, int a) { }" }, "TH2002"],
    ["a local named as a parameter", { globals: "int f(int a) { bool a = true; return a; }" }, "TH2002"],
    ["a local of an inner block that hides one", { globals: "int f(int a) { { bool a = true; } return a; }" }],
    ["a reference passed on", { globals: "void g(int &n) { n = 3; } void f(int &m) { g(m); } int x;", update: "f(x)" }],
  ]);
});

describe("statements", () => {
  const body = (code: string): string => `int x; int a[3]; int f(int n) { ${code} }`;
  conformance([
    [
      "all loops",
      {
        globals: body(
          "int i; for (i = 0; i < 3; i++) a[i] = i; while (i > 0) i--; do { i++; } while (i < 2); for (k : int[0,2]) a[k] = 0; return i;",
        ),
        update: "x = f(1)",
      },
    ],
    [
      "comma lists in a head",
      { globals: body("int i, j; for (i = 0, j = 2; i < j; i++, j--) x++; return x;"), update: "x = f(1)" },
    ],
    ["if and else", { globals: body("if (n > 1) return 1; else if (n < 0) { return 2; } return 3;") }],
    ["a block with declarations", { globals: body("{ int k = n; { int k = 2; x = k; } } return x;") }],
    ["assert", { globals: body("assert n > 0; return 1;") }],
    ["a local with a computed start", { globals: body("int k = n * x; const int c = n + 1; return k + c;") }],
    ["a local array with computed elements", { globals: body("int k[2] = {n, x}; return k[1];") }],
    ["a local constant used as a size", { globals: body("const int c = 2; int k[c] = {1, 2}; return k[0];") }],
    ["a local constant that is written", { globals: body("const int c = 2; c = 3; return c;") }, "TH2043"],
    ["a loop variable that is written", { globals: body("for (i : int[0,2]) i = 1; return 1;") }, "TH2043"],
    ["a loop over a clock", { globals: body("for (i : clock) x = 1; return 1;") }, "TH2029"],
    ["a missing return value", { globals: body("return;") }, "TH2059"],
    ["a value returned from void", { globals: "void f() { return 1; }" }, "TH2059"],
    ["a clock returned as a number", { globals: "clock c; int f() { return c; }" }, "TH2020"],
    ["a local clock", { globals: "void f() { clock c; }" }, "TH2057"],
    ["a local typedef", { globals: "int f() { typedef int[0,3] T; T t = 2; return t; } int x;", update: "x = f()" }],
    [
      "a clock condition in a function nobody calls",
      { globals: "clock c; int f() { if (c < 3) return 1; return 0; }" },
    ],
    ["an unknown name in a function", { globals: body("return y;") }, "TH2001"],
    ["a clock set in a function", { globals: "clock c[2]; void f(int i) { c[i] = i; }", update: "f(1)" }],
  ]);
});

describe("update hooks and others", () => {
  conformance([
    ["before and after update", { globals: "meta int m; int n; before_update { m = 0, n = 1 } after_update { n++ }" }],
    ["an unknown name in a hook", { globals: "before_update { q = 0 }" }, "TH2001"],
    ["construction functions", { globals: "int x; void __ON_CONSTRUCT__() { x = 1; }" }],
  ]);
});
