// A relaxed trace, read off the abstract transition graph backwards. Each goal (a location, a value, a condition) that
// first held at layer k is served by a transition that first added it; that transition's source locations and
// conditions, and the values its effect needed, become goals at the layers where they first held. What is selected is
// an abstract solution: its length is hU.

import type { CircuitNode } from "../../../circuit/node-store.ts";
import { type Output, placeOf } from "../../../circuit/outputs.ts";
import { isSingle, MAX_VALUES } from "../../../value-sets/value-set.ts";
import type { Chain } from "../ground/chains.ts";
import type { Condition } from "../ground/conditions.ts";
import type { Operator } from "../ground/operators.ts";
import { costOfTarget, type TargetNode } from "../ground/target-node.ts";
import { NEVER } from "./cell-history.ts";
import { explain, required } from "./explanation.ts";
import { NO_FACT, Reasons } from "./gate-layers.ts";
import type { RelaxedGraph } from "./graph.ts";

export interface RelaxedTrace {
  /** Number of distinct (layer, transition) pairs. */
  readonly transitions: number;
  /** The same with every receiver of a broadcast that is needed counted on its own. */
  readonly operators: number;
  /** Operators selected at layer 0. */
  readonly first: readonly Operator[];
}

export class TraceReader {
  private readonly graph: RelaxedGraph;
  /** Goals by layer: location facts, conditions, and values of cells. */
  private readonly locations: number[][] = [];
  private readonly conditions: number[][] = [];
  /** Gates of the circuit that several cells may open. */
  private readonly gates: CircuitNode[][] = [];
  private readonly seenGates: Int32Array;
  private readonly reasons = new Reasons();
  private readonly valueCells: number[][] = [];
  private readonly values: (number | null)[][] = [];
  /** The trace for which something was last a goal. */
  private trace = 0;
  private readonly seenLocations: Int32Array;
  private readonly seenConditions: Int32Array;
  private readonly seenValues = new Map<number, Set<number | null>>();
  private readonly seenKeys: Int32Array;
  /** The moment (a layer of a trace) in which something was last selected. */
  private moment = 0;
  /** The moment before the trace. */
  private begun = 0;
  private readonly transitionOf: Int32Array;
  private readonly selected: Int32Array;
  private readonly explained: Int32Array;
  private transitions = 0;
  private operators = 0;
  private first: Operator[] = [];

  constructor(graph: RelaxedGraph) {
    this.graph = graph;
    this.seenGates = new Int32Array(graph.gateLayers?.size ?? 0);
    this.seenLocations = new Int32Array(graph.locationLayer.length);
    this.seenConditions = new Int32Array(graph.conditions.length);
    this.seenKeys = new Int32Array(graph.cells.keys);
    this.explained = new Int32Array(graph.operators.length);
    this.transitionOf = Int32Array.from(graph.operators, ({ transition }) => transition);
    this.selected = new Int32Array(1 + (graph.operators[graph.operators.length - 1]?.transition ?? -1));
  }

  /** Winds the graph back to its first layer on the way. */
  read(): RelaxedTrace {
    const { graph } = this;
    this.start();
    this.addTarget(graph.target);
    for (let layer = graph.layers; layer > 0; layer--) {
      for (const condition of this.conditions[layer]!) this.explainCondition(graph.conditions[condition]!, layer);
      for (const gate of this.gates[layer]!) this.explainGate(gate, layer);
      graph.limitWork();
      graph.rewind(layer - 1);
      this.moment++;
      for (const fact of this.locations[layer]!) this.serve(graph.locationCause[fact]!, layer);
      const cells = this.valueCells[layer]!;
      const values = this.values[layer]!;
      // Too many values to list are goals at the layer at hand: the list grows while it is gone through.
      for (let at = 0; at < values.length; at++) this.serveValue(cells[at]!, values[at]!, layer);
    }
    return { transitions: this.transitions, operators: this.operators, first: this.first };
  }

  /** Operators of the trace that was read last. */
  get used(): readonly Operator[] {
    return this.graph.operators.filter(({ index }) => this.explained[index]! > this.begun);
  }

  private start(): void {
    this.trace++;
    this.begun = this.moment;
    this.transitions = 0;
    this.operators = 0;
    this.first = [];
    this.seenValues.clear();
    for (const buckets of [this.locations, this.conditions, this.gates, this.valueCells, this.values]) {
      for (const bucket of buckets) if (bucket.length > 0) bucket.length = 0;
      while (buckets.length <= this.graph.layers) buckets.push([]);
    }
  }

  private serve(index: number, layer: number): void {
    const { operators, index: lists } = this.graph;
    const transition = this.transitionOf[index]!;
    if (this.selected[transition] !== this.moment) {
      this.selected[transition] = this.moment;
      this.transitions++;
    }
    if (this.explained[index] === this.moment) return;
    this.explained[index] = this.moment;
    this.operators++;
    if (layer === 1) this.first.push(operators[index]!);
    const { sources, conditionsOf } = lists;
    for (let at = sources.first[index]!; at < sources.first[index + 1]!; at++) this.addLocation(sources.items[at]!);
    for (let at = conditionsOf.first[index]!; at < conditionsOf.first[index + 1]!; at++) {
      this.addCondition(conditionsOf.items[at]!);
    }
  }

  /** Null: that the cell has more values than can be listed. */
  private serveValue(cell: number, value: number | null, layer: number): void {
    const { graph } = this;
    const supporter = graph.cells.supporterOf(cell, value, layer);
    if (supporter === null) {
      if (value === null) this.serveRounding(cell, layer);
      else this.addValueAt(layer, cell, null);
      return;
    }
    this.serve(supporter.operator, layer);
    const chain = graph.index.chains[supporter.chain]!;
    if (value !== null && chain.output !== null && this.explainOutput(chain.output, cell, value)) return;
    const holds = (): boolean => graph.writesValue(chain, cell, value);
    if (chain.earlier.length > 0) this.serveEarlier(chain.earlier, holds, layer);
    explain(graph.cells, chain.reads, holds, null, (at, needed) => this.addValue(at, needed));
    graph.withheld.clear();
  }

  /**
   * Of the receivers that come earlier in the same broadcast, those that it takes are part of the trace; the others are
   * out.
   */
  private serveEarlier(earlier: Chain["earlier"], holds: () => boolean, layer: number): void {
    const { operatorLayer, withheld } = this.graph;
    const possible = earlier.map(({ operator }) => operator).filter((operator) => operatorLayer[operator]! < layer);
    if (possible.length === 0) return;
    const needed = required(possible, holds, {
      pin: (operator) => withheld.add(operator),
      free: (operator) => withheld.delete(operator),
    });
    for (const operator of needed) this.serve(operator, layer);
  }

  /** All values of the type were assumed because there were too many to list: it took so many of them. */
  private serveRounding(cell: number, layer: number): void {
    const { cells } = this.graph;
    const values = new Set(cells.valuesOf(cell));
    for (const value of values) this.addValue(cell, value);
    for (const value of cells.addedAt(cell, layer)) {
      if (values.size > MAX_VALUES || values.has(value)) continue;
      values.add(value);
      this.addValueAt(layer, cell, value);
    }
  }

  private explainCondition(condition: Condition, layer: number): void {
    const { graph } = this;
    const { among, reads, circuit, asksLocations } = condition;
    if (circuit?.exact === true) {
      this.addGate(circuit.gate);
      return;
    }
    const holds = (): boolean => graph.evaluate(condition);
    const hint = among !== null && isSingle(among) ? among.lo : null;
    if (asksLocations) this.addLocations(holds, layer);
    explain(graph.cells, reads, holds, hint, (cell, value) => this.addValue(cell, value));
    graph.unreached.clear();
  }

  private explainGate(gate: CircuitNode, layer: number): void {
    const { graph } = this;
    const gateLayers = graph.gateLayers!;
    const holds = (): boolean => graph.evaluateGate(gate);
    if (gateLayers.asksLocations(gate)) this.addLocations(holds, layer);
    explain(graph.cells, gateLayers.cellsOf(gate), holds, null, (cell, value) => this.addValue(cell, value));
    graph.unreached.clear();
  }

  /** Of the locations reached on the way, those that it takes become goals; the others count as not reached. */
  private addLocations(holds: () => boolean, layer: number): void {
    const { locationLayer, unreached } = this.graph;
    const reached: number[] = [];
    for (let fact = 0; fact < locationLayer.length; fact++) {
      if (locationLayer[fact]! > 0 && locationLayer[fact]! <= layer) reached.push(fact);
    }
    const needed = required(reached, holds, {
      pin: (fact) => unreached.add(fact),
      free: (fact) => unreached.delete(fact),
    });
    for (const fact of needed) this.addLocation(fact);
  }

  private addGate(gate: CircuitNode): void {
    const gateLayers = this.graph.gateLayers!;
    const layer = gateLayers.of(gate);
    if (layer === 0 || this.seenGates[gate] === this.trace) return;
    this.seenGates[gate] = this.trace;
    const fact = gateLayers.factOf(gate);
    if (fact !== NO_FACT) {
      this.addLocation(fact);
      return;
    }
    const { gates, values } = this.reasons;
    if (gateLayers.whyOpen(gate, this.reasons)) this.takeReasons(gates, values);
    else {
      this.reasons.forget(gates, values);
      this.gates[layer]!.push(gate);
    }
  }

  /** Why an output has the value, read off the circuit; false where that must be tried out. */
  private explainOutput(output: Output, cell: number, value: number): boolean {
    const { reasons } = this;
    const gateLayers = this.graph.gateLayers!;
    let found = gateLayers.whyMember(output.node, value, reasons);
    if (found && output.kind === "scatter") {
      reasons.addGate(output.gate);
      found = gateLayers.whyMember(output.index, output.first + placeOf(output.cells, cell), reasons);
    }
    if (found) this.takeReasons(0, 0);
    else reasons.forget(0, 0);
    return found;
  }

  /** What lies on the stack of reasons from here on becomes goals. */
  private takeReasons(gates: number, values: number): void {
    const { reasons } = this;
    const lastGate = reasons.gates;
    const lastValue = reasons.values;
    for (let at = values; at < lastValue; at++) this.addValue(reasons.cell[at]!, reasons.value[at]!);
    for (let at = gates; at < lastGate; at++) this.addGate(reasons.gate[at]!);
    reasons.forget(gates, values);
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
        this.addCondition(node.condition.index);
        return;
      default:
        return;
    }
  }

  private layerOfFact(fact: number): number {
    return this.graph.locationLayer[fact]!;
  }

  private layerOf(node: TargetNode): number {
    return costOfTarget(node, {
      never: NEVER,
      ofFact: (fact) => this.layerOfFact(fact),
      ofCondition: (condition) => this.graph.conditionLayer[condition]!,
      together: (layers) => Math.max(0, ...layers),
    });
  }

  private addLocation(fact: number): void {
    const layer = this.layerOfFact(fact);
    if (layer === 0 || this.seenLocations[fact] === this.trace) return;
    this.seenLocations[fact] = this.trace;
    this.locations[layer]!.push(fact);
  }

  private addCondition(condition: number): void {
    const layer = this.graph.conditionLayer[condition]!;
    if (layer === 0 || this.seenConditions[condition] === this.trace) return;
    this.seenConditions[condition] = this.trace;
    this.conditions[layer]!.push(condition);
  }

  private addValue(cell: number, value: number | null): void {
    const { cells } = this.graph;
    this.addValueAt(value === null ? cells.layerOfRounding(cell) : cells.layerOfValue(cell, value), cell, value);
  }

  private addValueAt(layer: number, cell: number, value: number | null): void {
    if (layer === 0 || layer > this.graph.layers) return;
    if (this.isSeen(cell, value)) return;
    this.valueCells[layer]!.push(cell);
    this.values[layer]!.push(value);
  }

  /** Was the value a goal of this trace before? From now on it was. */
  private isSeen(cell: number, value: number | null): boolean {
    const { cells } = this.graph;
    if (cells.keys > 0) {
      const key = cells.keyOf(cell, value);
      const isSeen = this.seenKeys[key] === this.trace;
      this.seenKeys[key] = this.trace;
      return isSeen;
    }
    let seen = this.seenValues.get(cell);
    if (seen === undefined) {
      seen = new Set();
      this.seenValues.set(cell, seen);
    }
    const isSeen = seen.has(value);
    if (!isSeen) seen.add(value);
    return isSeen;
  }
}
