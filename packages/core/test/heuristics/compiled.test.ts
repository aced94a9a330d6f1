// The emitted code of hU on members of the families: it reads every state of a walk, and as its twin does.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { CompiledGraph } from "../../src/heuristics/relaxed/compiled/compiled-graph.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { RelaxedGraph } from "../../src/heuristics/relaxed/kernel/graph.ts";
import { TraceReader } from "../../src/heuristics/relaxed/kernel/relaxed-trace.ts";
import { families, generateModel, loadModel } from "../../src/index.ts";

const STATES = 60;

describe.each([
  ["fischer", 4],
  ["csmacd", 4],
  ["train-gate", 5],
  ["milner", 5],
  ["gossip", 4],
])("the code emitted for %s of size %i", (name, size) => {
  const family = families.find((one) => one.name === name)!;
  const options = { size, variant: family.variants[0]?.name ?? "", correct: false, seed: 1 };
  const network = loadModel({ name: "model.xml", content: generateModel(family, options, "xml") }).network!;
  const query = network.queries.find((one) => one.kind === "E<>") as Extract<
    (typeof network.queries)[number],
    { kind: "E<>" }
  >;
  const graph = new RelaxedGraph({ network, target: query.formula, frameSize: query.frameSize }, PLAIN_OPTIONS, true);
  const reader = new TraceReader(graph);
  const compiled = CompiledGraph.of(graph)!;
  const random = Prng.from(7);
  /** Anywhere, with one cell changed: reachable or not, the circuit knows most of them. */
  const states = Array.from({ length: STATES }, (_, at) => {
    const changed = random.below(network.cells);
    return {
      locations: network.processes.map(({ initial, locations }) =>
        at === 0 ? initial[0]! : random.below(locations.length),
      ),
      cells: network.initialValues.map((value, cell) => (at > 0 && cell === changed ? random.below(size) : value)),
    };
  }).filter((state) => graph.standIn(state) === state);

  it("reads what the graph reads", () => {
    expect(states.length).toBeGreaterThan(10);
    for (const state of states) {
      const found = compiled.read(state, undefined);
      const layers = graph.build(state);
      const trace = Number.isFinite(layers) ? reader.read() : null;
      expect(found).not.toBeNull();
      expect(found!.transitions).toBe(trace?.transitions ?? Number.POSITIVE_INFINITY);
      if (trace === null) continue;
      expect(found!.operators).toBe(trace.operators);
      expect(new Set(found!.first)).toEqual(new Set(trace.first.map(({ index }) => index)));
    }
  });

  it("leaves out what is disabled", () => {
    for (const state of states.slice(0, 10)) {
      graph.build(state);
      const disabled = new Set(compiled.read(state, undefined)!.first.slice(0, 1));
      const layers = graph.build(state, disabled);
      const transitions = Number.isFinite(layers) ? reader.read().transitions : Number.POSITIVE_INFINITY;
      expect(compiled.read(state, disabled)?.transitions).toBe(transitions);
    }
  });
});

describe("the emitted code, where a gate must be tried out to be explained", () => {
  /** Whether `q[2]` stays is a matter of what is surely stored elsewhere: no node tells. */
  const model = (variables: string, stored: string, edges: string, guard: string): string => `
int[0,1] c, d;
int[0,3] ${variables};
int[0,3] f() { int[0,3] q[4] = { 1, 1, 1, 1 }; ${stored} return q[2]; }
process P() {
  state s, e; init s;
  trans s -> s { guard c == 1; assign i = 3; }, s -> s { assign c = 1; }, ${edges}, s -> e { guard ${guard}; };
}
system P;
query { E<> P.e }
`;
  it.each([
    ["one cell", model("i = 2", "q[i] = 0;", "s -> s { assign d = 1; }", "f() == 1 && d == 1")],
    ["two cells", model("i = 2, j = 2", "q[i] = 0; q[j] = 0;", "s -> s { assign j = j + 1; }", "f() == 1")],
  ])("reads what the graph reads: %s", (_, content) => {
    const network = loadModel({ name: "model.xta", content }).network!;
    const query = network.queries[0]!;
    if (query.kind !== "E<>") throw new Error("the model asks for reachability");
    const graph = new RelaxedGraph({ network, target: query.formula, frameSize: query.frameSize }, PLAIN_OPTIONS, true);
    const state = { locations: [0], cells: network.initialValues };
    expect(graph.build(state)).toBe(3);
    const { transitions } = new TraceReader(graph).read();
    expect(transitions).toBe(4);
    expect(CompiledGraph.of(graph)!.read(state, undefined)?.transitions).toBe(transitions);
  });

  it("takes one value of the cell that grew first, not all of them", () => {
    const content = `int[0,3] i = 2; int[0,3] f() { int[0,3] q[4] = { 1, 1, 1, 1 }; q[i] = 0; return q[2]; }
      process P() { state s, e; init s;
        trans s -> s { assign i = 3; }, s -> s { assign i = 0; }, s -> e { guard f() == 1; }; }
      system P; query { E<> P.e }`;
    const network = loadModel({ name: "model.xta", content }).network!;
    const query = network.queries[0]!;
    if (query.kind !== "E<>") throw new Error("the model asks for reachability");
    const graph = new RelaxedGraph({ network, target: query.formula, frameSize: query.frameSize }, PLAIN_OPTIONS, true);
    expect(graph.build({ locations: [0], cells: network.initialValues })).toBe(2);
    expect(new TraceReader(graph).read().transitions).toBe(2);
  });
});

describe("places that a target counts", () => {
  const content = `typedef int[0,2] id_t; int[0,3] n; int[0,200] m = 3;
process P(const id_t i) { state a, b, c; init a; trans a -> b { assign n = i; }, b -> c { assign m = 7 * m % 190; }; }
system P;`;
  // hU was 0 in the first two, where hL is 2: a trace was read off for the values that a condition takes, and places
  // were forgotten.
  it.each([
    ["E<> P(0).c + P(1).c + P(2).c == 2", 4, 4],
    ["E<> (sum (i : id_t) P(i).c) + n == 5", 6, 6],
    ["E<> (P(0).c ? 5 : 1) * 2 + P(1).b == 10", 2, 2],
    ["E<> P(n).c && n == 1", 3, 3],
    ["E<> m + 60 * (P(0).c + P(1).c) == 267", 5, 5],
  ])("%s", (text, circuit, interpreted) => {
    const compiled = loadModel({ name: "model.xta", content }).compileQuery(text);
    if (!compiled.ok || compiled.value.kind !== "E<>") throw new Error("the example asks for reachability");
    const { network } = compiled;
    const problem = { network, target: compiled.value.formula, frameSize: compiled.value.frameSize };
    const state = { locations: [0, 0, 0], cells: network.initialValues };
    const read = (interpretOnly: boolean): [number, number, number | undefined] => {
      const graph = new RelaxedGraph(problem, PLAIN_OPTIONS, true, interpretOnly);
      const emitted = interpretOnly ? null : CompiledGraph.of(graph);
      const layers = graph.build(state);
      return [layers, new TraceReader(graph).read().transitions, emitted?.read(state, undefined)?.transitions];
    };
    const [layers, ofCircuit, ofEmitted] = read(false);
    expect([ofCircuit, ofEmitted ?? ofCircuit]).toEqual([circuit, circuit]);
    expect(read(true)[1]).toBe(interpreted);
    expect(layers).toBeLessThanOrEqual(circuit);
  });
});
