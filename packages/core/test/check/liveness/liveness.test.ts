// `E[]`, `A<>` and `-->` on models whose answers can be seen by hand: loops, deadlocks, unbounded delay, time that
// stops, and formulas over clocks that hold only in parts of a delay.

import { describe, expect, it } from "vitest";
import { reasonText, strategies, traceOf, uncertifiedText } from "../../../src/check/index.ts";
import { lassoSearches, searches } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { durationOf } from "../../../src/trace/index.ts";
import { rationalToString } from "../../../src/zone/index.ts";
import { ask, verdict } from "../ask.ts";

const WAITER = `
clock x;
process P() { state a { x <= 5 }, b; init a; trans a -> b { guard x >= 3; }; }
system P;`;

const LOOP = `
clock x;
process P() { state a { x <= 1 }, b { x <= 1 }; init a; trans a -> b { guard x >= 1; assign x := 0; }, b -> a { guard x >= 1; assign x := 0; }; }
system P;`;

describe("maximal paths", () => {
  it("an invariant forces progress, its absence does not", async () => {
    expect(await verdict(WAITER, "A<> P.b")).toBe("satisfied");
    expect(await verdict(WAITER, "E[] P.a")).toBe("violated");
    const free = WAITER.replace("{ x <= 5 }", "");
    expect(await verdict(free, "A<> P.b")).toBe("violated");
    const { verdict: answer } = await ask(free, "E[] P.a");
    expect(traceOf(answer)?.end).toBe("unbounded-delay");
  });

  it("a time lock ends a path", async () => {
    const locked = WAITER.replace("x >= 3", "x >= 7");
    const { verdict: answer } = await ask(locked, "E[] P.a");
    expect(answer.kind).toBe("satisfied");
    expect(traceOf(answer)?.end).toBe("deadlock");
    expect(await verdict(locked, "A<> P.b")).toBe("violated");
  });

  it("waiting past the last chance is a path, too", async () => {
    // The step is possible between 1 and 2 only, the invariant ends at 5.
    const missed = WAITER.replace("x >= 3", "x >= 1 && x <= 2");
    expect(await verdict(missed, "A<> P.b")).toBe("violated");
  });

  it("an open invariant ends a path where its closed twin does", async () => {
    expect(await verdict(WAITER.replace("x <= 5", "x < 5"), "A<> P.b")).toBe("satisfied");
    expect(await verdict(WAITER.replace("x <= 5", "x < 3"), "A<> P.b")).toBe("violated");
  });

  it("a loop is a lasso that says where it starts", async () => {
    const { verdict: answer } = await ask(LOOP, "E[] P.a or P.b");
    const trace = traceOf(answer)!;
    expect(trace.end).toBe("loop");
    expect(trace.loop!.start).toBeLessThan(trace.steps.length);
    expect(await verdict(LOOP, "A<> P.a and P.b")).toBe("violated");
  });

  it("of runs with infinitely many steps those that end do not count, whatever is asked", async () => {
    const infinite = { runs: "infinite" } as const;
    const free = WAITER.replace("{ x <= 5 }", "");
    for (const question of ["A<> P.b", "A<> x > 9", "P.a --> P.b", "LTL: <> P.b"]) {
      expect(await verdict(free, question, infinite)).toBe("satisfied");
    }
    for (const question of ["E[] P.a", "E[] x >= 0"]) expect(await verdict(free, question, infinite)).toBe("violated");
    for (const question of ["E[] x <= 1", "E[] P.a || P.b"]) {
      const answer = await ask(LOOP, question, infinite);
      expect(traceOf(answer.verdict)?.end).toBe("loop");
      expect(reasonText(answer)).toContain("among runs with infinitely many steps");
    }
    // A certificate would be about all runs.
    const uncertified = await ask(free, "A<> P.b", { ...infinite, certify: true });
    expect(uncertifiedText(uncertified)).toBe(
      "certificates are about all runs, not only runs with infinitely many steps",
    );
  });

  it("an urgent synchronisation that its target forbids stops time, and so ends a path", async () => {
    const blocked = `
      clock x = 1;
      urgent chan c;
      process P() { state a, b; init a; trans a -> b { guard x < 3; sync c?; assign x := 2; }; }
      process Q() { state a, b { x <= 1 }; init a; trans a -> b { sync c!; assign x := 0; }; }
      system P, Q;`;
    expect(await verdict(blocked, "E[] x < 3")).toBe("satisfied");
    expect(await verdict(blocked, "A<> x >= 3")).toBe("violated");
  });

  it("Zeno loops are infinite paths", async () => {
    const zeno = "process P() { state a, b; init a; trans a -> a { }, a -> b { }; }\nsystem P;";
    expect(await verdict(zeno, "E[] P.a")).toBe("satisfied");
  });
});

describe("formulas over clocks", () => {
  it("hold or fail in parts of a delay", async () => {
    expect(await verdict(WAITER, "E[] x <= 5")).toBe("violated");
    expect(await verdict(WAITER, "E[] (P.b or x <= 5)")).toBe("satisfied");
    expect(await verdict(WAITER, "A<> x >= 3")).toBe("satisfied");
    expect(await verdict(WAITER, "A<> x > 5")).toBe("satisfied");
    expect(await verdict(WAITER, "A<> (P.a and x >= 4)")).toBe("violated");
    expect(await verdict(WAITER, "E[] (x < 2 or x > 2)")).toBe("violated");
    expect(await verdict(WAITER, "A<> x == 2")).toBe("satisfied");
  });

  it("a hole in what is allowed is not jumped over", async () => {
    // The clock passes 4 in every run that does not step before.
    expect(await verdict(WAITER, "E[] (P.b or x != 4)")).toBe("satisfied");
    expect(await verdict(WAITER, "E[] (P.b or x != 2)")).toBe("violated");
  });
});

describe("p --> q", () => {
  it("starts anywhere p holds, in the midst of a delay as well", async () => {
    expect(await verdict(WAITER, "x >= 1 --> P.b")).toBe("satisfied");
    expect(await verdict(LOOP, "P.b --> P.a")).toBe("satisfied");
    expect(await verdict(LOOP, "P.a --> P.a and P.b")).toBe("violated");
    const { verdict: answer } = await ask(WAITER, "P.a and x >= 2 --> x < 2");
    expect(answer.kind).toBe("violated");
    const trace = traceOf(answer)!;
    expect(Number(rationalToString(durationOf(trace)))).toBeGreaterThanOrEqual(2);
  });

  it("holds where the premise is never met", async () => {
    expect(await verdict(WAITER, "P.b and x < 3 --> P.a")).toBe("satisfied");
  });
});

describe("on the compiled engine", () => {
  it("lassos are looked for where neither clocks nor deadlock are asked for", async () => {
    const { statistics, verdict: answer } = await ask(LOOP, "E[] P.a or P.b");
    expect(statistics.engine).toBe("compiled");
    expect(answer.kind).toBe("satisfied");
    expect((await ask(LOOP, "E[] x <= 1")).statistics).toMatchObject({
      engine: "reference",
      fallback: "clocks in a liveness query",
    });
    expect((await ask(LOOP, "E[] P.a or P.b", { engine: "reference" })).statistics.engine).toBe("reference");
  });

  it("a run without faults stands, wherever else the model fails", async () => {
    // The first edge fails, the second leads to a loop.
    const model = `
      int[0, 1] i = 1;
      process P() { state a, b, c; init a; urgent a, b, c; trans a -> b { assign i := i + 1; }, a -> c { }, c -> c { }; }
      system P;`;
    expect(await verdict(model, "E[] not P.b")).toBe("satisfied");
    expect(await verdict(model, "A<> P.c")).toBe("unknown: model-fault");
  });

  it("what an incomplete search for the premise did not find is unknown", async () => {
    const beam = configure(searches, "beam(1, distance())", {});
    if (!beam.ok) throw new Error(beam.diagnostics[0]!.message);
    const many = `
      process P() { clock x; state a, b, c, d { x <= 1 }; init a; trans a -> b { }, a -> c { }, b -> c { }, c -> d { assign x := 0; }, d -> a { }; }
      system P;`;
    const complete = await verdict(many, "P.d --> P.a");
    const partial = await verdict(many, "P.d --> P.a", { search: beam.value });
    expect([complete, partial]).toEqual(["satisfied", "unknown: incomplete-search"]);
  });
});

// `emerson-lei()` answers E[] and A<> without clocks only: the hunt of that name holds it against these.
const SEARCHES = lassoSearches.components
  .flatMap(({ examples = [] }) => examples)
  .filter((spec) => spec !== "emerson-lei()");

describe.each(SEARCHES)("%s", (spec) => {
  const strategy = configure(strategies, spec);
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  const options = { strategy: strategy.value, engine: "reference" } as const;
  const STUCK = WAITER.replace("b;", "b { x <= 5 };");

  it.each([
    [LOOP, "E[] P.a or P.b", "satisfied", "loop"],
    [LOOP, "P.a --> P.b", "satisfied", undefined],
    [LOOP, "LTL: [] <> P.a", "satisfied", undefined],
    [LOOP, "LTL: <> [] P.a", "violated", "loop"],
    [WAITER, "A<> P.b", "satisfied", undefined],
    // The premise is met where the run ends, so that the automaton leaves its wait by staying there.
    [STUCK, "P.b --> P.a", "violated", "deadlock"],
    [WAITER, "P.b --> P.a", "violated", "unbounded-delay"],
  ] as const)("%s: %s is %s", async (model, text, expected, end) => {
    const { verdict: answer } = await ask(model, text, options);
    // Tight automata are made from temporal formulas.
    if (spec.includes("automaton=tight") && !text.startsWith("LTL")) {
      expect(answer).toMatchObject({ kind: "unknown", because: "not-supported" });
      return;
    }
    expect([answer.kind, traceOf(answer)?.end]).toEqual([expected, end]);
  });

  it("is refused where no infinite run is asked for, or clocks are", async () => {
    expect(await verdict(WAITER, "E<> P.b", options)).toBe("unknown: not-supported");
    expect(await verdict(WAITER, "A<> x > 3", options)).toBe("unknown: not-supported");
  });
});
