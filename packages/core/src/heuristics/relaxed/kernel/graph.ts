// The abstract transition graph (Kupferschmid, Hoffmann, Dierks and Behrmann 2006, Fig. 2): layer by layer, the
// locations each automaton and the values each variable can have gathered. It stops where the target can hold, or where
// nothing is added any more; then there is no way to the target. The layers are kept, with the operators that added
// each thing, so that a relaxed trace can be read off backwards. Nothing is looked at again unless something it reads
// has grown.

import { finished } from "../../../basics/finished.ts";
import type { DiscreteView } from "../../../engine/engine.ts";
import type { Problem } from "../../heuristic.ts";
import { ConditionGroups } from "../ground/condition-groups.ts";
import { type Condition, mayHold } from "../ground/conditions.ts";
import { GivenUp, MOST_WORK } from "../ground/given-up.ts";
import type { RelaxedOptions } from "../ground/options.ts";
import { type PreparedProblem, prepare } from "../ground/prepare.ts";
import { type TargetNode, targetHolds } from "../ground/target-node.ts";
import { NEVER } from "./cell-history.ts";
import { LayerMemo } from "./layer-memo.ts";
import { SeenGraph } from "./seen-graph.ts";

export class RelaxedGraph extends SeenGraph {
  /** Operator that first added a location. */
  readonly locationCause: Int32Array;

  readonly targetConditions: Int32Array;
  readonly locationConditions: Int32Array;
  /** 1 for chains that write what the target's conditions read, if these are all that it takes to test them. */
  readonly writesTarget: Uint8Array;
  readonly previews: boolean;
  /** Source locations that an operator still lacks (ARMED: none), and then conditions. */
  private readonly missing: Int32Array;
  readonly initialMissing: Int32Array;
  private readonly unmet: Int32Array;
  /** 1: an operator or the target asks for the condition. */
  private readonly isAsked: Uint8Array;
  readonly groups: ConditionGroups;
  /** The gate that the condition is; −1: it takes the interpreter. */
  private readonly conditionGate: Int32Array;
  private readonly queued: Uint8Array;
  /** The easiest operator that has the chain, of those that are possible; −1: none is yet. */
  private readonly chainOperator: Int32Array;
  readonly firstFact: Int32Array;
  private readonly fresh: number[] = [];
  private readonly enabled: number[] = [];
  /** Chains to be run in this layer and in the next. */
  private running: number[] = [];
  private upcoming: number[] = [];
  private grown = false;
  private disabled: ReadonlySet<number> | undefined;
  /** What the interpreter had cost when the graph was begun. */
  private spentBefore = 0;
  private readonly mostWork: number;
  /** The same for the graph at hand. */
  private limit: number;
  /** Counts the layers of all builds. */
  private moment = 0;
  /** Where only the number of layers is wanted: how many follow on what was met before. */
  private readonly memo: LayerMemo | null;
  private readonly onGrowth = (cell: number): void => this.notify(cell);
  private readonly testAgain = (condition: number): void => this.retest(condition);

  /**
   * `causes`: keep what a trace is read off from; without it only the number of layers is right. `interpretOnly`:
   * without a circuit, as its slow twin. `mostWork`: of the interpreter, before a graph with causes is given up.
   * `prepared`: what `prepare` made of the problem, step by step.
   */
  constructor(
    problem: Problem,
    options: RelaxedOptions,
    causes: boolean,
    interpretOnly = false,
    mostWork: number = MOST_WORK,
    prepared: PreparedProblem = finished(prepare(problem, options, interpretOnly)),
  ) {
    super(problem, options, prepared);
    this.mostWork = causes ? mostWork : Number.POSITIVE_INFINITY;
    this.limit = this.mostWork;
    const { model, conditions } = this;
    this.targetConditions = model.targetConditions;
    this.locationConditions = model.locationConditions;
    this.firstFact = model.firstFact;
    this.locationCause = new Int32Array(model.facts);
    this.isAsked = new Uint8Array(conditions.length);
    this.groups = new ConditionGroups(conditions, model.located.count);
    this.conditionGate = Int32Array.from(conditions, ({ circuit }) => (circuit?.exact === true ? circuit.gate : -1));
    this.missing = new Int32Array(this.operators.length);
    this.unmet = new Int32Array(this.operators.length);
    this.initialMissing = Int32Array.from(this.operators, ({ sources }) => sources.length);
    this.queued = new Uint8Array(this.index.chains.length);
    this.chainOperator = new Int32Array(this.index.chains.length);
    const asked = new Set([...this.targetConditions].flatMap((condition) => conditions[condition]!.reads));
    this.writesTarget = Uint8Array.from(this.index.chains, ({ writes }) =>
      writes.some((cell) => asked.has(cell)) ? 1 : 0,
    );
    this.previews = [...this.targetConditions].every((condition) => !conditions[condition]!.asksLocations);
    this.memo = causes ? null : new LayerMemo(this.cells, this.locationLayer, this.index.relevant.facts);
  }

  /**
   * Builds the graph for a state and yields the layer where the target can hold, or Infinity; throws `GivenUp` beyond
   * `limit`.
   */
  build(state: DiscreteView, disabled?: ReadonlySet<number>, limit: number = this.mostWork): number {
    this.limit = limit;
    this.reset(state, disabled);
    const memo = disabled === undefined ? this.memo : null;
    memo?.start();
    for (;;) {
      const rest = memo === null ? -1 : memo.recall();
      if (rest >= 0) return memo!.finish(this.layer + rest);
      this.testConditions();
      if (this.holds(this.target)) return memo === null ? this.layer : memo.finish(this.layer);
      this.grown = false;
      this.arm();
      for (let at = 0; at < this.enabled.length; at++) this.move(this.enabled[at]!);
      this.enabled.length = 0;
      if (this.isLast()) return memo === null ? this.layer : memo.finish(this.layer);
      for (let at = 0; at < this.running.length; at++) this.apply(this.running[at]!);
      this.running.length = 0;
      if (this.cells.commit(this.layer + 1, this.onGrowth)) this.grown = true;
      if (!this.grown) return memo === null ? Number.POSITIVE_INFINITY : memo.finish(Number.POSITIVE_INFINITY);
      this.limitWork();
      this.layer++;
      this.seen = this.layer;
      this.moment++;
      this.model.circuit?.values.changed();
      this.gateLayers?.grow();
      [this.running, this.upcoming] = [this.upcoming, this.running];
    }
  }

  /** Counted, so that what is given up does not depend on the machine. */
  limitWork(): void {
    if (this.model.machine.spent - this.spentBefore > this.limit) throw new GivenUp();
  }

  /**
   * Does the target hold in the layer to come? Its conditions read few cells: only the chains that write these are run
   * to find out, and where it does, what the others would have written is not looked at. The layer is then entered.
   */
  private isLast(): boolean {
    const { target, layer } = this;
    if (!this.previews || this.running.length < WORTH_SKIPPING || !this.mayHold(target)) return false;
    let others = 0;
    for (let at = 0; at < this.running.length; at++) {
      const chain = this.running[at]!;
      if (this.writesTarget[chain] === 1) this.apply(chain);
      else this.running[others++] = chain;
    }
    this.running.length = others;
    const pinned = this.cells.preview();
    this.layer++;
    this.seen = this.layer;
    const tested: number[] = [];
    for (const condition of this.targetConditions) {
      if (this.conditionLayer[condition] !== NEVER || !this.evaluate(this.conditions[condition]!)) continue;
      this.conditionLayer[condition] = this.layer;
      tested.push(condition);
    }
    for (let at = 0; at < pinned.length; at++) this.cells.restore(pinned[at]!);
    if (this.holds(target)) {
      this.cells.commit(this.layer, () => {});
      return true;
    }
    this.layer = layer;
    this.seen = layer;
    for (const condition of tested) this.conditionLayer[condition] = NEVER;
    return false;
  }

  /** As far as locations tell: can the target hold in the layer to come? */
  private mayHold(node: TargetNode): boolean {
    return targetHolds(
      node,
      (fact) => this.locationLayer[fact] !== NEVER,
      () => true,
    );
  }

  private reset(state: DiscreteView, disabled: ReadonlySet<number> | undefined): void {
    if (this.model.start()) this.memo?.clear();
    this.disabled = disabled;
    this.spentBefore = this.model.machine.spent;
    this.gateLayers?.begin();
    this.moment++;
    this.layer = 0;
    this.seen = 0;
    this.locationLayer.fill(NEVER);
    this.conditionLayer.fill(NEVER);
    this.operatorLayer.fill(NEVER);
    this.isAsked.fill(0);
    this.groups.reset();
    this.queued.fill(0);
    this.chainOperator.fill(-1);
    this.missing.set(this.initialMissing);
    this.fresh.length = 0;
    this.enabled.length = 0;
    this.running.length = 0;
    this.upcoming.length = 0;
    this.cells.reset(state);
    for (let process = 0; process < this.firstFact.length; process++) {
      this.reach(this.firstFact[process]! + state.locations[process]!, 0, -1);
    }
  }

  private reach(fact: number, layer: number, operator: number): void {
    this.locationLayer[fact] = layer;
    this.locationCause[fact] = operator;
    const { first, items } = this.index.operatorsFrom;
    for (let at = first[fact]!; at < first[fact + 1]!; at++) {
      if (--this.missing[items[at]!]! === 0) this.fresh.push(items[at]!);
    }
  }

  /** A cell has gained values: who reads it must look again. */
  private notify(cell: number): void {
    this.groups.wake(cell);
    const { first, items } = this.index.chainsReading;
    for (let at = first[cell]!; at < first[cell + 1]!; at++) this.queue(items[at]!, this.upcoming);
  }

  private queue(chain: number, list: number[]): void {
    if (this.queued[chain] === 1 || this.chainOperator[chain] === -1 || !this.cells.mayWrite(chain)) return;
    this.queued[chain] = 1;
    list.push(chain);
  }

  private testConditions(): void {
    const { targetConditions, locationConditions } = this;
    if (this.layer === 0) for (let at = 0; at < targetConditions.length; at++) this.test(targetConditions[at]!);
    this.groups.forEachWoken(this.testAgain);
    for (let at = 0; at < locationConditions.length; at++) this.testAgain(locationConditions[at]!);
  }

  /** Whoever waits for the condition is told if it holds. */
  private retest(condition: number): void {
    if (this.isAsked[condition] === 0 || this.conditionLayer[condition] !== NEVER || !this.test(condition)) return;
    const { first, items } = this.index.operatorsNeeding;
    for (let at = first[condition]!; at < first[condition + 1]!; at++) {
      const user = items[at]!;
      if (this.missing[user] === ARMED && --this.unmet[user]! === 0) this.enable(user);
    }
  }

  private test(index: number): boolean {
    const isFirst = this.isAsked[index] === 0;
    this.isAsked[index] = 1;
    const gate = this.conditionGate[index]!;
    if (gate >= 0 ? !this.model.circuit!.values.holds(gate) : !this.interpreted(this.conditions[index]!)) {
      if (isFirst) this.groups.await(index);
      return false;
    }
    if (!isFirst) this.groups.settle(index);
    const isLate = isFirst && this.memo === null && this.layer > 0;
    this.conditionLayer[index] = isLate ? this.firstHeld(this.conditions[index]!) : this.layer;
    return true;
  }

  /** Can a condition hold that takes the interpreter? */
  private interpreted(condition: Condition): boolean {
    const { program, circuit } = condition;
    const { model } = this;
    if (circuit !== null && !model.circuit!.values.holds(circuit.gate)) return false;
    if (program.asked !== this.moment) {
      program.asked = this.moment;
      program.latest = model.valueOf(program);
    }
    return mayHold(condition, program.latest);
  }

  /** Looks at the operators whose locations have all been reached: their conditions are asked for from now on. */
  private arm(): void {
    const { first, items } = this.index.conditionsOf;
    for (let k = 0; k < this.fresh.length; k++) {
      const operator = this.fresh[k]!;
      if (this.disabled?.has(operator) === true) continue;
      let unmet = 0;
      for (let at = first[operator]!; at < first[operator + 1]!; at++) {
        const condition = items[at]!;
        if (this.conditionLayer[condition] !== NEVER) continue;
        if (this.isAsked[condition] === 0 && this.test(condition)) continue;
        unmet++;
      }
      this.missing[operator] = ARMED;
      this.unmet[operator] = unmet;
      if (unmet === 0) this.enable(operator);
    }
    this.fresh.length = 0;
  }

  private enable(operator: number): void {
    const { sources, conditionsOf, chainsOf, chainsAfter } = this.index;
    this.operatorLayer[operator] = this.layer;
    if (this.memo === null) {
      let sum = 0;
      for (let at = sources.first[operator]!; at < sources.first[operator + 1]!; at++) {
        sum += this.locationLayer[sources.items[at]!]!;
      }
      for (let at = conditionsOf.first[operator]!; at < conditionsOf.first[operator + 1]!; at++) {
        sum += this.conditionLayer[conditionsOf.items[at]!]!;
      }
      this.difficulty[operator] = sum;
    }
    this.enabled.push(operator);
    for (let at = chainsOf.first[operator]!; at < chainsOf.first[operator + 1]!; at++) {
      const chain = chainsOf.items[at]!;
      const other = this.chainOperator[chain]!;
      if (other === -1 || this.isEasier(operator, other)) this.chainOperator[chain] = operator;
      this.queue(chain, this.running);
    }
    for (let at = chainsAfter.first[operator]!; at < chainsAfter.first[operator + 1]!; at++) {
      this.queue(chainsAfter.items[at]!, this.running);
    }
  }

  private move(operator: number): void {
    const { first, items } = this.index.targets;
    for (let at = first[operator]!; at < first[operator + 1]!; at++) this.addLocation(items[at]!, operator);
  }

  /**
   * Runs a chain once for all its operators: of those that are possible by now the easiest has added what it writes.
   */
  private apply(index: number): void {
    this.queued[index] = 0;
    this.cells.addWrites(index, this.chainOperator[index]!);
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

  private holds(node: TargetNode): boolean {
    return targetHolds(
      node,
      (fact) => this.locationLayer[fact]! <= this.layer,
      ({ index }) => this.conditionLayer[index]! <= this.layer,
    );
  }
}

/** Fewer chains than this are sooner run than asked about. */
export const WORTH_SKIPPING = 16;

/** `missing` of an operator whose locations have been reached and whose conditions are being waited for. */
const ARMED = -1;
