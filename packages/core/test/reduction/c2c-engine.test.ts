// The engine that takes persistent sets under the proviso C2c, number by number: which states it gives, how they were
// reached, which set is chosen and which is refused, beside the whole graph.

import { describe, expect, it } from "vitest";
import { createReferenceEngine, type GraphEngine, ordinalsTo, type StateId } from "../../src/engine/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import { C2cEngine, persistentSets } from "../../src/reduction/index.ts";
import { inLocation } from "../../src/testing/index.ts";
import { load } from "../check/ask.ts";

const DEADLOCK: Formula = { kind: "deadlock" };

function engineOf(network: Network, formula: Formula = DEADLOCK): GraphEngine {
  const targets = [{ formula, frameSize: 1 }];
  return createReferenceEngine(network, { targets, abstraction: "none", subsumption: "equality", bounds: null });
}

const read = (engine: GraphEngine | C2cEngine, state: StateId): string => {
  const { locations, cells } = engine.view(state);
  return [...Array.from(locations), ...Array.from(cells)].join("");
};

/** Everything that is left, in the order in which it is expanded, at the cost of its depth or at none. */
function expanded(engine: C2cEngine, order: "bfs" | "dfs", costs: boolean): StateId[] {
  const { count } = engine.initial();
  const waiting = Array.from({ length: count }, (_, candidate) => engine.insert(candidate, -1, 0));
  const depths = new Map(waiting.map((state) => [state, 0]));
  const states: StateId[] = [];
  for (;;) {
    const state = order === "bfs" ? waiting.shift() : waiting.pop();
    if (state === undefined) return states;
    if (!engine.alive(state)) continue;
    states.push(state);
    const depth = depths.get(state)! + 1;
    for (const next of Array.from(engine.expandAll(state, costs ? depth : 0))) {
      depths.set(next, depth);
      waiting.push(next);
    }
  }
}

/** All states of the whole graph. */
function everything(network: Network): Set<string> {
  const engine = engineOf(network);
  const { count } = engine.initial();
  for (let ordinal = 0; ordinal < count; ordinal++) engine.intern(ordinal, -1);
  for (let state = 0; state < engine.statistics.stored; state++) engine.internAll(state);
  return new Set(Array.from({ length: engine.statistics.stored }, (_, state) => read(engine, state)));
}

/** Where candidates lead in the whole graph, the initial one first. */
function follow(network: Network, [first, ...ordinals]: readonly number[]): string {
  const engine = engineOf(network);
  engine.initial();
  let at = engine.intern(first!, -1);
  for (const ordinal of ordinals) {
    engine.expand(at);
    at = engine.intern(ordinal, at);
  }
  return read(engine, at);
}

const line = (name: string, update = ""): string =>
  `process ${name}() { state a, b, c; init a; trans a -> b { ${update} }, b -> c { }; }`;
const circle = (name: string): string =>
  `process ${name}() { state a, b, c; init a; trans a -> b { }, b -> c { }, c -> a { }; }`;
/** Two ways to its last location, of which the one that is tried first is longer. */
const DETOUR = `process D() { state a, b, c, d; init a; trans a -> d { }, a -> b { }, b -> c { }, c -> d { }, d -> d { }; }`;

interface Kept {
  readonly name: string;
  readonly text: string;
  readonly target?: Formula;
  /** States of the whole graph. */
  readonly whole: number;
  /** Those that are expanded breadth-first and depth-first, as they come. */
  readonly bfs: string;
  readonly dfs: string;
  /** Steps that are possible there, and left out. */
  readonly steps: readonly (readonly [number, number])[];
}

const TWO_LINES = `${line("P")} ${line("Q")} system P, Q;`;
const CIRCLE = `${circle("P")} ${line("Q")} system P, Q;`;
const ROUND = "00 10 20 21 01 11 12 22 02";

const KEPT: readonly Kept[] = [
  { name: "two lines", text: TWO_LINES, whole: 9, bfs: "00 10 20 21 22", dfs: "00 10 20 21 22", steps: [[6, 2]] },
  {
    name: "two lines, of which one shows",
    text: TWO_LINES,
    target: inLocation(1, 2),
    whole: 9,
    bfs: "00 10 20 21 22",
    dfs: "00 10 20 21 22",
    steps: [[6, 2]],
  },
  { name: "a circle and a line", text: CIRCLE, whole: 9, bfs: ROUND, dfs: ROUND, steps: [[15, 4]] },
  {
    name: "a detour and a line",
    text: `${DETOUR} ${line("Q")} system D, Q;`,
    whole: 12,
    bfs: "00 01 02 32 12 22",
    dfs: "00 01 02 12 22 32",
    steps: [[11, 4]],
  },
  {
    // The set {a -> d, a -> b} is left in the first state; d turns in its place, so there Q moves.
    name: "a detour and a line that shows",
    text: `${DETOUR} ${line("Q")} system D, Q;`,
    target: inLocation(1, 1),
    whole: 12,
    bfs: "00 30 10 31 20 32 21 22",
    dfs: "00 10 20 30 31 32",
    steps: [
      [15, 2],
      [12, 3],
    ],
  },
  {
    // Whoever writes first decides, so both are taken where both can write.
    name: "lines that write the same",
    text: `int[0,2] v; ${line("P", "assign v = 1;")} ${line("Q", "assign v = 2;")} system P, Q;`,
    whole: 13,
    bfs: "000 101 012 201 111 212 211 222 221",
    dfs: "000 012 111 211 221 101 201 212 222",
    steps: [[11, 3]],
  },
];

describe.each(KEPT)("$name", ({ text, target, whole, bfs, dfs, steps }) => {
  const { network } = load(text);

  it.each([
    ["bfs", bfs, steps[0]!],
    ["dfs", dfs, steps.at(-1)!],
  ] as const)("is left so by %s, and the way to every state is one of the whole graph", (order, left, [all, out]) => {
    const possible = everything(network);
    expect(possible.size).toBe(whole);
    for (const costs of [false, true]) {
      const inner = engineOf(network, target);
      const engine = new C2cEngine(inner, persistentSets(network, target));
      const states = expanded(engine, order, costs);
      expect(states.map((state) => read(engine, state)).join(" ")).toBe(left);
      expect(engine.count).toEqual({ possible: all, left: out });
      for (const state of states) {
        const ordinals = ordinalsTo(engine, state);
        expect(follow(network, ordinals)).toBe(read(engine, state));
        expect(possible).toContain(read(engine, state));
      }
      // What it is made on knows how its states were reached, too.
      for (let state = 0; state < inner.statistics.stored; state++) {
        expect(follow(network, ordinalsTo(inner, state))).toBe(read(inner, state));
      }
    }
  });

  it("finds the target as the whole graph does, and all deadlocks", () => {
    const count = (has: readonly boolean[]): number => has.filter(Boolean).length;
    const inner = engineOf(network, target);
    const engine = new C2cEngine(inner, persistentSets(network, target));
    const met = expanded(engine, "bfs", false).map((state) => engine.satisfies(state, 0));
    const full = new C2cEngine(engineOf(network, target), { choose: () => undefined });
    const all = expanded(full, "bfs", false).map((state) => full.satisfies(state, 0));
    expect(all).toHaveLength(whole);
    if (target === undefined) expect(count(met)).toBe(count(all));
    else expect(count(met) > 0).toBe(count(all) > 0);
  });
});

describe("the proviso", () => {
  /** P turns, and Q can go; a set of P's step alone is offered everywhere, where it has one. */
  const TURNING = `process P() { state a, b; init a; trans a -> b { }, b -> a { }; }
    process Q() { state u, v; init u; trans u -> v { }; } system P, Q;`;
  const first = { choose: () => [0] };

  it("refuses a set that leads to what is closed, and takes it when that is open again", () => {
    const engine = new C2cEngine(engineOf(load(TURNING).network), first);
    engine.initial();
    const begin = engine.insert(0, -1, 5);
    expect(Array.from(engine.expandAll(begin, 5))).toEqual([1]);
    expect(engine.expand(1).count).toBe(2);
    expect(engine.count).toEqual({ possible: 4, left: 1 });
    engine.initial();
    const again = engine.insert(0, -1, 4);
    expect([again, engine.alive(begin), engine.alive(again)]).toEqual([2, false, true]);
    // Where P turns back to is waiting now.
    expect(engine.expand(1).count).toBe(1);
    expect(engine.expand(again).count).toBe(2);
    expect(engine.expand(1).count).toBe(2);
    expect(engine.count).toEqual({ possible: 10, left: 2 });
  });

  it("what is only waiting is not closed", () => {
    // Of P's steps from a, the second leads to c, from where d is reached that waits already.
    const { network } = load(`process P() { state a, d, c; init a; trans a -> d { }, a -> c { }, c -> d { }; }
      process Q() { state u, v; init u; trans u -> v { }; } system P, Q;`);
    const sets = { choose: (_: unknown, { count }: { count: number }) => (count === 3 ? [0, 1] : [0]) };
    const engine = new C2cEngine(engineOf(network), sets);
    engine.initial();
    expect(Array.from(engine.expandAll(engine.insert(0, -1, 0), 0))).toEqual([1, 2]);
    expect(read(engine, 2)).toBe("20");
    expect(engine.expand(2).count).toBe(1);
    expect(engine.expand(1).count).toBe(1);
    expect(engine.expand(2).count).toBe(2);
  });

  it.each([1022, 1023, 1024, 1025])("knows that state %i is closed", (last) => {
    // A line that turns in its last state, where alone Q moves.
    const { network } = load(`int[0,2000] v; process P() { state a; init a; trans
      a -> a { guard v < ${last}; assign v++; }, a -> a { guard v == ${last}; }; }
      process Q() { state u, w; init u; trans u -> w { guard v >= 0; }; } system P, Q;`);
    const engine = new C2cEngine(engineOf(network), first);
    engine.initial();
    let state = engine.insert(0, -1, 0);
    for (let at = 0; at < last; at++) [state] = Array.from(engine.expandAll(state, 0)) as [StateId];
    expect(engine.view(state).cells[0]).toBe(last);
    expect([engine.parentOf(state), engine.ordinalOf(state)]).toEqual([last - 1, 0]);
    const after = Array.from(engine.expandAll(state, 0));
    expect(after.map((next) => engine.view(next).locations[1])).toEqual([1]);
    expect(engine.count).toEqual({ possible: 2 * (last + 1), left: last });
  });
});

describe("what else it answers", () => {
  it("faults under the numbers that it gave, those of no state as they are", () => {
    // Reached at less cost, the state that fails has another number.
    const { network } = load(`int[0,3] v; process P() { state a, b; init a; trans a -> b { assign v = 1; },
      b -> b { guard v == 1; assign v = v + 4; }; } system P;`);
    const inner = engineOf(network);
    const engine = new C2cEngine(inner, { choose: () => undefined });
    engine.initial();
    const begin = engine.insert(0, -1, 3);
    engine.initial();
    const again = engine.insert(0, -1, 2);
    expect([begin, again]).toEqual([0, 1]);
    const [next] = Array.from(engine.expandAll(again, 3));
    engine.expandAll(next!, 4);
    expect(inner.faults.map(({ state }) => state)).toEqual([1]);
    expect(engine.faults.map(({ state }) => state)).toEqual([2]);
    expect(engine.faults[0]!.diagnostic).toBe(inner.faults[0]!.diagnostic);
  });

  it("a fault in the first state, and one of no state", () => {
    const fault = { diagnostic: { code: "TH0000", severity: "error", message: "fails" } } as const;
    const inner = engineOf(load(TWO_LINES).network);
    const faults = [-1, 0].map((state) => ({ ...fault, state }));
    const engine = new C2cEngine(Object.create(inner, { faults: { value: faults } }) as GraphEngine, {
      choose: () => undefined,
    });
    engine.initial();
    engine.insert(0, -1, 9);
    engine.initial();
    engine.insert(0, -1, 8);
    expect(engine.faults).toEqual([
      { ...fault, state: -1 },
      { ...fault, state: 1 },
    ]);
  });

  it("bytes and discrete states are those of the whole engine; nothing is forgotten", () => {
    const { network } = load(TWO_LINES);
    const inner = engineOf(network);
    const engine = new C2cEngine(inner, persistentSets(network));
    const states = expanded(engine, "bfs", false);
    const other = engineOf(network);
    for (const state of states) {
      const bytes = new Uint8Array(256);
      expect(engine.encode(state, bytes)).toBeGreaterThan(0);
      const decoded = other.decode(bytes);
      expect(read(other, decoded)).toBe(read(engine, state));
      expect(read(inner, engine.discreteOf(state))).toBe(read(engine, state));
    }
    expect(() => engine.decode()).toThrow("forgets");
    expect(() => engine.release()).toThrow("forgets");
  });
});
