import { describe, expect, it } from "vitest";
import { isSlight, isSlightQuery } from "../../src/analysis/bounded-work.ts";
import { loadModel } from "../../src/lang/load.ts";

function questionOf(edges: string, query = "E<> P.b", declarations = "") {
  const content = `clock x; int[0,9] n; ${declarations}
process P() { state a, b; init a; trans a -> b { ${edges} }; } system P;`;
  const { network, diagnostics, compileQuery } = loadModel({ name: "m.xta", content }, { lints: false });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const compiled = compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join("\n"));
  return { network, query: compiled.value };
}

describe("a slight network", () => {
  it.each(["", "guard x >= 1 && n < 3; assign n = n + 1, x = 0;", "select i : int[0,9]; assign n = i;"])(
    "has edges like { %s }",
    (edges) => {
      expect(isSlight(questionOf(edges).network)).toBe(true);
    },
  );

  it.each([
    ["a quantifier", "guard forall (i : int[0,2000000000]) i >= n;", ""],
    ["many values of a select", "select i : int[0,40000], j : int[0,40000]; guard i > j;", ""],
    ["a function", "guard f();", "bool f() { while (n < 5) { } return true; }"],
    ["much data", "assign t[n] = 1;", "int t[100];"],
  ])("has no %s", (_what, edges, declarations) => {
    expect(isSlight(questionOf(edges, undefined, declarations).network)).toBe(false);
  });

  it("combines few edges", () => {
    const receivers = `broadcast chan c; process S() { state a; init a; trans a -> a { sync c!; }; }
process R(const int[0,29] i) { state a, b, d; init a; trans a -> b { sync c?; }, a -> d { sync c?; }; } system S, R;`;
    expect(isSlight(loadModel({ name: "m.xta", content: receivers }).network!)).toBe(false);
  });
});

describe("a slight query", () => {
  it.each([
    ["E<> P.b and x > 3", true],
    ["A[] not deadlock", true],
    ["E<> forall (i : int[0,2000000000]) i + n >= 0", false],
    ["E<> exists (i : int[0,2000000000]) x > i", false],
    ["A<> P.b", false],
    ["E<> (x<1||n<1) && (x<2||n<2) && (x<3||n<3) && (x<4||n<4) && (x<5||n<5)", false],
  ])("%s: %s", (text, slight) => {
    expect(isSlightQuery(questionOf("", text).query)).toBe(slight);
  });
});
