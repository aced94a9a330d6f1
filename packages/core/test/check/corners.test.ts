// Corners of `check/` that mutants found untested: what is said of every verdict, what of a model is alive, pictures of
// zone graphs, plans in words, and why steps are not reduced.

import { describe, expect, it } from "vitest";
import { zoneGraphToDot } from "../../src/check/exploration/zone-graph-dot.ts";
import {
  adviceText,
  type Because,
  type CheckOptions,
  type CheckResult,
  coverageOf,
  endText,
  limitText,
  reasonText,
  strategies,
  type TermBounds,
  uncertifiedText,
  type Verdict,
  valueText,
  withTraces,
} from "../../src/check/index.ts";
import { explainPlan } from "../../src/check/plan/explain.ts";
import { hasClockGuardedUrgency } from "../../src/check/plan/features.ts";
import { planQuery } from "../../src/check/plan/plan.ts";
import { reductionAsked, refusedReduction, whyNotReduced } from "../../src/check/plan/reduction.ts";
import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../../src/engine/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Query } from "../../src/network/index.ts";
import { searches } from "../../src/search/index.ts";
import { configure } from "../../src/spec/index.ts";
import type { Trace } from "../../src/trace/index.ts";
import { ask, load } from "./ask.ts";

describe("words", () => {
  const query = { kind: "E<>" } as const;
  const said = (verdict: Verdict, kind: CheckResult["query"]["kind"] = "E<>", note?: CheckResult["note"]): string =>
    reasonText({ query: { kind }, verdict, ...(note === undefined ? {} : { note }) });
  const shown = (trace: Partial<Trace>, kind: "satisfied" | "violated" = "satisfied"): string =>
    said({ kind, evidence: { kind: "trace", trace: trace as Trace } });
  const exhausted = (more: object = {}): Verdict => ({
    kind: "violated",
    evidence: { kind: "exhausted", ...more },
  });

  it("of traces", () => {
    const loop = { start: 0, turns: 1, repeats: "exactly", time: "diverges" } as const;
    expect(shown({ end: "target" })).toBe("here is a witness");
    expect(shown({ end: "target" }, "violated")).toBe("here is a counterexample");
    expect(shown({ end: "deadlock" })).toBe("here is a witness: a run that ends in a deadlock");
    expect(shown({ end: "unbounded-delay" })).toContain(": a run in which time passes for ever");
    expect(shown({ end: "loop", loop })).toBe("here is a witness: a loop that repeats exactly");
    expect(shown({ end: "loop", loop: { ...loop, time: "stands still" } })).toContain("time stands still");
    expect(shown({ end: "loop", loop: { ...loop, time: "converges" } })).toContain("time converges");
    const changing = { ...loop, repeats: "with changing delays", time: "unknown" } as const;
    expect(shown({ end: "loop", loop: changing })).toBe("here is a witness: a loop, each turn with other delays");
  });

  it("of what was seen and what was not", () => {
    expect(said(exhausted(), "E[]")).toBe("all runs that might do so were followed, and none does");
    expect(said(exhausted(), "E<>")).toBe("all reachable states were seen, and there is no such run");
    expect(said(exhausted(), "A[]")).toBe("all reachable states were seen");
    expect(said(exhausted(), "E<>", "no-initial-state")).toContain("nothing can happen at all");
    expect(said({ kind: "satisfied", evidence: { kind: "values", values: [] } })).toBe(
      "all reachable states were seen",
    );
    expect(said({ kind: "satisfied", evidence: { kind: "values", values: [], early: true } })).toContain("ended there");
    expect(said(exhausted({ cutOff: { deadEnds: 1, canFault: false } }))).toBe(
      "the estimate proves that no such run leads on from 1 dead end, and there is none elsewhere",
    );
    expect(said(exhausted({ cutOff: { deadEnds: 1200, canFault: true } }))).toBe(
      "the estimate proves that no such run leads on from 1,200 dead ends, and there is none elsewhere; faults behind dead ends were not looked for",
    );
    expect(said(exhausted({ reduction: { possible: 200, left: 150, canFault: false } }))).toBe(
      "all states that partial-order reduction leaves were seen (it left out 75 % of the steps)",
    );
    expect(said(exhausted({ reduction: { possible: 0, left: 0, canFault: true } }))).toBe(
      "all states that partial-order reduction leaves were seen (it left out none of the steps); faults elsewhere were not looked for",
    );
    expect(said({ kind: "unknown", because: "time" })).toBe("the time is up");
    const between = { verdict: { kind: "unknown", because: "incomplete-search" }, query } as const;
    expect(reasonText({ ...between, statistics: { symbolic: { side: "closed" } } })).toContain("whole moments");
    expect(reasonText({ ...between, statistics: { symbolic: { side: "exact" } } })).toContain("left something out");
  });

  it("of what has no certificate", () => {
    const of = (kind: "E<>" | "LTL", uncertified?: CheckResult["uncertified"]): string =>
      uncertifiedText({ query: { kind }, uncertified } as CheckResult);
    expect(of("LTL", "not-supported")).toBe("certificates are about E<>, A[], E[], A<> and -->, not about LTL");
    expect(of("LTL")).toContain("not about LTL");
    expect(of("E<>", "not-supported")).toContain("beyond what zones can hold");
    expect(of("E<>", "too-large")).toContain("more states than can be written");
    expect(of("E<>", "memory")).toBe(
      "the memory limit is reached before all that can be reached was explored once more",
    );
  });

  it("of what to try", () => {
    const advice = (because: Because, statistics?: object): string | undefined =>
      adviceText({ verdict: { kind: "unknown", because }, query, ...(statistics === undefined ? {} : { statistics }) });
    expect(advice("not-supported")).toBeUndefined();
    expect(adviceText({ verdict: exhausted(), query })).toBeUndefined();
    expect(advice("time")).toContain("greedy(hU())");
    expect(advice("memory", { estimates: [{}] })).toContain("idastar");
    expect(advice("time", { estimates: [] })).toContain("greedy(hU())");
    expect(advice("time", { estimates: [{}], members: [] })).toContain("by hand");
    expect(advice("time", { estimates: [{}] })).toContain("another estimate");
    expect(advice("time", { estimates: [{ build: {} }] })).toContain("another estimate");
    expect(advice("time", { estimates: [{ build: { done: 0.5 } }] })).toContain("building");
    expect(query.kind).toBe("E<>");
  });

  it("of values", () => {
    const limit = (value: number, strict = false) => ({ value, strict });
    expect([
      limitText(limit(5), "upper"),
      limitText(limit(5, true), "upper"),
      limitText(limit(5, true), "lower"),
    ]).toEqual([5, "<5", ">5"]);
    expect([limitText(undefined, "upper"), limitText(limit(Infinity, true), "upper")]).toEqual([null, "infinity"]);
    expect(limitText(limit(-Infinity, true), "lower")).toBe("-infinity");
    const both: TermBounds = { term: "x", lower: limit(1), upper: limit(4, true) };
    expect([endText(both, "sup"), endText(both, "inf"), endText(both, "bounds")]).toEqual(["<4", 1, "[1, 4)"]);
    expect(endText({ term: "x", lower: limit(1, true), upper: limit(4) }, "bounds")).toBe("(1, 4]");
    expect(endText({ term: "x", lower: limit(-Infinity), upper: limit(Infinity) }, "bounds")).toBe(
      "(-infinity, infinity)",
    );
    expect([
      endText({ term: "x", lower: limit(1) }, "bounds"),
      endText({ term: "x", upper: limit(1) }, "bounds"),
    ]).toEqual([null, null]);
    expect(valueText({ term: "x" }, "sup")).toBe("no reachable state satisfies the condition");
    expect(valueText({ term: "x", upper: limit(3) }, "sup")).toBe("3");
    expect(valueText({ ...both, attained: { lower: 1 } }, "bounds")).toBe(
      "a run attains 1, all are at least 1; no value is known to be attained, all are less than 4",
    );
    expect(valueText({ term: "x", upper: limit(Infinity), attained: { upper: 7 } }, "sup")).toBe(
      "a run attains 7, no bound is known",
    );
  });
});

it("the traces of a verdict can be anything", () => {
  const length = (text: string): number => text.length;
  const of = (evidence: object) => withTraces({ kind: "satisfied", evidence } as Verdict<string>, length);
  expect(of({ kind: "trace", trace: "abc" })).toEqual({ kind: "satisfied", evidence: { kind: "trace", trace: 3 } });
  expect(of({ kind: "trace", trace: "abc", others: ["a"] })).toMatchObject({ evidence: { trace: 3, others: [1] } });
  expect(of({ kind: "exhausted" })).toEqual({ kind: "satisfied", evidence: { kind: "exhausted" } });
  expect(withTraces({ kind: "unknown", because: "time" }, length)).toEqual({ kind: "unknown", because: "time" });
  expect(withTraces({ kind: "unknown", because: "time", trace: "ab" }, length)).toMatchObject({ trace: 2 });
});

describe("what of a model is alive", () => {
  const of = async (body: string, declarations = "") => {
    const { network } = load(
      `clock x; chan go; ${declarations} process P() { ${body} } process Q() { state q; init q; } system P, Q;`,
    );
    const { locations, edges, because, explored } = await coverageOf(network, {}, stillEnvironment);
    return { locations: locations[0], edges, because, explored };
  };

  it("is what runs reach and take", async () => {
    const dead =
      "state a, b, c; init a; trans a -> b { guard x >= 2; }, b -> c { guard x < 2; }, b -> a { }, a -> b { sync go!; };";
    expect(await of(dead)).toMatchObject({
      locations: [true, true, false],
      edges: [true, false, true, false],
      because: undefined,
    });
    const alive = "state a, b; init a; trans a -> b { }, b -> a { };";
    expect(await of(alive)).toEqual({ locations: [true, true], edges: [true, true], because: undefined, explored: 2 });
    // A thousand states, of which the first show everything.
    const counting = "state a; init a; trans a -> a { guard n < 1000; assign n = n + 1; };";
    expect((await of(counting, "int[0,1000] n;")).explored).toBeLessThan(10);
  });

  it("is told as far as it was seen where the model fails", async () => {
    const failing = "state a, b; init a; trans a -> a { assign n = n + 1; }, a -> b { guard n == 3; };";
    expect(await of(failing, "int[0,1] n;")).toMatchObject({ locations: [true, false], because: "model-fault" });
  });
});

it("the zone graph as a picture", () => {
  const { network } = load(
    `clock x; int n; chan c; process P() { state a { x <= 2 }, b; init a; trans a -> b { guard x >= 1; sync c!; assign n = 1; }; }
     process Q() { state q; init q; trans q -> q { sync c?; }; } system P, Q;`,
  );
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) throw new Error("there are bounds");
  const bounds = boundsByVector(chosen.value.bounds);
  const engine = createReferenceEngine(network, {
    targets: [],
    abstraction: "extra-lu",
    subsumption: "inclusion",
    bounds,
  });
  engine.initial();
  engine.expandAll(engine.insert(0, -1, 0), 0);
  const lines = zoneGraphToDot(network, engine).split("\n");
  expect(lines[0]).toBe("digraph zones {");
  expect(lines[2]).toBe('  s0 [label="P.a Q.q\\nn = 0\\nx <= 2"];');
  expect(lines[3]).toContain('  s1 [label="P.b Q.q\\nn = 1');
  expect(lines.slice(4)).toEqual(['  s0 -> s1 [label="P c!\\nQ c?"];', "}", ""]);
});

describe("a plan in words", () => {
  const MODEL =
    "clock x; int n; process P() { state s, t; init s; trans s -> t { guard x >= 1; }, t -> s { assign n = 1; }; } system P;";
  const explained = (text: string, options: CheckOptions = {}, threads = 0) => {
    const { network, compileQuery } = load(MODEL);
    const compiled = compileQuery(text);
    if (!compiled.ok) throw new Error("the query is fine");
    return explainPlan(planQuery(network, compiled.value, options, { threads, work: (work) => work() }));
  };
  const strategyOf = (spec: string) => {
    const config = configure(strategies, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    return config.value;
  };

  it("says what is looked for", () => {
    expect(explained("E<> P.t").looksFor).toBe("a state that satisfies it; if there is none, everything is seen");
    expect(explained("A[] P.t").looksFor).toBe("a state that violates it; if there is none, everything is seen");
    expect(explained("A<> P.t").looksFor).toBe("a run that violates it; if there is none, everything is seen");
    expect(explained("sup: x").looksFor).toBeUndefined();
  });

  it("says how long and how much", () => {
    expect(explained("E<> P.t", { limits: { seconds: 3, memoryBytes: 5e6 } }).limits).toEqual({
      seconds: 3,
      memoryMB: 5,
    });
    expect(explained("E<> P.t").limits).toEqual({});
  });

  it("says who runs where, and with which share", () => {
    const portfolio = { strategy: strategyOf("portfolio([bfs, dfs, walk()])") };
    const alone = explained("E<> P.t", portfolio);
    expect(alone.searches.map(({ search, thread }) => [search, thread])).toEqual([
      ["bfs", 0],
      ["eager(lifo())", 0],
      [expect.stringContaining("walk("), 0],
    ]);
    expect(alone.searches[0]!.share).toBeGreaterThan(0);
    const shared = explained("E<> P.t", portfolio, 2);
    expect(new Set(shared.searches.map(({ thread }) => thread)).size).toBeGreaterThan(1);
    expect(explained("E<> P.t", { strategy: strategyOf("dfs") }).searches).toMatchObject([
      { search: "eager(lifo())", thread: 0 },
    ]);
    expect(explained("E<> P.t", { strategy: strategyOf("dfs"), optimal: "steps" }).searches[0]!.search).toBe("bfs");
  });

  it("says what walks are refused for", () => {
    const walk = { strategy: strategyOf("walk()") };
    expect(explained("E<> P.t", { ...walk, witnesses: 2 }).searches[0]!.refused).toBe(
      "it finds one trace, not several",
    );
    expect(explained("E<> P.t", walk).searches[0]).toMatchObject({ abstraction: "none" });
  });

  it("says which engine, and what comes afterwards", () => {
    const strategy = strategyOf("bfs");
    expect(explained("E<> P.t", { strategy, engine: "reference" }).searches[0]).toMatchObject({
      engine: "reference",
      engineBecause: "it was asked for",
    });
    expect(explained("E<> P.t", { strategy }).searches[0]).toMatchObject({ engine: "compiled" });
    expect(explained("E<> P.t", { strategy }).searches[0]).not.toHaveProperty("engineBecause");
    expect(explained("E<> P.t", { strategy }).afterwards).toEqual([]);
    expect(explained("E<> P.t", { strategy, optimal: "time" }).afterwards).toEqual([
      "the fastest trace is looked for, and better ones are shown on the way",
      "schedules of a shop: 1 job, 1 operation; event points where a schedule cannot be followed",
      "the estimate schedule() knows no resources",
    ]);
    expect(explained("E<> P.t", { strategy, shorten: true }).afterwards).toEqual([
      "a trace is made shorter while time is left",
    ]);
    expect(explained("E<> P.t", { strategy, improve: true }).afterwards).toEqual([
      "better traces are looked for while time is left",
    ]);
    expect(explained("E<> P.t", { strategy, witnesses: 2 }).afterwards).toEqual([
      "up to 2 traces that differ in their actions",
    ]);
    expect(explained("E<> P.t", { strategy, witnesses: 1 }).afterwards).toEqual([]);
  });

  it("says what is done with orders of steps", () => {
    const strategy = strategyOf("bfs");
    const said = (options: CheckOptions): string | undefined =>
      explained("E<> P.t", { strategy, ...options }).searches[0]!.reduction;
    expect(said({ por: "off" })).toBe("none, as was asked for");
    expect(said({})).toBe("none, since nobody asked for it");
    expect(explained("E<> P.t", { strategy, por: "on" }).refused).toContain("partial-order reduction cannot be used");
  });
});

describe("steps are not reduced", () => {
  const { network, compileQuery } = load(
    "int n; process P() { state s, t; init s; trans s -> t { assign n = 1; }; } process Q() { state s, t; init s; trans s -> t { }; } system P, Q;",
  );
  const target = { formula: { kind: "and", parts: [] } as const, frameSize: 0 };
  const searchOf = (spec: string) => {
    const config = configure(searches, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    return config.value;
  };
  const why = (por: "on" | "off" | "auto", options: CheckOptions = {}, abstraction = "alu", spec = "bfs") =>
    whyNotReduced(network, target, por, options, abstraction, searchOf(spec));

  it("for a reason, or they are", () => {
    expect([why("on"), why("auto"), why("off")]).toEqual([undefined, undefined, "it is not asked for"]);
    expect(why("on", {}, "local-time")).toContain("local-time");
    expect(why("on", { optimal: "time" })).toBe("a fastest trace");
    expect(why("on", { optimal: "steps" })).toBeUndefined();
    expect([why("on", { witnesses: 2 }), why("on", { witnesses: 1 })]).toEqual(["several witnesses", undefined]);
    expect([why("auto", { certify: true }), why("on", { certify: true })]).toEqual([
      "a certificate, which needs all states",
      undefined,
    ]);
    expect(why("on", {}, "alu", "eager(icb(fifo(), exact=true))")).toContain("in the order they are taken");
  });

  it("where the model may fail, unless it is insisted on", () => {
    const failing = load("int[0,1] n; process P() { state s; init s; trans s -> s { assign n = n + 1; }; } system P;");
    const of = (por: "on" | "auto") => whyNotReduced(failing.network, target, por, {}, "alu", searchOf("bfs"));
    expect([of("auto"), of("on")]).toEqual(["a model that may fail while it runs", undefined]);
  });

  it("unless somebody asks, or the default does", () => {
    const search = { kind: "search", spec: "bfs", config: searchOf("bfs") } as const;
    const query = (text: string): Query => {
      const compiled = compileQuery(text);
      if (!compiled.ok) throw new Error(text);
      return compiled.value;
    };
    const states = query("A[] true");
    expect(reductionAsked({}, undefined, states)).toBe("off");
    expect(reductionAsked({}, search, states)).toBe("off");
    expect(reductionAsked({}, { ...search, reduces: true }, states)).toBe("auto");
    expect(reductionAsked({ por: "on" }, search, states)).toBe("on");
    // The default reduces no infinite runs.
    expect(reductionAsked({}, { ...search, reduces: true }, query("A<> true"))).toBe("off");
    expect(reductionAsked({ por: "auto" }, search, query("LTL: <> true"))).toBe("auto");
    expect(refusedReduction("clocks")).toEqual({
      code: "TH4508",
      severity: "error",
      message: "partial-order reduction cannot be used here: clocks",
      hint: "use --por auto",
    });
  });
});

it("urgent synchronisations that clocks guard", () => {
  const is = (edge: string): boolean =>
    hasClockGuardedUrgency(
      load(
        `clock x; int[0,1] n; chan c; urgent chan u; chan d[2]; urgent chan v[2]; process P() { state s; init s; trans s -> s { ${edge} }; } system P;`,
      ).network,
    );
  expect(["guard x >= 1; sync u!;", "guard x >= 1; sync u?;", "guard n == 0 && x >= 1; sync u!;"].map(is)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["guard x >= 1; sync c!;", "sync u!;", "guard n == 0; sync u!;", "guard x >= 1;"].map(is)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(["guard x >= 1; sync v[n]!;", "guard x >= 1; sync v[1]?;", "guard x >= 1; sync d[n]!;"].map(is)).toEqual([
    true,
    true,
    false,
  ]);
});

it("a fastest trace is the fastest, to the strict bound", async () => {
  const model = `clock x, y; process P() { state a, b, c; init a;
    trans a -> c { guard x >= 5; }, a -> b { guard x > 1; assign y = 0; }, b -> c { guard y > 1; }; } system P;`;
  const { verdict } = await ask(model, "E<> P.c", { optimal: "time" });
  expect(verdict).toMatchObject({ kind: "satisfied", evidence: { kind: "trace", trace: { steps: [{}, {}] } } });
});
