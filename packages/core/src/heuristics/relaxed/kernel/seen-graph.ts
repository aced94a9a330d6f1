// The abstract transition graph as it is seen: what was gathered, in which layer, and how everything looks at an
// earlier layer or with some cells pinned. `graph.ts` builds it; who reads a trace off backwards looks at it here.

import type { CircuitNode } from "../../../circuit/node-store.ts";
import type { DiscreteView } from "../../../engine/engine.ts";
import { contains } from "../../../value-sets/value-set.ts";
import type { Problem } from "../../heuristic.ts";
import type { Chain } from "../ground/chains.ts";
import type { Condition } from "../ground/conditions.ts";
import type { GraphIndex } from "../ground/graph-index.ts";
import type { Operator } from "../ground/operators.ts";
import type { RelaxedOptions } from "../ground/options.ts";
import type { PreparedProblem } from "../ground/prepare.ts";
import type { TargetNode } from "../ground/target-node.ts";
import type { CellHistory } from "./cell-history.ts";
import type { CircuitInputs } from "./circuit-inputs.ts";
import { GateLayers } from "./gate-layers.ts";
import { RelaxedModel } from "./model.ts";
import type { ProgramRunner } from "./program-runner.ts";
import { RowHistory } from "./row-history.ts";
import { SetHistory } from "./set-history.ts";

export class SeenGraph {
  readonly operators: readonly Operator[];
  readonly conditions: readonly Condition[];
  readonly target: TargetNode;
  readonly cells: CellHistory;
  /** The same, where values are bits in the rows of a circuit. */
  readonly rows: RowHistory | null;
  readonly index: GraphIndex;
  /** Layer where a location fact, a condition, an operator first holds; NEVER if it does not. */
  readonly locationLayer: Int32Array;
  readonly conditionLayer: Int32Array;
  readonly operatorLayer: Int32Array;
  protected readonly model: RelaxedModel;
  private readonly runner: ProgramRunner;
  /** Sum of the layers of an operator's preconditions: how supporters of the same layer are chosen. */
  protected readonly difficulty: Float64Array;
  /** Layers where gates of the circuit first held; null where there is none. */
  readonly gateLayers: GateLayers | null;
  protected layer = 0;
  /** The layer as which the graph is seen, while a trace is read off backwards. */
  protected seen = 0;
  /** Operators that count as impossible, and locations as not reached, to find out whether something needs them. */
  readonly withheld = new Set<number>();
  readonly unreached = new Set<number>();

  constructor(problem: Problem, options: RelaxedOptions, prepared: PreparedProblem) {
    const reached = (fact: number): boolean => this.locationLayer[fact]! <= this.seen && !this.unreached.has(fact);
    const isPossible = (operator: number): boolean =>
      this.operatorLayer[operator]! <= this.seen && !this.withheld.has(operator);
    const model = new RelaxedModel(problem, options, { reached, isPossible }, prepared);
    this.model = model;
    const { conditions, facts, machine } = model;
    this.target = model.target;
    this.operators = model.operators;
    this.conditions = conditions;
    this.index = model.index;
    this.runner = model.runner;
    this.locationLayer = new Int32Array(facts);
    this.conditionLayer = new Int32Array(conditions.length);
    this.operatorLayer = new Int32Array(this.operators.length);
    this.difficulty = new Float64Array(this.operators.length);
    const isEasier = (operator: number, than: number): boolean => this.isEasier(operator, than);
    const rows = model.writesAreCircuit()
      ? new RowHistory(model.circuit!, this.index.chains, isEasier, machine.inputs.length)
      : null;
    this.rows = rows;
    if (rows !== null) model.freshen = (cells) => rows.show(cells, machine.inputs, model.pool);
    this.cells =
      rows ??
      new SetHistory(model.pool, machine.inputs, model.located, this.index.relevant.cells, {
        isEasier,
        forEachWrite: (chain, visit) => model.forEachWrite(this.index.chains[chain]!, visit),
      });
    this.gateLayers =
      model.circuit === null
        ? null
        : new GateLayers(model.circuit.circuit, model.circuit.values, {
            cells: this.cells,
            reachedAt: (fact) => this.locationLayer[fact]!,
            layers: () => this.layer,
            holdsAt: (gate, layer) => this.holdsAt(gate, layer),
          });
  }

  /** The state for which the graph is built instead; null: it cannot be. */
  standIn(state: DiscreteView): DiscreteView | null {
    return this.model.standIn(state);
  }

  /** The circuit with what its nodes are; null where there is none. */
  get circuit(): CircuitInputs | null {
    return this.model.circuit;
  }

  get layers(): number {
    return this.layer;
  }

  /** Shows the graph as it was at an earlier layer; there is no way forward again but another `build`. */
  rewind(layer: number): void {
    this.seen = layer;
    this.runner.try();
    this.model.circuit?.values.tryOut();
    this.cells.rewind(layer);
  }

  /** Can the condition hold on the sets as they are seen (with pinned cells, to find out why it holds)? */
  evaluate(condition: Condition): boolean {
    return this.tryingOut(() => this.model.holds(condition));
  }

  /** Does the gate hold on the sets as they are seen? */
  evaluateGate(gate: CircuitNode): boolean {
    return this.tryingOut(() => this.model.circuit!.values.holds(gate));
  }

  /** Sets are pinned: the circuit must look at everything, and forget what it saw. */
  private tryingOut(look: () => boolean): boolean {
    const values = this.model.circuit?.values;
    if (values === undefined) return look();
    const isGrowing = values.pause();
    const found = look();
    values.resume(isGrowing);
    return found;
  }

  /** Does a chain, on the sets as they are seen, write the value to the cell? Null: more values than can be listed? */
  writesValue(chain: Chain, cell: number, value: number | null): boolean {
    const { circuit } = this.model;
    const { output } = chain;
    if (output !== null) {
      return value !== null && this.tryingOut(() => circuit!.adds(output, cell, value));
    }
    let found = false;
    this.model.forEachWrite(chain, (to, set) => {
      if (to === cell) found = value === null ? set.values === null : contains(set, value);
    });
    return found;
  }

  /** Ties: the lowest sum of precondition layers, then the lowest index. */
  isEasier(operator: number, than: number): boolean {
    const gap = this.difficulty[operator]! - this.difficulty[than]!;
    return gap < 0 || (gap === 0 && operator < than);
  }

  /** The condition is asked for late: at which layer did it first hold? Layers are halved. */
  protected firstHeld(condition: Condition): number {
    const { cells } = this;
    if (condition.circuit?.exact === true) return this.gateLayers!.of(condition.circuit.gate);
    const { reads, asksLocations } = condition;
    const grown = reads.filter((cell) => cells.newestLayer(cell) > 0);
    let first = asksLocations ? this.layer : grown.reduce((most, cell) => Math.max(most, cells.newestLayer(cell)), 0);
    for (let before = -1; first - before > 1; ) {
      const middle = (first + before) >> 1;
      this.seen = middle;
      for (const cell of grown) cells.pinToLayer(cell, middle);
      if (this.evaluate(condition)) first = middle;
      else before = middle;
    }
    this.seen = this.layer;
    for (const cell of grown) cells.restore(cell);
    return first;
  }

  /** Did the gate hold at the layer? */
  private holdsAt(gate: CircuitNode, layer: number): boolean {
    const { cells, seen } = this;
    const grown = this.gateLayers!.cellsOf(gate).filter((cell) => cells.newestLayer(cell) > layer);
    this.seen = layer;
    for (const cell of grown) cells.pinToLayer(cell, layer);
    const holds = this.evaluateGate(gate);
    this.seen = seen;
    for (const cell of grown) cells.restore(cell);
    return holds;
  }
}
