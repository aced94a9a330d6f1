// Queries: which are read, which are refused, and by what name.

import { describe, expect, it } from "vitest";
import { conformance, query, run } from "./harness.ts";

const model = {
  globals:
    "clock g; int n; int v[3]; typedef int[1,3] id; bool even(int i) { return i % 2 == 0; } int bump() { n++; return n; }",
  parameters: "const id i",
  locals: "clock x; int[0,9] k; int w[2]; bool own() { return k > 0; }",
  update: "k = 1, w[0] = 2, x = 0",
};
const single = { ...model, parameters: "" };

describe("state formulas", () => {
  conformance([
    ["locations and variables", { ...single, query: "E<> P.A && P.k > 2 && n == 1" }],
    ["clocks in any combination", { ...single, query: "A[] not (P.x > 3 || g - P.x < 2) imply P.B" }],
    ["inequality and differences", { ...single, query: "E<> P.x != 3 && g != P.x + 1" }],
    ["a process of a set", { ...model, query: "E<> P(2).A && P(3).x >= 2" }],
    ["a quantifier over processes", { ...model, query: "A[] forall (i : id) P(i).A imply P(i).x <= 5" }],
    ["sum over locations", { ...model, query: "A[] sum (i : id) P(i).B <= 1" }],
    ["exists over clocks", { ...model, query: "E<> exists (i : id) P(i).x > v[i - 1]" }],
    ["a function", { ...model, query: "E<> even(n) && even(P(1).k)" }],
    ["a function of a process", { ...single, query: "E<> P.own()" }],
    ["a function of a computed process", { ...model, query: "E<> exists (i : id) P(i).own()" }],
    ["a parameter of a computed process", { ...model, query: "E<> exists (j : id) P(j).i == 2" }],
    ["an array of a computed process", { ...model, query: "E<> forall (j : id) P(j).w[j - 1] == 0" }],
    ["deadlock", { ...single, query: "A[] not deadlock" }],
    ["deadlock with others", { ...single, query: "E<> deadlock && P.A" }],
    ["true", { ...single, query: "E<> true" }],
    ["an unknown name", { ...single, query: "E<> Q.A" }, "TH4001"],
    ["an unknown member", { ...single, query: "E<> P.C" }, "TH4004"],
    ["a set without arguments", { ...model, query: "E<> P.A" }, "TH4003"],
    ["a process out of range", { ...model, query: "E<> P(4).A" }, "TH4005"],
    ["a process with too many arguments", { ...model, query: "E<> P(1,2).A" }, "TH4005"],
    ["an argument for a single process", { ...single, query: "E<> P(1).A" }, "TH4005"],
    [
      "a template that is no process",
      { parameters: "const int n", system: "Q = P(1); system Q;", query: "E<> P.A" },
      "TH4002",
    ],
    ["a process as a condition", { ...single, query: "E<> P" }, "TH4008"],
    ["a clock as a condition", { ...single, query: "E<> P.x" }, "TH2020"],
    ["a rate", { ...single, query: "E<> P.x' == 1" }, "TH4007"],
    ["a side effect", { ...single, query: "E<> n++ > 1" }, "TH4006"],
    ["a side effect in a function", { ...single, query: "E<> bump() > 1" }, "TH4006"],
    ["each unknown name in each query", { ...single, query: "E<> q > 1 || q < 0" }, "TH4001", "TH4001"],
  ]);
});

describe("kinds of queries", () => {
  conformance([
    ["E[]", { ...single, query: "E[] P.A" }],
    ["A<>", { ...single, query: "A<> P.B" }],
    ["leads to", { ...single, query: "P.A --> P.B && P.x > 2" }],
    ["deadlock in A<>", { ...single, query: "A<> deadlock" }, "TH4010"],
    ["deadlock in leads to", { ...single, query: "P.A --> deadlock" }, "TH4010"],
    ["sup of clocks and data", { ...single, query: "sup: P.x, n, P.x - g" }],
    ["sup with a condition", { ...single, query: "sup{P.A}: P.x" }],
    ["inf", { ...single, query: "inf{P.A && n > 2}: n + 1" }],
    ["bounds", { ...single, query: "bounds: n, P.x" }],
    ["sup of a condition", { ...single, query: "sup: P.x < 3" }, "TH4012"],
    ["sup of a record", { ...single, query: "sup: v" }, "TH2020"],
    ["a statistical query", { ...single, query: "Pr[<=10](<> P.B)" }],
    ["a simulation", { ...single, query: "simulate [<=10] { n }" }],
  ]);

  it("keeps what it cannot answer, with its name", () => {
    expect(query({ ...single, query: "Pr (<>[0,5] P.B)" })).toMatchObject({ kind: "unsupported" });
    expect(query({ globals: "double d;", query: "E<> d > 2.5" })).toMatchObject({
      kind: "unsupported",
      feature: "double variables",
    });
  });
});

describe("shapes of queries", () => {
  it("one data formula where there are no clocks", () => {
    expect(query({ ...model, query: "E<> P(2).B && (n > 1 || not P(1).A)" })).toMatchObject({
      kind: "E<>",
      formula: { kind: "data", condition: { kind: "and", left: { kind: "at", process: { base: 1 }, location: 1 } } },
    });
  });

  it("a computed process is a step", () => {
    const compiled = query({ ...model, query: "A[] forall (j : id) P(j).B imply P(j).x <= P(j).k" });
    expect(compiled).toMatchObject({
      kind: "A[]",
      frameSize: 1,
      formula: {
        kind: "forall",
        binder: { cell: 0, min: 1, max: 3 },
        body: {
          kind: "or",
          parts: [
            {
              kind: "data",
              condition: {
                kind: "unary",
                op: "!",
                operand: { kind: "at", process: { base: 0, steps: [{ first: 1, count: 3, stride: 1 }] }, location: 1 },
              },
            },
            {
              kind: "clock",
              left: { space: "clock", base: 1, steps: [{ first: 1, count: 3, stride: 1 }] },
              op: "<=",
              bound: { kind: "load", place: { space: "state", base: 4, steps: [{ first: 1, count: 3, stride: 3 }] } },
            },
          ],
        },
      },
    });
  });

  it("parameters of a computed process are a choice", () => {
    expect(query({ ...model, query: "E<> exists (j : id) P(j).i == n" })).toMatchObject({
      formula: {
        condition: {
          kind: "exists",
          body: { left: { kind: "choose", cases: [1, 2, 3].map((value) => ({ kind: "constant", value })) } },
        },
      },
    });
  });

  it("records from functions of a computed process", () => {
    const compiled = query({
      globals: "typedef struct { int a; int b; } S;",
      parameters: "const int[0,1] i",
      locals: "S s; S get() { return s; }",
      query: "E<> exists (j : int[0,1]) P(j).get().b == 1",
    });
    expect(compiled).toMatchObject({
      frameSize: 3,
      formula: {
        condition: {
          body: {
            left: {
              kind: "sequence",
              first: [{ kind: "choose", cases: [{ into: { base: 1 } }, { into: { base: 1 } }] }],
              value: { place: { space: "frame", base: 2 } },
            },
          },
        },
      },
    });
  });

  it("terms of sup", () => {
    expect(query({ ...single, query: "sup{P.A}: P.x - g + 1, n" })).toMatchObject({
      kind: "sup",
      condition: { kind: "data" },
      terms: [
        { text: "P.x - g + 1", left: { base: 1 }, right: { base: 0 }, value: { kind: "constant", value: 1 } },
        { text: "n", value: { kind: "load" } },
      ],
    });
  });

  it("queries in the file, with later functions appended", () => {
    const outcome = run({ ...single, system: "system P; query { E<> P.B }", query: "E<> even(n)" });
    expect(outcome.errors).toEqual([]);
    expect(outcome.network!.queries.map(({ kind, text }) => [kind, text])).toEqual([["E<>", "E<> P.B"]]);
    expect(outcome.network!.functions.map(({ name }) => name)).toEqual(["even"]);
  });
});
