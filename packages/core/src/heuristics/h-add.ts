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
  examples: ["hadd()", "hadd(clocks=relaxed)", "hadd(values=per-location)", "hadd(shortcut=on, values=per-location)"],
  guarantees: (values) => relaxedGuarantees(values, { admissible: false }),
  create: (problem, values) =>
    createRelaxed(problem, values, (graph) => {
      const costs = new Costs(graph);
      return () => ({ value: costs.read() });
    }),
});

/** Sums can explode; beyond this they no longer tell states apart. */
const CEILING = 1e12;

class Costs {
  private readonly graph: RelaxedGraph;
  /** Costs of this estimate's operators (NaN while they are not known), and of what a cell gained, a chain did in a layer. */
  private readonly operators: Float64Array;
  private readonly additions = new Map<number, number>();
  private readonly chains = new Map<number, number>();

  constructor(graph: RelaxedGraph) {
    this.graph = graph;
    this.operators = new Float64Array(graph.operators.length);
  }

  read(): number {
    this.operators.fill(Number.NaN);
    this.additions.clear();
    this.chains.clear();
    return this.ofTarget(this.graph.target);
  }

  private ofTarget(node: TargetNode): number {
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
    for (const cell of program.reads) least = Math.min(least, this.ofGrowth(cell, layer));
    return least === CEILING ? layer : least;
  }

  /** The cheapest way to something new in the cell at the layer. */
  private ofGrowth(cell: number, layer: number): number {
    const key = layer * this.graph.cells.count + cell;
    const known = this.additions.get(key);
    if (known !== undefined) return known;
    let least = CEILING;
    this.graph.cells.forEachAddition(cell, layer, (chain) => {
      least = Math.min(least, 1 + this.ofChain(chain, layer));
    });
    this.additions.set(key, least);
    return least;
  }

  /** The cheapest of a chain's operators that were possible before the layer. */
  private ofChain(chain: number, layer: number): number {
    const { index, operatorLayer } = this.graph;
    const key = layer * index.chains.length + chain;
    const known = this.chains.get(key);
    if (known !== undefined) return known;
    const { first, items } = index.operatorsWith;
    let least = CEILING;
    for (let at = first[chain]!; at < first[chain + 1]!; at++) {
      if (operatorLayer[items[at]!]! < layer) least = Math.min(least, this.ofOperator(items[at]!));
    }
    this.chains.set(key, least);
    return least;
  }

  private ofOperator(index: number): number {
    const known = this.operators[index]!;
    if (!Number.isNaN(known)) return known;
    const { sources, conditionsOf } = this.graph.index;
    let sum = 0;
    for (let at = sources.first[index]!; at < sources.first[index + 1]!; at++) {
      sum += this.ofLocation(sources.items[at]!);
    }
    for (let at = conditionsOf.first[index]!; at < conditionsOf.first[index + 1]!; at++) {
      sum += this.ofCondition(this.graph.conditions[conditionsOf.items[at]!]!);
    }
    const cost = Math.min(CEILING, sum);
    this.operators[index] = cost;
    return cost;
  }
}
