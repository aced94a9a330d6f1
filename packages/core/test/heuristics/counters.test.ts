// Variables of a wide type that only count are followed as far as anybody compares them: layers are those of the
// interpreter, which follows them for ever, also in states that are far on.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { CompiledGraph } from "../../src/heuristics/relaxed/compiled/compiled-graph.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { RelaxedGraph } from "../../src/heuristics/relaxed/kernel/graph.ts";
import { TraceReader } from "../../src/heuristics/relaxed/kernel/relaxed-trace.ts";
import { loadModel } from "../../src/lang/load.ts";
import { MAX_VALUES } from "../../src/value-sets/value-set.ts";

/** A process that counts `i`, and one that waits for it twice before it is at its end. */
function problemOf(counting: readonly string[], first: string, second: string) {
  const content = `
int i;
int[0,1] go;
process Counting() { state s; init s; trans ${counting.map((label) => `s -> s { ${label} }`).join(", ")}; }
process Waiting() { state s, t, end; init s; trans s -> t { guard ${first}; assign go = 1; }, t -> end { guard ${second} && go == 1; }; }
system Counting, Waiting;
query { E<> Waiting.end }
`;
  const { network } = loadModel({ name: "model.xta", content });
  const query = network!.queries[0]!;
  if (query.kind !== "E<>") throw new Error("no target");
  return { network: network!, target: query.formula, frameSize: query.frameSize };
}

function graphsOf(problem: ReturnType<typeof problemOf>) {
  const graph = new RelaxedGraph(problem, PLAIN_OPTIONS, true);
  return { graph, slow: new RelaxedGraph(problem, PLAIN_OPTIONS, true, true), compiled: CompiledGraph.of(graph) };
}

const at = (i: number) => ({ locations: [0, 0], cells: [i, 0] });

describe("counters", () => {
  it("have the layers of the interpreter", () => {
    const random = Prng.from(11);
    const one = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
    const guard = (): string => `i ${one(["<", "<=", "==", "!=", ">=", ">"])} ${random.below(9) - 2}`;
    for (let trial = 0; trial < 60; trial++) {
      const isUp = random.below(2) === 0;
      const step = (): string => `i ${isUp ? "+" : "-"}= ${1 + random.below(3)}`;
      const counting = Array.from({ length: 1 + random.below(2) }, () => `guard ${guard()}; assign ${step()};`);
      if (random.below(2) === 0) counting.push(`guard ${guard()}; assign i = ${random.below(9) - 2};`);
      const { graph, slow, compiled } = graphsOf(problemOf(counting, guard(), guard()));
      const reader = new TraceReader(graph);
      expect(compiled, counting.join()).not.toBeNull();
      for (const i of isUp ? [0, 1, 2, 5, 9, 12, 100, 32767] : [0, -1, -2, -5, -9, -100, -32768]) {
        const seen = graph.standIn(at(i));
        // What is written to it elsewhere may be more than what a state that lies before the first one has.
        if (seen === null) continue;
        const layers = graph.build(seen);
        const plain = slow.build(at(i));
        // The interpreter takes a variable with too many values for one with all; each layer adds a few.
        if (plain < MAX_VALUES / 4) expect(layers, `${counting.join()} from ${i}`).toBe(plain);
        else expect(layers).toBe(Number.POSITIVE_INFINITY);
        const transitions = Number.isFinite(layers) ? reader.read().transitions : layers;
        expect(compiled!.read(seen, undefined)?.transitions).toBe(transitions);
      }
    }
  });

  it("are seen at their end where they are far on", () => {
    const { graph } = graphsOf(problemOf(["guard i < 3; assign i++;"], "i == 2", "i > 3"));
    expect(graph.standIn(at(4))!.cells[0]).toBe(4);
    expect(graph.standIn(at(500))!.cells[0]).toBe(4);
    expect(graph.standIn(at(-1))).toBeNull();
  });

  it.each([
    [["assign i++;", "assign i--;"], "i > 3", "i < 2"],
    [["assign i++;", "assign i = i * 2;"], "i > 3", "i < 2"],
    [["assign i++;"], "i > go", "i < 2"],
    [["assign i++;"], "i + 1 > 3", "i < 2"],
    [["assign i = 7, i++;"], "i > 3", "i < 2"],
  ])("are nothing that is read otherwise: %j, %s, %s", (counting, first, second) => {
    const { graph, slow } = graphsOf(problemOf(counting, first, second));
    for (const i of [0, 1, 5]) {
      const state = at(i);
      const seen = graph.standIn(state);
      if (seen === null) continue;
      expect(seen).toBe(state);
      expect(graph.build(seen)).toBe(slow.build(state));
    }
    const far = graph.standIn(at(500));
    expect(far === null || far.cells[0] === 500).toBe(true);
  });
});
