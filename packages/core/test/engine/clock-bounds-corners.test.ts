// Corners of the clock-bounds analysis that mutants found untested: who decides about deadlock, step by step; diagonals
// under copies and at their limit; updates that set clocks in the middle of an expression; queries.

import { describe, expect, it } from "vitest";
import { Intervals } from "../../src/analysis/intervals.ts";
import { visitClockAssignments } from "../../src/engine/clock-bounds/assignments.ts";
import { deadlockSensitivity } from "../../src/engine/clock-bounds/deadlock.ts";
import { analyseClockBounds, combineBounds } from "../../src/engine/clock-bounds.ts";
import type { Network } from "../../src/network/index.ts";
import { le, lt, NO_BOUND } from "../../src/zone/index.ts";
import { load } from "../check/ask.ts";

const DECLARED = "clock x, y, z[2]; int[0,3] n; int[0,3] a[2]; chan c; void f() { x = 1; }";

/** May clocks decide about a deadlock in s, from which one edge leads to t? */
function isSensitive(inS: string, edge: string, inT = "", more = ""): boolean {
  const [s, t] = [inS, inT].map((invariant) => (invariant === "" ? "" : `{ ${invariant} }`));
  const { network } = load(
    `${DECLARED} ${more} process P() { state s ${s}, t ${t}; init s; trans s -> t { ${edge} }; } system P;`,
  );
  return deadlockSensitivity(network, new Intervals(network)).guards[0]![0]!;
}

describe("a location from which a step is possible at any time", () => {
  it.each<[string, string, string]>([
    ["x <= 3", "", ""],
    ["x <= 0", "", ""],
    ["x < 1", "", ""],
    ["x <= 3", "guard x <= 3;", ""],
    ["x <= 3", "guard x <= 4;", ""],
    ["x < 3", "guard x < 3;", ""],
    ["x < 3", "guard x <= 3;", ""],
    ["x <= 3 && y <= 2", "guard y <= 2;", ""],
    ["x <= 3", "assign n = 3;", ""],
    ["x <= 3", "assign n = 0;", ""],
    ["x <= 3", "assign x = 0;", "x <= 2"],
    ["x <= 2", "", "x <= 2"],
    ["y <= 1", "assign x = 0;", "x <= 2 && y <= 1"],
    ["x <= 3", "assign x = 0, n = 1;", "x <= 2"],
  ])("is not asked for its clocks: s { %s }, %s t { %s }", (inS, edge, inT) => {
    expect(isSensitive(inS, edge, inT)).toBe(false);
  });

  it.each<[string, string, string]>([
    ["x <= 3", "guard x <= 2;", ""],
    ["x <= 3", "guard x < 3;", ""],
    ["x <= 3", "guard y <= 3;", ""],
    ["x <= 3", "sync c!;", ""],
    ["x <= 3", "select i : int[0,1];", ""],
    ["x <= 3", "guard n == 0;", ""],
    ["x <= 3", "assign n = n;", ""],
    ["x <= 3", "assign n = 4;", ""],
    ["x <= 3", "assign n = -1;", ""],
    ["x <= 3", "assign n += 1;", ""],
    ["x <= 3", "assign a[n] = 1;", ""],
    ["x <= 3", "assign x = 1;", "x <= 2"],
    ["x <= 3", "assign x = 0, f();", "x <= 2"],
    ["x <= 3", "assign f();", ""],
    ["x <= 3", "", "x <= 2"],
    ["x < 3", "", "x < 2"],
    ["x - y <= 3", "", ""],
    ["forall (i : int[0,1]) z[i] <= 3", "", ""],
    ["forall (i : int[0,1]) x <= 3", "", ""],
    ["n == 0 imply x <= 3", "", ""],
    ["x <= n", "", ""],
  ])("but here: s { %s }, %s t { %s }", (inS, edge, inT) => {
    expect(isSensitive(inS, edge, inT)).toBe(true);
  });

  it.each([
    "before_update { n = 1 }",
    "after_update { n = 1 }",
    "process Q() { state q; init q; trans q -> q { guard x - y <= 1; }, q -> q { }; } ",
    "process Q() { state q; init q; trans q -> q { guard n == 0 && x - y <= 1; }; } ",
    "process Q() { state q; init q; trans q -> q { assign y = x; }; } ",
    "process Q() { state q { x' == 0 }; init q; } ",
  ])("nowhere, where clocks are not plain: %s", (more) => {
    const { network } = load(
      `${DECLARED} ${more} process P() { state s { x <= 3 }, t; init s; trans s -> t { }; } system P${more.includes("Q") ? ", Q" : ""};`,
    );
    expect(deadlockSensitivity(network, new Intervals(network)).guards[0]).toEqual([true, true]);
  });
});

describe("a location where time may pass", () => {
  it.each<[string, string, string]>([
    ["", "guard x >= 2;", ""],
    ["", "guard n == 0 && x > 2;", ""],
    ["", "guard n == 0; assign x = 0;", "x <= 2"],
    ["", "guard n == 0; assign x = 0, n = 1;", "x <= 2"],
    ["x <= 3", "guard x >= 2;", ""],
    ["x <= 3", "guard x >= 3;", ""],
    ["x <= 3", "guard x > 2;", ""],
    ["x < 3", "guard x >= 2;", ""],
  ])("is not asked where a step waits for it: s { %s }, %s t { %s }", (inS, edge, inT) => {
    expect(isSensitive(inS, edge, inT)).toBe(false);
  });

  it.each<[string, string, string]>([
    ["", "guard n == 0 && x <= 2;", ""],
    ["", "guard n == 0;", "x <= 2"],
    ["", "guard n == 0; assign x = 1;", "x <= 2"],
    ["", "guard n == 0; assign x = 0, f();", "x <= 2"],
    ["x <= 3", "guard x > 3;", ""],
    ["x < 3", "guard x >= 3;", ""],
    ["x <= 3", "guard y >= 2;", ""],
    ["x <= 3 && y <= 3", "guard x >= 2;", ""],
    ["x <= 3", "guard x >= 2 && x <= 2;", ""],
    ["x <= 3", "guard x >= n;", ""],
  ])("but here: s { %s }, %s t { %s }", (inS, edge, inT) => {
    expect(isSensitive(inS, edge, inT)).toBe(true);
  });

  it.each(["", "urgent s;", "commit s;"])("or where no time passes: %s", (kind) => {
    const { network } = load(
      `${DECLARED} process P() { state s, t; ${kind} init s; trans s -> t { guard x >= 2; }; } system P;`,
    );
    expect(deadlockSensitivity(network, new Intervals(network)).guards[0]![0]).toBe(kind !== "");
  });

  it("or where an urgent channel may stop time before", () => {
    expect(isSensitive("x <= 3", "guard x >= 2;", "", "urgent chan u;")).toBe(true);
  });
});

function boundsOf(network: Network) {
  const result = analyseClockBounds(network, { queries: [] });
  return result.ok ? result.value : result.diagnostics[0]!.code;
}

/** Cuts `row,row,bound`, and the constants of the clocks. */
function diagonalsOf(declarations: string, edge: string): { cuts: object[]; constants: string[] } | string {
  const { network } = load(`${declarations} process P() { state s; init s; trans s -> s { ${edge} }; } system P;`);
  const bounds = boundsOf(network);
  if (typeof bounds === "string") return bounds;
  return { cuts: [...bounds.diagonals], constants: tableOf(network) as string[] };
}

/** "L/U" of every clock in the initial locations. */
function tableOf(network: Network): string[] | string {
  const bounds = boundsOf(network);
  if (typeof bounds === "string") return bounds;
  const lower = new Int32Array(bounds.clockCount + 1);
  const upper = new Int32Array(bounds.clockCount + 1);
  combineBounds(bounds, [0], lower, upper);
  const show = (value: number): string => (value === NO_BOUND ? "-" : String(value));
  return network.clocks.map((_, k) => `${show(lower[k + 1]!)}/${show(upper[k + 1]!)}`);
}

describe("diagonals", () => {
  const CLOCKS = "clock p, q, r, u;";
  it.each<[string, object[], string[]]>([
    ["guard p - q <= 3;", [{ i: 1, j: 2, bound: le(3) }], ["3/3", "3/3", "-/-", "-/-"]],
    ["guard p - q < 3;", [{ i: 1, j: 2, bound: lt(3) }], ["3/3", "3/3", "-/-", "-/-"]],
    ["guard p - q > 3;", [{ i: 1, j: 2, bound: le(3) }], ["3/3", "3/3", "-/-", "-/-"]],
    ["guard p - q >= 3;", [{ i: 1, j: 2, bound: lt(3) }], ["3/3", "3/3", "-/-", "-/-"]],
    [
      "guard p - q == 3;",
      [
        { i: 1, j: 2, bound: le(3) },
        { i: 1, j: 2, bound: lt(3) },
      ],
      ["3/3", "3/3", "-/-", "-/-"],
    ],
    // What is copied into the clock on the right, from the clock behind it, moves the cut up.
    [
      "guard p - q <= 3; assign q = r + 3;",
      [
        { i: 1, j: 2, bound: le(3) },
        { i: 1, j: 3, bound: le(6) },
      ],
      ["6/6", "3/3", "6/6", "-/-"],
    ],
    // Into the one on the left moves it down.
    [
      "guard p - q <= 3; assign p = u + 3;",
      [
        { i: 1, j: 2, bound: le(3) },
        { i: 2, j: 4, bound: lt(0) },
      ],
      ["3/3", "3/3", "-/-", "0/0"],
    ],
    // Between the two nothing is left of it.
    ["guard p - q <= 3; assign p = q + 1;", [{ i: 1, j: 2, bound: le(3) }], ["3/3", "3/3", "-/-", "-/-"]],
    ["guard p - q <= 3; assign q = p + 1;", [{ i: 1, j: 2, bound: le(3) }], ["3/3", "3/3", "-/-", "-/-"]],
    ["guard p - q <= 3; assign p = 2;", [{ i: 1, j: 2, bound: le(3) }], ["5/5", "5/5", "-/-", "-/-"]],
  ])("%s", (edge, cuts, constants) => {
    const found = diagonalsOf(CLOCKS, edge);
    expect(found).toMatchObject({ cuts });
    expect((found as { constants: string[] }).constants).toEqual(constants);
  });

  it("are seen behind calls", () => {
    const found = diagonalsOf(`${CLOCKS} void g() { q = r + 3; } void h() { g(); }`, "guard p - q <= 3; assign h();");
    expect(found).toMatchObject({ cuts: [expect.anything(), { i: 1, j: 3, bound: le(6) }] });
  });

  it.each(["before_update", "after_update"])("are seen in %s", (hook) => {
    const found = diagonalsOf(`${CLOCKS} ${hook} { q = r + 3 }`, "guard p - q <= 3;");
    expect(found).toMatchObject({ cuts: [expect.anything(), { i: 1, j: 3, bound: le(6) }] });
  });

  it("are 64 at most", () => {
    expect(diagonalsOf(`${CLOCKS} int[40,50] n;`, "guard p - q <= n;")).toHaveProperty("cuts.length", 11);
    expect(diagonalsOf(`${CLOCKS} int[-40,40] n;`, "guard p - q <= n;")).toBe("TH3203");
    expect(diagonalsOf(`${CLOCKS} int[0,63] n;`, "guard p - q <= n;")).toHaveProperty("cuts");
    expect(diagonalsOf(`${CLOCKS} int[0,64] n;`, "guard p - q <= n;")).toBe("TH3203");
    expect(diagonalsOf(`${CLOCKS} int[0,63] n;`, "guard p - q <= n && q - r <= 1;")).toBe("TH3203");
  });
});

describe("a clock that is set inside of what is assigned", () => {
  const FUNCTIONS = `
    clock x, z[2]; int n; int k; int a[2];
    int g() { x = 0; return 1; }
    int first(int i, int j) { return i; }
    int returned() { return g(); }
    typedef struct { int u; int v; } Pair;
    Pair made() { Pair p; x = 0; return p; }
    int used(Pair p) { return p.u; }
    void nested() { g(); }
    void late() { int i = 3; x = 0; }
    void sequenced() { for (k = 0, n = g(); k < 1; k++) n = 1; }
    void asserted() { assert(g() == 1); }
    void initialised() { for (k = g(); k < 1; k++) n = 1; }
    void looped() { while (k < 1) { x = 0; k++; } }
    void chosen() { if (n == 1) x = 0; else x = 0; }
    void perhaps() { if (n == 1) x = 0; }
    void once() { do { x = 0; k++; } while (k < 1); }
    void stepped() { for (k = 0; k < 1; k = k + g()) n = 1; }`;
  const interestBehind = (update: string) =>
    tableOf(
      load(
        `${FUNCTIONS} process P() { state s, t; init s; trans s -> t { assign ${update}; }, t -> t { guard x >= 3; }; } system P;`,
      ).network,
    );

  it.each([
    "n = first(g(), 1)",
    "n = first(1, g())",
    "n = first(1, first(g(), 2))",
    "a[g()] = 1",
    "n = a[g()]",
    "z[g()] = 0",
    "sequenced()",
    "n = used(made())",
    "n = returned()",
    "nested()",
    "late()",
    "asserted()",
    "initialised()",
    "chosen()",
    "n = -g()",
    "n = !g()",
    "n = 1 + g()",
    "n = g() + 1",
    "n = (g() == 1 && n == 1)",
    "n = (g() == 1 || n == 1)",
    "n = (g() == 1 ? 2 : 3)",
    "n = (n == 1 ? g() : g())",
  ])("is not looked at before it: %s", (update) => {
    expect(interestBehind(update)).toEqual(["-/-", "-/-", "-/-"]);
  });

  it.each([
    "looped()",
    // A loop may have no rounds, as far as this analysis knows.
    "once()",
    "perhaps()",
    "stepped()",
    "n = (n == 1 && g() == 1)",
    "n = (n == 1 || g() == 1)",
    "n = (n == 1 ? g() : 3)",
    "n = (n == 1 ? 3 : g())",
    "n = sum (i : int[0,1]) i",
  ])("may not be set after all: %s", (update) => {
    expect(interestBehind(update)).toEqual(["3/-", "-/-", "-/-"]);
  });
});

describe("copies that raise constants without end", () => {
  it.each(["x >= 3", "x <= 3"])("are refused where %s is asked", (guard) => {
    const edges = `s -> s { guard ${guard}; }, s -> s { assign x = y - 1; }, s -> s { assign y = x - 1; }`;
    const { network } = load(`clock x, y; process P() { state s; init s; trans ${edges}; } system P;`);
    expect(boundsOf(network)).toBe("TH3202");
  });
});

describe("constants of queries", () => {
  it.each([
    ["E<> not (x < 4)", ["4/4", "-/-", "-/-"]],
    ["E<> forall (i : int[0,1]) z[i] >= 5", ["-/-", "5/5", "5/5"]],
    ["E<> 4 >= x", ["4/4", "-/-", "-/-"]],
    ["E<> 4 > x or x > 6", ["6/6", "-/-", "-/-"]],
  ])("%s", (text, expected) => {
    const { network, compileQuery } = load("clock x, z[2]; process P() { state s; init s; } system P;");
    const query = compileQuery(text);
    if (!query.ok) throw new Error("the query is fine");
    const result = analyseClockBounds(network, { queries: [query.value] });
    if (!result.ok) throw new Error("there are bounds");
    const { lower, upper } = result.value.everywhere;
    const all = network.clocks.map((_, clock) => {
      const at = result.value.everywhere.clocks.indexOf(clock);
      return at < 0 ? "-/-" : `${lower[at]}/${upper[at]}`;
    });
    expect(all).toEqual(expected);
  });
});

it("functions that call functions are followed once for each way of calling them", () => {
  const walked = (levels: number): number => {
    const calls = (level: number): string =>
      level === 0 ? "x = 2;" : `f${level - 1}(); f${level - 1}(); f${level - 1}();`;
    const functions = Array.from({ length: levels }, (_, level) => `void f${level}() { ${calls(level)} }`);
    const { network } = load(
      `clock x; ${functions.join(" ")} process P() { state s; init s; trans s -> s { assign f${levels - 1}(); }; } system P;`,
    );
    let seen = 0;
    visitClockAssignments(network, new Intervals(network), () => seen++);
    return seen;
  };
  expect([walked(1), walked(9)]).toEqual([1, 1]);
});
