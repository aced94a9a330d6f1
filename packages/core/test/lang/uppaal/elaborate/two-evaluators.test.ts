// What compile-time evaluation computes, a run of the model computes too: each function is called once in a constant
// and once in an update, and the state after the update holds the constant.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineFor, exploreAll } from "../../../engine/explore.ts";
import { query, run } from "./harness.ts";

/** Calls `f` with constants at compile time and through an update; does the run reach the same result? */
function agrees(globals: string, call: string): boolean {
  const parts = {
    globals: `${globals} const int32_t expected = ${call}; int32_t result = INT32_MIN;`,
    update: `result = ${call}`,
    query: "E<> P.B && result == expected",
  };
  const outcome = run(parts);
  if (outcome.network === null) throw new Error(JSON.stringify(outcome.diagnostics));
  const target = query(parts);
  if (target.kind !== "E<>") throw new Error(target.kind);
  const engine = engineFor(outcome.network, "extra-lu", "inclusion", [target]);
  let found = false;
  exploreAll(engine, (state) => {
    if (engine.satisfies(state, 0)) found = true;
  });
  return found;
}

const PROGRAMS: readonly (readonly [name: string, globals: string, call: string, value?: number])[] = [
  [
    "loops",
    "int f(int n) { int s = 0; int i; for (i = 0; i < n; i++) { if (i % 3 == 0) s += i; else s -= 1; } return s; }",
    "f(20)",
  ],
  [
    "while and do",
    "int f(int n) { int s = 1; while (n > 1) { s = s * n % 1000; n--; } do { s++; } while (s % 7 != 0); return s; }",
    "f(9)",
  ],
  [
    "iteration over types",
    "typedef int[2,5] T; int f() { int s = 0; for (t : T) { for (u : T) { if (u > t) s += t * u; } } return s; }",
    "f()",
  ],
  [
    "arrays by value",
    "int g(int a[3]) { a[0] = 100; return a[0] + a[2]; } int f() { int b[3] = {1, 2, 3}; int r = g(b); return r + b[0]; }",
    "f()",
    104,
  ],
  [
    "arrays by reference",
    "int g(int &a[3], int i) { a[i] = 100; return a[0]; } int f() { int b[3] = {1, 2, 3}; int r = g(b, 0); return r + b[0] + b[1]; }",
    "f()",
    202,
  ],
  [
    "references to elements",
    "void swap(int &a, int &b) { int t = a; a = b; b = t; } int f() { int v[4] = {4, 2, 3, 1}; int i, j; for (i = 0; i < 4; i++) for (j = 0; j < 3; j++) if (v[j] > v[j + 1]) swap(v[j], v[j + 1]); return v[0] * 1000 + v[1] * 100 + v[2] * 10 + v[3]; }",
    "f()",
    1234,
  ],
  [
    "structs",
    "typedef struct { int a; int b[2]; } S; S make(int n) { S s = {n, {n + 1, n + 2}}; return s; } int f() { S s = make(3); S t = s; t.b[1] = 50; return s.b[1] * 100 + t.b[1] + make(7).b[0] + (s == t) + (s == make(3)); }",
    "f()",
    559,
  ],
  [
    "structs through conditions",
    "typedef struct { int a; int b; } S; int f(int n) { S s = {1, 2}; S t = {3, 4}; S u = n > 1 ? s : t; (n > 1 ? s : t).a = 9; return u.a * 100 + s.a * 10 + t.a; }",
    "f(2) * 1000 + f(1)",
    193319,
  ],
  [
    "tables",
    "const int tab[3][2] = {{1,2},{3,4},{5,6}}; int g(const int &row[2]) { return row[0] * 10 + row[1]; } int f(int i) { return g(tab[i]) + tab[(i + 1) % 3][1]; }",
    "f(0) + f(1) * 7 + f(2) * 49",
  ],
  [
    "steps and chains",
    "int32_t f() { int a = 3; int b = a++ + ++a; int c; c = a = b--; c += a -= 2; return a * 10000 + b * 100 + c; }",
    "f()",
    60714,
  ],
  [
    "bools",
    "bool g(bool b) { return b; } int f() { bool b = 5; bool c = !b; b += 3; c |= b; return g(7) * 100 + b * 10 + c; }",
    "f()",
    111,
  ],
  [
    "quantifiers",
    "int v(int i) { return i * i % 7; } int f() { return (sum (i : int[0,6]) v(i)) * 100 + (forall (i : int[0,6]) v(i) < 5) * 10 + (exists (i : int[1,6]) v(i) == 4); }",
    "f()",
  ],
  [
    "shadowing",
    "const int k = 1; int32_t f(int k) { int32_t r = k; { int k = 5; r = r * 10 + k; } for (k : int[7,8]) r = r * 10 + k; return r * 10 + k; }",
    "f(3)",
    35783,
  ],
  [
    "operators",
    "int f(int a, int b) { return (a / b) * 1000 + (a % b) * 100 + (a << 2) + (a >> 1) + (a & b) + (a | b) + (a ^ b) + (a <? b) + (a >? b) + 2 ** 3 + abs(a); }",
    "f(-17, 5)",
  ],
  [
    "short circuits",
    "int g(int &n) { n++; return 1; } int f() { int n = 0; int a = (n > 0 && g(n) == 1) + (n == 0 || g(n) == 1) + (n == 0 imply g(n) == 1); return n * 10 + a; }",
    "f()",
    12,
  ],
  [
    "locals that start anew",
    "int f() { int s = 0; for (i : int[0,3]) { int t; int u = i; t += i; s += t * 10 + u; } return s; }",
    "f()",
    66,
  ],
];

describe("two evaluators agree on", () => {
  for (const [name, globals, call, value] of PROGRAMS) {
    it(name, () => {
      expect(agrees(globals, call)).toBe(true);
      // Worked out by hand where that is easy.
      if (value !== undefined)
        expect(run({ globals: `${globals} const int[${value},${value}] v = ${call};` }).errors).toEqual([]);
    });
  }

  it("random arithmetic", () => {
    const leaf = fc.oneof(
      fc.integer({ min: -9, max: 9 }).map((n) => (n < 0 ? `(${n})` : `${n}`)),
      fc.constantFrom("a", "b"),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc
          .tuple(
            tie("tree"),
            fc.constantFrom(
              "+",
              "-",
              "*",
              "&",
              "|",
              "^",
              "<?",
              ">?",
              "<",
              "<=",
              "==",
              "!=",
              "&&",
              "||",
              "imply",
              "xor",
            ),
            tie("tree"),
          )
          .map(([left, op, right]) => `(${left} ${op} ${right})`),
        fc.tuple(fc.constantFrom("-", "!"), tie("tree")).map(([op, operand]) => `${op}(${operand})`),
        fc.tuple(tie("tree"), tie("tree"), tie("tree")).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.integer({ min: -9, max: 9 }), (body, a) => {
        expect(agrees(`int32_t f(int a, int b) { return ${body}; }`, `f(${a}, 3)`)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
