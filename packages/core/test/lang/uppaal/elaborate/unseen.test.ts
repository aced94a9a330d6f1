// What no other test saw when the elaborator was changed: places that are computed, values of scalar sets, types that
// are declared twice.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../../src/lang/load.ts";
import { verdict } from "../../../check/ask.ts";

const process = (declarations: string, update: string): string =>
  `${declarations} process P() { state a, b; init a; trans a -> b { assign ${update}; }; } system P;`;

const codes = (text: string): readonly string[] =>
  loadModel({ name: "m.xta", content: text }, { lints: false }).diagnostics.map(({ code }) => code);

describe("any number goes into a bool", () => {
  it.each([
    ["at a computed place", process("bool c[3]; int i;", "c[i + 1] = 5"), "c[1] && !c[0] && !c[2]"],
    ["of two that are chosen from", process("bool p, q; int i;", "(i > 0 ? p : q) += 2"), "q && !p"],
  ])("%s", async (_, model, holds) => {
    expect(await verdict(model, `A[] P.b imply ${holds}`, { engine: "reference" })).toBe("satisfied");
  });
});

describe("operators on bools", () => {
  it.each([
    ["p += true", "p"],
    ["p -= true", "!p"],
    ["p &= q", "!p"],
    ["p |= q", "p"],
    ["p ^= true", "!p"],
  ])("%s", async (update, holds) => {
    const model = process("bool p = true, q;", update);
    expect(await verdict(model, `A[] P.b imply ${holds}`, { engine: "reference" })).toBe("satisfied");
  });
});

describe("values of scalar sets", () => {
  const scalars = (declaration: string): string =>
    `typedef scalar[3] S; process P(const S me) { ${declaration} state a, b; init a; trans a -> b { }; } system P;`;

  it("start variables of the same set, and no others", () => {
    expect(codes(scalars("S x = me;"))).toEqual([]);
    expect(codes(scalars("int x = me;"))).toEqual(["TH2018"]);
  });

  it("are handed over by reference within their set", () => {
    const handed = (value: string): readonly string[] =>
      codes(process("typedef scalar[2] S; typedef scalar[2] Q; S v; Q w; void f(S &x) { }", `f(${value})`));
    expect([handed("v"), handed("w")]).toEqual([[], ["TH2053"]]);
  });

  it("name processes in queries", async () => {
    expect(await verdict(scalars(""), "E<> forall (i : S) P(i).b", { engine: "reference" })).toBe("satisfied");
  });
});

describe("types that are declared twice", () => {
  const handed = (variable: string, parameter: string): readonly string[] =>
    codes(process(`${variable} v; void f(${parameter} &x) { }`, "f(v)"));

  it("are the same where their ranges and fields are", () => {
    expect(handed("int[0,3]", "int[0,3]")).toEqual([]);
    expect(handed("int[0,3]", "int[0,4]")).toHaveLength(1);
    expect(handed("int[0,3]", "int[1,3]")).toHaveLength(1);
    expect(handed("struct { int a; bool b; }", "struct { int a; bool b; }")).toEqual([]);
    expect(handed("struct { int a; bool b; }", "struct { int a; bool c; }")).toHaveLength(1);
    expect(handed("struct { int a; int[0,1] b; }", "struct { int a; int[0,2] b; }")).toHaveLength(1);
  });

  it("are not the same where elements or lengths differ", () => {
    const array = (element: string, length: number): readonly string[] =>
      codes(process(`int[0,3] v[2]; void f(${element} &x[${length}]) { }`, "f(v)"));
    expect(array("int[0,3]", 2)).toEqual([]);
    expect(array("int[0,4]", 2)).toEqual(["TH2053"]);
    expect(array("int[0,3]", 3)).toEqual(["TH2053"]);
  });
});

it("quantifiers beside each other each have as many instances as one alone", () => {
  const { compileQuery } = loadModel({ name: "m.xta", content: process("int v;", "v = 1") }, { lints: false });
  const asked = (text: string): boolean => compileQuery(text).ok;
  const one = (name: string): string => `(forall (${name} : int[0,8]) [] v < ${name} + 50)`;
  expect(asked(`LTL: ${one("i")} && ${one("j")}`)).toBe(true);
  expect(asked(`LTL: forall (i : int[0,8]) ${one("j")}`)).toBe(false);
});

describe("structs and arrays as a whole", () => {
  const PAIR =
    "typedef struct { int a; int b; } S; S t = { 7, 8 }; S v, w; S make(int k) { S s = { k, k + 1 }; return s; }";
  it.each([
    [
      "start with named fields in any order",
      "struct { int a; int b; } v = { b: 1, a: 2 };",
      "v.b = v.b",
      "v.a == 2 && v.b == 1",
    ],
    ["start with some named fields", "struct { int a; int b; } v = { a: 1, 2 };", "v.b = v.b", "v.a == 1 && v.b == 2"],
    ["are made by functions", PAIR, "v = make(3)", "v.a == 3 && v.b == 4"],
    [
      "are chosen by functions",
      `${PAIR} S pick(int k) { S s = { k, k + 1 }; return k > 2 ? s : t; }`,
      "v = pick(3), w = pick(1)",
      "v.a == 3 && v.b == 4 && w.a == 7 && w.b == 8",
    ],
    [
      "are handed on by functions",
      `${PAIR} S twice(int k) { return make(2 * k); }`,
      "v = twice(3)",
      "v.a == 6 && v.b == 7",
    ],
    [
      "are parts of constants",
      "const int T[3][2] = {{1,2},{3,4},{5,6}}; int v[2];",
      "v = T[1]",
      "v[0] == 3 && v[1] == 4",
    ],
    [
      "are computed parts of constants",
      "const int T[3][2] = {{1,2},{3,4},{5,6}}; int v[2], i = 2;",
      "v = T[i]",
      "v[0] == 5 && v[1] == 6",
    ],
    [
      "are fields of constants",
      "const struct { int x; struct { int a; int b; } in; int y; } T = { 1, { 2, 3 }, 4 }; struct { int a; int b; } v;",
      "v = T.in",
      "v.a == 2 && v.b == 3",
    ],
    [
      "are compared with parts of constants",
      "const int T[2][2] = {{1,2},{3,4}}; int v[2] = {3,4};",
      "v[0] = v == T[1] ? 9 : 0",
      "v[0] == 9",
    ],
    [
      "differ from parts of constants",
      "const int T[2][2] = {{1,2},{3,4}}; int v[2] = {3,4};",
      "v[0] = v == T[0] ? 9 : 0",
      "v[0] == 0",
    ],
  ])("%s", async (_, declarations, update, holds) => {
    expect(await verdict(process(declarations, update), `A[] P.b imply ${holds}`, { engine: "reference" })).toBe(
      "satisfied",
    );
  });

  it("that hold clocks are neither compared nor assigned", () => {
    const two = "struct { clock c; int a; } s, t; int v;";
    expect(codes(process(two, "v = s == t"))).toEqual(["TH2032"]);
    expect(codes(process(two, "s = t"))).toEqual(["TH3001"]);
  });
});

it("instances of a template may have different numbers of clocks", async () => {
  const model = `process T(const int n) { clock c[n]; state a { c[n - 1] <= n }, b; init a; trans a -> b { guard c[n - 1] >= n; }; }
    A = T(1); B = T(2); system A, B;`;
  const reached = (text: string): Promise<string> => verdict(model, text, { engine: "reference" });
  expect([await reached("E<> A.b && B.a"), await reached("E<> B.b && A.a")]).toEqual(["satisfied", "violated"]);
});

it("a name without its process is told who has it, and none is named that has not", () => {
  const model = `process P() { state a, b; init a; trans a -> b { }; } process Q() { int x; state c, d; init c; trans c -> d { }; } system P, Q;`;
  const { compileQuery } = loadModel({ name: "m.xta", content: model }, { lints: false });
  const hint = (text: string): unknown => {
    const compiled = compileQuery(text);
    return compiled.ok ? "fine" : compiled.diagnostics.map((one) => one.hint ?? "none");
  };
  expect([hint("E<> d"), hint("E<> x == 1"), hint("E<> nobody")]).toEqual([
    ["`Q` has one: write `Q.d`"],
    ["`Q` has one: write `Q.x`"],
    ["none"],
  ]);
});

describe("clocks that are chosen", () => {
  const model = (labels: string, v = 0): string =>
    `int v = ${v}; clock x, y, z[3]; void reset(clock &c[3]) { c[1] = 0; }
     process P() { state a, b; init a; trans a -> b { ${labels} }; } system P;`;
  it.each([
    ["are compared", model("guard (v == 0 ? x : y) > 3;"), "A[] P.b imply x > 3"],
    ["are compared from the right", model("guard 3 < (v == 0 ? x : y);"), "A[] P.b imply x > 3"],
    ["are set, the second", model("guard x >= 1; assign (v == 1 ? x : y) = 0;"), "A[] P.b imply x >= 1"],
    ["are set, and only that", model("guard x >= 1; assign (v == 1 ? x : y) = 0;"), "E<> P.b && y == 0"],
    ["are set, the first", model("guard x >= 1; assign (v == 1 ? x : y) = 0;", 1), "E<> P.b && x == 0 && y >= 1"],
    ["are elements behind a reference", model("guard x >= 1; assign reset(z);"), "E<> P.b && z[1] == 0"],
    ["leave the other elements", model("guard x >= 1; assign reset(z);"), "A[] P.b imply z[0] >= 1 && z[2] >= 1"],
  ])("%s", async (_, text, query) => {
    expect(await verdict(text, query, { engine: "reference" })).toBe("satisfied");
  });
});

describe("values for functions", () => {
  it.each([
    [
      "computed, by constant reference",
      "int f(const int &k) { return k + 1; } int v = 3, r;",
      "r = f(v + 2)",
      "r == 6",
    ],
    [
      "of a wider type",
      "int w[2] = {1, 2}, r; int f(int[0,3] v[2]) { return v[0] * 10 + v[1]; }",
      "r = f(w)",
      "r == 12",
    ],
    [
      "chosen from two",
      "int w[2] = {1, 2}, z[2] = {3, 4}, r; int f(int v[2]) { return v[0] * 10 + v[1]; }",
      "r = f(r > 0 ? w : z)",
      "r == 34",
    ],
  ])("%s", async (_, declarations, update, holds) => {
    expect(await verdict(process(declarations, update), `A[] P.b imply ${holds}`, { engine: "reference" })).toBe(
      "satisfied",
    );
  });
});

describe("structs are assigned", () => {
  const S = "int v; struct { int f; } s, t, u = { 4 };";
  it.each([
    ["one after the other", "s = t = u", "s.f == 4 && t.f == 4"],
    ["to the one that is chosen", "(v > 0 ? s : t) = u", "s.f == 0 && t.f == 4"],
  ])("%s", async (_, update, holds) => {
    expect(await verdict(process(S, update), `A[] P.b imply ${holds}`, { engine: "reference" })).toBe("satisfied");
  });
});

it.each([
  ["guard !(-v);", 1, "violated"],
  ["guard !(-v);", 0, "satisfied"],
])("%s where v is %d", async (guard, v, answer) => {
  const model = `int v = ${v}; process P() { state a, b; init a; trans a -> b { ${guard} }; } system P;`;
  expect(await verdict(model, "E<> P.b", { engine: "reference" })).toBe(answer);
});

it("all that a query asks counts, before and behind a clock", async () => {
  const model = process("int v; clock x;", "v = 1");
  const asked = (text: string): Promise<string> => verdict(model, text, { engine: "reference" });
  expect(await asked("E<> x <= 5 && v == 7")).toBe("violated");
  expect(await asked("E<> v == 7 && x <= 5 && v == 1")).toBe("violated");
  expect(await asked("E<> v == 1 && x <= 5 && v == 1")).toBe("satisfied");
});

describe("priorities count from 0 upwards, the default lowest unless it is named", () => {
  it.each([
    ["", 0, [0, 0, 0]],
    ["chan priority a < b;", 0, [1, 2, 0]],
    ["chan priority a, default < b;", 0, [0, 1, 0]],
    ["chan priority a < default < b;", 1, [0, 2, 1]],
  ])("%s", (declaration, internal, channels) => {
    const content = `chan a, b, d; ${declaration} process P() { state s; init s; } system P;`;
    const { network } = loadModel({ name: "m.xta", content }, { lints: false });
    expect([network!.internalPriority, network!.channels.map(({ priority }) => priority)]).toEqual([
      internal,
      channels,
    ]);
  });
});

describe("what is known beforehand is left out of conditions", () => {
  const declared = "const int YES = 1, NO = 0; int v = 3, r = 7;";
  it.each([
    ["YES && v > 2", 1],
    ["YES && v", 1],
    ["NO && v > 2", 0],
    ["v > 2 && YES", 1],
    ["v > 2 && NO", 0],
    ["YES || v > 5", 1],
    ["NO || v > 5", 0],
    ["NO || v", 1],
    ["v > 5 || YES", 1],
    ["(1.5 < 2.5) + (2.5 < 1.5)", 1],
  ])("%s is %d", async (expression, value) => {
    const model = process(declared, `r = ${expression}`);
    expect(await verdict(model, `A[] P.b imply r == ${value}`, { engine: "reference" })).toBe("satisfied");
  });

  it.each(["!(-v)", "!(-v) && v < 9", "(!(!(!v)))"])("not %s where v is 3", async (condition) => {
    const model = `int v = 3; process P() { state a, b; init a; trans a -> b { guard ${condition}; }; } system P;`;
    expect(await verdict(model, "E<> P.b", { engine: "reference" })).toBe("violated");
    expect(await verdict(model, `E<> ${condition}`, { engine: "reference" })).toBe("violated");
  });
});

describe("locals at the ends of their ranges", () => {
  it.each([
    ["int[2,5] k = 2; return k;", 2],
    ["int[2,5] k[2] = { 2, 5 }; return k[0] + k[1];", 7],
  ])("%s", async (body, value) => {
    const model = process(`int r; int f() { ${body} }`, "r = f()");
    expect(await verdict(model, `A[] P.b imply r == ${value}`, { engine: "reference" })).toBe("satisfied");
  });

  it("that cannot be started are told once, and so is what uses them", () => {
    expect(codes(process("int r; int f() { int k = unknown; return k; }", "r = f()"))).toEqual(["TH2001"]);
  });
});

it("structs with a field of one scalar set are handed over by reference, of two sets not", () => {
  const model = (other: string): string =>
    `typedef scalar[3] S; typedef scalar[3] T; typedef struct { S s; int n; } one; typedef struct { ${other} s; int n; } two; two x;
     void f(one &y) { y.n = 1; } process P() { state a, b; init a; trans a -> b { assign f(x); }; } system P;`;
  expect(codes(model("S"))).toEqual([]);
  expect(codes(model("T"))).not.toEqual([]);
});

it("a premise that is no truth value is negated as one", async () => {
  const model = `clock x; int v = 3; process P() { state a, b; init a; trans a -> b { guard -v imply x >= 5; }; } system P;`;
  expect(await verdict(model, "E<> P.b && x < 5")).toBe("violated");
  expect(await verdict(model, "E<> P.b")).toBe("satisfied");
});

it.each([
  ["random", 1],
  ["random_poisson", 1],
  ["random_arcsine", 2],
  ["random_beta", 2],
  ["random_gamma", 2],
  ["random_normal", 2],
  ["random_weibull", 2],
  ["random_tri", 3],
])("%s takes %d arguments", (name, arity) => {
  // Who draws numbers is looked at when a question needs them.
  const drawn = (count: number): readonly string[] => {
    const content = process("double d;", `d = ${name}(${Array.from({ length: count }, () => "1.0").join(", ")})`);
    const asked = loadModel({ name: "m.xta", content }, { lints: false }).compileQuery("Pr[<=1](<> P.b)");
    return asked.ok ? [] : asked.diagnostics.map(({ code }) => code);
  };
  expect(drawn(arity)).toEqual([]);
  expect(drawn(arity + 1)).toContain("TH2052");
});

it("a local struct with a field that can have no value may be declared, and not be used", () => {
  const model = (body: string): string =>
    process(`typedef struct { int[3,2] n; int k; } s; int r; int f() { ${body} }`, "r = f()");
  expect(codes(model("s x; return 1;"))).toEqual(codes(process("int r; int f() { int[3,2] x; return 1; }", "r = f()")));
});
