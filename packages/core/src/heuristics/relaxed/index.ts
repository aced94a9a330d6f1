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
  const byInitiator = new Map<number, Operator[]>();
  for (const operator of graph.operators) {
    const list = byInitiator.get(operator.edges[0]!);
    if (list === undefined) byInitiator.set(operator.edges[0]!, [operator]);
    else list.push(operator);
  }
  /** Operators that are (part of) the given joint transition. */
  const operatorsOf = ({ edges }: JointTransition): ReadonlySet<number> =>
    new Set(
      (byInitiator.get(edges[0]!.edge) ?? []).filter((operator) => covers(edges, operator)).map(({ index }) => index),
    );
  let preferred: readonly Operator[] = [];
  return {
    estimate(state, without) {
      const layers = graph.build(state, without === undefined ? undefined : operatorsOf(without));
      if (layers === Number.POSITIVE_INFINITY) {
        preferred = [];
        return layers;
      }
      const reading = read(graph, layers);
      preferred = reading.preferred ?? [];
      return reading.value;
    },
    prefers({ edges }: JointTransition) {
      return preferred.some((operator) => covers(edges, operator));
    },
  };
}

export function relaxedGuarantees({ admissible }: { admissible: boolean }): Guarantees {
  return { safe: true, admissible, consistent: admissible, clocks: "ignored" };
}

const covers = (taken: JointTransition["edges"], { edges }: Operator): boolean =>
  edges.every((edge) => taken.some((part) => part.edge === edge));
