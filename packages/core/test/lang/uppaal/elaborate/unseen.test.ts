// What no other test saw when the elaborator was changed: places that are computed, values of scalar sets, types that are declared twice.

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

describe("values of scalar sets", () => {
  const scalars = (declaration: string): string =>
    `typedef scalar[3] S; process P(const S me) { ${declaration} state a, b; init a; trans a -> b { }; } system P;`;

  it("start variables of the same set, and no others", () => {
    expect(codes(scalars("S x = me;"))).toEqual([]);
    expect(codes(scalars("int x = me;"))).toEqual(["TH2018"]);
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
});

it("quantifiers beside each other each have as many instances as one alone", () => {
  const { compileQuery } = loadModel({ name: "m.xta", content: process("int v;", "v = 1") }, { lints: false });
  const asked = (text: string): boolean => compileQuery(text).ok;
  const one = (name: string): string => `(forall (${name} : int[0,8]) [] v < ${name} + 50)`;
  expect(asked(`LTL: ${one("i")} && ${one("j")}`)).toBe(true);
  expect(asked(`LTL: forall (i : int[0,8]) ${one("j")}`)).toBe(false);
});
