// What symbolic analysis does not have: told as obstacles, and only where it matters.

import { describe, expect, it } from "vitest";
import { firstEdge, network, run } from "./harness.ts";

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
  it("costs are noted where they are paid, and are no numbers to ask for", () => {
    const paid = network({ invariant: "cost' == 3", update: "cost += 4" });
    expect(paid.obstacles).toEqual([]);
    expect(paid.prices?.map(({ feature }) => feature)).toEqual(["`cost' == e`", "`cost += e`"]);
    expect(features({ guard: "cost < 3" })).toEqual(["`cost` as a number"]);
    const declared = network({ globals: "clock cost;", invariant: "cost' == 1", guard: "cost < 3" });
    expect([declared.obstacles, declared.prices]).toEqual([[], undefined]);
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
