// Queries, as they are parsed and printed.

import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/lang/uppaal/parse.ts";
import { faults, good, shape } from "./helpers.ts";

const read = (text: string) => good(parseQuery, text);

describe("symbolic queries", () => {
  it.each([
    ["E<> P.A", "E<>", "P.A"],
    ["E <> P.A", "E<>", "P.A"],
    ["A[] not deadlock", "A[]", "(!deadlock)"],
    ["A [] x<=5", "A[]", "(x <= 5)"],
    ["E[] P.A and P.x > 3", "E[]", "(P.A && (P.x > 3))"],
    ["A<>!done", "A<>", "(!done)"],
    ["E<>forall(i : id_t) Train(i).Stop", "E<>", "(forall i:id_t Train(i).Stop)"],
    // Words that are keywords of models only are names here.
    ["E<> P.init && state == guard", "E<>", "(P.init && (state == guard))"],
    ["E<> A.b", "E<>", "A.b"],
  ])("%s", (text, kind, formula) => {
    const query = read(text);
    if (query?.form !== "path") throw new Error("no formula");
    expect([query.kind, shape(query.formula)]).toEqual([kind, formula]);
  });

  it("read leads-to", () => {
    const query = read("P.wait && x > 1 --> P.cs");
    if (query?.kind !== "-->") throw new Error("no leads-to");
    expect([shape(query.premise), shape(query.conclusion)]).toEqual(["(P.wait && (x > 1))", "P.cs"]);
    // Processes and arrays may be called A and E.
    expect(read("A.x --> E.y")?.kind).toBe("-->");
    expect(read("A[1] == 2 --> E[0] == 1")?.kind).toBe("-->");
  });

  it.each([
    ["sup: a, b", "sup", 2, false],
    ["inf{P.A}: x", "inf", 1, true],
    ["bounds: x, y, z", "bounds", 3, false],
  ])("%s", (text, kind, terms, conditional) => {
    const query = read(text);
    if (query === null || !("terms" in query)) throw new Error("no terms");
    expect([query.kind, query.terms.length, query.condition !== undefined]).toEqual([kind, terms, conditional]);
  });

  it("are null when blank", () => {
    expect(read("")).toBeNull();
    expect(read("// Section 4.1\n/* nothing */")).toBeNull();
  });
});

describe("statistical queries", () => {
  it.each([
    ["Pr[<=200](<> error)", { kind: "probability", property: { bound: { kind: "time" }, path: "<>" } }],
    ["Pr[#<=10; 100]([] p) >= 0.5", { property: { bound: { kind: "steps" }, path: "[]" }, test: { op: ">=" } }],
    ["Pr[x<=5](<> a) >= Pr[x<=5](<> b)", { property: { bound: { kind: "clock" } }, against: { path: "<>" } }],
    ["Pr[<=5](p U q) <= 0.1", { property: { path: "U" }, test: { op: "<=" } }],
    ["simulate 1 [<=300] { a, b, }", { kind: "simulation", runs: { value: 1 } }],
    [
      "simulate [<=300; 10] { a } : 2 : p",
      { kind: "simulation", runs: { value: 10 }, filter: { count: { value: 2 } } },
    ],
    ["E[<=200; 50000] (max: T(3).r)", { kind: "expectation", extreme: "max" }],
    ["E[x<=10](min: y)", { kind: "expectation", bound: { kind: "clock" } }],
  ])("%s", (text, question) => {
    expect(read(text)).toMatchObject({ form: "statistical", question });
  });
});

describe("extension queries", () => {
  it.each([
    ["Pr(<>[0,5] p)", /MITL/],
    ["Pr[<=10](<>[0,5] p)", /MITL/],
    ["Pr[<=10](<> p) under S", /strateg/],
    ["A[p U q]", /until/],
    ["A[ x>1 W q]", /until/],
    ["A[] (p && A<> q)", /nested/],
    ["control: A[] p", /control/],
    ["E<> control: A<> p", /control/],
    ["{x, y} control: A[] p", /control/],
    ["control_t*(5, 3): A<> p", /control/],
    ["acontrol: A[] p { x }", /acontrol/],
    ["strategy S = control: A[] p", /strateg/],
    ["A[] p under S", /strateg/],
    ['saveStrategy("f//x.json", S)', /strateg/],
    ["minE(cost)[<=30]{a}->{b}: <> goal", /minE/],
    ["maxPr[<=30]: <> goal", /maxPr/],
    ["sat: Scenario", /scenario/],
  ])("%s", (text, feature) => {
    expect(read(text)).toMatchObject({ kind: "extension", feature: expect.stringMatching(feature) });
  });
});

describe("faults of queries", () => {
  it.each([
    [
      "P.A",
      "1:1 TH1019 this is a formula, not yet a query (start it with `E<>`, `A[]`, `E[]` or `A<>`, or write `p --> q`)",
    ],
    ["E<> ", "1:4 TH1001 expected an expression, found the end of the text (something is missing after `<>`)"],
    ["E<> a b", "1:7 TH1015 unexpected `b` after the query"],
    ["E<> x = 5", "1:5 TH1011 a query cannot assign to anything (write `==` to compare: `x == …`)"],
    ["E<> (a", "1:5 TH1017 this `(` is never closed (a `)` is missing to close the parenthesis)"],
    [
      "sup x",
      "1:5 TH1019 expected `-->` or the end of the query, found `x` (start it with `E<>`, `A[]`, `E[]` or `A<>`, or write `p --> q`)",
    ],
  ])("%s", (text, fault) => {
    expect(faults(parseQuery, text)).toEqual([fault]);
  });
});
