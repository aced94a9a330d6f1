// What a search for evidence sees of a graph: its states, and the steps of each. Seen through `unfolded`, a state is
// one together with the number of steps so far: where steps are bounded, the best way to resolve choices depends on it.

import type { DiscreteView } from "../../engine/index.ts";
import type { Graph } from "../graph.ts";
import type { EvidenceState } from "./evidence.ts";

export interface EvidenceGraph {
  readonly initial: readonly number[];
  readonly hasChoices: boolean;
  /** The steps of a state; choices count from 0 in each state, and their steps come one after the other. */
  each(state: number, visit: (choice: number, to: number, probability: number, action: number) => void): void;
  /** The state of the model. */
  stateOf(state: number): number;
  values(state: number): EvidenceState["values"];
  view(state: number): DiscreteView;
  /** Of a `ctmc`: the sum of its rates. */
  rate(state: number): number | undefined;
  nameOf(action: number): string;
}

export function plainGraph(graph: Graph): EvidenceGraph {
  return {
    initial: graph.initial,
    hasChoices: graph.draws.kind === "mdp",
    each(state, visit) {
      if (!graph.isExpanded(state)) graph.expand(state);
      const first = graph.firstChoice.at(state);
      const end = graph.endChoice.at(state);
      for (let choice = first; choice < end; choice++) {
        const last = graph.endTransition.data[choice]!;
        for (let at = graph.firstTransition(choice); at < last; at++)
          visit(choice - first, graph.target.data[at]!, graph.probability.data[at]!, graph.action.data[choice]!);
      }
    },
    stateOf: (state) => state,
    values: (state) => graph.values(state),
    view: (state) => graph.engine.view(state),
    rate: (state) => (graph.draws.kind === "ctmc" ? graph.exit.at(state) : undefined),
    nameOf: (action) => (action < 0 ? "" : (graph.network.events[action] ?? "")),
  };
}

/** At most so many steps. */
export function unfolded(graph: EvidenceGraph, steps: number): EvidenceGraph {
  const states: number[] = [];
  const counts: number[] = [];
  const known = new Map<number, number>();
  const pair = (state: number, count: number): number => {
    const key = state * (steps + 1) + count;
    let number = known.get(key);
    if (number === undefined) {
      number = states.length;
      known.set(key, number);
      states.push(state);
      counts.push(count);
    }
    return number;
  };
  const initial = graph.initial.map((state) => pair(state, 0));
  return {
    ...graph,
    initial,
    each(number, visit) {
      const count = counts[number]!;
      if (count === steps) return;
      graph.each(states[number]!, (choice, to, probability, action) =>
        visit(choice, pair(to, count + 1), probability, action),
      );
    },
    stateOf: (number) => graph.stateOf(states[number]!),
    values: (number) => [...graph.values(states[number]!), { name: "steps", text: `${counts[number]}` }],
    view: (number) => graph.view(states[number]!),
  };
}
