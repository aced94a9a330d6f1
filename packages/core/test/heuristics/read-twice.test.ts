// Conditions that read a variable twice are gates too, where the variables have few values: tuple by tuple, as the
// interpreter looks at them.

import { describe, expect, it } from "vitest";
import { CompiledGraph } from "../../src/heuristics/relaxed/compiled/compiled-graph.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { RelaxedGraph } from "../../src/heuristics/relaxed/kernel/graph.ts";
import { TraceReader } from "../../src/heuristics/relaxed/kernel/relaxed-trace.ts";
import { loadModel } from "../../src/lang/load.ts";

/** Three variables that are counted, and a guard over them. */
function graphsOf(guard: string, functions = "") {
  const content = `
int[0,3] v, w;
int[0,9] h;
${functions}
process P() {
  state s, e; init s;
  trans s -> s { assign v++; }, s -> s { assign w++; }, s -> s { assign h++; }, s -> e { guard ${guard}; };
}
system P;
query { E<> P.e }
`;
  const network = loadModel({ name: "model.xta", content }).network!;
  const query = network.queries[0]!;
  if (query.kind !== "E<>") throw new Error("the model asks for reachability");
  const problem = { network, target: query.formula, frameSize: query.frameSize };
  const graph = new RelaxedGraph(problem, PLAIN_OPTIONS, true);
  return { graph, slow: new RelaxedGraph(problem, PLAIN_OPTIONS, true, true), compiled: CompiledGraph.of(graph) };
}

const WORSE = "bool worse(int a, int b) { return v > w || v == w && h > b + a; }";

describe("a condition that reads a variable twice", () => {
  it.each([
    ["v + v == 3", "", Number.POSITIVE_INFINITY],
    ["v + v == 4", "", 3],
    ["v - v == 1", "", Number.POSITIVE_INFINITY],
    // Sets alone know one answer, and it takes two values of v at once.
    ["1 / (v - v) != 5", "", Number.POSITIVE_INFINITY],
    ["(v > w || v == w && h > 5)", "", 2],
    ["(v < w || v != w && h > 5) && v + v == 2 * w + 2", "", 2],
    ["v * v == w * w + 5", "", 4],
    ["worse(0, 2)", WORSE, 2],
    ["h * h == 16 || v + v == 5", "", 5],
  ])("%s has the layers of the interpreter", (guard, functions, expected) => {
    const { graph, slow, compiled } = graphsOf(guard, functions);
    for (let at = 0; at < 40; at++) {
      const state = { locations: [0], cells: [at % 4, (at >> 1) % 4, (at * 7) % 10] };
      const layers = graph.build(state);
      expect(layers).toBe(slow.build(state));
      if (at === 0) expect(layers).toBe(expected);
      const transitions = Number.isFinite(layers) ? new TraceReader(graph).read().transitions : layers;
      expect(compiled!.read(state, undefined)?.transitions).toBe(transitions);
    }
  });

  it("keeps the interpreter where the variables have too many values together", () => {
    const { graph, slow, compiled } = graphsOf("h + h == v + v + w * w + 2");
    expect(compiled).toBeNull();
    const state = { locations: [0], cells: [0, 0, 0] };
    expect(graph.build(state)).toBe(slow.build(state));
  });
});
