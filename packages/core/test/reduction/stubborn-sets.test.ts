// Stubborn sets on models with known counts, and where they are refused. That they keep what they promise is hunted for
// on random networks (`hunt/hunts/reduction.ts`); the hunt's first seeds run with the tests.

import { describe, expect, it } from "vitest";
import { checkQueries } from "../../src/check/index.ts";
import { setUpEngine } from "../../src/check/setup/engines.ts";
import type { StateId } from "../../src/engine/index.ts";
import { families } from "../../src/families/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { ReducedEngine, reductionObstacle, StubbornSets } from "../../src/reduction/index.ts";
import { livelyNetwork, query, seededChoices } from "../../src/testing/index.ts";
import { ask, load, verdict } from "../check/ask.ts";
import { questionOf } from "../search/runs.ts";
import { leaderElection, sieve, snoopingCaches, sortingChain } from "./queues.ts";

function statesOf(size: number, text: string, engine: "auto" | "reference"): number {
  const family = families.find(({ name }) => name === "philosophers")!;
  const { xta } = family.generate({ size, variant: "forks", correct: false, seed: 1 });
  return reducedStates(xta, text, engine);
}

/** The states of what reduction leaves of the whole graph. */
function reducedStates(xta: string, text: string, engine: "auto" | "reference"): number {
  const { network, target } = questionOf(xta, text);
  const goal = { formula: target, frameSize: 1 };
  const setup = setUpEngine(network, [query("E<>", target, 1)], [goal], "auto", { engine });
  if (!setup.ok) throw new Error(setup.diagnostics[0]!.message);
  const sets = new StubbornSets(network, goal);
  const reduced = new ReducedEngine(setup.value.create(), sets, { possible: 0, left: 0 });
  reduced.initial();
  const states: StateId[] = [reduced.insert(0, -1, 0)];
  for (const state of states) states.push(...Array.from(reduced.expandAll(state, 0)));
  return states.length;
}

describe("dining philosophers", () => {
  it("meet their deadlock in a fraction of their 3^n − 1 states", () => {
    expect([6, 8, 10].map((size) => statesOf(size, "E<> deadlock", "auto"))).toEqual([92, 170, 272]);
    expect(statesOf(6, "E<> deadlock", "reference")).toBe(92);
  });

  it("never eat beside each other, which fewer states show", () => {
    expect(statesOf(8, "A[] !(P0.eat && P1.eat)", "auto")).toBeLessThanOrEqual(3057);
  });
});

describe("programs whose processes talk", () => {
  // SPIN's reduction leaves 97, 135, 9,343 and 2,093 states of its own versions; here the least steps of a program are
  // larger.
  it.each([
    ["electing a leader in a ring", leaderElection([3, 2, 1, 5, 4], 6), 175],
    ["sorting in a chain", sortingChain([3, 6, 1, 5, 2, 7, 4]), 91],
    ["snooping caches", snoopingCaches(), 9228],
    ["sieving the primes to 25", sieve(25), 203],
  ])("%s", (_name, xta, most) => {
    expect(reducedStates(xta, "E<> deadlock", "auto")).toBeLessThanOrEqual(most);
  });

  it("the sieve ends with the primes that there are, with and without reduction", async () => {
    const ends = [2, 3, 5, 7].map((prime, at) => `Stage${at}.prime == ${prime} && Stage${at}.closed`).join(" && ");
    for (const por of ["on", "off"] as const) {
      expect(await verdict(sieve(10), "E<> deadlock", { por })).toBe("satisfied");
      expect(await verdict(sieve(10), `A[] deadlock imply (${ends})`, { por })).toBe("satisfied");
    }
  });
});

it("is refused where order matters beyond what steps read and write", () => {
  const refused = new Set<string>();
  for (let seed = 0; seed < 60; seed++) {
    const { network } = livelyNetwork(seededChoices(seed));
    const obstacle = reductionObstacle(network);
    if (obstacle !== undefined) refused.add(obstacle);
  }
  expect([...refused]).toContain("priorities");
  expect([...refused]).toContain("updates that run with every transition");
});

describe("who insists", () => {
  const UNTIMED = `process P() { state a, b; init a; trans a -> b { }; }
    process Q() { state c, d; init c; trans c -> d { }; }
    system P, Q;`;
  const TIMED = UNTIMED.replace("state a", "clock x; state a");

  it.each([
    [UNTIMED, "E<> P.b && Q.d", "satisfied"],
    [UNTIMED, "A[] P.a || Q.d || Q.c", "satisfied"],
    [TIMED, "E<> P.b", "unknown: not-supported"],
    [TIMED, "A<> P.b", "unknown: not-supported"],
  ])("%#: %s", async (model, text, expected) => {
    expect(await verdict(model, text, { por: "on" })).toBe(expected);
  });

  it("is told what was left out", async () => {
    const { verdict: answer, statistics } = await ask(UNTIMED, "E<> deadlock && P.a", { por: "on" });
    expect(answer).toMatchObject({ kind: "violated", evidence: { kind: "exhausted", reduction: { canFault: false } } });
    expect(statistics.reduction!.left).toBeGreaterThan(0);
  });

  it("watches every state once", async () => {
    const seen: StateId[] = [];
    const probe = { watch: () => (state: StateId) => void seen.push(state) };
    const { network, compileQuery } = load(UNTIMED);
    const query = compileQuery("E<> deadlock && P.a");
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    await checkQueries({ network, options: { por: "on" }, environment: stillEnvironment, probe }, [query.value]);
    expect(seen).toEqual([...new Set(seen)]);
  });
});

it("minds invariants that ask where another process is", async () => {
  // No language here can write one, but a network may have it: while P is in a, Q stays in c.
  const { network, compileQuery } = load(`process P() { state a, b; init a; trans a -> b { }; }
    process Q() { state c, d; init c; trans c -> d { }; }
    system P, Q;`);
  const [p, q] = network.processes;
  const stays = {
    kind: "data",
    condition: { kind: "at", process: { base: 1, steps: [] }, location: q!.initial[0]! },
  } as const;
  const locations = p!.locations.map((location, at) =>
    at === p!.initial[0] ? { ...location, invariant: [stays] } : location,
  );
  const query = compileQuery("E<> Q.d");
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const bound = { ...network, processes: [{ ...p!, locations }, q!] };
  const context = { network: bound, options: { por: "on" }, environment: stillEnvironment } as const;
  const [result] = await checkQueries(context, [query.value]);
  expect(result!.verdict.kind).toBe("satisfied");
});
