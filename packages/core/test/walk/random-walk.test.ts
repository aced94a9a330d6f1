// Laws of random walks: what a walk finds replays exactly and is found by the symbolic search, too; a seed fixes the
// walk; every choice finds what is easy to find; nothing is ever proved.

import { describe, expect, it } from "vitest";
import { checkQueries, strategies } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Query } from "../../src/network/index.ts";
import { configure } from "../../src/spec/index.ts";
import { livelyNetwork, randomQueries, seededChoices } from "../../src/testing/index.ts";
import { replay } from "../../src/trace/index.ts";
import { luby } from "../../src/walk/choose/walk-lengths.ts";
import { CHOICES, delaysOf, RandomWalk, Wanderer } from "../../src/walk/index.ts";
import { ask, load } from "../check/ask.ts";

const NETWORKS = 20;
const MOST_STEPS = 300;

type Reach = Query & { kind: "E<>" };

function walkFor(network: Parameters<typeof replay>[0], query: Reach, seed: number, slow = false): RandomWalk {
  const choice = CHOICES[seed % CHOICES.length]!;
  return new RandomWalk(network, query, { choice, seed, depth: 16, slow });
}

function runUntil(walk: RandomWalk): boolean {
  for (let i = 0; i < MOST_STEPS; i++) {
    const status = walk.step();
    if (status !== "running") return status === "found";
  }
  return false;
}

function problemOf({ initial, steps }: NonNullable<RandomWalk["run"]>, { formula, frameSize }: Reach) {
  const path = { initial, transitions: steps.map(({ transition }) => transition) };
  return { path, goal: { kind: "target", formula } as const, frameSize };
}

function* reachabilityQueries() {
  for (let seed = 0; seed < NETWORKS; seed++) {
    const { network, features } = livelyNetwork(seededChoices(seed));
    for (const query of randomQueries(network, seededChoices(seed + 1000), features.has("diagonals"))) {
      if (query.kind === "E<>") yield { network, query: { ...query, kind: query.kind } as Reach, seed };
    }
  }
}

describe("random walks on random networks", () => {
  it.each([false, true])("replay, shortened or not (on the reference semantics: %s)", (slow) => {
    let found = 0;
    for (const { network, query, seed } of reachabilityQueries()) {
      if (slow && seed % 5 > 0) continue;
      const walk = walkFor(network, query, seed, slow);
      if (!runUntil(walk)) continue;
      found++;
      const shorter = walk.shortened(1000);
      expect(shorter.steps.length).toBeLessThanOrEqual(walk.run!.steps.length);
      for (const run of [walk.run!, shorter]) {
        expect([seed, replay(network, problemOf(run, query), delaysOf(run))]).toMatchObject([seed, { ok: true }]);
      }
    }
    expect(found).toBeGreaterThan(slow ? 2 : 7);
  });

  it("find nothing that the symbolic search does not find", async () => {
    for (const { network, query, seed } of reachabilityQueries()) {
      if (!runUntil(walkFor(network, query, seed))) continue;
      const [result] = await checkQueries({ network, options: {}, environment: stillEnvironment }, [query]);
      expect([seed, query.text, result!.verdict.kind]).not.toEqual([seed, query.text, "violated"]);
    }
  });

  it.each([false, true])("go the same way without a goal as towards one that never holds (slowly: %s)", (slow) => {
    const never = { formula: { kind: "data", condition: { kind: "constant", value: 0 } }, frameSize: 0 } as const;
    let steps = 0;
    for (let seed = 0; seed < (slow ? 4 : 20); seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      const options = { choice: CHOICES[seed % CHOICES.length]!, seed, depth: 16, slow };
      const [free, bound] = [null, never].map((goal) => new Wanderer(network, goal, options)) as [Wanderer, Wanderer];
      for (let i = 0; i < 50; i++) expect(free.step()).toBe(bound.step());
      expect(free.runUntil(0)).toEqual(bound.runUntil(0));
      steps += free.taken;
    }
    expect(steps).toBeGreaterThan(20);
  });

  it("are fixed by their seed", () => {
    for (const { network, query, seed } of reachabilityQueries()) {
      if (seed % 4 > 0) continue;
      const [one, two] = [walkFor(network, query, seed), walkFor(network, query, seed)];
      expect(runUntil(one)).toBe(runUntil(two));
      expect(one.run).toEqual(two.run);
    }
  });
});

const GATE = `
clock x; int n = 0;
process P() {
  clock y;
  state wait { y <= 4 }, go, end;
  init wait;
  trans wait -> go { guard y > 3 && x < 4; assign n = n + 1; }, wait -> wait { guard y > 1; assign y = 0; },
        go -> end { guard x == 9; };
}
P1 = P(); P2 = P();
system P1, P2;
`;

describe("walks as a search", () => {
  const strategy = (spec: string) => {
    const result = configure(strategies, spec);
    if (!result.ok) throw new Error(result.diagnostics[0]!.message);
    return result.value;
  };

  it.each(CHOICES)("find it by %s", async (choice) => {
    const { verdict, statistics } = await ask(GATE, "E<> P1.end && P2.end", { strategy: strategy(`walk(${choice})`) });
    expect(verdict).toMatchObject({ kind: "satisfied", evidence: { kind: "trace" } });
    expect(statistics.stored).toBe(0);
  });

  it("find what violates an invariant", async () => {
    const { verdict } = await ask(GATE, "A[] not (P1.go && x < 4)", { strategy: strategy("walk") });
    expect(verdict.kind).toBe("violated");
  });

  it("meet clocks during a delay and deadlocks at the end of one", async () => {
    for (const text of ["E<> P1.end && x > 100 && x < 101", "E<> deadlock", "E<> deadlock && P1.go && P2.go"]) {
      const { verdict } = await ask(GATE, text, { strategy: strategy("walk(sem)") });
      expect([text, verdict.kind]).toEqual([text, "satisfied"]);
    }
  });

  it("say that the time is up, and that they prove nothing", async () => {
    const { network, compileQuery } = load(GATE);
    const query = compileQuery("E<> n > 2");
    if (!query.ok) throw new Error("the query is fine");
    let now = 0;
    const environment = { ...stillEnvironment, now: () => (now += 0.001) };
    const options = { strategy: strategy("walk"), limits: { seconds: 0.1 } };
    const [result] = await checkQueries({ network, options, environment }, [query.value]);
    expect(result!.verdict).toMatchObject({ kind: "unknown", because: "time" });
  });

  it("refuse questions about more than one state", async () => {
    const { verdict } = await ask(GATE, "A<> P1.end", { strategy: strategy("walk") });
    expect(verdict).toMatchObject({ kind: "unknown", because: "not-supported" });
  });

  it("double their depth after Luby", () => {
    expect(Array.from({ length: 15 }, (_, i) => luby(i + 1))).toEqual([1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
  });
});
