// Lowered functions and processes: frames, instances, parameters, selects, priorities, hooks.

import { describe, expect, it } from "vitest";
import { constant, firstEdge, network, onlyExpression } from "./harness.ts";

describe("functions", () => {
  it("parameters, locals, copies and references", () => {
    const { functions, edges } = network({
      globals: `typedef struct { int[0,9] len; int[0,9] list[3]; } Q; Q q; clock x;
        int[0,9] put(Q &to, int[0,9] e, const int tab[2], clock &c) { int[0,9] k = 1; int h[2] = {e, 2}; to.list[to.len] = e; to.len++; c = tab[1]; return k + h[0]; }
        int t[2];`,
      update: "q.len = put(q, 3, t, x)",
    });
    expect(functions).toHaveLength(1);
    expect(functions[0]).toMatchObject({
      name: "put",
      parameters: [
        { name: "to", cell: 0, size: 1, kind: "reference" },
        { name: "e", cell: 1, size: 1, kind: "value" },
        { name: "tab", cell: 2, size: 2, kind: "copy" },
        { name: "c", cell: 4, size: 1, kind: "clock" },
      ],
      returns: 1,
      frameSize: 8,
      body: [
        { kind: "initialise", target: { space: "frame", base: 5 }, values: [1] },
        { kind: "expression", expression: { kind: "assign", target: { space: "frame", base: 6 } } },
        { kind: "expression", expression: { kind: "assign", target: { space: "frame", base: 7 } } },
        {
          kind: "expression",
          expression: { target: { space: "reference", base: 0, offset: 1, steps: [{ stride: 1 }] }, max: 9 },
        },
        { kind: "expression", expression: { target: { space: "reference", base: 0, offset: 0 } } },
        { kind: "expression", expression: { kind: "clock-assign", clock: { space: "reference", base: 4 } } },
        { kind: "return", value: { kind: "check", min: 0, max: 9 } },
      ],
    });
    expect(onlyExpression(edges[0]!.update)).toMatchObject({
      kind: "assign",
      value: {
        kind: "call",
        arguments: [
          { kind: "reference", place: { space: "state", base: 0 } },
          { kind: "value", value: constant(3) },
          { kind: "copy", source: { base: 4 }, size: 2 },
          { kind: "clock", clock: { base: 0 } },
        ],
      },
    });
  });

  it("returned structs go straight to their target, or through the frame", () => {
    const globals = "typedef struct { int a; int b; } S; S s; S f() { S t = {1, 2}; return t; } int n;";
    expect(onlyExpression(firstEdge({ globals, update: "s = f()" }).update)).toMatchObject({
      kind: "call",
      into: { space: "state", base: 0 },
    });
    const field = onlyExpression(firstEdge({ globals, update: "n = f().b" }).update);
    expect(field).toMatchObject({
      value: {
        kind: "sequence",
        first: [{ kind: "call", into: { space: "frame", base: 0 } }],
        value: { kind: "load", place: { space: "frame", base: 1 } },
      },
    });
  });

  it("exist once per instance only where they depend on it, and only when used", () => {
    const { functions } = network({
      parameters: "const int[0,2] i",
      globals: "int g; void unused() { g = 1; } void both() { g = 2; }",
      locals: "int n; void own() { n = i; } void common() { both(); } void never() { n = 1; }",
      update: "own(), common()",
    });
    expect(functions.map(({ name, process }) => [name, process])).toEqual([
      ["P(0).own", 0],
      ["P.common", undefined],
      ["both", undefined],
      ["P(1).own", 1],
      ["P(2).own", 2],
    ]);
  });
});

describe("processes", () => {
  it("free parameters run in lexicographic order over one layout", () => {
    const { processes, variables, clocks } = network({
      globals: "int g;",
      parameters: "const int[1,2] i, const int[0,1] j",
      locals: "int a = i * 10 + j; clock x;",
    });
    expect(processes.map(({ name, template }) => [name, template])).toEqual([
      ["P(1,0)", "P"],
      ["P(1,1)", "P"],
      ["P(2,0)", "P"],
      ["P(2,1)", "P"],
    ]);
    expect(variables.map(({ name, cell, process }) => [name, cell, process])).toEqual([
      ["g", 0, undefined],
      ["P(1,0).a", 1, 0],
      ["P(1,1).a", 2, 1],
      ["P(2,0).a", 3, 2],
      ["P(2,1).a", 4, 3],
    ]);
    expect(clocks.map(({ name }) => name)).toEqual(["P(1,0).x", "P(1,1).x", "P(2,0).x", "P(2,1).x"]);
  });

  it("parameters that are written become variables", () => {
    const { variables, initialValues } = network({
      parameters: "int[0,9] k, int[1,2] i",
      guard: "k == i",
      update: "k++",
      system: "Q(int[1,2] i) = P(5, i); system Q;",
    });
    expect(variables.map(({ name }) => name)).toEqual(["Q(1).k", "Q(2).k"]);
    expect(initialValues).toEqual([5, 5]);
  });

  it("struct arguments that are computed become tables of the process", () => {
    const { variables, initialValues, edges } = network({
      globals: "typedef struct { int n; int v[2]; } S; S make(int k) { S s = {k, {k + 1, k + 2}}; return s; } int i;",
      parameters: "const S s, const int k",
      guard: "s.v[i] == s.n + k",
      system: "Q(const int[1,2] k) = P(make(k * 10), k); system Q;",
    });
    expect(variables.map(({ name, constant: fixed }) => [name, fixed])).toEqual([
      ["i", undefined],
      ["Q(1).s", true],
      ["Q(2).s", true],
    ]);
    expect(initialValues).toEqual([0, 10, 11, 12, 20, 21, 22]);
    expect(edges[1]!.guard).toMatchObject([
      { condition: { left: { place: { base: 5, steps: [{ stride: 1 }] } }, right: constant(22) } },
    ]);
  });

  it("value parameters can be referred to", () => {
    const { variables, functions } = network({
      globals: "int read(int &n) { return n; } int r;",
      parameters: "int n",
      update: "r = read(n)",
      system: "Q = P(4); system Q;",
    });
    expect(variables.map(({ name }) => name)).toEqual(["r", "Q.n"]);
    expect(functions).toHaveLength(1);
  });

  it("references stand for their arguments", () => {
    const { edges } = network({
      globals: "int a[3]; clock c[2]; chan go[4];",
      parameters: "int &v, clock &x, chan &s[2], const int k",
      guard: "x > 1",
      sync: "s[k]!",
      update: "v = 1",
      system: "chan other[3][2]; Q = P(a[2], c[1], other[1], 1); system Q;",
    });
    expect(edges[0]).toMatchObject({
      guard: [{ left: { base: 1 } }],
      sync: { kind: "send", channel: { base: 7, steps: [] } },
      update: [{ expression: { target: { base: 2 } } }],
    });
  });

  it("selects take the first cells of the frame", () => {
    const edge = firstEdge({
      globals: "chan a[3]; int v[3];",
      select: "i : int[0,2], j : int[1,1]",
      guard: "forall (k : int[0,2]) v[k] != j",
      sync: "a[i]?",
    });
    expect(edge.selects).toEqual([
      { name: "i", min: 0, max: 2 },
      { name: "j", min: 1, max: 1 },
    ]);
    expect(edge.frameSize).toBe(3);
    expect(edge.sync).toMatchObject({
      kind: "receive",
      channel: { base: 0, steps: [{ index: { kind: "load", place: { space: "frame", base: 0 } } }] },
    });
  });

  it("priorities count from the lowest", () => {
    const { channels, processes, internalPriority, hasPriorities } =
      network(`chan a, b[2], c; chan priority a < default < b[1];
      process P() { state S; init S; } process Q() { state S; init S; } system P < Q;`);
    expect(hasPriorities).toBe(true);
    expect(internalPriority).toBe(1);
    expect(channels.map(({ name, priority }) => [name, priority])).toEqual([
      ["a", 0],
      ["b[0]", 1],
      ["b[1]", 2],
      ["c", 1],
    ]);
    expect(processes.map(({ priority }) => priority)).toEqual([0, 1]);
  });

  it("hooks and progress measures are lowered", () => {
    const { beforeUpdate, afterUpdate, progress } = network({
      globals: "meta int m; int n; before_update { m = 0 } after_update { n = m, m = 1 }",
      system: "system P; progress { n > 1 : n; }",
    });
    expect(beforeUpdate).toHaveLength(1);
    expect(afterUpdate).toHaveLength(2);
    expect(progress).toMatchObject([{ guard: { kind: "binary" }, measure: { kind: "load" } }]);
  });
});
