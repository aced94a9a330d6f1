// The shapes of lowered models: cells, places and steps, assignments with their ranges, conjuncts.

import { describe, expect, it } from "vitest";
import { constant, firstEdge, network, onlyExpression } from "./harness.ts";

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
