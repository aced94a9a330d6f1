// The circuit of the relaxed estimates against the interpreter that it takes the place of: the same layers to the
// digit, and relaxed traces that are no shorter. And the code that is emitted for both against them, trace by trace.

import type { Problem } from "../heuristics/heuristic.ts";
import { CompiledGraph } from "../heuristics/relaxed/compiled/compiled-graph.ts";
import { PLAIN_OPTIONS } from "../heuristics/relaxed/ground/options.ts";
import { RelaxedGraph } from "../heuristics/relaxed/kernel/graph.ts";
import { type RelaxedTrace, TraceReader } from "../heuristics/relaxed/kernel/relaxed-trace.ts";
import type { Choices } from "./choices.ts";

/** What differs in the initial state and in some others, reachable or not. */
export function circuitDisagreements(problem: Problem, choices: Choices, states: number): string[] {
  const { network } = problem;
  const circuit = new RelaxedGraph(problem, PLAIN_OPTIONS, true);
  const interpreted = new RelaxedGraph(problem, PLAIN_OPTIONS, true, true);
  const height = new RelaxedGraph(problem, PLAIN_OPTIONS, false);
  const reader = new TraceReader(circuit);
  const emitted = CompiledGraph.of(circuit);
  const found: string[] = [];
  for (let at = 0; at < states; at++) {
    const state = {
      locations: network.processes.map(({ initial, locations }) =>
        at === 0 ? initial[0]! : choices.below(locations.length),
      ),
      cells: network.initialValues.map((value) => (at === 0 || choices.below(2) === 0 ? value : choices.below(2))),
    };
    // A circuit need not know values that no reachable state has.
    const seen = circuit.standIn(state);
    if (seen === null) continue;
    const layers = circuit.build(seen);
    const plain = interpreted.build(state);
    const where = `in ${JSON.stringify(state)}`;
    if (layers !== plain) {
      found.push(`${layers} layers, ${plain} by the interpreter, ${where}`);
      continue;
    }
    const remembered = height.build(seen);
    if (remembered !== layers) found.push(`${layers} layers, ${remembered} where only they are asked for, ${where}`);
    const trace = Number.isFinite(layers) ? reader.read() : NO_TRACE;
    if (trace.transitions < layers) found.push(`${trace.transitions} transitions for ${layers} layers ${where}`);
    const own = emitted?.read(seen, undefined) ?? null;
    if (own === null) continue;
    const [ours, theirs] = [
      textOf(own, own.first),
      textOf(
        trace,
        trace.first.map(({ index }) => index),
      ),
    ];
    if (ours !== theirs) found.push(`emitted: ${ours}; by the graph: ${theirs}; ${where}`);
  }
  return found;
}

const NO_TRACE: RelaxedTrace = {
  transitions: Number.POSITIVE_INFINITY,
  operators: Number.POSITIVE_INFINITY,
  first: [],
};

/** What a trace comes to: first operators in any order. */
const textOf = (trace: { transitions: number; operators: number }, first: readonly number[]): string =>
  `${trace.transitions} transitions, ${trace.operators} operators, first ${[...first].sort((a, b) => a - b).join()}`;
