// A relaxed trace, read off the abstract transition graph backwards. Each goal (a location, a value, a condition) that
// first held at layer k is served by a transition that first added it; that transition's source locations and
// conditions, and the values its effect needed, become goals at the layers where they first held. What is selected is
// an abstract solution: its length is hU.

import type { Condition } from "./conditions.ts";
import { explain } from "./explanation.ts";
import { NEVER, type RelaxedGraph } from "./graph.ts";
import type { Operator } from "./operators.ts";
import type { TargetNode } from "./target-node.ts";
import { contains } from "./value-set.ts";

export interface RelaxedTrace {
  /** Number of distinct (layer, transition) pairs. */
  readonly transitions: number;
  /** The same with every receiver of a broadcast that is needed counted on its own. */
  readonly operators: number;
  /** Operators selected at layer 0. */
  readonly first: readonly Operator[];
}

/** Winds the graph back to its first layer on the way. */
export function extractRelaxedTrace(graph: RelaxedGraph): RelaxedTrace {
  return new Extraction(graph).run();
}

class Extraction {
  private readonly graph: RelaxedGraph;
  /** Goals by layer: location facts, conditions, and values as neighbours cell and value. */
  private readonly locations: number[][];
  private readonly conditions: Condition[][];
  private readonly values: number[][];
  private readonly seenLocations = new Set<number>();
  private readonly seenConditions = new Set<number>();
  private readonly seenValues = new Map<number, Set<number>>();
  /** Per layer: transitions that were selected, and operators whose preconditions are goals. */
  private selected = new Set<number>();
  private explained = new Set<number>();
  private transitions = 0;
  private operators = 0;
  private readonly first: Operator[] = [];

  constructor(graph: RelaxedGraph) {
    this.graph = graph;
    const buckets = <T>(): T[][] => Array.from({ length: graph.layers + 1 }, () => []);
    this.locations = buckets();
    this.conditions = buckets();
    this.values = buckets();
  }

  run(): RelaxedTrace {
    const { graph } = this;
    this.addTarget(graph.target);
    for (let layer = graph.layers; layer > 0; layer--) {
      for (const condition of this.conditions[layer]!) this.explainCondition(condition);
      graph.rewind(layer - 1);
      this.selected = new Set();
      this.explained = new Set();
      for (const fact of this.locations[layer]!) this.serve(graph.locationCause[fact]!, layer);
      const values = this.values[layer]!;
      for (let at = 0; at < values.length; at += 2) this.serveValue(values[at]!, values[at + 1]!, layer);
      this.transitions += this.selected.size;
      this.operators += this.explained.size;
    }
    return { transitions: this.transitions, operators: this.operators, first: this.first };
  }

  private serve(index: number, layer: number): void {
    const operator = this.graph.operators[index]!;
    this.selected.add(operator.transition);
    if (this.explained.has(index)) return;
    this.explained.add(index);
    if (layer === 1) this.first.push(operator);
    for (const fact of operator.sources) this.addLocation(fact);
    for (const condition of operator.conditions) this.addCondition(condition);
  }

  private serveValue(cell: number, value: number, layer: number): void {
    const { graph } = this;
    const { taskOperator } = graph.index;
    let best = -1;
    let exact = false;
    graph.cells.forEachAddition(cell, layer, (task, set) => {
      // A value that only the rounding to all values of the type added is put down to any operator of that layer.
      const adds = contains(set, value);
      if (best >= 0 && (exact !== adds ? exact : !graph.isEasier(taskOperator[task]!, taskOperator[best]!))) return;
      best = task;
      exact = adds;
    });
    if (best < 0) return;
    this.serve(taskOperator[best]!, layer);
    if (!exact) return;
    const chain = graph.chainOf(best);
    explain(
      graph.cells,
      chain.reads,
      () => graph.writesValue(chain, cell, value),
      (at, needed) => this.addValue(at, needed),
    );
  }

  private explainCondition(condition: Condition): void {
    const { graph } = this;
    explain(
      graph.cells,
      condition.program.reads,
      () => graph.evaluate(condition),
      (cell, value) => this.addValue(cell, value),
    );
  }

  private addTarget(node: TargetNode): void {
    switch (node.kind) {
      case "and":
        for (const part of node.parts) this.addTarget(part);
        return;
      case "or":
        this.addTarget(node.parts.reduce((best, part) => (this.layerOf(part) < this.layerOf(best) ? part : best)));
        return;
      case "location":
        this.addLocation(
          node.facts.reduce((best, fact) => (this.layerOfFact(fact) < this.layerOfFact(best) ? fact : best)),
        );
        return;
      case "data":
        this.addCondition(node.condition);
        return;
      default:
        return;
    }
  }

  private layerOfFact(fact: number): number {
    return this.graph.locationLayer[fact]!;
  }

  private layerOf(node: TargetNode): number {
    switch (node.kind) {
      case "true":
        return 0;
      case "false":
        return NEVER;
      case "location":
        return Math.min(...node.facts.map((fact) => this.layerOfFact(fact)));
      case "data":
        return this.graph.conditionLayer[node.condition.index]!;
      case "and":
        return Math.max(0, ...node.parts.map((part) => this.layerOf(part)));
      case "or":
        return Math.min(NEVER, ...node.parts.map((part) => this.layerOf(part)));
    }
  }

  private addLocation(fact: number): void {
    const layer = this.layerOfFact(fact);
    if (layer === 0 || this.seenLocations.has(fact)) return;
    this.seenLocations.add(fact);
    this.locations[layer]!.push(fact);
  }

  private addCondition(condition: Condition): void {
    const layer = this.graph.conditionLayer[condition.index]!;
    if (layer === 0 || this.seenConditions.has(condition.index)) return;
    this.seenConditions.add(condition.index);
    this.conditions[layer]!.push(condition);
  }

  private addValue(cell: number, value: number): void {
    const layer = this.graph.cells.layerOfValue(cell, value);
    if (layer === 0 || layer > this.graph.layers) return;
    let seen = this.seenValues.get(cell);
    if (seen === undefined) {
      seen = new Set();
      this.seenValues.set(cell, seen);
    }
    if (seen.has(value)) return;
    seen.add(value);
    this.values[layer]!.push(cell, value);
  }
}
