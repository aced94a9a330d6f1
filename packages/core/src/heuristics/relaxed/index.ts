// What the estimates of the monotonicity abstraction share: one graph per problem, rebuilt for every state.

import type { JointTransition } from "../../engine/engine.ts";
import type { Guarantees, Heuristic, Problem } from "../heuristic.ts";
import { RelaxedGraph } from "./graph.ts";
import type { Operator } from "./operators.ts";

export interface Reading {
  readonly value: number;
  readonly preferred?: readonly Operator[];
}

/** A heuristic that reads its value off the graph once the target was reached in it. */
export function createRelaxed(problem: Problem, read: (graph: RelaxedGraph, layers: number) => Reading): Heuristic {
  const graph = new RelaxedGraph(problem);
  let preferred: readonly Operator[] = [];
  return {
    estimate(state, without) {
      const layers = graph.build(state, without === undefined ? undefined : operatorsOf(graph, without));
      if (layers === Number.POSITIVE_INFINITY) {
        preferred = [];
        return layers;
      }
      const reading = read(graph, layers);
      preferred = reading.preferred ?? [];
      return reading.value;
    },
    prefers({ edges }: JointTransition) {
      return preferred.some((operator) => operator.edges.every((edge) => edges.some((taken) => taken.edge === edge)));
    },
  };
}

export function relaxedGuarantees({ admissible }: { admissible: boolean }): Guarantees {
  return { safe: true, admissible, consistent: admissible, clocks: "ignored" };
}

/** Operators that are (part of) the given joint transition. */
function operatorsOf(graph: RelaxedGraph, { edges }: JointTransition): ReadonlySet<number> {
  const taken = new Set(edges.map(({ edge }) => edge));
  const initiator = edges[0]!.edge;
  return new Set(
    graph.operators
      .filter((operator) => operator.edges[0] === initiator && operator.edges.every((edge) => taken.has(edge)))
      .map(({ index }) => index),
  );
}
