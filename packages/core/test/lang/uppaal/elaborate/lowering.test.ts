// The shapes of lowered models: cells, places and steps, assignments with their ranges, conjuncts, processes.

import { describe, expect, it } from "vitest";
import type { Expression, Statement } from "../../../../src/network/index.ts";
import { firstEdge, network, run } from "./harness.ts";

const constant = (value: number) => ({ kind: "constant", value });

function onlyExpression(statements: readonly Statement[]): Expression {
  expect(statements).toHaveLength(1);
  const [statement] = statements;
  if (statement?.kind !== "expression") throw new Error(`not an expression: ${statement?.kind}`);
  return statement.expression;
}

describe("cells", () => {
  it("flattens arrays and structs row by row", () => {
    const { cells, initialValues, variables } = network({
      globals:
        "typedef struct { int[0,5] a; bool b[2]; } S; int x = 7; S s[2] = {{1, {true, false}}, {b: {0, 5}, a: 2}}; int m[2][2] = {{1,2},{3,4}};",
    });
    expect(cells).toBe(11);
    expect(initialValues).toEqual([7, 1, 1, 0, 2, 0, 1, 1, 2, 3, 4]);
    expect(variables.map(({ name, cell }) => [name, cell])).toEqual([
      ["x", 0],
      ["s", 1],
      ["m", 7],
    ]);
  });

  it("starts at 0, or at the lower bound where 0 is out of range", () => {
    expect(network({ globals: "int a; int[2,5] b; int[-5,-2] c; bool d; int[3,4] e[2];" }).initialValues).toEqual([
      0, 2, -5, 0, 3, 3,
    ]);
  });

  it("keeps constants out of the state, and tables as constants", () => {
    const { variables, initialValues } = network({
      globals: "const int N = 3; const int t[2] = {8, 9}; int i; meta int m;",
    });
    expect(initialValues).toEqual([8, 9, 0, 0]);
    expect(variables).toMatchObject([
      { name: "t", meta: true, constant: true },
      { name: "i", meta: false },
      { name: "m", meta: true },
    ]);
    expect(variables[2]).not.toHaveProperty("constant");
  });

  it("gives clocks and channels neighbouring numbers", () => {
    const { clocks, channels } = network({
      globals:
        "typedef int[1,2] id; clock c[id] = {0, 4}; struct { int a; clock k; } s; broadcast chan d[2][2]; urgent chan u;",
    });
    expect(clocks.map(({ name, initial }) => [name, initial])).toEqual([
      ["c[1]", 0],
      ["c[2]", 4],
      ["s.k", 0],
    ]);
    expect(channels.map(({ name, broadcast, urgent }) => [name, broadcast, urgent])).toEqual([
      ["d[0][0]", true, false],
      ["d[0][1]", true, false],
      ["d[1][0]", true, false],
      ["d[1][1]", true, false],
      ["u", false, true],
    ]);
  });
});

describe("places", () => {
  const globals = "int z; typedef struct { int a; int b[3]; } S; S s[4]; int i; const int t[2][2] = {{1,2},{3,4}};";
  it("constant paths are offsets, computed subscripts are steps", () => {
    expect(onlyExpression(firstEdge({ globals, update: "s[2].b[1] = 5" }).update)).toMatchObject({
      kind: "assign",
      target: { space: "state", base: 1 + 2 * 4 + 1 + 1, offset: 0, steps: [] },
      op: "",
      value: constant(5),
      min: -32768,
      max: 32767,
      yields: "new",
    });
    expect(onlyExpression(firstEdge({ globals, update: "s[i].b[i + 1]++" }).update)).toMatchObject({
      target: {
        base: 2,
        steps: [
          { first: 0, count: 4, stride: 4 },
          { first: 0, count: 3, stride: 1 },
        ],
      },
      op: "+",
      value: constant(1),
      yields: "old",
    });
  });

  it("an index type shifts the first element", () => {
    const edge = firstEdge({ globals: "int a[int[3,5]]; int i;", update: "a[i] = a[4]" });
    expect(onlyExpression(edge.update)).toMatchObject({
      target: { base: 0, steps: [{ first: 3, count: 3, stride: 1 }] },
      value: { kind: "load", place: { base: 1, steps: [] } },
    });
  });

  it("a constant index out of range is left to fail at run time", () => {
    const edge = firstEdge({ globals: "int a[3];", update: "a[3] = 1" });
    expect(onlyExpression(edge.update)).toMatchObject({
      target: { base: 0, steps: [{ index: constant(3), count: 3 }] },
    });
  });

  it("tables are read with a computed index", () => {
    const edge = firstEdge({ globals, guard: "t[i][1] == 4" });
    expect(edge.guard).toMatchObject([
      {
        kind: "data",
        condition: { left: { kind: "load", place: { space: "state", base: 19, steps: [{ stride: 2 }] } } },
      },
    ]);
  });

  it("whole structs are copied and compared", () => {
    const edge = firstEdge({ globals, guard: "s[0] == s[i]", update: "s[1] = s[0]" });
    expect(edge.guard).toMatchObject([
      { condition: { kind: "same", size: 4, left: { base: 1 }, right: { base: 1, steps: [{ stride: 4 }] } } },
    ]);
    expect(onlyExpression(edge.update)).toMatchObject({
      kind: "copy",
      size: 4,
      target: { base: 5 },
      source: { base: 1 },
    });
    expect(onlyExpression(edge.update)).not.toHaveProperty("type");
  });

  it("copies to narrower ranges are checked", () => {
    const edge = firstEdge({ globals: "int[0,3] a[2]; int b[2];", update: "a = b" });
    expect(onlyExpression(edge.update)).toMatchObject({
      kind: "copy",
      type: { kind: "array", element: { min: 0, max: 3 } },
    });
  });
});

describe("assignments", () => {
  it("bools become 0 or 1", () => {
    const edge = firstEdge({ globals: "bool b; int n;", update: "b = n" });
    expect(onlyExpression(edge.update)).toMatchObject({ value: { kind: "binary", op: "!=" }, min: 0, max: 1 });
    expect(onlyExpression(firstEdge({ globals: "bool b; int n;", update: "b = n > 1" }).update)).toMatchObject({
      value: { kind: "binary", op: ">" },
    });
  });

  it("compound operators on bools keep them 0 or 1", () => {
    const globals = "bool b, c; bool v[3]; int n;";
    expect(onlyExpression(firstEdge({ globals, update: "b |= c" }).update)).toMatchObject({
      op: "|",
      value: { kind: "load" },
    });
    expect(onlyExpression(firstEdge({ globals, update: "b += 2" }).update)).toMatchObject({
      op: "",
      value: { op: "!=" },
    });
    expect(onlyExpression(firstEdge({ globals, update: "v[n++] &= n > 1" }).update)).toMatchObject({ op: "&" });
  });

  it("conditional targets become conditional assignments", () => {
    const edge = firstEdge({ globals: "bool b; int n, m;", update: "(b ? n : m) = 3" });
    expect(onlyExpression(edge.update)).toMatchObject({
      kind: "conditional",
      then: { kind: "assign", target: { base: 1 } },
      otherwise: { kind: "assign", target: { base: 2 } },
    });
  });

  it("clocks are set in order, chains included", () => {
    const edge = firstEdge({ globals: "clock x, y[3]; int n;", update: "x = y[n] = 2" });
    expect(onlyExpression(edge.update)).toMatchObject({
      kind: "sequence",
      first: [{ kind: "clock-assign", clock: { space: "clock", base: 1, steps: [{ stride: 1 }] }, value: constant(2) }],
      value: { kind: "clock-assign", clock: { base: 0, steps: [] }, value: constant(2) },
    });
  });
});

describe("conjuncts", () => {
  const globals = "clock x, y; clock c[3]; int n; bool b; int v[3];";
  it("data conjuncts are split and stay in order", () => {
    const { guard } = firstEdge({ globals, guard: "n > 1 && b && x < n && v[n] == 1" });
    expect(guard.map(({ kind }) => kind)).toEqual(["data", "data", "clock", "data"]);
    expect(firstEdge({ globals, guard: "n > 1 && b && n < 4" }).guard).toHaveLength(3);
  });

  it("implications become conditions", () => {
    const { processes } = network({
      globals,
      invariant: "(b imply x <= 5) && forall (i : int[0,2]) (v[i] > 0 imply c[i] <= i)",
    });
    expect(processes[0]!.locations[0]).toMatchObject({
      frameSize: 1,
      invariant: [
        { kind: "clock", binders: [], when: { kind: "load" }, left: { base: 0 }, op: "<=", bound: constant(5) },
        {
          kind: "clock",
          binders: [{ cell: 0, min: 0, max: 2 }],
          when: { kind: "binary", op: ">" },
          left: { base: 2, steps: [{ count: 3 }] },
          bound: { kind: "load", place: { space: "frame", base: 0 } },
        },
      ],
    });
  });

  it("both sides of ?: are guarded", () => {
    const { processes } = network({ globals, invariant: "b ? x <= 3 : y <= 4" });
    expect(processes[0]!.locations[0]!.invariant).toMatchObject([
      { when: { kind: "load" }, left: { base: 0 }, bound: constant(3) },
      { when: { kind: "unary", op: "!" }, left: { base: 1 }, bound: constant(4) },
    ]);
  });

  it("rates are kept apart", () => {
    const { processes } = network({ globals, invariant: "x' == b && n > 0 && forall (i : int[0,2]) c[i]' == 0" });
    const [location] = processes[0]!.locations;
    expect(location!.invariant).toMatchObject([{ kind: "data" }]);
    expect(location!.rates).toMatchObject([
      { clock: { base: 0 }, rate: { kind: "load" }, binders: [] },
      { clock: { base: 2, steps: [{}] }, rate: constant(0), binders: [{ min: 0, max: 2 }] },
    ]);
  });

  it("disjunctions of clocks split the edge", () => {
    const { edges } = network({ globals, guard: "n == 1 && (b || x < 3 || y > 5)", update: "n = 2" });
    expect(edges).toHaveLength(3);
    expect(edges.map(({ id, fileIndex, source, target }) => [id, fileIndex, source, target])).toEqual([
      [0, 0, 0, 1],
      [1, 0, 0, 1],
      [2, 0, 0, 1],
    ]);
    expect(edges.map(({ guard }) => guard.map(({ kind }) => kind))).toEqual([
      ["data", "data"],
      ["data", "clock"],
      ["data", "clock"],
    ]);
  });

  it("x != 5 becomes x < 5 and x > 5", () => {
    expect(network({ globals, guard: "x != 5" }).edges.map(({ guard }) => guard)).toMatchObject([
      [{ op: "<", bound: constant(5) }],
      [{ op: ">", bound: constant(5) }],
    ]);
  });

  it("all processes of a template keep the same number of edges", () => {
    const { processes, edges } = network({
      globals,
      parameters: "const int[0,2] i",
      guard: "i == 1 || x < 3 || y > 5",
    });
    expect(processes.map((process) => process.edges.length)).toEqual([3, 3, 3]);
    expect(edges[4]!.guard.length + edges[5]!.guard.length).toBe(2);
  });

  it("conditions that hold are dropped, those that fail are kept", () => {
    expect(firstEdge({ globals, guard: "1 == 1 && x < 3" }).guard).toHaveLength(1);
    expect(firstEdge({ globals, guard: "1 == 2 && x < 3" }).guard).toMatchObject([
      { kind: "data", condition: constant(0) },
      { kind: "clock" },
    ]);
  });

  it("binders keep their cells while data under them is evaluated", () => {
    const { processes } = network({
      globals,
      invariant: "(forall (i : int[0,2]) v[i] > 0) || (forall (j : int[0,2]) c[j] <= v[j])",
    });
    const [conjunct] = processes[0]!.locations[0]!.invariant;
    expect(conjunct).toMatchObject({ binders: [{ cell: 1 }], when: { operand: { kind: "forall", cell: 0 } } });
  });
});

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

describe("what symbolic analysis does not have", () => {
  const features = (parts: Parameters<typeof network>[0]): string[] =>
    network(parts).obstacles.map(({ feature }) => feature);
  it("doubles that nothing depends on are dropped without a word", () => {
    const parts = {
      globals: "double d = 0.5; hybrid clock h; int n;",
      invariant: "h' == 2.5",
      update: "d = d * 2 + random(3), h = 0.0, n = 1",
    };
    expect(features(parts)).toEqual([]);
    expect(firstEdge(parts).update).toHaveLength(1);
  });
  it("doubles that matter are obstacles", () => {
    expect(features({ globals: "double d;", guard: "d > 1.5" })).toEqual(["double variables"]);
    expect(features({ globals: "int n;", update: "n = fint(1.5 * n)" })).toEqual(["the function `fint`"]);
    expect(features({ globals: "hybrid clock h;", guard: "h > 2" })).toEqual(["hybrid clocks"]);
    expect(features({ globals: "clock x;", guard: "x > 2.5" })).toEqual(["floating-point numbers"]);
    expect(features({ globals: "clock x;", guard: "x > 2.0" })).toEqual([]);
  });
  it("rates other than 0 and 1 are obstacles", () => {
    expect(features({ globals: "clock x;", invariant: "x' == 2" })).toEqual(["clock rates other than 0 and 1"]);
    expect(features({ globals: "clock x; int n;", invariant: "x' == n" })).toEqual([]);
  });
  it("unused functions and templates are no obstacles", () => {
    expect(features({ globals: "clock c; double d; bool f() { if (c < 2) return true; return d > 1.0; }" })).toEqual(
      [],
    );
    expect(
      features({ globals: "clock c; int n; int f() { if (c < 2) return 1; return 0; }", update: "n = f()" }),
    ).toEqual(["conditions on clocks inside functions"]);
  });
  it("functions that UPPAAL runs at the start are obstacles when they do something", () => {
    expect(features({ globals: "int x; void __ON_CONSTRUCT__() { x = 1; }" })).toEqual([
      "the function `__ON_CONSTRUCT__`",
    ]);
    expect(features({ globals: "void __ON_CONSTRUCT__() { }" })).toEqual([]);
  });
  it("dynamic templates are obstacles where they are used", () => {
    const outcome = run(
      "dynamic T(int n); int x; process P() { state A; init A; trans A -> A { assign spawn T(1); }; } system P;",
    );
    expect(outcome.errors).toEqual([]);
    expect(outcome.network!.obstacles).toHaveLength(1);
    const counted = run(`dynamic T(int n); int x; process T(int n) { state A; init A; }
      process P() { state A; init A; trans A -> A { guard exists (t : T) (t.A); }; } system P;`);
    expect(counted.errors).toEqual([]);
    expect(counted.network!.obstacles).toHaveLength(1);
  });
});
