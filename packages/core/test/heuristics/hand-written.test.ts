// Estimates on models as people write them, for targets that name a whole state: what they claim holds, the relaxed ones
// are those of their twins, emitted code reads what its twin reads, and in the first state they are as large as this.

import { describe, expect, it } from "vitest";
import type { Problem } from "../../src/heuristics/index.ts";
import { CompiledGraph } from "../../src/heuristics/relaxed/compiled/compiled-graph.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { RelaxedGraph } from "../../src/heuristics/relaxed/kernel/graph.ts";
import { TraceReader } from "../../src/heuristics/relaxed/kernel/relaxed-trace.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import {
  brokenClaims,
  cell,
  createOracle,
  type DiscreteGraph,
  inLocation,
  num,
  op,
  query,
  SlowRelaxation,
} from "../../src/testing/index.ts";
import { UNTIMED } from "../engine/compiled/hand-written-models.ts";
import { configured, create } from "./trials.ts";

const SMALL = 60;
const SPECS = [
  "hL()",
  "hU()",
  "hadd()",
  "merge()",
  "pdb()",
  "cegar()",
  "predicates()",
  "perimeter(2, hL())",
  "hU(values=per-location)",
];

/** All of a state, or as little as where the last process is and what the last cell holds. */
function isState(network: Network, { locations, cells }: DiscreteGraph["states"][number], whole: boolean): Formula {
  const places = [...locations].map((location, process) => inLocation(process, location));
  const values = [...cells].flatMap((value, at): Formula[] =>
    network.variables.some((one) => one.meta && one.cell === at)
      ? []
      : [{ kind: "data", condition: op("==", cell(at), num(value)) }],
  );
  return { kind: "and", parts: whole ? [...places, ...values] : [places.at(-1)!, values.at(-1)!] };
}

const TRUE: Formula = { kind: "data", condition: num(1) };

const cases = UNTIMED.filter(({ states }) => states <= SMALL).flatMap((written) => {
  const { network } = loadModel({ name: written.file ?? "m.xta", content: written.text }, { lints: false });
  const { states } = createOracle(network!, [query("E<>", TRUE, 1)], { maxStates: 3000 }).discreteGraph(TRUE);
  return [
    [states.length - 1, true],
    [states.length >> 1, false],
  ].map(([at, whole]) => {
    const target = isState(network!, states[at as number]!, whole as boolean);
    const problem: Problem = { network: network!, target, frameSize: 1 };
    const graph = createOracle(network!, [query("E<>", target, 1)], { maxStates: 3000 }).discreteGraph(target);
    return { name: `${written.name}, ${whole ? "a whole state" : "two facts"}`, problem, graph };
  });
});

/** By case: how far the target is from the first state, and what the estimates say there. */
const EXPECTED: readonly string[] = [
  "16: 2 2 2 16 16 16 4 3 2",
  "4: 1 1 1 4 4 4 2 2 4",
  "9: 3 4 17 9 9 9 5 5 4",
  "0: 0 0 0 0 0 0 0 0 0",
  "8: 5 8 33 8 8 8 4 6 9",
  "4: 2 2 2 4 4 4 2 2 4",
  "8: 1 1 2 8 8 8 2 2 2",
  "2: 2 2 3 2 2 2 0 0 2",
  "2: 1 1 1 2 2 2 2 2 2",
  "1: 1 1 2 1 1 1 1 1 1",
  "3: 2 3 5 3 3 3 3 3 3",
  "2: 2 2 2 2 2 2 2 2 2",
  "8: 4 5 16 8 8 8 8 4 6",
  "0: 0 0 0 0 0 0 0 0 0",
  "3: 3 3 5 3 3 3 2 2 3",
  "0: 0 0 0 0 0 0 0 0 0",
  "15: 6 6 17 15 15 15 3 5 6",
  "8: 5 5 8 8 8 8 2 2 5",
  "8: 3 4 4 8 8 8 4 5 7",
  "1: 1 1 1 1 1 1 1 1 1",
  "3: 1 1 1 3 3 3 3 3 1",
  "0: 0 0 0 0 0 0 0 0 0",
  "4: 4 5 7 4 4 4 1 1 5",
  "3: 3 3 3 3 3 3 1 1 3",
  "5: 3 4 12 5 5 5 1 5 4",
  "3: 3 3 7 3 3 3 0 3 3",
  "10: 4 4 4 8 8 8 4 5 8",
  "4: 3 3 5 4 4 4 4 3 4",
  "6: 3 3 9 6 6 6 4 3 6",
  "3: 2 2 2 3 3 3 1 1 3",
  "2: 2 3 6 2 2 2 2 2 3",
  "1: 1 2 2 1 1 1 1 1 2",
  "7: 1 1 2 3 3 3 2 3 2",
  "2: 2 2 3 2 2 2 2 2 2",
];

describe.each(cases.map((one, at) => ({ ...one, at })))("$name", ({ problem, graph, at }) => {
  it("relaxed estimates are those of their twins", () => {
    const slow = new SlowRelaxation(problem);
    const [hL, hmax, hU] = ["hL()", "hmax()", "hU()"].map((spec) => create(spec, problem).heuristic);
    for (const state of graph.states) {
      const layers = slow.layers(state as never);
      expect([hL!.estimate(state), hmax!.estimate(state)]).toEqual([layers, layers]);
      const best = slow.optimum(state as never, 200);
      if (best !== null) expect(hU!.estimate(state)).toBeGreaterThanOrEqual(best);
    }
  });

  it("emitted code reads what its twin reads", () => {
    const relaxed = new RelaxedGraph(problem, PLAIN_OPTIONS, true);
    const compiled = CompiledGraph.of(relaxed);
    if (compiled === null) return;
    const reader = new TraceReader(relaxed);
    for (const state of graph.states.filter((one) => relaxed.standIn(one) === one)) {
      const found = compiled.read(state, undefined);
      if (found === null) continue;
      const layers = relaxed.build(state);
      const trace = Number.isFinite(layers) ? reader.read() : null;
      expect(found.transitions).toBe(trace?.transitions ?? Number.POSITIVE_INFINITY);
      if (trace !== null) expect(new Set(found.first)).toEqual(new Set(trace.first.map(({ index }) => index)));
    }
  });

  it("distances are these", () => expect(String(graph.distances[0])).toBe(EXPECTED[at]!.split(":")[0]));

  it.each(SPECS.map((spec, index) => [spec, index] as const))("%s keeps its word, and is this large", (spec, index) => {
    const { guarantees, heuristic } = create(spec, problem);
    const config = { ...configured(spec), guarantees, create: () => heuristic };
    expect(brokenClaims(config, { seed: at, problem, graph })).toEqual([]);
    const large = EXPECTED[at]!.split(": ")[1]!.split(" ")[index];
    expect(String(heuristic.estimate(graph.states[0]!))).toBe(large);
  });
});
