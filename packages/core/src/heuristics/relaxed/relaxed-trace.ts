// A relaxed trace, read off the abstract transition graph backwards. Each goal (a location, a value) that first held at
// layer k is served by the transition that first added it; that transition's source locations and conditions, and the
// values its effect depended on, become goals at the layers where they first held. What is selected is an abstract
// solution: its length is hU.

import { NEVER, type RelaxedGraph, type TargetNode } from "./graph.ts";
import type { Condition, Operator } from "./operators.ts";
import { single, type ValueSet } from "./value-set.ts";

/** Combinations of values tried to find out why a condition holds; beyond, everything it reads is a goal. */
const MAX_TRIES = 128;

export interface RelaxedTrace {
  /** Number of distinct (layer, transition) pairs. */
  readonly length: number;
  /** Operators selected at layer 0. */
  readonly first: readonly Operator[];
}

export function extractRelaxedTrace(graph: RelaxedGraph): RelaxedTrace {
  return new Extraction(graph).run();
}

class Extraction {
  private readonly graph: RelaxedGraph;
  /** Goals by layer: location facts, and values as cell and value. */
  private readonly locations: number[][];
  private readonly values: [cell: number, value: number][][];
  private readonly seenLocations = new Set<number>();
  private readonly seenValues = new Map<number, Set<number>>();
  private readonly selected = new Set<string>();
  private readonly explained = new Set<string>();
  private readonly first: Operator[] = [];

  constructor(graph: RelaxedGraph) {
    this.graph = graph;
    this.locations = Array.from({ length: graph.layers + 1 }, () => []);
    this.values = Array.from({ length: graph.layers + 1 }, () => []);
  }

  run(): RelaxedTrace {
    this.addTarget(this.graph.target);
    for (let layer = this.graph.layers; layer > 0; layer--) {
      for (const fact of this.locations[layer]!) this.serve(this.graph.locationCause[fact]!, layer, []);
      for (const [cell, value] of this.values[layer]!) {
        const cause = this.graph.causes[this.graph.cells[cell]!.causeOf(value)]!;
        this.serve(cause.operator, layer, this.inputs(cause.operator, cause.dependencies, cell, value, layer - 1));
      }
    }
    return { length: this.selected.size, first: this.first };
  }

  private serve(index: number, layer: number, inputs: readonly (readonly [number, number])[]): void {
    const operator = this.graph.operators[index]!;
    this.selected.add(`${layer - 1} ${operator.transition}`);
    for (const [cell, value] of inputs) this.addValue(cell, value);
    const key = `${layer - 1} ${index}`;
    if (this.explained.has(key)) return;
    this.explained.add(key);
    if (layer === 1) this.first.push(operator);
    for (const fact of operator.sources) this.addLocation(fact);
    for (const condition of operator.conditions) this.addCondition(condition);
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

  private addValue(cell: number, value: number): void {
    const layer = this.graph.cells[cell]!.layerOf(value);
    if (layer === 0 || layer > this.graph.layers) return;
    let seen = this.seenValues.get(cell);
    if (seen === undefined) this.seenValues.set(cell, (seen = new Set()));
    if (seen.has(value)) return;
    seen.add(value);
    this.values[layer]!.push([cell, value]);
  }

  private addCondition(condition: Condition): void {
    const layer = this.graph.conditionLayer[condition.index]!;
    if (layer === 0) return;
    const reads = condition.reads;
    const reasons = this.explain(reads, layer, () => this.graph.evaluate(condition));
    for (const [cell, value] of reasons) this.addValue(cell, value);
  }

  /** Values that the effect needed in order to write this one. */
  private inputs(
    index: number,
    dependencies: readonly number[],
    cell: number,
    value: number,
    layer: number,
  ): readonly (readonly [number, number])[] {
    const operator = this.graph.operators[index]!;
    return this.explain(dependencies, layer, () => {
      let written = false;
      this.graph.runOperator(operator, (at: number, set: ValueSet) => {
        if (at !== cell) return;
        written ||= set.values === null ? value >= set.lo && value <= set.hi : set.values.includes(value);
      });
      return written;
    });
  }

  /**
   * Single values of the cells, known at the layer, for which `holds`; the combination with the least sum of layers.
   * When there are too many combinations: every value of every cell, which surely is enough.
   */
  private explain(
    cells: readonly number[],
    layer: number,
    holds: () => boolean,
  ): readonly (readonly [number, number])[] {
    const candidates = cells
      .map((cell) => ({ cell, values: this.valuesUpTo(cell, layer) }))
      .filter(({ values }) => values.length > 1);
    const all = candidates.flatMap(({ cell, values }) => values.map(({ value }) => [cell, value] as const));
    const combinations = candidates.reduce((product, { values }) => product * values.length, 1);
    if (candidates.length === 0) return [];
    if (combinations > MAX_TRIES) return all;
    const { pinned } = this.graph.machine;
    let best: readonly (readonly [number, number])[] | null = null;
    let least = Number.POSITIVE_INFINITY;
    const choose = (at: number, sum: number, chosen: readonly (readonly [number, number])[]): void => {
      if (sum >= least) return;
      const candidate = candidates[at];
      if (candidate === undefined) {
        if (holds()) {
          best = chosen;
          least = sum;
        }
        return;
      }
      for (const { value, layer: since } of candidate.values) {
        pinned.set(candidate.cell, single(value));
        choose(at + 1, sum + since, [...chosen, [candidate.cell, value]]);
      }
      pinned.delete(candidate.cell);
    };
    choose(0, 0, []);
    pinned.clear();
    return best ?? all;
  }

  private valuesUpTo(cell: number, layer: number): { value: number; layer: number }[] {
    const set = this.graph.cells[cell]!;
    return set.listed.map((value, at) => ({ value, layer: set.layers[at]! })).filter((entry) => entry.layer <= layer);
  }
}
