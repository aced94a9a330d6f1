// Stubborn sets in one state, to the step: which are chosen, how many steps had to be looked at for that, what shows,
// what a step depends on, and where reduction is refused.

import { describe, expect, it } from "vitest";
import { createReferenceEngine, type GraphEngine } from "../../src/engine/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import { Dependence } from "../../src/reduction/dependence.ts";
import { ReducedEngine, reductionObstacle, StubbornSets } from "../../src/reduction/index.ts";
import { RunReducer } from "../../src/reduction/run-reducer.ts";
import { demandsDeadlock } from "../../src/reduction/stubborn-sets.ts";
import { Visibility } from "../../src/reduction/visibility.ts";
import { load } from "../check/ask.ts";

function engineOf(network: Network): GraphEngine {
  const engine = createReferenceEngine(network, {
    targets: [],
    abstraction: "none",
    subsumption: "equality",
    bounds: null,
  });
  engine.initial();
  engine.intern(0, -1);
  return engine;
}

function asked(text: string, query: string): { network: Network; formula: Formula; frameSize: number } {
  const compiled = load(text).compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const { formula, frameSize } = compiled.value as unknown as { formula: Formula; frameSize: number };
  return { network: compiled.network, formula, frameSize };
}

const line = (name: string, edge = ""): string => `process ${name}() { state a, b; init a; trans a -> b { ${edge} }; }`;
const commits = (name: string): string =>
  `process ${name}() { state a, k, b; commit k; init a; trans a -> k { }, k -> b { }; }`;
const committed = (name: string): string =>
  `process ${name}() { state k, l, m; commit k, l; init k; trans k -> l { }, l -> m { }; }`;
const WRITERS = `int[0,3] u, v; ${line("P", "guard u == 1 && v == 1;")}
  process Q() { state a, b, c; init a; trans a -> b { assign u = 1; }, a -> c { assign u = 2; }, b -> c { assign u = 3; }; }
  ${line("R", "assign v = 1;")} ${line("S")} system P, Q, R, S;`;

describe("in the first state", () => {
  it.each<[string, string, string, string]>([
    ["either of two will do", `${line("P")} ${line("Q")} system P, Q;`, "E<> P.b && Q.b", "0 of 2, 1 looked at"],
    ["only one helps", `${line("P")} ${line("Q")} system P, Q;`, "E<> Q.b", "1 of 2, 1 looked at"],
    ["any will do", `${line("P")} ${line("Q")} system P, Q;`, "E<> deadlock", "0 of 2, 1 looked at"],
    ["nothing helps", `${line("P")} ${line("Q")} system P, Q;`, "E<> false", " of 2, 0 looked at"],
    ["who would hold up others", `${commits("P")} ${line("Q")} system P, Q;`, "E<> P.b", "all of 2, 2 looked at"],
    ["who would not", `${commits("P")} ${line("Q")} system P, Q;`, "E<> Q.b", "1 of 2, 1 looked at"],
    [
      "who is held up already",
      `${committed("P")} ${committed("R")} ${line("Q")} system P, R, Q;`,
      "E<> P.m",
      "0 of 2, 2 looked at",
    ],
    ["the reason with fewer steps", WRITERS, "E<> P.b", "2 of 4, 6 looked at"],
    [
      "the reason whose steps are members already",
      `int[0,3] u, v; ${line("P", "guard u == 1 && v == 1;")} process Q() { state a, b, c; init a; trans a -> b { assign v = 1; }, a -> c { assign v = 2; }; }
       ${line("R", "assign u = 1;")} ${line("S")} system P, Q, R, S;`,
      "E<> Q.b or Q.c or P.b",
      "0 1 of 4, 6 looked at",
    ],
    [
      "the first of two reasons that cost the same",
      `int[0,3] u, v; ${line("P", "guard u == 1 && v == 1;")} ${line("Q", "assign u = 1;")} ${line("R", "assign v = 1;")} system P, Q, R;`,
      "E<> P.b",
      "0 of 2, 4 looked at",
    ],
    ["either of two targets", WRITERS, "E<> P.b or S.b", "2 3 of 4, 7 looked at"],
  ])("%s", (_, text, query, expected) => {
    const { network, ...target } = asked(text, query);
    const engine = engineOf(network);
    const sets = new StubbornSets(network, target);
    const { locations, cells } = engine.view(0);
    const view = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    const whole = engine.expand(0);
    const chosen = sets.choose(view, whole);
    expect(`${chosen?.join(" ") ?? "all"} of ${whole.count}, ${sets.looks} looked at`).toBe(expected);
  });
});

describe("an engine that shows such sets", () => {
  const text = `${line("P")} ${line("Q")} ${line("R")} system P, Q, R;`;

  it("interns what is left, by the numbers of what is left", () => {
    const { network, ...target } = asked(text, "E<> R.b && Q.b && P.a");
    const inner = engineOf(network);
    const count = { possible: 0, left: 0 };
    const engine = new ReducedEngine(inner, new StubbornSets(network, target), count);
    const first = Array.from(engine.internAll(0));
    expect(first).toEqual([1]);
    expect(Array.from(engine.view(1).locations)).toEqual([0, 0, 1]);
    expect([engine.ordinalOf(1), inner.ordinalOf(1)]).toEqual([0, 2]);
    expect(engine.expand(1).count).toBe(1);
    expect(engine.intern(0, 1)).toBe(2);
    expect(Array.from(engine.view(2).locations)).toEqual([0, 1, 1]);
    expect([engine.ordinalOf(2), inner.ordinalOf(2), engine.parentOf(2)]).toEqual([0, 1, 1]);
    expect(count).toEqual({ possible: 5, left: 3 });
  });

  it("numbers a candidate among those that are left", () => {
    const { network, ...target } = asked(
      `${line("P")} process Q() { state a, b, c; init a; trans a -> b { }, a -> c { }; } system P, Q;`,
      "E<> Q.c && Q.b",
    );
    const engine = new ReducedEngine(engineOf(network), new StubbornSets(network, target), { possible: 0, left: 0 });
    const states = Array.from(engine.internAll(0));
    expect(states.map((state) => [...Array.from(engine.view(state).locations), engine.ordinalOf(state)])).toEqual([
      [0, 1, 0],
      [0, 2, 1],
    ]);
  });

  it("decodes what another one encoded, in front of nothing", () => {
    const { network, ...target } = asked(text, "E<> R.b");
    const [one, other] = [engineOf(network), engineOf(network)].map(
      (inner) => new ReducedEngine(inner, new StubbornSets(network, target), { possible: 0, left: 0 }),
    ) as [ReducedEngine, ReducedEngine];
    const [state] = Array.from(one.internAll(0)) as [number];
    const bytes = new Uint8Array(256);
    one.encode(state, bytes);
    const decoded = other.decode(bytes);
    expect(Array.from(other.view(decoded).locations)).toEqual([0, 0, 1]);
    expect([other.parentOf(decoded), other.ordinalOf(decoded)]).toEqual([-1, 0]);
  });
});

describe("runs", () => {
  const P = "process P() { state u, n; urgent u; init u; trans u -> n { }; }";
  const always = "process R() { state u; urgent u; init u; }";

  it.each([
    ["time may pass, runs may end: it shows that P lets it", `${P} ${line("Q")} system P, Q;`, true, [1]],
    ["only infinite runs count", `${P} ${line("Q")} system P, Q;`, false, [0]],
    ["no time passes anyway", `${P} ${line("Q")} ${always} system P, Q, R;`, true, [0]],
  ] as const)("%s", (_, text, endsCount, expected) => {
    const { network } = load(text);
    const { chosen } = new RunReducer(network, [], endsCount).choose(engineOf(network), 0);
    expect(chosen).toEqual(expected);
  });
});

describe("what shows", () => {
  const text = `int[0,3] v, w; process P() { state a, b, c; init a; trans a -> b { }, b -> c { }, c -> c { }, c -> a { assign v = 1; }, a -> a { assign w = 1; }; }
    process Q() { state a, b; init a; trans a -> b { }, b -> b { }; } system P, Q;`;

  it.each([
    ["E<> P.b", "P.a P.b"],
    ["E<> P.c", "P.b P.c2"],
    ["E<> v == 1", "P.c2"],
    ["E<> w == 1 && Q.b", "P.a2 Q.a"],
    ["E<> !Q.a", "Q.a"],
    ["E<> P.b or v == w", "P.a P.b P.c2 P.a2"],
  ])("%s", (query, expected) => {
    const { network, formula } = asked(text, query);
    const names = ["P.a", "P.b", "P.c", "P.c2", "P.a2", "Q.a", "Q.b"];
    const visibility = new Visibility(network, [formula]);
    const { steps } = new Dependence(network);
    expect(steps).toHaveLength(names.length);
    expect(names.filter((_, at) => visibility.shows(steps[at]!)).join(" ")).toBe(expected);
  });
});

describe("what steps depend on", () => {
  it("an invariant concerns those who write what it reads, and nobody else", () => {
    const { network } = load(`int[0,3] v, w, x; process P() { state a { v + w < 3 }, b; init a; trans a -> b { }; }
      ${line("Q", "assign v = 1;")} ${line("R", "assign x = 1;")} system P, Q, R;`);
    const { steps } = new Dependence(network);
    expect(steps.map(({ reads, asks }) => [reads, asks])).toEqual([
      [[], []],
      [[0, 1], [0]],
      [[], []],
    ]);
  });

  it("two vectors of the same edges are one step", () => {
    const { network } = load(
      "system:s\nevent:e\nprocess:A\nlocation:A:a{initial:}\nedge:A:a:a:e\nprocess:B\nlocation:B:b{initial:}\nedge:B:b:b:e\nsync:A@e:B@e\nsync:B@e:A@e\n",
      "model.tck",
    );
    const { steps, movers } = new Dependence(network);
    expect([steps.length, movers.map(([list]) => list?.steps)]).toEqual([1, [[0], [0]]]);
  });
});

describe("who is refused, and what is a deadlock", () => {
  it.each(["before_update { v = 1 } after_update { w = 1 }", "before_update { v = 1 }", "after_update { w = 1 }"])(
    "%s",
    (updates) => {
      const { network } = load(`int v, w; ${updates} ${line("P")} system P;`);
      expect(reductionObstacle(network)).toBe("updates that run with every transition");
    },
  );

  it.each([
    ["E<> deadlock", true],
    ["E<> deadlock && P.b", true],
    ["E<> deadlock or P.b", false],
    ["E<> (deadlock && P.a) or (P.b && deadlock)", true],
    ["E<> !!deadlock", true],
    ["E<> !deadlock", false],
    ["E<> P.b", false],
  ])("%s: %s", (query, expected) => {
    expect(demandsDeadlock(asked(`${line("P")} system P;`, query).formula)).toBe(expected);
  });

  it("one of none is met by nobody", () => expect(demandsDeadlock({ kind: "or", parts: [] })).toBe(false));
});
