// Declarations and types.

import { describe } from "vitest";
import { conformance } from "./harness.ts";

describe("integers and bools", () => {
  conformance([
    ["int with the default range", { globals: "int x = 32767; int y = -32768;" }],
    ["an initial value beyond the default range", { globals: "int x = 32768;" }, "TH2015"],
    ["a bounded int", { globals: "int[0,5] x = 5;" }],
    ["an initial value out of bounds", { globals: "int[0,5] x = 6;" }, "TH2015"],
    ["bounds from constants", { globals: "const int N = 4; int[-N,N*2] x = 8;" }],
    ["an empty range that nothing reads", { globals: "int[3,2] x;" }],
    ["a bound that is a variable", { globals: "int n = 3; int[0,n] x;" }, "TH2010"],
    ["a large constant", { globals: "const int BIG = 1000000;" }],
    ["a bounded constant out of bounds", { globals: "const int[0,3] c = 4;" }, "TH2015"],
    ["bool from an int", { globals: "bool b = 5;", guard: "b == true" }],
    ["arithmetic on bools", { globals: "bool b; int x;", update: "x = b + 1" }],
    ["wide bounds", { globals: "typedef int[0,2147000000] c_t; c_t calls = 0;" }],
    ["a clock where a bound is needed", { globals: "clock c; int[0,c] x;" }, "TH2020"],
  ]);
});

describe("clocks", () => {
  conformance([
    ["a clock with a start value", { globals: "clock c = 2;" }],
    ["a clock that starts at a fraction", { globals: "clock c = 2.5;" }],
    ["a clock that starts below zero", { globals: "clock c = -1;" }, "TH2046"],
    ["a constant clock", { globals: "const clock c = 1;" }, "TH2013"],
    ["a meta clock", { globals: "meta clock c;" }, "TH2013"],
    ["an array of clocks with start values", { globals: "clock c[2] = {1, 2};" }],
    ["a hybrid clock", { globals: "hybrid clock h;" }],
  ]);
});

describe("channels", () => {
  conformance([
    ["all kinds of channels", { globals: "chan a; urgent chan b; broadcast chan c; urgent broadcast chan d;" }],
    ["arrays of channels", { globals: "typedef int[1,3] id; chan a[id][2];", sync: "a[3][1]!" }],
    ["a channel of a template", { locals: "chan c;", sync: "c!" }],
    ["an urgent int", { globals: "urgent int x;" }, "TH2013"],
    ["a broadcast clock", { globals: "broadcast clock x;" }, "TH2013"],
    ["a constant channel", { globals: "const chan c;" }, "TH2013"],
    ["a channel with a value", { globals: "chan c = 1;" }, "TH2018"],
    ["a typedef of an urgent channel", { globals: "typedef urgent chan uc; uc c[2];", sync: "c[0]!" }],
  ]);
});

describe("constants and meta variables", () => {
  conformance([
    ["constants of all kinds", { globals: "const int a = 1; const bool b = true; const int t[2] = {1, 2};" }],
    ["a constant record", { globals: "typedef struct { int a; bool b; } S; const S s = {1, true};" }],
    ["a constant without a value", { globals: "const int a;" }, "TH2016"],
    ["a constant that depends on a variable", { globals: "int x; const int a = x;" }, "TH2010"],
    ["assigning a constant", { globals: "const int a = 1;", update: "a = 2" }, "TH2043"],
    ["assigning an element of a constant", { globals: "const int a[2] = {1, 2};", update: "a[0] = 2" }, "TH2043"],
    [
      "a constant from a function",
      { globals: "int f(int n) { return n * 2; } const int a = f(3); int b[a];", guard: "b[5] == 0" },
    ],
    [
      "a constant from a function with loops",
      {
        globals:
          "int f(int n) { int s = 0; for (i : int[1,4]) s += i * n; while (s > 100) s--; return s; } int[30,30] a = f(3);",
      },
    ],
    [
      "a constant from a function that reads variables",
      { globals: "int x; int f() { return x; } const int a = f();" },
      "TH2010",
    ],
    [
      "a constant from an endless function",
      { globals: "int f() { while (true) { } return 1; } const int a = f();" },
      "TH2010",
    ],
    ["a constant that divides by zero", { globals: "const int a = 1 / 0;" }, "TH2010"],
    ["meta variables", { globals: "meta int m; meta bool b[3];", update: "m = 3, b[1] = true" }],
    ["a constant double", { globals: "const double pi = 3.14;" }],
    ["a constant string", { globals: 'const string s = "a";' }],
    ["a string variable", { globals: "string s;" }, "TH2013"],
    ["a void variable", { globals: "void v;" }, "TH2013"],
    ["a constant indexed by a constant as an array size", { globals: "const int t[3] = {4, 5, 6}; int a[t[1]];" }],
  ]);
});

describe("arrays", () => {
  conformance([
    ["an array indexed by a type", { globals: "typedef int[1,3] id; int a[id] = {1, 2, 3};", update: "a[3] = 1" }],
    ["an array indexed by a type in place", { globals: "int a[int[1,3]];", update: "a[1] = 1" }],
    ["a matrix", { globals: "int a[2][3] = {{1,2,3},{4,5,6}};", update: "a[1][2] = a[0][0]" }],
    ["an array indexed by bool", { globals: "int a[bool];", update: "a[true] = 1" }],
    ["an array of negative size", { globals: "int a[-1];" }, "TH2011"],
    ["an array whose size is a variable", { globals: "int n = 2; int a[n];" }, "TH2010"],
    ["an array indexed by clocks", { globals: "int a[clock];" }, "TH2014"],
    ["too many values", { globals: "int a[2] = {1, 2, 3};" }, "TH2018"],
    ["too few values, as long as nothing reads them", { globals: "int a[2] = {1};" }],
    ["too many values", { globals: "int a[2] = {1, 2, 3};" }, "TH2018"],
    ["a list for a number", { globals: "int a = {1};" }, "TH2018"],
    ["a number for an array", { globals: "int a[2] = 1;" }, "TH2018"],
    ["an enormous array", { globals: "int a[1000000000];" }, "TH2012"],
    ["enormous clocks", { globals: "clock a[1000000];" }, "TH2012"],
    ["an enormous product", { globals: "int a[100000][100000][100000];" }, "TH2012"],
    ["whole arrays assigned", { globals: "int a[2]; int b[2];", update: "a = b" }],
    ["arrays of other lengths assigned", { globals: "int a[2]; int b[3];", update: "a = b" }, "TH2045"],
    ["arrays compared", { globals: "int a[2]; int b[2];", guard: "a == b" }],
    ["arrays of other lengths compared", { globals: "int a[2]; int b[3];", guard: "a == b" }, "TH2032"],
    ["arrays ordered", { globals: "int a[2]; int b[2];", guard: "a < b" }, "TH2032"],
    ["an index into a number", { globals: "int x;", guard: "x[0] == 1" }, "TH2024"],
    ["an array used as a number", { globals: "int a[2];", guard: "a > 1" }, "TH2032"],
    ["an index that is computed", { globals: "int a[4]; int i;", guard: "a[(i + 1) % 4] == a[a[i]]" }],
  ]);
});

describe("structs", () => {
  const S = "typedef struct { int a; bool b; int[0,3] c[2]; } S;";
  conformance([
    ["a record with an initialiser", { globals: `${S} S s = {1, true, {2, 3}};` }],
    ["named fields in another order", { globals: `${S} S s = {b: true, c: {2, 3}, a: 1};` }],
    ["a missing field", { globals: `${S} S s = {1, true};` }, "TH2018"],
    ["a field given twice", { globals: `${S} S s = {a: 1, a: 2, b: true, c: {0, 0}};` }, "TH2018"],
    ["an unknown field given", { globals: `${S} S s = {a: 1, d: 2, c: {0, 0}};` }, "TH2018"],
    ["a value out of a field's range", { globals: `${S} S s = {1, true, {2, 4}};` }, "TH2015"],
    ["whole records assigned and compared", { globals: `${S} S s, t;`, guard: "s == t", update: "s = t" }],
    ["different records compared", { globals: `${S} S s; struct { int x; } t;`, guard: "s == t" }, "TH2032"],
    ["an unknown field", { globals: `${S} S s;`, guard: "s.d == 1" }, "TH2027"],
    ["a field of a number", { globals: "int x;", guard: "x.a == 1" }, "TH2026"],
    ["two fields of one name", { globals: "struct { int a; int a; } s;" }, "TH2002"],
    ["a channel in a record", { globals: "struct { chan c; } s;" }, "TH2013"],
    [
      "clocks and doubles in a record",
      { globals: "struct { clock c; double d; int x; } s;", guard: "s.c < 3 && s.x == 0" },
    ],
    ["an array of records", { globals: `${S} S s[3]; int i;`, update: "s[i].c[1] = 2, s[0] = s[1]" }],
    ["a recursive record", { globals: "typedef struct { T t; } T;" }, "TH2001"],
  ]);
});

describe("typedefs and scalars", () => {
  conformance([
    ["a typedef of an array", { globals: "typedef int row[3]; row m[2] = {{1,2,3},{4,5,6}};", guard: "m[1][2] == 6" }],
    ["an unknown type", { globals: "foo x; int y;", guard: "x == 1" }, "TH2001"],
    ["a variable used as a type", { globals: "int x; x y;" }, "TH2003"],
    ["a type used as a value", { globals: "typedef int[0,3] T; int x;", guard: "x == T" }, "TH2004"],
    ["scalars compared", { globals: "typedef scalar[3] S; S a, b;", guard: "a == b", update: "a = b" }],
    ["scalars ordered", { globals: "typedef scalar[3] S; S a, b;", guard: "a < b" }, "TH2031"],
    ["a scalar and a number", { globals: "typedef scalar[3] S; S a;", guard: "a == 1" }, "TH2032"],
    ["arithmetic on scalars", { globals: "typedef scalar[3] S; S a; int x;", update: "x = a + 1" }, "TH2020"],
    ["a number stored in a scalar", { globals: "typedef scalar[3] S; S a;", update: "a = 1" }, "TH2044"],
    [
      "different scalar sets",
      { globals: "typedef scalar[3] S; typedef scalar[3] T; S a; T b;", update: "a = b" },
      "TH2044",
    ],
    ["an array over a scalar set", { globals: "typedef scalar[3] S; S a; int v[S];", update: "v[a] = 1" }],
    [
      "a number as index over a scalar set",
      { globals: "typedef scalar[3] S; int v[S];", update: "v[0] = 1" },
      "TH2025",
    ],
    [
      "a scalar as index of another array",
      { globals: "typedef scalar[3] S; S a; int v[3];", update: "v[a] = 1" },
      "TH2025",
    ],
    ["an empty scalar set", { globals: "typedef scalar[0] S;" }, "TH2011"],
  ]);
});

describe("builtins and scoping", () => {
  conformance([
    ["builtin constants and types", { globals: "int8_t a = INT8_MIN; uint8_t b = UINT8_MAX; int32_t c = INT32_MAX;" }],
    ["UINT8_MAX as 255", { globals: "int[255,255] a = UINT8_MAX;" }],
    ["a builtin name declared anew", { globals: "const int INT8_MAX = 3; int[3,3] a = INT8_MAX;" }],
    ["a local name that shadows a global one", { globals: "int x;", locals: "clock x;", guard: "x < 3" }],
    ["a select that shadows", { globals: "clock i; int x;", select: "i : int[0,3]", update: "x = i" }],
    ["a name declared twice", { globals: "int x; bool x;" }, "TH2002"],
    ["a name of a location and a variable", { locals: "int A;" }, "TH2002"],
    ["a name used before its declaration", { globals: "const int a = b; const int b = 1;" }, "TH2001"],
    ["an unknown name, once", { guard: "y > 1 && y < 5", update: "y = 2" }, "TH2001"],
    ["two unknown names", { guard: "y > 1 && z < 5" }, "TH2001", "TH2001"],
    ["a global that a template does not see", { guard: "late == 1", system: "int late; system P;" }, "TH2001"],
    ["a location used as a value", { guard: "B" }, "TH2005"],
    ["a template used as a value", { globals: "process Q() { state S; init S; }", guard: "Q == 1" }, "TH2006"],
  ]);
});
