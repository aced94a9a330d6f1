// Corners of plans that mutants found untested: which search answers, what becomes of one that was named, and where
// steps are left out.

import { describe, expect, it } from "vitest";
import { type CheckOptions, strategies } from "../../../src/check/index.ts";
import { livenessObstacle } from "../../../src/check/plan/abstraction-for.ts";
import { engineFor } from "../../../src/check/plan/engine-for.ts";
import { explainPlan } from "../../../src/check/plan/explain.ts";
import { planQuery } from "../../../src/check/plan/plan.ts";
import { whyRunsAreNotReduced } from "../../../src/check/plan/reduction.ts";
import { configure } from "../../../src/spec/index.ts";
import { ask, load } from "../ask.ts";

const MODEL = `clock x; int[0,9] n;
  process P() { state s, t; init s; trans s -> t { guard x >= 1; }, t -> s { assign n = 1; }; } system P;`;

function strategyOf(spec: string) {
  const strategy = configure(strategies, spec, { seed: 1 });
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return strategy.value;
}

function planned(text: string, options: CheckOptions = {}, model = MODEL) {
  const { network, compileQuery } = load(model);
  const query = compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  return { network, query: query.value, plan: planQuery(network, query.value, options) };
}

describe("a search that was named", () => {
  const use = (text: string, spec: string): string | undefined =>
    explainPlan(planned(text, { strategy: strategyOf(spec) }).plan).searches[0]!.use;

  it.each([
    ["E<> P.t", "dfs", undefined],
    ["A<> P.t", "bfs", undefined],
    ["P.s --> P.t", "bfs", undefined],
    ["A<> P.t", "dfs", "is not used: runs begin in the initial states"],
    ["P.s --> P.t", "dfs", "only finds the states where the premise holds"],
    ["LTL: F P.t", "dfs", "only finds the states where the formula stops waiting"],
    ["P.s --> P.t", "idastar(hU())", "is not used, since it begins anew: bfs finds the states where the premise holds"],
  ] as const)("%s by %s", (text, spec, said) => {
    if (said === undefined) expect(use(text, spec)).toBeUndefined();
    else expect(use(text, spec)).toContain(said);
  });
});

describe("who answers", () => {
  const member = (text: string, spec: string, options: CheckOptions = {}) => {
    const { way } = planned(text, { strategy: strategyOf(spec), ...options }).plan;
    return way?.kind === "alone" ? (way.member.strategy?.spec ?? "nobody in particular") : "all";
  };

  it("is the portfolio where one state is asked for, else the first search of it", () => {
    expect(member("E<> P.t", "portfolio([walk, rdfs, bfs])")).toBe("all");
    expect(member("E[] P.t", "portfolio([walk, rdfs, bfs])")).toBe("rdfs");
    expect(member("E<> P.t", "portfolio([walk, rdfs, bfs])", { witnesses: 2 })).toBe("rdfs");
    expect(member("E[] P.t", "portfolio([walk, walk(sem)])")).toBe("nobody in particular");
    expect(member("E<> P.t", "rdfs")).toBe("rdfs");
    expect(member("E<> P.t", "dfs", { optimal: "time" })).toBe("nobody in particular");
  });

  it("is the engine that was asked for", async () => {
    for (const text of ["E<> P.t && n == 1", "A<> P.t", "sup: n", "E<> n == 7"]) {
      const engine = async (options: CheckOptions) => (await ask(MODEL, text, options)).statistics.engine;
      expect([await engine({ engine: "reference" }), await engine({})]).toEqual(["reference", "compiled"]);
    }
  });
});

it("clocks anywhere in a question about runs need zones that are cut", () => {
  const obstacle = (text: string) => {
    const { network, query } = planned(text);
    return livenessObstacle(network, query);
  };
  expect(["P.s --> P.t", "A<> n == 1"].map(obstacle)).toEqual([undefined, undefined]);
  for (const text of ["P.s --> x > 3", "x > 3 --> P.t", "A<> x > 3"]) expect(obstacle(text)).toContain("clocks");
});

it("infinite runs without clocks have the coarsest zones that keep them", () => {
  const chosen = (abstraction?: "auto" | "extra-lu" | "extra-m") => {
    const { plan } = planned("A<> P.t", { ...(abstraction && { abstraction }) });
    return plan.abstraction.ok ? [plan.abstraction.value.abstraction, plan.abstraction.value.because] : [];
  };
  const because = "the coarsest that keeps infinite runs and ends";
  expect([chosen(), chosen("auto")]).toEqual([
    ["extra-lu", because],
    ["extra-lu", because],
  ]);
  expect([chosen("extra-lu")[0], chosen("extra-m")[0]]).toEqual(["extra-lu", "extra-m"]);
  expect(chosen("extra-lu")[1]).not.toBe(because);
});

it("which engine would run is known without running it", () => {
  const { network, query } = planned("A<> x > 3");
  expect(engineFor(network)).toEqual({ engine: "compiled" });
  expect(engineFor(network, planned("E<> P.t").query)).toEqual({ engine: "compiled" });
  expect(engineFor(network, query)).toEqual({ engine: "reference", reason: "clocks in a liveness query" });
});

it("a wish that is refused is all that is said of a plan", () => {
  const report = explainPlan(planned("A<> P.t", { abstraction: "local-time" }).plan);
  expect(report.refused).toContain("local-time");
  expect(report.searches).toEqual([]);
});

describe("orders of steps", () => {
  /** Each counts by itself; with `guard` each waits for the one before. */
  const counters = (guard: boolean): string => {
    const names = ["a", "b", "c"];
    const one = (name: string, index: number): string =>
      `process ${name.toUpperCase()}() { state s; init s; trans s -> s { guard ${name} < 4${
        guard && index > 0 ? ` && ${names[index - 1]} == 4` : ""
      }; assign ${name} = ${name} + 1; }; }`;
    return `int[0,4] ${names.join(", ")}; ${names.map(one).join(" ")} system A, B, C;`;
  };
  const left = async (model: string, por: CheckOptions["por"]) => {
    const { verdict } = await ask(model, "E<> c > 4", { ...(por && { por }) });
    if (verdict.kind !== "violated" || verdict.evidence.kind !== "exhausted") throw new Error(verdict.kind);
    return verdict.evidence.reduction && verdict.evidence.reduction.left > 0;
  };

  it("are left out by `auto` where that pays, and only there", async () => {
    expect([await left(counters(false), "auto"), await left(counters(false), "on")]).toEqual([true, true]);
    expect([await left(counters(true), "auto"), await left(counters(true), "on")]).toEqual([undefined, false]);
    expect([await left(counters(false), "off"), await left(counters(false), undefined)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["LTL: G F a == 4", undefined],
    ["LTL: F G (a == 4 || b == 4)", undefined],
    ["LTL: a == 4 U b == 4", undefined],
    ["LTL: X a == 4", "X"],
    ["LTL: G X a == 4", "X"],
    ["LTL: F !(X a == 4)", "X"],
    ["LTL: G (a == 4 && X b == 4)", "X"],
    ["LTL: (X a == 4) U b == 4", "X"],
    ["LTL: a == 4 U (X b == 4)", "X"],
    ["A<> a == 4", undefined],
    ["a == 4 --> b == 4", undefined],
  ] as const)("matter to %s: %s", (text, because) => {
    const { network, query } = planned(text, {}, counters(false));
    const why = whyRunsAreNotReduced(network, query, undefined, { por: "on" });
    expect(why?.slice(0, 1)).toEqual(because);
    expect(whyRunsAreNotReduced(network, query, undefined, { por: "off" })).toBe("it is not asked for");
    expect(whyRunsAreNotReduced(network, query, undefined, {})).toBe("it is not asked for");
  });

  it.each([
    ["A<> a == 4", {}, undefined],
    ["A<> a == 4", { por: "off" }, "none, as was asked for"],
    ["A<> a == 4", { por: "on" }, "stubborn sets of steps that no letter shows, under the proviso C2cl"],
    ["LTL: F a == 4", { por: "auto" }, "stubborn sets of steps that no letter shows, under the proviso C2cl"],
    ["LTL: X a == 4", { por: "auto" }, "none, because of X, which sees how steps interleave"],
    ["sup: a", { por: "auto" }, undefined],
  ] as const)("of runs, in words: %s, %o", (text, options, said) => {
    expect(explainPlan(planned(text, options, counters(false)).plan).searches[0]!.reduction).toBe(said);
  });
});

describe("local time", () => {
  const model = `clock x, y; process P() { clock z; state s, t; init s; trans s -> t { guard z >= 1; }; }
    A = P(); B = P(); system A, B;`;

  it("is for searches that do not count in the order of time", async () => {
    const by = async (spec: string) => {
      const { verdict, statistics } = await ask(model, "E<> A.t && B.t", {
        strategy: strategyOf(spec),
        abstraction: "local-time",
      });
      return verdict.kind === "unknown" ? verdict.diagnostic?.code : statistics.abstraction;
    };
    expect(await by("bfs")).toBe("local-time");
    expect(await by("eager(icb(fifo(), exact=true))")).toBe("TH3212");
  });
});
