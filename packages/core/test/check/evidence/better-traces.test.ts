// Better and other traces: `--improve`, `--shorten`, `--witnesses`, and searches that are anytime, start again or
// forget, from the query to the replayed trace, on both engines.

import { describe, expect, it } from "vitest";
import { actionsOf } from "../../../src/check/evidence/found-traces.ts";
import { type CheckOptions, checkQueries, type Strategy, type Verdict } from "../../../src/check/index.ts";
import { families } from "../../../src/families/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { searchOf } from "../../search/runs.ts";
import { ask, load } from "../ask.ts";

const fischer = families.find(({ name }) => name === "fischer")!;
const { xta } = fischer.generate({ size: 3, variant: "B", correct: false, seed: 1 });
const correct = fischer.generate({ size: 3, variant: "B", correct: true, seed: 1 }).xta;
const QUERY = "E<> P1.cs && P2.cs";
const SHORTEST = 6;

const lengthOf = (verdict: Verdict): number | undefined =>
  verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? verdict.evidence.trace.steps.length : undefined;
const lengthBy = async (spec: string, options: CheckOptions = {}): Promise<number | undefined> =>
  lengthOf((await ask(xta, QUERY, { ...options, search: searchOf(spec) })).verdict);

describe.each(["auto", "reference"] as const)("on the %s engine", (engine) => {
  it("improves the trace of a search that promises nothing", async () => {
    const first = await lengthBy("dfs", { engine });
    expect(first).toBeGreaterThan(SHORTEST);
    expect(await lengthBy("dfs", { engine, improve: true })).toBe(SHORTEST);
  });

  it("shortens a trace afterwards", async () => {
    expect(await lengthBy("dfs", { engine, shorten: true })).toBe(SHORTEST);
  });

  it.each([
    "bnb(distance())",
    "beam-stack(3, distance())",
    "threshold(distance(max))",
    "idastar(distance(max))",
    "sma(distance(max), states=20)",
    "frontier(distance(max), states=20, layers=3)",
    "bounded(6, dfs)",
    "astar(distance(max))",
  ])("finds a shortest trace by %s", async (spec) => {
    expect(await lengthBy(spec, { engine })).toBe(SHORTEST);
  });

  it.each(["guided(distance())", "bitstate(16, states=20)", "beam(40, distance())", "broadening(distance(), k=2)"])(
    "finds a trace by %s",
    async (spec) => {
      expect(await lengthBy(spec, { engine })).toBeGreaterThanOrEqual(SHORTEST);
    },
  );

  it.each([
    ["beam(2, distance())", "unknown"],
    ["bitstate(16)", "unknown"],
    ["bounded(5, bfs)", "unknown"],
    ["bounded(90, dfs)", "violated"],
    ["guided(distance(), restarts=3)", "unknown"],
    ["broadening(distance(), k=40)", "violated"],
    ["bnb(distance())", "violated"],
    ["threshold(distance(max))", "violated"],
    ["lazy(best(distance()))", "violated"],
  ])("%s ends %s where there is no trace", async (spec, kind) => {
    const { verdict } = await ask(correct, QUERY, { engine, search: searchOf(spec) });
    expect([verdict.kind, verdict.kind === "unknown" && verdict.because]).toEqual([
      kind,
      kind === "unknown" && "incomplete-search",
    ]);
  });

  it("finds several traces that differ in their actions, shortest first", async () => {
    const { verdict } = await ask(xta, QUERY, { engine, search: searchOf("bfs"), witnesses: 5 });
    if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") throw new Error("no trace");
    const traces = [verdict.evidence.trace, ...verdict.evidence.others!];
    expect(new Set(traces.map(actionsOf)).size).toBe(5);
    const lengths = traces.map(({ steps }) => steps.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(lengths[0]).toBe(SHORTEST);
  });
});

describe("walks and portfolios", () => {
  const bfs: Strategy = { kind: "search", spec: "dfs", config: searchOf("dfs") };
  const walk: Strategy = { kind: "walk", spec: "walk", walk: { choice: "sem", seed: 3, depth: 256 } };

  it.each([{ shorten: true }, { improve: true }])("are improved afterwards: %o", async (wish) => {
    const { verdict } = await ask(xta, QUERY, { ...wish, strategy: walk });
    expect(lengthOf(verdict)).toBe(SHORTEST);
  });

  it("leave several witnesses to a search", async () => {
    const both = { members: [bfs, walk], deterministic: true, firstShare: 1, alone: 0 } as const;
    const strategy: Strategy = { kind: "portfolio", spec: "both", ...both };
    const { verdict } = await ask(xta, QUERY, { strategy, witnesses: 3 });
    expect(verdict).toMatchObject({ evidence: { others: [{}, {}] } });
  });
});

describe("several witnesses", () => {
  // Two independent steps, then both are done: one target state, two ways to it.
  const diamond = `
    process P() { state a, b; init a; trans a -> b { }; }
    A = P(); B = P();
    system A, B;`;

  it.each(["bfs", "dfs", "greedy(distance())", "idastar(distance(max))"])(
    "are all ways to one state, by %s",
    async (spec) => {
      const { verdict } = await ask(diamond, "E<> A.b && B.b", { search: searchOf(spec), witnesses: 5 });
      if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") throw new Error("no trace");
      const traces = [verdict.evidence.trace, ...verdict.evidence.others!];
      expect(traces.map(actionsOf).sort()).toEqual(["0 1", "1 0"]);
    },
  );

  it("come in the order of their length where the search finds shortest traces", async () => {
    const { verdict } = await ask(xta, QUERY, { search: searchOf("bfs"), witnesses: 12 });
    if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") throw new Error("no trace");
    const lengths = verdict.evidence.others!.map(({ steps }) => steps.length);
    expect(lengths.filter((length) => length === SHORTEST).length).toBeGreaterThan(0);
    expect(lengths).toHaveLength(11);
  });
});

describe("a clock that stands still at the deadline", () => {
  /** Time passes while the search runs; nothing is left for anything else. */
  const hurried = (seconds: number) => {
    let now = 0;
    return { ...stillEnvironment, now: () => (now += seconds / 400) };
  };

  it.each([{ improve: true }, { witnesses: 1000 }, { shorten: true }])(
    "loses no trace that was found: %o",
    async (wish) => {
      const { network, compileQuery } = load(xta);
      const query = compileQuery(QUERY);
      if (!query.ok) throw new Error("no query");
      const options = { ...wish, search: searchOf("dfs"), limits: { seconds: 1 } };
      const [result] = await checkQueries({ network, options, environment: hurried(1) }, [query.value]);
      expect(lengthOf(result!.verdict)).toBeGreaterThanOrEqual(SHORTEST);
    },
  );
});

describe("limits", () => {
  it("an unbounded wish costs no answer", async () => {
    const { verdict } = await ask(xta, QUERY, { search: searchOf("dfs"), witnesses: 100 });
    expect(verdict.kind).toBe("satisfied");
  });
});
