// What people are told: the words of messages and hints that say what something is and what to do about it, and that
// one mistake is told once, however often the name it broke is used.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../../src/lang/load.ts";

const NAMES = "int v, list[2]; struct { int f; } r; clock x; chan c; int g() { return 1; } void h() { }";

const process = (declarations: string, update: string): string =>
  `${declarations} process P() { state a, b; init a; trans a -> b { assign ${update}; }; } system P;`;

const worded = ({ message, hint }: { message: string; hint?: string }): string =>
  hint === undefined ? message : `${message}; ${hint}`;

const told = (content: string): readonly string[] =>
  loadModel({ name: "m.xta", content }, { lints: false }).diagnostics.map(worded);

function asked(content: string, query: string): readonly string[] {
  const compiled = loadModel({ name: "m.xta", content }, { lints: false }).compileQuery(query);
  return compiled.ok ? [] : compiled.diagnostics.filter(({ severity }) => severity === "error").map(worded);
}

describe("where a number is needed", () => {
  it.each([
    ["x", "a clock; clocks can be compared and set, but their values cannot be computed with"],
    ["list", "an array (`int[2]`); say which element: `a[i]`"],
    ["r", "a struct; say which field: `r.name`"],
    ["g", "a function; call it: add `()`"],
    ["c", "a channel; channels stand in synchronisations only"],
    ["x < 1", "a condition on clocks; conditions on clocks belong in guards and invariants, joined by `&&`"],
    ["h()", "a call that returns nothing; give the function a type other than `void`, and a `return`"],
  ])("%s is told from one", (expression, what) => {
    expect(told(process(NAMES, `v = abs(${expression})`))).toEqual([`a number is needed here, but this is ${what}`]);
  });
});

describe("types are called as they are written", () => {
  it.each([
    ["f(list)", "`f` wants `int[3]` for `k`, but this is `int[2]`"],
    ["f(x)", "`f` wants `int[3]` for `k`, but this is a clock"],
    ["grid = list", "`int[2][3]` cannot be set to `int[2]`"],
  ])("%s", (update, message) => {
    expect(told(process(`${NAMES} int grid[2][3]; void f(int k[3]) { }`, update))).toEqual([message]);
  });
});

describe("arguments of templates", () => {
  const VARIABLE = "declare a variable and name it here, or let the parameter be `const`";
  it.each([
    ["3", `\`r\` is a reference: it needs a variable, and this is a number; ${VARIABLE}`],
    ["k", `\`r\` is a reference: it needs a variable, and this is a constant; ${VARIABLE}`],
    ["w[i]", "which one is passed must be known before the model runs; use a constant index"],
    ["w[1]", undefined],
  ])("%s for a reference", (argument, message) => {
    const model = `const int k = 1; int i; int w[2]; process T(int &r) { state a; init a; } A = T(${argument}); system A;`;
    expect(told(model)).toEqual(message === undefined ? [] : [message]);
  });
});

describe("processes in queries", () => {
  const set = (parameters: string): string =>
    `typedef int[0,1] I; typedef scalar[2] S; typedef scalar[2] Q; process P(${parameters}) { state a, b; init a; trans a -> b { }; } system P;`;
  it.each([
    ["const I i", "P(0, 1).b", "`P` has 1 free parameter, not 2"],
    ["const I i, const I j", "P(0).b", "`P` has 2 free parameters, not 1"],
    ["", "P(0).b", "`P` is one process, without arguments"],
    ["const S i", "exists (k : Q) P(k).b", "`P` is not indexed by the scalar set `Q`"],
  ])("P(%s), asked as %s", (parameters, query, message) => {
    expect(asked(set(parameters), `E<> ${query}`)).toEqual([message]);
  });
});

describe("statements that do nothing", () => {
  it.each([
    ["x < 1", "this does nothing: it is a condition on clocks; assign with `=`"],
    ["c", "this does nothing: it is a channel; edges synchronise, functions do not"],
  ])("%s", (statement, message) => {
    expect(told(process(`${NAMES} void idle() { ${statement}; }`, "idle()"))).toEqual([message]);
  });
});

describe("first values of structs", () => {
  it.each([
    ["{ 1, 2 }", "the struct has 1 fields, but 2 values are given"],
    ["{ b: 1 }", "the struct has no field `b`"],
    ["{ a: 1, a: 2 }", "the field `a` is given twice"],
  ])("%s", (value, message) => {
    expect(told(process(`struct { int a; } s = ${value};`, "s.a = 1"))).toEqual([message]);
  });
});

describe("one mistake is told once", () => {
  it.each([
    ["in an argument", process("void f(int k) { }", "f(nosuch)")],
    ["in a local", process("int v; int f() { nosuch w; w = 1; return w; }", "v = f()")],
    ["in a parameter", "process T(nosuch n) { int v = n; state a; init a; } A = T(1); system A;"],
    ["in an assignment", process("int v;", "v = nosuch + 1")],
  ])("%s", (_, model) => {
    expect(told(model)).toEqual(["nothing is called `nosuch` here"]);
  });
});

describe("what is constant stays so", () => {
  const MESSAGE = "`k` cannot be changed: it is constant; only variables declared without `const` change";
  it.each([
    ["by its type", "typedef const int C; C k = 3;", "k = 4"],
    ["in steps", "const int k = 3;", "k++"],
  ])("%s", (_, declarations, update) => {
    expect(told(process(declarations, update))).toEqual([MESSAGE]);
  });
});

describe("numbers with a name", () => {
  it.each([
    ["int8_t", -128, 127],
    ["uint8_t", 0, 255],
    ["uint16_t", 0, 65535],
  ])("%s holds values from %d to %d", (type, min, max) => {
    const outside = (value: number): string =>
      `${value} is outside the range of \`v\`, \`int[${min},${max}]\`; it holds values from ${min} to ${max}`;
    const start = (value: number): readonly string[] => told(process(`${type} v = ${value};`, "v = 1"));
    expect([start(min), start(max)]).toEqual([[], []]);
    expect([start(min - 1), start(max + 1)]).toEqual([[outside(min - 1)], [outside(max + 1)]]);
  });

  it("may not have any value, also as fields", () => {
    const empty = ["the range [3,1] is empty; nothing can take a value from it"];
    const start = (type: string): readonly string[] => told(process(`int w; ${type} v;`, "w = 1"));
    expect([start("int[3,1]"), start("struct { int[3,1] a; }")]).toEqual([empty, empty]);
  });
});

describe("bounds of random runs are known beforehand", () => {
  it.each([
    ["Pr[<=v](<> P.b)", "the bound of the runs is a number that is known beforehand, but it reads a variable"],
    ["Pr[<=x](<> P.b)", "the bound of the runs is a number that is known beforehand, but it reads a clock"],
    ["Pr[#<=2.5](<> P.b)", "a number of steps is a whole number from 0 on, not 2.5"],
    ["Pr[#<=0](<> P.b)", undefined],
    ["simulate [<=1; 0] {v}", "a number of runs is a whole number from 1 on, not 0"],
  ])("%s", (query, message) => {
    expect(asked(process(NAMES, "v = 1"), query)).toEqual(message === undefined ? [] : [message]);
  });
});

it("a temporal formula is written out for as many values as there are, wherever they begin", () => {
  expect(asked(process(NAMES, "v = 1"), "LTL: forall (i : int[50,52]) [] v < i")).toEqual([]);
});
