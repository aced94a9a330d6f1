// Corners of how questions are answered that mutants found untested: fastest traces, answers that a limit cuts short,
// what is told to who watches, and what a certificate leaves of an answer.

import { describe, expect, it } from "vitest";
import { type Reached, refused } from "../../src/check/answer.ts";
import { certified } from "../../src/check/evidence/certify.ts";
import {
  type CheckOptions,
  checkQueries,
  exploreNetwork,
  measuredTerms,
  strategies,
  traceOf,
} from "../../src/check/index.ts";
import { Preparation } from "../../src/check/members/preparation.ts";
import { tellExpansions } from "../../src/check/reachability/probe.ts";
import type { CheckContext, Session } from "../../src/check/session.ts";
import type { Engine } from "../../src/engine/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { LimitReached, stillEnvironment } from "../../src/limits/index.ts";
import type { SearchContext } from "../../src/search-context/index.ts";
import { configure } from "../../src/spec/index.ts";
import { durationOf } from "../../src/trace/index.ts";
import { BoundOverflow, rationalToString } from "../../src/zone/index.ts";
import { ask, load } from "./ask.ts";

function strategyOf(spec: string) {
  const strategy = configure(strategies, spec, { seed: 1 });
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return strategy.value;
}

async function askedIn(context: Partial<CheckContext>, model: string, text: string, options: CheckOptions = {}) {
  const query = load(model).compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const { network, value } = query;
  const [result] = await checkQueries({ network, options, environment: stillEnvironment, ...context }, [value]);
  return result!;
}

/** Ten times ten states, and a clock. */
const COUNTERS = `clock x; int[0,9] a, b;
  process P() { state s, t; init s; trans s -> s { guard a < 9; assign a = a + 1; }, s -> t { guard a == 9 && b == 9 && x >= 1; }; }
  process Q() { state s; init s; trans s -> s { guard b < 9; assign b = b + 1; }; }
  system P, Q;`;

describe("a fastest trace", () => {
  it("is found by the time that passes, whatever other clocks say", async () => {
    const model = `clock x, y; process P() { state a, b, c; init a;
      trans a -> c { guard x >= 5; assign y = 0; }, a -> b { guard x >= 1; }, b -> c { guard x >= 2; }, c -> a { guard y >= 4; }; } system P;`;
    const { verdict } = await ask(model, "E<> P.c", { optimal: "time" });
    expect(rationalToString(durationOf(traceOf(verdict)!))).toBe("2");
  });

  it("that time is too short for leaves what is known", async () => {
    const said = new Set<string>();
    for (let seconds = 0.5; seconds < 30 && !said.has("satisfied, in 1"); seconds += 0.5) {
      let now = 0;
      const environment = { ...stillEnvironment, now: () => (now += 0.1), stepsPerSlice: 5 };
      const { verdict } = await askedIn({ environment }, COUNTERS, "E<> P.t", { optimal: "time", limits: { seconds } });
      const trace = traceOf(verdict) ?? (verdict.kind === "unknown" ? verdict.trace : undefined);
      const because = verdict.kind === "unknown" ? ` because of ${verdict.because}` : "";
      said.add(`${verdict.kind}${because}${trace === undefined ? "" : `, in ${rationalToString(durationOf(trace))}`}`);
    }
    expect([...said]).toEqual(["unknown because of time", "satisfied, in 1"]);
  });
});

it("what a limit ends outside of a search is told with what the search had seen", async () => {
  const explored = new Set<number>();
  for (let left = 0; left < 12; left++) {
    let calls = 0;
    const interruptible = <T>(work: () => T): T => {
      if (calls++ === left) throw new LimitReached("memory");
      return work();
    };
    const environment = { ...stillEnvironment, interruptible };
    const { verdict, statistics } = await askedIn({ environment }, COUNTERS, "E<> P.t", {
      strategy: strategyOf("bfs"),
    });
    if (verdict.kind !== "unknown") break;
    expect(verdict.because).toBe("memory");
    explored.add(statistics.explored);
  }
  // Before anything was explored, and with the target in hand.
  expect([...explored].map((count) => count >= 100)).toEqual([false, true]);
});

describe("who watches", () => {
  it.each([
    ["walk()", "E<> P.t", 1],
    ["bfs", "E<> P.t", 1],
    ["walk()", "E<> P.t && x < 1", 0],
    ["bfs", "E<> P.t && x < 1", 0],
  ] as const)("hears of the hit, and of no other end: %s, %s", async (spec, text, times) => {
    let hits = 0;
    let now = 0;
    const environment = { ...stillEnvironment, now: () => (now += 0.01) };
    const options = { strategy: strategyOf(spec), limits: { seconds: 2 } };
    await askedIn({ environment, onHit: () => hits++ }, COUNTERS, text, options);
    expect(hits).toBe(times);
  });

  it("hears how long the way to a state is, whichever is asked for first", () => {
    const engine = { expand: () => 0, expandAll: () => [], parentOf: (state: number) => state - 1 };
    const told: number[] = [];
    const watched = tellExpansions(engine as unknown as Engine, (_state, depth) => told.push(depth));
    watched.expand(5000);
    watched.expandAll(3, 0);
    watched.expand(20_000);
    expect(told).toEqual([5000, 3, 20_000]);
  });

  it("hears what is built before a search, one after the other", () => {
    const building = (rounds: number) => {
      let done = 0;
      return {
        advance: () => ++done < rounds,
        get progress() {
          return { done: done / rounds };
        },
      };
    };
    const constructions = new Map([
      [{ spec: "one" }, [building(2)]],
      [{ spec: "two" }, [building(1)]],
    ]);
    const preparation = new Preparation({ constructions } as unknown as SearchContext);
    const seen: unknown[] = [];
    do seen.push(preparation.statistics.building);
    while (preparation.step() === "running");
    expect(seen).toEqual([
      { heuristic: "one", progress: { done: 0 } },
      { heuristic: "one", progress: { done: 0.5 } },
      { heuristic: "two", progress: { done: 0 } },
      undefined,
    ]);
  });
});

describe("what is certified", () => {
  // Behind the dead end of the estimate the counter leaves its range.
  const failing = (most: number): string => `int[0,3] n; int k = ${most}; int m; int[0,1] v, w;
    process P() { state s, t, u; init s; trans s -> t { }, t -> t { guard n < k; assign n = n + 1; },
      t -> t { guard v != w; assign k = 9; }, s -> u { guard m == 1; }; }
    process Q() { state q; init q; trans q -> q { assign v = 1 - v, w = v; }; } system P, Q;`;
  const certified = async (model: string, spec: string) => {
    const { verdict, proof, note } = await ask(model, "E<> P.u", { strategy: strategyOf(spec), certify: true });
    return { verdict, proof: proof?.kind, note };
  };

  it("was explored once more, and nothing was left out", async () => {
    const exhausted = { kind: "violated", evidence: { kind: "exhausted" } };
    expect(await certified(failing(3), "bfs")).toEqual({ verdict: exhausted, proof: "states", note: undefined });
    expect(await certified(failing(3), "idastar(blind())")).toEqual({ verdict: exhausted, proof: "states" });
    const cutOff = { deadEnds: 1, canFault: false, withoutSearch: ["hU()"] };
    expect(await certified(failing(3), "greedy(hU())")).toEqual({
      verdict: { kind: "violated", evidence: { kind: "exhausted", cutOff } },
      proof: "states",
      note: undefined,
    });
  });

  it("is no proof where a fault lies behind a dead end", async () => {
    const { verdict, proof } = await certified(failing(4), "greedy(hU())");
    expect(verdict).toMatchObject({ kind: "unknown", because: "model-fault", trace: { end: "fault" } });
    expect(proof).toBeUndefined();
    // The same where runs begin behind states that only some search finds.
    const strategy = strategyOf("greedy(hU())");
    const never = await ask(failing(4), "P.u --> P.s", { strategy, certify: true });
    expect(never.verdict).toMatchObject({ kind: "unknown", because: "model-fault" });
    const right = await ask(failing(3), "P.u --> P.s", { strategy, certify: true });
    expect([right.verdict.kind, right.proof?.kind]).toEqual(["satisfied", "runs"]);
  });
});

describe("traces that are asked for besides the first", () => {
  // Every step behind the first is a target, too.
  const model = `int[0,5] n; process P() { state a, b; init a; trans a -> b { }, b -> b { guard n < 5; assign n = n + 1; }; } system P;`;

  it.each(["bfs", "dfs", "greedy(hU())"])("do not go on behind a target: %s", async (spec) => {
    const { verdict, proof } = await ask(model, "E<> P.b", { strategy: strategyOf(spec), witnesses: 3 });
    expect(verdict).toMatchObject({ kind: "satisfied", evidence: { trace: { steps: [{}] }, others: [] } });
    // Whoever stops at a target has seen nothing that could prove anything.
    expect(proof).toBeUndefined();
  });

  it.each([{ improve: true }, { shorten: true }])(
    "are given up where a limit ends looking for them, and the first stays: %o",
    async (wish) => {
      const lengths = new Set<number>();
      for (let left = 0; left < 40; left++) {
        let calls = 0;
        const interruptible = <T>(work: () => T): T => {
          if (calls++ === left) throw new LimitReached("memory");
          return work();
        };
        const environment = { ...stillEnvironment, interruptible, stepsPerSlice: 1 };
        const options = { strategy: strategyOf("dfs"), ...wish };
        const { verdict } = await askedIn({ environment }, SHORTCUT, "E<> P.z", options);
        if (verdict.kind === "unknown") expect(verdict.because).toBe("memory");
        else lengths.add(traceOf(verdict)!.steps.length);
      }
      expect([...lengths]).toEqual([4, 2]);
    },
  );
});

/** Depth first goes the long way. */
const SHORTCUT = `process P() { state a, b, c, d, y, z; init a; trans a -> y { }, y -> z { }, a -> b { }, b -> c { }, c -> d { }, d -> z { }; } system P;`;

it("of several traces those stay that were found before a limit", async () => {
  const others = new Set<number>();
  for (let left = 0; left < 40; left++) {
    let calls = 0;
    const interruptible = <T>(work: () => T): T => {
      if (calls++ === left) throw new LimitReached("memory");
      return work();
    };
    const environment = { ...stillEnvironment, interruptible, stepsPerSlice: 1 };
    const options = { strategy: strategyOf("dfs"), witnesses: 2 };
    const { verdict } = await askedIn({ environment }, SHORTCUT, "E<> P.z", options);
    if (verdict.kind === "unknown") expect(verdict.because).toBe("memory");
    else if (verdict.evidence.kind === "trace") others.add(verdict.evidence.others!.length);
  }
  expect([...others]).toEqual([0, 1]);
});

it("one trace has no others, and costs less than two", async () => {
  const evidence = async (witnesses?: number) => {
    let cpu = 0;
    const environment = { ...stillEnvironment, cpu: () => (cpu += 0.001) };
    const options = { strategy: strategyOf("dfs"), ...(witnesses && { witnesses }) };
    const { verdict, statistics } = await askedIn({ environment }, SHORTCUT, "E<> P.z", options);
    if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") throw new Error(verdict.kind);
    return { others: verdict.evidence.others?.length, seconds: statistics.evidenceSeconds! };
  };
  const [one, alone, two] = [await evidence(), await evidence(1), await evidence(2)];
  expect([one.others, alone.others, two.others]).toEqual([undefined, undefined, 1]);
  expect(two.seconds).toBeGreaterThan(one.seconds);
});

it("what is refused is told by its error, whatever is warned of before", () => {
  const warning = { severity: "warning", code: "TH1001", message: "a warning" } as const;
  const error = { severity: "error", code: "TH4500", message: "an error" } as const;
  const told = (...list: Parameters<typeof refused>[0]) => {
    const { verdict } = refused(list);
    return verdict.kind === "unknown" ? verdict.diagnostic : verdict;
  };
  expect([told(warning, error), told(warning)]).toEqual([error, warning]);
});

describe("stopwatches leave open", () => {
  const stopped = (more: string): string =>
    `clock x, y; chan go; urgent chan now; process P() { state a { x' == 0 && y <= 2 }, b { y <= 3 }; init a;
       trans a -> b { guard y >= 1; assign x = 0; }, b -> a { guard y >= 2; assign y = 0; }${more}; }
     process Q() { state q; init q; trans q -> q { sync now?; }; } system P, Q;`;
  const said = async (model: string, text: string): Promise<string> => {
    const { verdict } = await ask(model, text);
    return verdict.kind === "unknown" ? verdict.because : verdict.kind;
  };

  it("whether the model fails, where no run leads to the fault", async () => {
    // x + y is 2 in c: the fault lies where only the zones are.
    const sum = `clock x, y, t; int[0,1] n; process P() {
      state a { y' == 0 && t <= 2 }, b { x' == 0 && t <= 2 }, c { x' == 0 && y' == 0 }, d; init a;
      trans a -> b { }, b -> c { guard t >= 2; }, c -> d { guard x == 2 && y == 2; assign n = n + 5; }; } system P;`;
    expect(await said(sum, "E<> P.a && t > 2")).toBe("over-approximation");
    expect(await said(sum.replace("n + 5", "1"), "E<> P.a && t > 2")).toBe("violated");
  });

  it("whether there is a deadlock, where none is found", async () => {
    expect(await said(stopped(""), "E<> deadlock")).toBe("over-approximation");
    expect(await said(stopped(""), "E<> P.a && y > 2")).toBe("violated");
  });

  it("what is not reached where clocks guard what is urgent", async () => {
    const urgent = stopped(", b -> b { guard x >= 1; sync now!; }");
    expect(await said(urgent, "E<> P.a && y > 2")).toBe("over-approximation");
  });
});

describe("an exploration", () => {
  const { network } = load(COUNTERS);

  it("that a limit ends before it begins has counted nothing, and says why", async () => {
    const interruptible = (): never => {
      throw new LimitReached("time");
    };
    const environment = { ...stillEnvironment, interruptible };
    const { statistics, because } = await exploreNetwork(network, {}, environment);
    expect([because, statistics.explored, statistics.abstraction]).toEqual(["time", 0, "none"]);
  });

  it("that is refused says why", async () => {
    const refused = await exploreNetwork(
      network,
      { abstraction: "local-time", subsumption: "equality" },
      stillEnvironment,
    );
    expect(refused).toMatchObject({
      because: "not-supported",
      diagnostic: { code: "TH3212" },
      statistics: { explored: 0 },
    });
    expect(refused.readable).toBeUndefined();
  });

  it("ends with all there is, in either order", async () => {
    for (const order of ["bfs", "dfs"] as const) {
      const { statistics, because } = await exploreNetwork(network, { order }, stillEnvironment);
      expect([because, statistics.stored, statistics.deadlocks, statistics.engine]).toEqual([
        undefined,
        101,
        1,
        "compiled",
      ]);
    }
  });
});

it("what a run attains is told in the model's units", async () => {
  const model = `clock x, t; process P() { state a { x' == 0 && t <= 500000000 }, b { t <= 400000000 }; init a;
    trans a -> b { guard t >= 300000000; }; } system P;`;
  const told = async (text: string) => {
    const { verdict } = await ask(model, text);
    return verdict.kind === "unknown" ? verdict.values![0] : measuredTerms(verdict)[0];
  };
  expect(await told("bounds{P.a}: t - x")).toMatchObject({ attained: { lower: 0, upper: 500000000 } });
  expect((await told("sup{P.a}: t - x"))!.attained).toEqual({ upper: 500000000 });
  expect((await told("inf{P.a}: t - x"))!.attained).toEqual({ lower: 0 });
});

it("a formula whose automaton is too large is refused by name", async () => {
  const parts = Array.from({ length: 20 }, (_, k) => `F n == ${k}`);
  const model =
    "int[0,40] n; process P() { state s; init s; trans s -> s { guard n < 40; assign n = n + 1; }; } system P;";
  const { verdict } = await ask(model, `LTL-some: ${parts.join(" && ")}`);
  expect(verdict).toMatchObject({ kind: "unknown", because: "property-too-large", diagnostic: { code: "TH4507" } });
});

describe("a run that violates `-->`", () => {
  it.each(["couvreur()", "ndfs()", "ndfs(hU())", "couvreur(hU())"])(
    "is found behind the premise, however far its loop is: %s",
    async (spec) => {
      const model = `process P() { state a, b, c, d, e, z; urgent b, c, d, e; init a;
      trans a -> a { }, a -> b { }, b -> c { }, c -> d { }, d -> e { }, e -> d { }, a -> z { }; } system P;`;
      for (const text of ["P.b --> P.z", "P.c --> P.z", "P.d --> P.z"]) {
        const { verdict } = await ask(model, text, { strategy: strategyOf(spec) });
        expect(verdict).toMatchObject({ kind: "violated", evidence: { trace: { end: "loop" } } });
      }
    },
  );

  it.each(["couvreur()", "ndfs()"])("may end where the premise holds: %s", async (spec) => {
    const model = (kind: string) =>
      `process P() { state a, b, z; ${kind} init a; trans a -> b { }, a -> z { }; } system P;`;
    for (const [kind, end] of [
      ["", "unbounded-delay"],
      ["urgent b;", "deadlock"],
    ] as const) {
      const { verdict } = await ask(model(kind), "P.b --> P.z", { strategy: strategyOf(spec) });
      expect(verdict).toMatchObject({ kind: "violated", evidence: { trace: { end, steps: [{}] } } });
    }
  });

  it.each(["couvreur()", "ndfs()"])(
    "may not be there, and a fault is, some steps behind the premise: %s",
    async (spec) => {
      const model = `int[0,1] n; process P() { state a, b, c, d, z; urgent b, c, d; init a;
      trans a -> b { }, b -> c { }, c -> z { }, c -> d { assign n = n + 5; }, d -> z { }; } system P;`;
      const { verdict } = await ask(model, "P.b --> P.z", { strategy: strategyOf(spec) });
      expect(verdict).toMatchObject({
        kind: "unknown",
        because: "model-fault",
        trace: { end: "fault", steps: [{}, {}] },
      });
    },
  );
});

it("what went into evidence is what passed while it was made", async () => {
  let cpu = 100;
  const environment = { ...stillEnvironment, cpu: () => (cpu += 0.001) };
  const { statistics } = await askedIn({ environment }, COUNTERS, "E<> P.t", { strategy: strategyOf("bfs") });
  expect(statistics.evidenceSeconds).toBeGreaterThan(0);
  expect(statistics.evidenceSeconds).toBeLessThan(1);
  expect(statistics.evidenceSeconds).toBeLessThanOrEqual(statistics.cpuSeconds);
});

describe("an answer that another would spoil", () => {
  it("is a trace of no steps, met behind a longer one", async () => {
    // Depth first, the initial state that is no target comes first.
    const content = `system:s
event:e
process:P
location:P:a{initial: : labels:t}
location:P:b{labels:t}
location:P:c{initial:}
edge:P:c:b:e{}
`;
    const query = loadModel({ name: "model.tck", content }, { lints: false }).compileLabels(["t"]);
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    const { network, value } = query;
    for (const [spec, improve] of [
      ["bnb(blind())", false],
      ["dfs", true],
    ] as const) {
      const options = { strategy: strategyOf(spec), improve };
      const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [value]);
      expect(traceOf(result!.verdict)!.steps).toHaveLength(0);
    }
  });

  it("stands where a bound overflows while it is certified", async () => {
    const query = load(COUNTERS).compileQuery("E<> a == 5 and b == 6");
    if (!query.ok) throw new Error("no query");
    const overflowing = {
      query: query.value,
      network: query.network,
      context: { options: {} },
      work: () => {
        throw new BoundOverflow();
      },
    } as unknown as Session;
    const answer = { verdict: { kind: "violated", evidence: { kind: "exhausted" } } } as Reached["answer"];
    expect(await certified(overflowing, { answer })).toEqual({ answer, uncertified: "not-supported" });
  });
});
