// Swarms: the list of hunts depends on the question and the seed alone; what does not fit a question is left out; the
// first answer counts, in threads or not; and what no hunt knows is unknown for that reason, not for a hunt's own
// limit.

import { describe, expect, it } from "vitest";
import {
  answerRequest,
  type Configuration,
  checkQueries,
  type MemberDriver,
  planQuery,
} from "../../../src/check/index.ts";
import { type Environment, stillEnvironment } from "../../../src/limits/index.ts";
import { livelyNetwork, query, randomTarget, seededChoices } from "../../../src/testing/index.ts";
import { ask, load } from "../ask.ts";

const TWO = `
int[0,9] a = 0; clock x;
process A() { state s, t { x <= 5 }; init s; trans s -> s { guard a < 9; assign a = a + 1; }, s -> t { guard a == 7; assign x = 0; }; }
process B() { state u, v; init u; trans u -> v { guard a > 3; }; }
P = A(); Q = B(); system P, Q;`;

function hunts(text: string, seed: number, count = 40): readonly Configuration[] {
  const loaded = load(TWO);
  const read = loaded.compileQuery(text);
  if (!read.ok) throw new Error(text);
  const { way } = planQuery(read.network!, read.value, { seed, swarm: { count } });
  if (way?.kind !== "swarm") throw new Error("no swarm");
  return way.hunts.map(({ configuration }) => configuration);
}

describe("the list of a swarm", () => {
  it("is fixed by question and seed, begins with a proof and has no hunt twice", () => {
    const list = hunts("E<> P.t", 7);
    expect(list).toEqual(hunts("E<> P.t", 7));
    expect(list).not.toEqual(hunts("E<> P.t", 8));
    expect(list).toHaveLength(40);
    expect(list[0]).toEqual({ search: "bfs" });
    expect(new Set(list.map(({ search }) => search)).size).toBe(40);
    for (const kind of ["walk(", "greedy(", "rdfs(", "bitstate(", "ties=random", "type-based", "context("]) {
      expect(
        list.some(({ search }) => search.includes(kind)),
        kind,
      ).toBe(true);
    }
    expect(hunts("E<> P.t", 7, 5)).toEqual(list.slice(0, 5));
  });

  it("is made for what is asked", () => {
    const hasDeadlock = (text: string): boolean => hunts(text, 1).some(({ search }) => search.includes("deadlock()"));
    expect(hasDeadlock("E<> deadlock")).toBe(true);
    expect(hasDeadlock("E<> P.t")).toBe(false);
  });
});

/** Time passes by being looked at, so that walks have an end; and pauses are real. */
function ticking(): Environment {
  let now = 0;
  return {
    ...stillEnvironment,
    now: () => (now += 0.01),
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

/** Threads of the tests: they live in this one. */
function driverHere(started: string[]): MemberDriver {
  return {
    threads: 1,
    sleep: () => new Promise((resolve) => void setTimeout(resolve, 0)),
    start(request) {
      started.push(request.search);
      expect(request.isHunt).toBe(true);
      const signal = { aborted: false };
      const report = answerRequest(structuredClone(request), { environment: ticking(), signal });
      return {
        report,
        cancel: () => {
          signal.aborted = true;
        },
      };
    },
  };
}

describe("a swarm", () => {
  it("answers what one search answers, in threads and without, on random networks", async () => {
    for (let seed = 1; seed <= 24; seed++) {
      const choices = seededChoices(seed);
      const { network, features } = livelyNetwork(choices);
      const asked = query("E<>", randomTarget(network, choices, features.has("diagonals")), 1);
      const context = { network, options: { swarm: { count: 4 }, seed }, environment: ticking() };
      const limits = { seconds: 60 };
      const [one] = await checkQueries({ network, options: { limits }, environment: ticking() }, [asked]);
      if (one!.verdict.kind === "unknown") continue;
      const [alone] = await checkQueries(context, [asked]);
      const [pooled] = await checkQueries({ ...context, driver: driverHere([]) }, [asked]);
      expect([alone!.verdict.kind, pooled!.verdict.kind], `seed ${seed}`).toEqual([
        one!.verdict.kind,
        one!.verdict.kind,
      ]);
    }
  });

  it("goes through hunts that find nothing, and says who answered", async () => {
    const configurations = ["bounded(1, bfs)", "walk(depth=1, seed=3)", "eager(lifo())", "bfs"].map((search) => ({
      search,
      seconds: 5,
    }));
    const wish = { count: 4, configurations: configurations.filter(({ search }) => !search.startsWith("walk")) };
    const { verdict, statistics } = await ask(TWO, "E<> P.t", { swarm: wish });
    expect(verdict.kind).toBe("satisfied");
    expect(statistics.answeredBy).toBe("eager(lifo())");
    expect(statistics.members!.map(({ search }) => search)).toEqual(["bounded(1, bfs)", "eager(lifo())"]);
  });

  it("does not take the limit of a hunt for a limit of the question", async () => {
    const wish = { count: 1, configurations: [{ search: "bounded(1, bfs)" }] };
    const { verdict } = await ask(TWO, "E<> P.t", { swarm: wish });
    expect(verdict).toMatchObject({ kind: "unknown", because: "incomplete-search" });
  });

  it("refuses what is no question for a state, by name", async () => {
    for (const [text, options] of [
      ["A<> P.t", {}],
      ["E<> P.t", { optimal: "steps" }],
      ["E<> P.t", { witnesses: 2 }],
    ] as const) {
      const { verdict } = await ask(TWO, text, { swarm: { count: 4 }, ...options });
      expect(verdict).toMatchObject({ kind: "unknown", because: "not-supported", diagnostic: { code: "TH4517" } });
    }
  });

  it("tells a fault of the model, and proves nothing behind it", async () => {
    const faulty =
      "int[0,3] n = 0; process A() { state s; init s; trans s -> s { assign n = n + 1; }; } P = A(); system P;";
    const { verdict } = await ask(faulty, "E<> n == 9", { swarm: { count: 2 } });
    expect(verdict).toMatchObject({ kind: "unknown", because: "model-fault" });
  });
});
