// The whole graph as a model: states that were reached, in the order in which they were expanded.

import type { Graph } from "./graph.ts";
import type { Model } from "./model.ts";

export interface ExplicitModel extends Model {
  readonly graph: Graph;
  /** By state of the model: that of the engine. */
  readonly stateOf: Int32Array;
  /** By state of the engine; −1 where it was not reached. */
  readonly indexOf: Int32Array;
  readonly initial: readonly number[];
  /** By choice of the model: that of the graph. */
  readonly choiceOf: Int32Array;
}

/** The part of the graph that these states are; what leads elsewhere is left out. */
export function explicitModel(graph: Graph, order: readonly number[]): ExplicitModel {
  const states = order.length;
  const indexOf = new Int32Array(graph.size).fill(-1);
  for (const [index, state] of order.entries()) indexOf[state] = index;
  const choices = new Int32Array(states + 1);
  const choiceOf: number[] = [];
  const transitions: number[] = [0];
  const target = new Int32Array(graph.target.length);
  const probability = new Float64Array(graph.target.length);
  const exit = new Float64Array(states);
  let at = 0;
  for (const [index, state] of order.entries()) {
    exit[index] = graph.exit.at(state);
    for (let choice = graph.firstChoice.at(state); choice < graph.endChoice.at(state); choice++) {
      for (let step = graph.firstTransition(choice); step < graph.endTransition.data[choice]!; step++) {
        const to = indexOf[graph.target.data[step]!]!;
        if (to < 0) continue;
        target[at] = to;
        probability[at++] = graph.probability.data[step]!;
      }
      choiceOf.push(choice);
      transitions.push(at);
    }
    choices[index + 1] = choiceOf.length;
  }
  return {
    graph,
    states,
    stateOf: Int32Array.from(order),
    indexOf,
    initial: graph.initial.map((state) => indexOf[state]!),
    choices,
    transitions: Int32Array.from(transitions),
    choiceOf: Int32Array.from(choiceOf),
    target: target.subarray(0, at),
    probability: probability.subarray(0, at),
    ...(graph.draws.kind === "ctmc" ? { exit } : {}),
  };
}
