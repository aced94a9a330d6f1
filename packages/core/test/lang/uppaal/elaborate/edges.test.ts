// Locations and edges.

import { describe, expect, it } from "vitest";
import { conformance, run } from "./harness.ts";

describe("invariants", () => {
  const globals = "clock x, y; int n; bool b; clock c[3]; int v[3];";
  conformance([
    ["an upper bound", { globals, invariant: "x <= 5" }],
    ["a strict bound", { globals, invariant: "x < n + 1" }],
    ["a lower bound", { globals, invariant: "x >= 5" }],
    ["a difference", { globals, invariant: "x - y <= 3 && n > 0" }],
    ["a bound from a function", { globals: "clock x; int f(int i) { return i * 2; }", invariant: "x <= f(3)" }],
    ["forall over clocks", { globals, invariant: "forall (i : int[0,2]) c[i] <= v[i]" }],
    ["an implication with data on the left", { globals, invariant: "b imply x <= 5" }],
    ["a disjunction with data on one side", { globals, invariant: "n == 3 || x < 5" }],
    ["a conditional bound", { globals, invariant: "b ? x <= 3 : y <= 4" }],
    ["rates", { globals, invariant: "x' == 0 && y' == b && x <= 4" }],
    ["rates of an array", { globals, invariant: "forall (i : int[0,2]) c[i]' == v[i]" }],
    ["equality on clocks", { globals, invariant: "x == 5" }, "TH2061"],
    ["inequality on clocks", { globals, invariant: "x != 5" }, "TH2061"],
    ["a disjunction of clock constraints", { globals, invariant: "x < 5 || y < 3" }, "TH2062"],
    ["an implication between clock constraints", { globals, invariant: "x < 5 imply y < 3" }, "TH2062"],
    ["a negated clock constraint", { globals, invariant: "!(x > 5)" }, "TH2062"],
    ["exists over clocks", { globals, invariant: "exists (i : int[0,2]) c[i] <= v[i]" }, "TH2062"],
    ["a side effect", { globals, invariant: "n++ < 3" }, "TH2070"],
    ["a clock as a condition", { globals, invariant: "x" }, "TH2020"],
    ["a channel as a condition", { globals: "chan a;", invariant: "a" }, "TH2020"],
    ["deadlock", { invariant: "deadlock" }, "TH2023"],
    ["a rate that is no equation", { globals, invariant: "x' <= 1" }, "TH2034"],
    ["a rate of a number", { globals, invariant: "n' == 1" }, "TH2022"],
  ]);
});

describe("guards", () => {
  const globals = "clock x, y, z; int n; bool b; clock c[3]; int v[3]; chan a;";
  conformance([
    ["clocks and data", { globals, guard: "x >= 5 && n == 3 && y < 2" }],
    ["equality on clocks", { globals, guard: "x == 5 && x - y == 2 && x == y" }],
    ["a bound on the left", { globals, guard: "5 <= x && n > y" }],
    ["offsets on both sides", { globals, guard: "x + 3 <= y && x <= y - n" }],
    ["forall over clocks", { globals, guard: "forall (i : int[0,2]) c[i] > v[i]" }],
    ["data or clocks", { globals, guard: "b || x > 4" }],
    ["inequality on clocks", { globals, guard: "x != 5" }],
    ["a disjunction over clocks", { globals, guard: "x < 3 || y > 5" }],
    ["a negated clock constraint", { globals, guard: "!(x < 3 && n == 1)" }],
    ["exists over clocks", { globals, guard: "exists (i : int[0,2]) c[i] > 1" }, "TH2064"],
    ["a disjunction under forall", { globals, guard: "forall (i : int[0,2]) (c[i] < 1 || c[i] > 2)" }, "TH2064"],
    [
      "exponentially many alternatives",
      { globals, guard: Array.from({ length: 8 }, (_, i) => `x != ${i}`).join(" && ") },
      "TH2064",
    ],
    ["three clocks, to be refused by name", { globals, guard: "x - y < z" }],
    ["a rate", { globals, guard: "x' == 1" }, "TH2063"],
    ["an assignment", { globals, guard: "(n += 1) == 1" }, "TH2070"],
    ["a clock against a channel", { globals, guard: "x < a" }, "TH2032"],
    ["a clock constraint compared", { globals, guard: "(x < 3) == b" }, "TH2032"],
    ["exists over data", { globals, guard: "exists (i : int[0,2]) v[i] > 1" }],
    ["a fractional bound", { globals, guard: "x < 2.5" }],
  ]);

  it("warns where UPPAAL refuses", () => {
    expect(run({ globals, guard: "x < 3 || y > 5" }).warnings).toEqual(["TH2065"]);
    expect(run({ globals, guard: "x != 3" }).warnings).toEqual(["TH2065"]);
    expect(run({ globals, guard: "!(x < 3)" }).warnings).toEqual(["TH2065"]);
    expect(run({ globals, guard: "b || x < 3" }).warnings).toEqual([]);
    expect(run({ globals, guard: "n != 3 && !b" }).warnings).toEqual([]);
  });
});

describe("selects and synchronisations", () => {
  const globals = "chan a[3], b; broadcast chan d; int n; int f(int i) { return i; } int g() { n++; return 0; }";
  conformance([
    [
      "a select in guard, sync and update",
      { globals, select: "i : int[0,2], j : int[0,1]", guard: "i > j", sync: "a[i]!", update: "n = j" },
    ],
    ["a select that uses an earlier one", { globals, select: "i : int[0,2], i : int[0,1]" }, "TH2002"],
    ["a select over a clock", { globals, select: "i : clock" }, "TH2029"],
    ["a selected name that is written", { globals, select: "i : int[0,2]", update: "i = 1" }, "TH2043"],
    ["a computed channel", { globals, sync: "a[f(n) + 1]?" }],
    ["a channel index with effects", { globals, sync: "a[g()]?" }, "TH2070"],
    ["a whole array of channels", { globals, sync: "a!" }, "TH2075"],
    ["a number as a channel", { globals, sync: "n!" }, "TH2075"],
    ["an unknown channel", { globals, sync: "zz!" }, "TH2001"],
    ["broadcast both ways", { globals, sync: "d?" }],
    ["a channel chosen by a condition, to be refused by name", { globals, sync: "(n > 1 ? a[0] : b)!" }],
    ["a bare channel", { globals, sync: "b" }],
  ]);
});

describe("updates", () => {
  const globals = "clock x, y; clock c[3]; int n; int[0,3] m; bool b; int v[3]; const int K = 4; chan a;";
  conformance([
    ["a list of updates", { globals, update: "n = 1, x = 0, m = n + 1, b = n, v[m]++" }],
    ["clocks set to computed values", { globals, update: "x = n * 2, c[m] = K, y = b" }],
    ["chained assignments", { globals, update: "n = v[0] = m = 2, x = y = 3" }],
    [
      "compound assignments",
      { globals, update: "n += 1, n -= 2, n *= 3, n /= 2, n %= 5, n &= 3, n |= 4, n ^= 1, n <<= 2, n >>= 1" },
    ],
    ["a clock set to a clock", { globals, update: "x = y" }],
    ["a clock added to", { globals, update: "x += 1" }, "TH2041"],
    ["a clock stepped", { globals, update: "x++" }, "TH2041"],
    ["a clock set below zero, which may never happen", { globals, update: "x = -1" }],
    ["costs", { globals, invariant: "cost' == 3 && x < 5", update: "cost += 2" }],
    ["a clock stored in a number", { globals, update: "n = x" }, "TH2020"],
    ["an assignment to a value", { globals, update: "n + 1 = 2" }, "TH2040"],
    ["an assignment to a difference", { globals, update: "x - y = 2" }, "TH2040"],
    ["an assignment to a channel", { globals, update: "a = 1" }, "TH2040"],
    ["an assignment to a conditional", { globals, update: "(b ? n : v[1]) = 2" }],
    ["a comparison of clocks as an update", { globals, update: "x == 0" }, "TH2076"],
    ["a comparison of data as an update", { globals, update: "n == 0" }],
    ["a post-increment as a place", { globals, update: "n++ = 2" }, "TH2040"],
    ["a clock with a condition", { globals, update: "x = b ? 1 : 2" }],
  ]);
});

describe("structure", () => {
  it("accepts branchpoints, urgent and committed locations", () => {
    const outcome = run(`int n; process P() { state A, B, C; branchpoint K; commit B; urgent C; init A;
      trans A -> K { guard n == 0; }, K -> B { assign n = 1; probability 3; }, K -> C { assign n = 2; probability 1; }; } system P;`);
    expect(outcome.errors).toEqual([]);
    expect(outcome.network!.edges.map((edge) => [edge.source, edge.target, edge.fileIndex])).toEqual([
      [0, 1, 0],
      [0, 2, 0],
    ]);
  });

  it("keeps a guard behind a branchpoint, to be refused by name", () => {
    const outcome = run(`int n; process P() { state A, B; branchpoint K; init A;
      trans A -> K { }, K -> B { guard n == 1; }; } system P;`);
    expect(outcome.errors).toEqual([]);
    expect(outcome.network!.obstacles.map(({ feature }) => feature)).toEqual([
      "a guard on an edge that leaves a branchpoint",
    ]);
  });

  it("keeps branchpoints without a way out or in a row, to be refused by name", () => {
    const stuck = run("process P() { state A; branchpoint K; init A; trans A -> K { }; } system P;");
    expect(stuck.errors).toEqual([]);
    expect(stuck.network!.obstacles.map(({ feature }) => feature)).toEqual(["a branchpoint that no edge leaves"]);
    const row = run(
      `process P() { state A; branchpoint K, L; init A; trans A -> K { }, K -> L { }, L -> A { }; } system P;`,
    );
    expect(row.network!.obstacles.map(({ feature }) => feature)).toEqual(["an edge between branchpoints"]);
  });

  it("warns of negative clocks", () => {
    expect(run({ globals: "clock x; const int N = 0;", update: "x = N - 1" }).warnings).toEqual(["TH2046"]);
    expect(
      run({ globals: "clock x;", parameters: "const int[0,2] i", guard: "i > 0", update: "x = i - 1" }).diagnostics,
    ).toEqual([]);
  });

  it("reads rates and weights only for names", () => {
    expect(
      run("process P() { state A { ; 3 }, B { ; zz }; init A; trans A -> B { probability 2; }; } system P;").errors,
    ).toEqual(["TH2001"]);
  });
});
