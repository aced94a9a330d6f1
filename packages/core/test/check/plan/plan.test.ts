// What will run is decided once, before anything runs: the plan can be looked at, put into words and carried out.

import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type CheckOptions,
  checkQueries,
  defaultStrategy,
  executePlan,
  explainPlan,
  type MemberDriver,
  planQuery,
  strategies,
} from "../../../src/check/index.ts";
import { membersOf } from "../../../src/check/plan/plan.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { Query } from "../../../src/network/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { load } from "../ask.ts";

const calls = vi.hoisted(() => ({ choices: 0, engines: 0 }));
vi.mock("../../../src/engine/abstraction.ts", async (original) => {
  const real = await original<typeof import("../../../src/engine/abstraction.ts")>();
  const chooseAbstraction: typeof real.chooseAbstraction = (...args) => {
    calls.choices++;
    return real.chooseAbstraction(...args);
  };
  return { ...real, chooseAbstraction };
});
vi.mock("../../../src/engine/compiled/compiled-engine.ts", async (original) => {
  const real = await original<typeof import("../../../src/engine/compiled/compiled-engine.ts")>();
  const createCompiledEngine: typeof real.createCompiledEngine = (...args) => {
    calls.engines++;
    return real.createCompiledEngine(...args);
  };
  return { ...real, createCompiledEngine };
});
beforeEach(() => {
  calls.choices = 0;
  calls.engines = 0;
});

const MODEL = `
clock x; int[0,5] n;
process A() { clock y; state s, t { y <= 3 }; init s;
  trans s -> s { guard n < 5 && x > 1; assign n = n + 1, x = 0; }, s -> t { guard n == 4; assign y = 0; }; }
P = A();
system P;
`;

function asked(text: string, model = MODEL): { network: ReturnType<typeof load>["network"]; query: Query } {
  const { network, compileQuery } = load(model);
  const query = compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  return { network, query: query.value };
}

function strategyOf(spec: string) {
  const strategy = configure(strategies, spec, { seed: 1 });
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return strategy.value;
}

function planned(text: string, options: CheckOptions = {}, threads = 0) {
  const { network, query } = asked(text);
  return planQuery(network, query, options, { threads });
}

describe("who has the cores", () => {
  const workersOf = (cores: number, strategy = strategyOf("portfolio([bfs, greedy(hU()), walk()])")) => {
    const { network, query } = asked("E<> P.t");
    const plan = planQuery(network, query, { strategy }, { threads: cores - 1, cores });
    return plan.way?.kind === "portfolio" ? plan.way.here[0]!.workers : undefined;
  };
  it("is told where other members have them, and where some are left for the first", () => {
    expect(workersOf(2)).toMatchObject({ count: 1, obstacle: expect.stringContaining("`--workers auto`") });
    expect(workersOf(6)).toMatchObject({ count: expect.any(Number), after: 0.5 });
    expect(workersOf(1)).toBeUndefined();
  });
});

describe("what is decided once", () => {
  const all = "portfolio([bfs, greedy(hU()), dfs, walk()], deterministic=true)";
  it.each([
    ["a portfolio", "E<> P.t", { strategy: strategyOf(all) }],
    ["a trace that is made shorter", "E<> P.t", { strategy: strategyOf("dfs"), shorten: true }],
    ["a portfolio whose answer is certified", "A[] n < 6", { strategy: strategyOf(all), certify: true }],
    ["liveness", "A<> P.t", {}],
  ] as const)("is not decided again: %s", async (_name, text, options) => {
    const { network, query } = asked(text);
    await checkQueries({ network, options, environment: stillEnvironment }, [query]);
    expect(calls.choices).toBe(1);
  });

  it("is what is explained, and what runs", async () => {
    const { network, query } = asked("E<> P.t");
    const plan = planQuery(network, query, { strategy: strategyOf(all) });
    const told = explainPlan(plan).searches;
    expect(told.map(({ search }) => search)).toEqual(membersOf(plan).map(({ spec }) => spec));
    const { statistics } = await executePlan(plan, { environment: stillEnvironment });
    const ran = statistics.members!.filter(({ search }) => !search.startsWith("walk"));
    expect(ran.length).toBeGreaterThan(0);
    for (const { search, abstraction, engine } of ran) {
      expect(told.find((one) => one.search === search)).toMatchObject({ abstraction, engine });
    }
  });

  it("is not decided again in other threads", async () => {
    const seen: boolean[] = [];
    const driver: MemberDriver = {
      threads: 2,
      sleep: () => Promise.resolve(),
      start: ({ abstraction }) => {
        seen.push(structuredClone(abstraction)?.ok === true);
        return { report: Promise.resolve(undefined), cancel: () => undefined };
      },
    };
    const { network, query } = asked("A[] n < 6");
    const options = { strategy: strategyOf("portfolio([bfs, greedy(hU()), walk()])") };
    await checkQueries({ network, options, driver, environment: stillEnvironment }, [query]);
    expect(seen).toEqual([true, true]);
  });
});

describe("a plan", () => {
  it("runs nothing", () => {
    expect(explainPlan(planned("E<> P.t", { strategy: defaultStrategy() })).searches.length).toBe(4);
    expect(calls).toEqual({ choices: 1, engines: 0 });
  });

  it("is carried out later, with the answer that asking would give", async () => {
    for (const text of ["E<> P.t", "A[] n < 5", "A<> P.t", "sup: n"]) {
      const { network, query } = asked(text);
      const options = { strategy: strategyOf("bfs") };
      const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query]);
      const later = await executePlan(planQuery(network, query, options), { environment: stillEnvironment });
      expect(later.verdict).toEqual(result!.verdict);
      expect(later.statistics).toEqual(result!.statistics);
    }
  });

  it("gives every search a thread, and walks what is left", () => {
    const { searches, firstAlone } = explainPlan(planned("A[] n < 6", { strategy: defaultStrategy() }, 2));
    expect(searches.map(({ search, thread, share }) => [search, thread, share])).toEqual([
      ["bfs", 0, 6],
      ["eager(best(hU(broadcast=each)))", 1, undefined],
      ["walk(choice=rlc)", 2, undefined],
      ["walk(choice=ret)", 2, undefined],
    ]);
    expect(firstAlone).toBe(0.5);
  });

  it.each([
    ["E<> P.t", "bfs", "alu", "the coarsest that is sound for what can be reached", "compiled"],
    ["A<> P.t", "couvreur()", "extra-lu", "the coarsest that keeps infinite runs and ends", "compiled"],
    [
      "A<> x > 1",
      "zones cut along the formulas, depth first",
      "extra-m",
      "what must happen depends on what is impossible, too",
      "reference",
    ],
    ["sup: x", "bfs", "extra-lu", "values of clocks are measured", "compiled"],
    ["E<> x - P.y > 2", "bfs", "extra-lu", "clocks are compared with each other", "compiled"],
  ])("says which search, abstraction and engine, and why: %s", (text, search, abstraction, because, engine) => {
    const { searches } = explainPlan(planned(text));
    expect(searches).toMatchObject([{ search, abstraction, abstractionBecause: because, engine }]);
  });

  it("says what is refused", () => {
    const options = { strategy: strategyOf("portfolio([bfs, walk()])"), abstraction: "local-time" } as const;
    expect(explainPlan(planned("E<> x - P.y > 2", options)).refused).toContain("local-time");
    const walk = explainPlan(planned("A<> P.t", { strategy: strategyOf("walk()") }));
    expect(walk.searches).toMatchObject([{ refused: "it looks for single states; A<> asks for more" }]);
  });

  it("says what comes afterwards", () => {
    const { afterwards } = explainPlan(planned("E<> P.t", { optimal: "time", shorten: true, certify: true }));
    expect(afterwards).toHaveLength(5);
    expect(explainPlan(planned("A<> P.t", { certify: true })).afterwards).toEqual([
      '"must happen" is certified: what a search cut off or forgot is explored once more',
    ]);
    expect(explainPlan(planned("LTL: F P.t", { certify: true })).afterwards).toEqual([
      "no certificate: there are none about LTL",
    ]);
  });
});
