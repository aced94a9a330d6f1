// Declarations, types and statements, as they are parsed.

import { describe, expect, it } from "vitest";
import { formatDeclarations, formatParameters } from "../../../src/lang/uppaal/format/format.ts";
import { parseDeclarations, parseParameters } from "../../../src/lang/uppaal/parse.ts";
import { good } from "./helpers.ts";

/** A text and how it is printed; one that is printed as it stands has no second part. */
const cases: readonly (readonly [string, string?])[] = [
  ["int a;"],
  ["int a, b = 3;"],
  ["int[0,5] a;"],
  ["int[-N,N * 2] a;"],
  ["bool b = true;"],
  ["clock x, y[3];"],
  ["clock c = 2;"],
  ["chan c;"],
  ["urgent chan c;"],
  ["broadcast chan c[N][2];"],
  ["urgent broadcast chan c;"],
  ["const int N = 5;"],
  ["const bool B[2] = {true, false};"],
  ["meta int m;"],
  ["int a[N], b[T], c[int[0,3]][scalar_t];"],
  ["int a[3] := {1, 2, 3};", "int a[3] = {1, 2, 3};"],
  [
    "struct { int x; bool y[2]; } s = {1, {true, false}};",
    "struct {\n    int x;\n    bool y[2];\n} s = {1, {true, false}};",
  ],
  ["s_t s = {b: 1, a: {2}};"],
  ["typedef int[0,N - 1] id_t;"],
  ["typedef struct { id_t id; } rec_t, recs_t[3];", "typedef struct {\n    id_t id;\n} rec_t, recs_t[3];"],
  ["typedef scalar[3] sym_t;"],
  ["double d = 0.5;"],
  ["hybrid clock h;"],
  ['const string s = "file.csv";'],
  ["chan priority a, d[0] < default < b, e;"],
  ["chan priority;"],
  ["before_update { x = 1, y = 2 }"],
  ["after_update { f() }"],
  ["P = T(1, a[2]);"],
  ["P := T();", "P = T();"],
  ["P(const int i, chan &c) = T(i, c);"],
  ["dynamic T(int x);"],
  ["IO P { a!, b? };"],
  ['import "lib.so" { int f(int x); g = double h(double); };'],
  ["void f() { }", "void f() {\n}"],
  [
    "int[0,3] f(int a, const int &b, int c[3], bool &d[N]) { return a; }",
    "int[0,3] f(int a, const int &b, int c[3], bool &d[N]) {\n    return a;\n}",
  ],
];

describe("declarations", () => {
  it.each(cases.map(([text, printed]) => [text, printed ?? text] as const))("%s", (text, printed) => {
    expect(formatDeclarations(good(parseDeclarations, text))).toBe(`${printed}\n`);
  });

  it("know the names that extensions bring", () => {
    const [imported] = good(parseDeclarations, 'import "m" { int f(int x); g = double h(); };');
    expect(imported).toMatchObject({ kind: "extension", names: ["f", "g"] });
    expect(good(parseDeclarations, "dynamic T(int x);")[0]).toMatchObject({ names: ["T"] });
  });

  it("order channel priorities from low to high", () => {
    const [priorities] = good(parseDeclarations, "chan priority a, b < default < c;");
    expect(priorities).toMatchObject({
      levels: [[{ name: "a" }, { name: "b" }], [{ kind: "default" }], [{ name: "c" }]],
    });
  });

  it("read all statements", () => {
    const text = `void f(int n) {
    int i, j = n;
    typedef int[0,3] t;
    ;
    if (n > 0)
        i = 1;
    else if (n < 0) {
        i = 2;
    } else
        i = 3;
    while (i < n, j > 0) {
        i++;
    }
    do {
        j--;
    } while (j > 0);
    for (i = 0, j = 1; i < n; i++, j++)
        a[i] = j;
    for (;;) {
    }
    for (k : t) {
        a[k] = k;
    }
    {
        int local;
        local = 1, f(local);
    }
    assert n == 3;
    return;
}
`;
    expect(formatDeclarations(good(parseDeclarations, text))).toBe(text);
  });

  it("read parameters", () => {
    const text = "int &a, const int N, chan &c[3], int[0,3] id, double d";
    expect(formatParameters(good(parseParameters, text))).toBe(text);
    expect(good(parseParameters, "  ")).toEqual([]);
  });

  it("tolerate stray semicolons", () => {
    expect(good(parseDeclarations, "int a;; void f() { }; int b;")).toHaveLength(3);
  });
});
