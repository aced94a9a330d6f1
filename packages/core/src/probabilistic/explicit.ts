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
  const stateOf = Int32Array.from(order);
  for (let index = 0; index < states; index++) indexOf[stateOf[index]!] = index;
  const choices = new Int32Array(states + 1);
  const choiceOf = new Int32Array(graph.endTransition.length);
  const transitions = new Int32Array(graph.endTransition.length + 1);
  const target = new Int32Array(graph.target.length);
  const probability = new Float64Array(graph.target.length);
  const exit = new Float64Array(graph.draws.kind === "ctmc" ? states : 0);
  const [to, chance, end] = [graph.target.data, graph.probability.data, graph.endTransition.data];
  let [at, count] = [0, 0];
  for (let index = 0; index < states; index++) {
    const state = stateOf[index]!;
    if (exit.length > 0) exit[index] = graph.exit.at(state);
    const last = graph.endChoice.at(state);
    for (let choice = graph.firstChoice.at(state); choice < last; choice++) {
      for (let step = graph.firstTransition(choice); step < end[choice]!; step++) {
        const place = indexOf[to[step]!]!;
        if (place < 0) continue;
        target[at] = place;
        probability[at++] = chance[step]!;
      }
      choiceOf[count++] = choice;
      transitions[count] = at;
    }
    choices[index + 1] = count;
  }
  return {
    graph,
    states,
    stateOf,
    indexOf,
    initial: graph.initial.map((state) => indexOf[state]!),
    choices,
    transitions: transitions.subarray(0, count + 1),
    choiceOf: choiceOf.subarray(0, count),
    target: target.subarray(0, at),
    probability: probability.subarray(0, at),
    ...(exit.length > 0 ? { exit } : {}),
  };
}
