// hadd: costs propagated through the abstract transition graph as if everything had to be achieved on its own. The cost
// of a location or value is one more than the costs of what the transition that first adds it needs; a conjunction
// costs the sum of its parts.

import { defineHeuristic } from "./heuristic.ts";
import type { Condition } from "./relaxed/conditions.ts";
import type { RelaxedGraph } from "./relaxed/graph.ts";
import { createRelaxed, RELAXED_PARAMS, relaxedGuarantees } from "./relaxed/index.ts";
import type { TargetNode } from "./relaxed/target-node.ts";

export const hadd = defineHeuristic({
  name: "hadd",
  summary: "Cost propagation through the abstract transition graph with the sum over preconditions.",
  params: RELAXED_PARAMS,
  guarantees: (values) => relaxedGuarantees(values, { admissible: false }),
  create: (problem, values) =>
    createRelaxed(problem, values, (graph) => ({ value: new Costs(graph).ofTarget(graph.target) })),
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
        return this.ofCondition(node.condition);
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

  /** What the cheapest of the values that made a condition possible costs; older ones were there anyway. */
  private ofCondition({ index, program }: Condition): number {
    const layer = this.graph.conditionLayer[index]!;
    if (layer === 0) return 0;
    if (layer > this.graph.layers) return CEILING;
    let least = CEILING;
    for (const cell of program.reads) {
      this.graph.cells.forEachAddition(cell, layer, (task) => {
        least = Math.min(least, 1 + this.ofOperator(this.graph.index.taskOperator[task]!));
      });
    }
    return least === CEILING ? layer : least;
  }

  private ofOperator(index: number): number {
    const known = this.operators.get(index);
    if (known !== undefined) return known;
    const { sources, conditions } = this.graph.operators[index]!;
    let sum = 0;
    for (const fact of sources) sum += this.ofLocation(fact);
    for (const condition of conditions) sum += this.ofCondition(condition);
    const cost = Math.min(CEILING, sum);
    this.operators.set(index, cost);
    return cost;
  }
}
