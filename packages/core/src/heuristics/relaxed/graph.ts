// The abstract transition graph (Kupferschmid, Hoffmann, Dierks and Behrmann 2006, Fig. 2): layer by layer, the locations
// each automaton and the values each variable can have gathered. It stops where the target can hold, or where nothing
// is added any more; then there is no way to the target. The layers are kept, with the operators that added each thing,
// so that a relaxed trace can be read off backwards. Nothing is looked at again unless something it reads has grown.

import { ClockIntervals } from "../../analysis/clock-intervals.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import { cellTable } from "../../network/index.ts";
import { goalWithClocks } from "../clock-goal.ts";
import { goalOf } from "../goal.ts";
import type { Problem } from "../heuristic.ts";
import { AbstractMachine } from "./abstract-machine.ts";
import { CellHistory } from "./cell-history.ts";
import { type GraphIndex, indexGraph } from "./graph-index.ts";
import { type Condition, type Operator, OperatorBuilder } from "./operators.ts";
import { ProgramRunner, type Writes } from "./program.ts";
import { type TargetNode, targetNode } from "./target-node.ts";
import { SetPool, type ValueSet } from "./value-set.ts";

export const NEVER = 1 << 30;

export class RelaxedGraph {
  readonly operators: readonly Operator[];
  readonly conditions: readonly Condition[];
  readonly target: TargetNode;
  readonly pool = new SetPool();
  readonly cells: CellHistory;
  /** Layer where a location fact, a condition, an operator first holds; NEVER if it does not. */
  readonly locationLayer: Int32Array;
  readonly conditionLayer: Int32Array;
  readonly operatorLayer: Int32Array;
  /** Operator that first added a location. */
  readonly locationCause: Int32Array;
  /** Sum of the layers of an operator's preconditions: how supporters of the same layer are chosen. */
  readonly difficulty: Float64Array;
  readonly runner: ProgramRunner;

  private readonly index: GraphIndex;
  private readonly targetConditions: readonly Condition[];
  private readonly locationConditions: readonly Condition[];
  /** Source locations that an operator still lacks, and then conditions. */
  private readonly missing: Int32Array;
  private readonly initialMissing: Int32Array;
  private readonly unmet: Int32Array;
  /** 0: nobody asks for the condition; 1: it was false when last tested; 2: to be tested again. */
  private readonly conditionState: Uint8Array;
  private readonly queued: Uint8Array;
  private readonly firstFact: Int32Array;
  private fresh: number[] = [];
  private retest: number[] = [];
  private running: number[] = [];
  private upcoming: number[] = [];
  /** Cells over which a running transition has laid what it wrote, and the sets below. */
  private readonly overlaid: number[] = [];
  private readonly hidden: ValueSet[] = [];
  private readonly own: number[] = [];
  private layer = 0;
  /** The layer as which the graph is seen, while a trace is read off backwards. */
  private seen = 0;
  private grown = false;
  private disabled: ReadonlySet<number> | undefined;

  constructor(problem: Problem, clocks: "ignored" | "relaxed" = "ignored") {
    const { network } = problem;
    const intervals = clocks === "relaxed" ? new ClockIntervals(network) : null;
    const builder = new OperatorBuilder(network, this.pool, (edge) => intervals?.isPossible(edge) ?? true);
    const firstOfTarget = builder.conditions.length;
    this.target = targetNode(
      intervals === null ? goalOf(problem.target) : goalWithClocks(problem, intervals),
      problem,
      builder,
    );
    this.operators = builder.operators;
    this.conditions = builder.conditions;
    this.targetConditions = this.conditions.slice(firstOfTarget);
    this.locationConditions = this.conditions.filter(({ asksLocations }) => asksLocations);
    this.index = indexGraph(this.operators, this.conditions, builder.facts.count, network.cells);
    this.firstFact = builder.facts.first;
    this.locationLayer = new Int32Array(builder.facts.count);
    this.locationCause = new Int32Array(builder.facts.count);
    this.conditionLayer = new Int32Array(this.conditions.length);
    this.conditionState = new Uint8Array(this.conditions.length);
    this.operatorLayer = new Int32Array(this.operators.length);
    this.difficulty = new Float64Array(this.operators.length);
    this.queued = new Uint8Array(this.operators.length);
    this.missing = new Int32Array(this.operators.length);
    this.unmet = new Int32Array(this.operators.length);
    this.initialMissing = Int32Array.from(this.operators, ({ sources }) => sources.length);
    const reached = (fact: number): boolean => this.locationLayer[fact]! <= this.seen;
    const table = cellTable(network);
    const fixed = new Uint8Array(network.cells);
    for (const { constant, cell } of network.variables) {
      if (constant !== true) continue;
      for (let at = cell; table.variable[at] === table.variable[cell]; at++) fixed[at] = 1;
    }
    const machine = new AbstractMachine(fixed, this.pool, this.firstFact, reached);
    this.runner = new ProgramRunner(machine, reached);
    for (const { program } of this.conditions) this.runner.register(program);
    for (const { effects, before } of this.operators) {
      for (const { program } of [...effects, ...before]) if (program.root < 0) this.runner.register(program);
    }
    this.cells = new CellHistory(this.pool, machine.inputs, table);
  }

  /** Builds the graph for a state and yields the layer where the target can hold, or Infinity. */
  build(state: DiscreteView, disabled?: ReadonlySet<number>): number {
    this.reset(state, disabled);
    for (;;) {
      this.testConditions();
      if (this.holds(this.target)) return this.layer;
      this.grown = false;
      this.arm();
      for (const index of this.running) this.apply(index);
      this.running.length = 0;
      if (this.cells.commit(this.layer + 1, (cell) => this.notify(cell))) this.grown = true;
      if (!this.grown) return Number.POSITIVE_INFINITY;
      this.layer++;
      this.seen = this.layer;
      [this.running, this.upcoming] = [this.upcoming, this.running];
      for (const index of this.running) this.queued[index] = 0;
    }
  }

  get layers(): number {
    return this.layer;
  }

  /** Shows the graph as it was at an earlier layer; there is no way forward again but another `build`. */
  rewind(layer: number): void {
    this.seen = layer;
    this.cells.rewind(layer);
  }

  /** Can the condition hold on the sets as they are seen (with pinned cells, to find out why it holds)? */
  evaluate(condition: Condition): boolean {
    return this.runner.test(condition.program);
  }

  /**
   * Runs everything the transition does up to and including the operator's own effects, on the sets as they are seen.
   * `onWrite` learns what the operator's own effects leave in the cells they write.
   */
  runOperator(operator: Operator, onWrite: (cell: number, set: ValueSet) => void): void {
    const { effects, before, earlier } = operator;
    if (effects.length === 0) return;
    const { runner } = this;
    if (effects.length === 1 && before.length === 0 && earlier.length === 0) {
      const { cells, sets } = runner.update(effects[0]!.program);
      for (let at = 0; at < cells.length; at++) onWrite(cells[at]!, sets[at]!);
      return;
    }
    for (const { program } of before) this.overlay(runner.update(program), true);
    for (const other of earlier) {
      if (this.operatorLayer[other]! > this.seen) continue;
      // Another receiver may take part or not.
      for (const { program } of this.operators[other]!.effects) this.overlay(runner.update(program), false);
    }
    this.own.length = 0;
    for (const { program } of effects) {
      const writes = runner.update(program);
      this.overlay(writes, true);
      for (const cell of writes.cells) this.own.push(cell);
    }
    const { inputs } = runner.machine;
    for (const cell of this.own) onWrite(cell, inputs[cell]!);
    for (let at = this.overlaid.length - 1; at >= 0; at--) inputs[this.overlaid[at]!] = this.hidden[at]!;
    this.overlaid.length = 0;
    this.hidden.length = 0;
  }

  private overlay({ cells, sets, replaces }: Writes, surely: boolean): void {
    const { inputs } = this.runner.machine;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]!;
      this.overlaid.push(cell);
      this.hidden.push(inputs[cell]!);
      inputs[cell] = surely && replaces[at] === true ? sets[at]! : this.pool.union(inputs[cell]!, sets[at]!);
    }
  }

  private reset(state: DiscreteView, disabled: ReadonlySet<number> | undefined): void {
    this.runner.clearWhenFull();
    this.disabled = disabled;
    this.layer = 0;
    this.seen = 0;
    this.locationLayer.fill(NEVER);
    this.conditionLayer.fill(NEVER);
    this.operatorLayer.fill(NEVER);
    this.conditionState.fill(0);
    this.queued.fill(0);
    this.missing.set(this.initialMissing);
    this.fresh.length = 0;
    this.retest.length = 0;
    this.running.length = 0;
    this.upcoming.length = 0;
    this.cells.reset(state.cells);
    for (let process = 0; process < this.firstFact.length; process++) {
      this.reach(this.firstFact[process]! + state.locations[process]!, 0, -1);
    }
    for (const { index } of this.targetConditions) this.ask(index);
  }

  private reach(fact: number, layer: number, operator: number): void {
    this.locationLayer[fact] = layer;
    this.locationCause[fact] = operator;
    const users = this.index.operatorsFrom[fact]!;
    for (let at = 0; at < users.length; at++) {
      const user = users[at]!;
      if (--this.missing[user]! === 0) this.fresh.push(user);
    }
  }

  private ask(condition: number): void {
    this.conditionState[condition] = 2;
    this.retest.push(condition);
  }

  /** A cell has gained values: who reads it must look again. */
  private notify(cell: number): void {
    const conditions = this.index.conditionsReading[cell]!;
    for (let at = 0; at < conditions.length; at++) {
      const condition = conditions[at]!;
      if (this.conditionState[condition] === 1 && this.conditionLayer[condition] === NEVER) this.ask(condition);
    }
    const readers = this.index.operatorsReading[cell]!;
    for (let at = 0; at < readers.length; at++) this.queue(readers[at]!, this.upcoming);
  }

  private queue(operator: number, list: number[]): void {
    if (this.queued[operator] === 1 || this.operatorLayer[operator] === NEVER) return;
    this.queued[operator] = 1;
    list.push(operator);
  }

  private testConditions(): void {
    for (const { index } of this.locationConditions) {
      if (this.conditionState[index] === 1 && this.conditionLayer[index] === NEVER) this.ask(index);
    }
    for (const index of this.retest) {
      if (!this.test(index)) continue;
      const users = this.index.operatorsNeeding[index]!;
      for (let at = 0; at < users.length; at++) {
        const user = users[at]!;
        if (this.missing[user] === ARMED && --this.unmet[user]! === 0) this.enable(user);
      }
    }
    this.retest.length = 0;
  }

  private test(index: number): boolean {
    this.conditionState[index] = 1;
    if (!this.evaluate(this.conditions[index]!)) return false;
    this.conditionLayer[index] = this.layer;
    return true;
  }

  /** Looks at the operators whose locations have all been reached: their conditions are asked for from now on. */
  private arm(): void {
    for (const index of this.fresh) {
      if (this.disabled?.has(index) === true) continue;
      let unmet = 0;
      for (const { index: condition } of this.operators[index]!.conditions) {
        if (this.conditionLayer[condition] !== NEVER) continue;
        if (this.conditionState[condition] === 0 && this.test(condition)) continue;
        unmet++;
      }
      this.missing[index] = ARMED;
      this.unmet[index] = unmet;
      if (unmet === 0) this.enable(index);
    }
    this.fresh.length = 0;
  }

  private enable(index: number): void {
    const { sources, conditions } = this.operators[index]!;
    this.operatorLayer[index] = this.layer;
    let sum = 0;
    for (const fact of sources) sum += this.locationLayer[fact]!;
    for (const condition of conditions) sum += this.conditionLayer[condition.index]!;
    this.difficulty[index] = sum;
    this.running.push(index);
    const followers = this.index.followers[index]!;
    for (let at = 0; at < followers.length; at++) this.queue(followers[at]!, this.running);
  }

  private apply(index: number): void {
    const operator = this.operators[index]!;
    this.queued[index] = 0;
    if (this.operatorLayer[index] === this.layer) for (const fact of operator.targets) this.addLocation(fact, index);
    this.runOperator(operator, (cell, set) => {
      if (this.index.relevant[cell] === 1) this.cells.add(cell, set, index);
    });
  }

  private addLocation(fact: number, operator: number): void {
    const layer = this.locationLayer[fact]!;
    if (layer === NEVER) {
      this.reach(fact, this.layer + 1, operator);
      this.grown = true;
    } else if (layer === this.layer + 1 && this.isEasier(operator, this.locationCause[fact]!)) {
      this.locationCause[fact] = operator;
    }
  }

  /** Ties: the lowest sum of precondition layers, then the lowest index. */
  isEasier(operator: number, than: number): boolean {
    const gap = this.difficulty[operator]! - this.difficulty[than]!;
    return gap < 0 || (gap === 0 && operator < than);
  }

  private holds(node: TargetNode): boolean {
    switch (node.kind) {
      case "true":
        return true;
      case "false":
        return false;
      case "location":
        return node.facts.some((fact) => this.locationLayer[fact]! <= this.layer);
      case "data":
        return this.conditionLayer[node.condition.index]! <= this.layer;
      case "and":
        return node.parts.every((part) => this.holds(part));
      case "or":
        return node.parts.some((part) => this.holds(part));
    }
  }
}

/** `missing` of an operator whose locations have been reached and whose conditions are being waited for. */
const ARMED = -1;
