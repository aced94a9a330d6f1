// Who sees what in a joint step: guards, channel indices and selects of all partners the state before any update,
// right-hand sides and array indices of updates what the partners before them wrote. Every estimate, stubborn sets,
// interference and the analyses of values and faults are held against the oracle on the idiom that mixes both, in all
// its shapes.

import { describe, expect, it } from "vitest";
import { AccessAnalysis } from "../../src/analysis/accesses.ts";
import { Interference } from "../../src/analysis/contexts/interference.ts";
import { reachableIntervals } from "../../src/analysis/faults/cell-ranges.ts";
import { FaultAnalysis } from "../../src/analysis/faults.ts";
import { heuristics } from "../../src/heuristics/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { cellTable, type Formula, type Network } from "../../src/network/index.ts";
import { configure } from "../../src/spec/index.ts";
import { brokenClaims, cell, createOracle, holds, num, op, stubbornClaims } from "../../src/testing/index.ts";
import { load } from "../check/ask.ts";

/** Another process writes what the index reads, so that interference has something to find. */
const WRITER = "process W() { state s, d; init s; trans s -> d { assign i = 1; }; }";
const SYSTEM = "P = A(); Q = B(); V = W(); system P, Q, V;";

const SHAPES: Readonly<Record<string, string>> = {
  "a binary channel": `chan c[3]; int[0,2] i; int[0,9] r = 9;
    process A() { state s, d; init s; trans s -> d { sync c[i]!; assign i = (i + 1) % 3; }; }
    process B() { state s, d; init s; trans s -> d { select j : int[0,2]; sync c[j]?; assign r = j * 3 + i; }; }`,
  "a broadcast with two receivers": `broadcast chan c[3]; int[0,2] i; int[0,9] r = 9;
    process A() { state s, d; init s; trans s -> d { sync c[i]!; assign i = (i + 1) % 3; }; }
    process C() { state s, d; init s; trans s -> d { select k : int[0,2]; sync c[k]?; assign i = 2 - k; }; }
    process B() { state s, d; init s; trans s -> d { select j : int[0,2]; sync c[j]?; assign r = j * 3 + i; }; }
    R = C();`,
  "an index by function": `chan c[3]; int[0,2] i; int[0,2] list[3] = {2, 0, 1}; int[0,9] r = 9;
    int[0,2] front() { return list[i]; }
    void dequeue() { if (i < 2) i++; }
    process A() { state s, d; init s; trans s -> s { sync c[front()]!; assign dequeue(); }; }
    process B() { state s, d; init s; trans s -> d { select j : int[0,2]; sync c[j]?; assign r = j * 3 + front(); }; }`,
  "a receiver that writes what the index reads": `chan c[3]; int[0,2] i; int[0,9] r = 9;
    process A() { state s, d; init s; trans s -> d { sync c[i]!; assign r = i; }; }
    process B() { state s, d; init s;
      trans s -> d { select j : int[0,2]; guard r == 9; sync c[j]?; assign i = (i + 1) % 3, r = r * 3 + j; }; }`,
  "a sender that selects and a receiver that computes": `chan c[3]; int[0,2] i; int[0,9] r = 9;
    process A() { state s, d; init s; trans s -> d { select j : int[0,2]; sync c[j]!; assign i = (i + 1) % 3, r = j; }; }
    process B() { state s, d; init s; trans s -> d { sync c[(i + 1) % 3]?; assign r = r * 3 + i; }; }`,
};

function networkOf(shape: string): Network {
  const system = shape.includes("R = C();") ? SYSTEM.replace("P, Q, V", "P, R, Q, V") : SYSTEM;
  return load(`${shape}\n${WRITER}\n${system}`).network;
}

function cellOf(network: Network, name: string): number {
  return network.variables.find((variable) => variable.name === name)!.cell;
}

const EXAMPLES = heuristics.components.flatMap(({ examples = [] }) => examples);
const FIRST = new Set(heuristics.components.map(({ examples = [] }) => examples[0]));

describe.each(Object.keys(SHAPES))("what a joint step sees, over %s", (shape) => {
  const network = networkOf(SHAPES[shape]!);
  const oracle = createOracle(network, []);
  const r = cellOf(network, "r");
  const reached = new Set(oracle.discreteGraph(holds(num(1))).states.map(({ cells }) => cells[r]!));
  const missed = [...Array(9).keys()].filter((value) => !reached.has(value)).slice(0, 2);
  const targets = [...reached, ...missed].map((value): Formula => holds(op("==", cell(r), num(value))));
  const graphs = targets.map((target) => oracle.discreteGraph(target));

  it.each(EXAMPLES)("%s", (example) => {
    const config = configure(heuristics, example);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    // Every way of estimating sees all targets; its variants see the first, the last and some between.
    for (const [at, target] of targets.entries()) {
      if (!FIRST.has(example) && at % 4 > 0 && at < targets.length - 1) continue;
      const problem = { network, target, frameSize: 1 };
      if (config.value.refusal?.(problem) !== undefined) continue;
      expect(brokenClaims(config.value, { seed: 0, problem, graph: graphs[at]! })).toEqual([]);
    }
  });

  it("stubborn sets", () => {
    for (const target of targets) expect(stubbornClaims(network, target, 300)?.wrong).toEqual([]);
  });

  it("interference: whoever writes what an index reads interferes with both who compute and who select it", () => {
    const interference = new Interference(network);
    const [writer] = network.processes.at(-1)!.edges;
    const sender = network.edges.find(({ sync }) => sync.kind === "send")!;
    const receivers = network.edges.filter(({ sync }) => sync.kind === "receive");
    for (const { id } of receivers) expect(interference.distance([writer!], [sender.id, id])).toBe(1);
  });

  it("intervals hold all values that are reached, and what fails may fail", () => {
    const { cells } = reachableIntervals(network, new AccessAnalysis(network));
    const { variable } = cellTable(network);
    for (const state of graphs[0]!.states) {
      for (const [at, value] of state.cells.entries()) {
        if (network.variables[variable[at]!]!.constant === true) continue;
        expect(cells.min[at]!).toBeLessThanOrEqual(value);
        expect(cells.max[at]!).toBeGreaterThanOrEqual(value);
      }
    }
    if (!new FaultAnalysis(network).canFault) expect(oracle.faults).toBe(false);
  });
});

describe("what may fail in a joint step", () => {
  const faultsOf = (sender: string, receiver: string): FaultAnalysis =>
    new FaultAnalysis(
      load(`chan c[3]; int[0,3] head; int[0,2] list[3] = {2, 0, 1}; int[0,2] r;
        process A() { state s; init s; trans s -> s { guard head < 3; sync c[head]!; assign ${sender}; }; }
        process B() { state s; init s; trans s -> s { select j : int[0,2]; sync c[j]?; assign ${receiver}; }; }
        P = A(); Q = B(); system P, Q;`).network,
    );

  it("a channel's index is read before the sender moves on", () => {
    expect(faultsOf("head++", "r = j").canFault).toBe(false);
  });

  it("an array's index in the receiver's update is read after it", () => {
    expect([...faultsOf("head++", "r = list[head]").updates]).toEqual([1]);
    expect(faultsOf("r = list[head]", "r = j").canFault).toBe(false);
  });
});

describe("a vector of which many may join", () => {
  // Six weak participants, each with something to write, are more ways than are told apart one by one.
  const weak = Array.from({ length: 6 }, (_, at) => `W${at}`);
  const content = [
    "system:vector",
    "event:a",
    "int:1:0:1:0:v",
    "int:1:0:1:0:r",
    ...[...weak, "S"].flatMap((name) => [
      `process:${name}`,
      `location:${name}:s{initial:}`,
      `location:${name}:t{}`,
      `edge:${name}:s:t:a{do: ${name === "S" ? "r=v" : "v=1"}}`,
    ]),
    `sync:S@a:${weak.map((name) => `${name}@a?`).join(":")}`,
    "",
  ].join("\n");
  const { network } = loadModel({ name: "model.tck", content }, { lints: false });

  it.each(EXAMPLES)("%s sees what they wrote before", (example) => {
    const target = holds(op("==", cell(cellOf(network!, "r")), num(1)));
    const graph = createOracle(network!, []).discreteGraph(target);
    expect(graph.distances[0]).toBe(1);
    const config = configure(heuristics, example);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    const problem = { network: network!, target, frameSize: 1 };
    if (config.value.refusal?.(problem) !== undefined) return;
    expect(brokenClaims(config.value, { seed: 0, problem, graph })).toEqual([]);
  });
});
