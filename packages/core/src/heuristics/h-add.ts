// hadd: costs propagated through the abstract transition graph as if everything had to be achieved on its own. The cost
// of a location or value is one more than the costs of what the transition that first adds it needs; a conjunction
// costs the sum of its parts.

import { defineHeuristic } from "./heuristic.ts";
import type { RelaxedGraph, TargetNode } from "./relaxed/graph.ts";
import { createRelaxed, relaxedGuarantees } from "./relaxed/index.ts";

export const hadd = defineHeuristic({
  name: "hadd",
  summary: "Cost propagation through the abstract transition graph with the sum over preconditions.",
  params: {},
  guarantees: () => relaxedGuarantees({ admissible: false }),
  create: (problem) => createRelaxed(problem, (graph) => ({ value: new Costs(graph).ofTarget(graph.target) })),
});

/** Sums can explode; beyond this they no longer tell states apart. */
const CEILING = 1e12;

class Costs {
  private readonly graph: RelaxedGraph;
  private readonly operators = new Map<number, number>();

  constructor(graph: RelaxedGraph) {
    this.graph = graph;
  }

  ofTarget(node: TargetNode): number {
    switch (node.kind) {
      case "true":
        return 0;
      case "false":
        return CEILING;
      case "location":
        return Math.min(...node.facts.map((fact) => this.ofLocation(fact)));
      case "data":
        return this.ofReads(node.condition.reads, this.graph.conditionLayer[node.condition.index]!);
      case "and":
        return Math.min(
          CEILING,
          node.parts.reduce((sum, part) => sum + this.ofTarget(part), 0),
        );
      case "or":
        return Math.min(CEILING, ...node.parts.map((part) => this.ofTarget(part)));
    }
  }

  private ofLocation(fact: number): number {
    const layer = this.graph.locationLayer[fact]!;
    if (layer > this.graph.layers) return CEILING;
    return layer === 0 ? 0 : Math.min(CEILING, 1 + this.ofOperator(this.graph.locationCause[fact]!));
  }

  /** What the newest of the values that a condition reads costs; older ones were there anyway. */
  private ofReads(reads: readonly number[], layer: number): number {
    if (layer === 0) return 0;
    let least = CEILING;
    for (const cell of reads) {
      const set = this.graph.cells[cell]!;
      for (const [at, since] of set.layers.entries()) {
        if (since !== layer) continue;
        const cause = this.graph.causes[set.causes[at]!]!;
        least = Math.min(least, 1 + this.ofOperator(cause.operator));
      }
    }
    return least === CEILING ? layer : least;
  }

  private ofOperator(index: number): number {
    const known = this.operators.get(index);
    if (known !== undefined) return known;
    const { sources, conditions } = this.graph.operators[index]!;
    let sum = 0;
    for (const fact of sources) sum += this.ofLocation(fact);
    for (const condition of conditions)
      sum += this.ofReads(condition.reads, this.graph.conditionLayer[condition.index]!);
    const cost = Math.min(CEILING, sum);
    this.operators.set(index, cost);
    return cost;
  }
}
