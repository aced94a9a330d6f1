// Parts of estimates by themselves, to the number: how networks are split, tables looked up and joined, building
// reported, time bounded; and estimates of conditions that are too large to be tried value by value.

import { describe, expect, it } from "vitest";
import { Construction } from "../../src/heuristics/construction.ts";
import { Meter } from "../../src/heuristics/factored/build-budget.ts";
import type { FactoredComponent } from "../../src/heuristics/factored/factored-system.ts";
import { TransitionSystem } from "../../src/heuristics/factored/transition-system.ts";
import { goalOf } from "../../src/heuristics/goal.ts";
import { quotient } from "../../src/heuristics/merge/abstract-process.ts";
import { LookUp } from "../../src/heuristics/merge/look-up.ts";
import { splitNetwork } from "../../src/heuristics/predicates/part.ts";
import { PredicateSet } from "../../src/heuristics/predicates/predicate-set.ts";
import { Prepared } from "../../src/heuristics/prepared.ts";
import { TimeBound } from "../../src/heuristics/schedule/time-bound.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import { load } from "../check/ask.ts";
import { estimate } from "./estimate.ts";
import { configured } from "./trials.ts";

function asked(text: string, query: string): { network: Network; target: Formula } {
  const compiled = load(text).compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const { formula } = compiled.value as unknown as { formula: Formula };
  return { network: compiled.network, target: formula };
}

const meter = () => new Meter({ seconds: 1e9, megabytes: 1e9 });
const STATE = { locations: [0], cells: [] };

describe("a network that is split", () => {
  const idle = "process Q() { state a; init a; }";
  const parts = (text: string, most: number) => {
    const { network, target } = asked(text, "E<> P.b");
    return splitNetwork(network, goalOf(target), most);
  };

  it.each([
    [
      "who reads what comes of what the other writes",
      `process P() { state a, b; init a; trans a -> b { assign v = 1; }, b -> a { assign w = v; }; }
       process R() { state a, b; init a; trans a -> b { guard w == 1; }; }`,
    ],
    [
      "whose invariant reads it",
      `process P() { state a, b; init a; trans a -> b { assign v = 1; }; }
       process R() { state a { v < 2 }; init a; }`,
    ],
    [
      "who has a channel in common",
      `process P() { state a, b; init a; trans a -> b { sync c!; }; } process R() { state a; init a; trans a -> a { sync c?; }; }`,
    ],
  ])("keeps together %s", (_, two) => {
    const found = parts(`int[0,3] v, w; chan c; ${two} ${idle} system P, Q, R;`, 2);
    expect(found.map(({ processes }) => processes)).toEqual([[0, 2], [1]]);
  });

  it("owns what nobody else writes, and no temporaries", () => {
    const text = `meta int m; int k; int[0,3] v; process P() { state a, b; init a; trans a -> b { assign m = 1, v = m; }; }
      ${idle} system P, Q;`;
    const owned = parts(text, 1).map(({ ownsCell }) => [0, 1, 2].map(ownsCell));
    expect(owned).toEqual([
      [false, true, true],
      [false, true, false],
    ]);
  });

  it("a copy of predicates knows those on clocks, and leaves the others alone", () => {
    const { network } = load("clock x, y; process P() { state a; init a; } system P;");
    const set = new PredicateSet(network, { processes: [0], ownsCell: () => true, ownsClock: () => true }, 5);
    const [x, y] = [1, 2].map((i) => ({ i, j: 0, bound: 6 }));
    expect([set.addClock(x!), set.addClock(x!)]).toEqual([true, false]);
    const copy = set.copy(network);
    expect([copy.addClock(x!), copy.addClock(y!)]).toEqual([false, true]);
    expect([copy.size, set.size]).toEqual([2, 1]);
  });
});

describe("merging", () => {
  it("tables of one argument, of two, and of classes of these", () => {
    const components = [0, 1].map((process) => ({
      stateIn: ({ locations }: { locations: ArrayLike<number> }) => locations[process]!,
    })) as unknown as FactoredComponent[];
    const tables = new LookUp(components, false);
    const one = tables.map(0, Int32Array.of(1, 0, 1));
    const two = tables.add(one, 1, 2, Int32Array.of(0, 1, 2, -1));
    // Put into classes where it stands.
    expect([one, two, tables.map(two, Int32Array.of(2, 0, 1))]).toEqual([2, 3, 3]);
    tables.finish([{ node: two, distances: Int32Array.of(7, 5, 0) }]);
    const found = [0, 1, 2].map((a) => [0, 1].map((b) => tables.estimate({ locations: [a, b], cells: [] })));
    expect(found).toEqual([
      [5, Number.POSITIVE_INFINITY],
      [0, 7],
      [5, Number.POSITIVE_INFINITY],
    ]);
    expect(tables.bytes).toBe(40);
  });

  it("a class is committed where all of its members are, and a target where one is", () => {
    const system = new TransitionSystem(5, [0, 4], Uint8Array.of(0, 0, 0, 1, 0), Uint8Array.of(1, 1, 1, 0, 1));
    const { system: abstract } = quotient(system, new Set(), Int32Array.of(0, 0, 1, 1, -1), meter());
    expect([[...abstract.committed], [...abstract.goal], abstract.initial]).toEqual([[1, 0], [0, 1], [0]]);
  });
});

describe("what is built step by step", () => {
  function* work<T>(result: T): Generator<number, T> {
    yield 0.25;
    yield 0.5;
    return result;
  }

  it("says how far it is, and that there is more to do", () => {
    const prepared = new Prepared(work({ estimate: () => 4 }));
    const steps = [0, 1, 2, 3].map(() => [prepared.advance(), prepared.progress]);
    expect(steps).toEqual([
      [true, 0.25],
      [true, 0.5],
      [false, 1],
      [false, 1],
    ]);
    expect(prepared.estimate(STATE)).toBe(4);
    expect(new Prepared(work({ estimate: () => 4 })).estimate(STATE)).toBe(4);
  });

  it("so do tables", () => {
    const facts = { states: 3, memoryBytes: 8 };
    const tables = new Construction(work(6), meter(), (value) => ({ estimate: () => value, facts }));
    const steps = [0, 1, 2, 3].map(() => [tables.advance(), tables.progress, tables.report.states]);
    expect(steps).toEqual([
      [true, 0.25, 0],
      [true, 0.5, 0],
      [false, 1, 3],
      [false, 1, 3],
    ]);
    expect(tables.estimate(STATE)).toBe(6);
  });

  it("and the bound of time is one", () => expect(configured("schedule()").tabled).toBe(true));
});

describe("the least time", () => {
  const job = (name: string, clock: string, time: number): string =>
    `process ${name}() { state a, w { ${clock} <= ${time} }, e; init a; trans
       a -> w { guard free == 1; assign free = 0, ${clock} = 0; }, w -> e { guard ${clock} >= ${time}; assign free = 1; }; }`;
  // Two who need the same, one who needs nothing.
  const SHOP = `clock x, y; int[0,1] free = 1; ${job("A", "x", 3)} ${job("B", "y", 4)}
    process C() { state s; init s; } system A, B, C;`;

  it.each<[string, readonly number[], readonly number[], number]>([
    // What is left to A in each of its locations; and both together, from there.
    ["E<> A.e && B.e", [0, 0, 0], [3, 3, 0], 7],
    ["E<> A.e && B.e", [2, 0, 0], [3, 3, 0], 4],
    ["E<> A.e && B.e", [2, 2, 0], [3, 3, 0], 0],
    ["E<> A.e", [0, 0, 0], [3, 3, 0], 3],
    ["E<> A.e or B.e", [0, 0, 0], [0, 0, 0], 0],
    ["E<> x >= 0", [0, 0, 0], [0, 0, 0], 0],
    ["E<> !(x >= 0 && A.a)", [0, 0, 0], [0, 0, 0], 0],
    ["E<> (A.e ? 1 : 0) == 1", [0, 0, 0], [3, 3, 0], 3],
    ["E<> (A.e ? 1 : 0) + (B.e ? 1 : 0) == 2", [0, 0, 0], [0, 0, 0], 0],
  ])("%s from %s", (query, locations, rest, least) => {
    const problem = asked(SHOP, query);
    const bound = new TimeBound(problem);
    expect([...bound.work.processes[0]!.rest]).toEqual(rest);
    expect(bound.work.locks).toHaveLength(1);
    expect(bound.of({ locations, cells: problem.network.initialValues }, 0, () => 0)).toBe(least);
  });
});

describe("conditions", () => {
  const MANY = `int[0,99] a, b, c; process P() { state s, t; init s; trans s -> t { assign a = 7, b = 3; }; } system P;`;
  const counts = (name: string): string => `s -> s { assign ${name} = (${name} + 1) % 40; }`;
  // The update depends on too much to be tried; its guard does not.
  const CUT = `int[0,40] a, b, c, d; int[0,1] e; process P() { state s, t; init s; trans
      s -> t { guard e == 1; assign a = (b + c + d + e) % 40; }, ${["b", "c", "d"].map(counts)}; }
    process R() { state s, t; init s; trans s -> t { assign e = 1; }; } system P, R;`;
  const PLACES = `process P() { state a, b, c; init a; trans a -> b { }, b -> c { }; }
    process Q() { state a, b; init a; trans a -> b { }; } system P, Q;`;
  const NEVER = "clock x; process P() { state a { x < 0 }, b; init a; trans a -> b { }; } system P;";

  it.each([
    ["pdb()", MANY, "E<> a + b + c == 10 && P.t", 1],
    ["merge(100)", MANY, "E<> a + b + c == 10 && P.t", 1],
    ["pdb()", CUT, "E<> P.t", 2],
    ["merge(100)", CUT, "E<> P.t", 2],
    ["hL()", PLACES, "E<> (P.c ? 1 : 0) + (Q.b ? 1 : 0) == 2", 2],
    ["hadd()", PLACES, "E<> (P.c ? 1 : 0) + (Q.b ? 1 : 0) == 2", 2],
    // Nobody can be where the network begins.
    ["predicates(refinement, rounds=4)", NEVER, "E<> P.b", Number.POSITIVE_INFINITY],
  ])("%s of %s: %s", (spec, text, query, expected) => {
    expect(estimate(spec, text, {}, query)).toBe(expected);
  });
});
