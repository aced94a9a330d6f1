// Corners of how questions are answered that mutants found untested: fastest traces, answers that a limit cuts short, what
// is told to who watches, and what a certificate leaves of an answer.

import { describe, expect, it } from "vitest";
import { type CheckOptions, checkQueries, strategies, traceOf } from "../../src/check/index.ts";
import { Preparation } from "../../src/check/reachability/preparation.ts";
import { tellExpansions } from "../../src/check/reachability/probe.ts";
import type { CheckContext } from "../../src/check/session.ts";
import type { Engine } from "../../src/engine/index.ts";
import { LimitReached, stillEnvironment } from "../../src/limits/index.ts";
import type { SearchContext } from "../../src/search-context/index.ts";
import { configure } from "../../src/spec/index.ts";
import { durationOf } from "../../src/trace/index.ts";
import { rationalToString } from "../../src/zone/index.ts";
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
      trans a -> c { guard x >= 5; assign y = 0; }, a -> b { guard x >= 1; }, b -> c { guard x >= 2; }; } system P;`;
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
    expect([...said]).toEqual(["unknown because of time", "unknown because of time, in 1", "satisfied, in 1"]);
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
  const failing = (most: number): string => `int[0,3] n; int m;
    process P() { state s, t, u; init s; trans s -> t { }, t -> t { guard n < ${most}; assign n = n + 1; }, s -> u { guard m == 1; }; } system P;`;
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
  });
});
