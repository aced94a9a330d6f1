// hadd by its definition: the least costs that satisfy
//
//   cost of what holds in the state       = 0
//   cost of a location or value           = min over all operators that add it of 1 + cost of the operator
//                                           + for values: cost of the values that the effect reads
//   cost of an operator, a conjunction    = sum over its parts
//   cost of a condition on data           = min over all tuples of values, one per variable, under which it holds,
//                                           of the sum of their costs
//
// Sums never lower a cost, so the facts can be settled from the cheapest on (Knuth 1977, generalising Dijkstra): what
// is settled keeps its cost, and once the target costs no more than what would be settled next, that is its cost.
//
// Where a program has more than `mostTuples` to try, its sets are looked at instead: the costliest value it
// cannot do without counts alone then. A cell with more than `MAX_VALUES` values has all values of its type from there
// on, at the cost of the last one, as in the layers. Of operators that happen earlier in the same broadcast and may
// matter to an effect, and of locations that a condition on data asks for, the one that was settled last counts.

import { finished } from "../../basics/finished.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import { EMPTY, MAX_VALUES, type ValueSet } from "../../value-sets/value-set.ts";
import type { Problem } from "../heuristic.ts";
import { CostQueue } from "./cost-queue.ts";
import type { Chain } from "./ground/chains.ts";
import type { Condition } from "./ground/conditions.ts";
import { GivenUp, MOST_WORK } from "./ground/given-up.ts";
import type { RelaxedOptions } from "./ground/options.ts";
import { type PreparedProblem, prepare } from "./ground/prepare.ts";
import { costOfTarget, type TargetNode } from "./ground/target-node.ts";
import { RelaxedModel } from "./kernel/model.ts";

const NEVER = Number.POSITIVE_INFINITY;
/** Sums can explode; beyond this they no longer tell states apart. */
const CEILING = 1e12;
/** Programs that read many cells, mostly functions over arrays, are run too often otherwise. */
const mostTuples = (reads: readonly number[]): number => (reads.length <= 8 ? 512 : 1);

/** Something a cell may hold, mostly a single value, and what it costs. */
interface Choice {
  readonly cell: number;
  readonly set: ValueSet;
  cost: number;
  settled: boolean;
}

export class CostPropagation {
  private readonly model: RelaxedModel;
  /** Nodes: location facts, then conditions, then operators; behind them choices, in the order they came up. */
  private readonly cost: Float64Array;
  private readonly settled: Uint8Array;
  private readonly firstCondition: number;
  private readonly firstOperator: number;
  private readonly firstChoice: number;
  private readonly inTarget: Uint8Array;
  private readonly choices: Choice[] = [];
  /** By cell: those that are settled, cheapest first, and all by the number of their set. */
  private readonly ofCell: Choice[][];
  private readonly known: Map<number, number>[];
  private readonly asked: Uint8Array;
  /** Preconditions that an operator lacks (locations first, then conditions as well), and what the others cost. */
  private readonly missing: Int32Array;
  private readonly isArmed: Uint8Array;
  private readonly sum: Float64Array;
  /** What the cheapest operator of a chain costs; Infinity while none is possible. */
  private readonly base: Float64Array;
  private readonly queue = new CostQueue();
  private disabled: ReadonlySet<number> | undefined;
  /** What the interpreter had cost when the state was begun, and what it may cost before the state is given up. */
  private spentBefore = 0;
  private readonly mostWork: number;

  /** `interpretOnly`: without a circuit, as its slow twin. */
  constructor(
    problem: Problem,
    options: RelaxedOptions,
    interpretOnly = false,
    prepared: PreparedProblem = finished(prepare(problem, options, interpretOnly)),
    mostWork: number = MOST_WORK,
  ) {
    this.mostWork = mostWork;
    const view = {
      reached: (fact: number) => this.settled[fact] === 1,
      isPossible: (operator: number) => this.settled[this.firstOperator + operator] === 1,
    };
    this.model = new RelaxedModel(problem, options, view, prepared);
    const { facts, conditions, operators, index, located } = this.model;
    this.firstCondition = facts;
    this.firstOperator = facts + conditions.length;
    this.firstChoice = this.firstOperator + operators.length;
    this.cost = new Float64Array(this.firstChoice);
    this.settled = new Uint8Array(this.firstChoice);
    this.inTarget = new Uint8Array(this.firstChoice);
    this.ofCell = Array.from({ length: located.count }, () => []);
    this.known = Array.from({ length: located.count }, () => new Map());
    this.asked = new Uint8Array(conditions.length);
    this.missing = new Int32Array(operators.length);
    this.isArmed = new Uint8Array(operators.length);
    this.sum = new Float64Array(operators.length);
    this.base = new Float64Array(index.chains.length);
    this.markTarget(this.model.target);
  }

  get operators(): RelaxedModel["operators"] {
    return this.model.operators;
  }

  /** The state that is estimated instead; null: it cannot be. */
  standIn(state: DiscreteView): DiscreteView | null {
    return this.model.standIn(state);
  }

  estimate(state: DiscreteView, disabled?: ReadonlySet<number>): number {
    const { target, targetConditions, firstFact } = this.model;
    this.reset(state, disabled);
    for (let process = 0; process < firstFact.length; process++) {
      this.offer(firstFact[process]! + state.locations[process]!, 0);
    }
    for (let at = 0; at < targetConditions.length; at++) this.ask(targetConditions[at]!);
    let best = this.ofTarget(target);
    for (let node = this.queue.pop(); node >= 0; node = this.queue.pop()) {
      if (best <= this.queue.cost) return best;
      if (node >= this.firstChoice) this.settleChoice(this.choices[node - this.firstChoice]!, this.queue.cost);
      else if (this.settled[node] === 0) {
        this.settled[node] = 1;
        this.settle(node, this.queue.cost);
        if (this.inTarget[node] === 1) best = this.ofTarget(target);
      }
    }
    return best;
  }

  private reset(state: DiscreteView, disabled: ReadonlySet<number> | undefined): void {
    const { machine, pool, located, operators } = this.model;
    this.model.start();
    this.model.circuit?.values.tryOut();
    this.disabled = disabled;
    this.spentBefore = machine.spent;
    this.queue.clear();
    this.choices.length = 0;
    this.cost.fill(NEVER);
    this.settled.fill(0);
    this.asked.fill(0);
    this.isArmed.fill(0);
    this.sum.fill(0);
    this.base.fill(NEVER);
    for (const { index, sources } of operators) this.missing[index] = sources.length;
    for (let cell = 0; cell < machine.inputs.length; cell++) {
      this.ofCell[cell]!.length = 0;
      this.known[cell]!.clear();
      machine.inputs[cell] = EMPTY;
      const value = located.valueIn(state, cell);
      if (value !== undefined) this.begin(cell, pool.single(value));
    }
  }

  /** What a cell holds in the state. */
  private begin(cell: number, set: ValueSet): void {
    const choice: Choice = { cell, set, cost: 0, settled: true };
    this.known[cell]!.set(set.id, this.choices.length);
    this.choices.push(choice);
    this.ofCell[cell]!.push(choice);
    this.model.machine.inputs[cell] = set;
  }

  /** A way to a fact, a condition or an operator. */
  private offer(node: number, sum: number): void {
    const cost = Math.min(sum, CEILING);
    if (cost >= this.cost[node]!) return;
    this.cost[node] = cost;
    this.queue.push(node, cost);
  }

  private offerValues(cell: number, set: ValueSet, cost: number): void {
    if (set.values === null) this.offerChoice(cell, set, cost);
    else for (const value of set.values) this.offerChoice(cell, this.model.pool.single(value), cost);
  }

  private offerChoice(cell: number, set: ValueSet, sum: number): void {
    if (this.isFull(cell)) return;
    const cost = Math.min(sum, CEILING);
    let at = this.known[cell]!.get(set.id);
    if (at === undefined) {
      at = this.choices.length;
      this.known[cell]!.set(set.id, at);
      this.choices.push({ cell, set, cost: NEVER, settled: false });
    }
    const choice = this.choices[at]!;
    if (choice.settled || cost >= choice.cost) return;
    choice.cost = cost;
    this.queue.push(this.firstChoice + at, cost);
  }

  /** Its values are too many to be told apart. */
  private isFull(cell: number): boolean {
    return this.ofCell[cell]!.length > MAX_VALUES + 1;
  }

  private settle(node: number, cost: number): void {
    const { index, locationConditions } = this.model;
    if (node < this.firstCondition) {
      const { first, items } = index.operatorsFrom;
      for (let at = first[node]!; at < first[node + 1]!; at++) {
        const operator = items[at]!;
        this.sum[operator]! += cost;
        if (--this.missing[operator]! === 0) this.arm(operator);
      }
      for (const condition of locationConditions) this.tryTuples(condition, cost);
    } else if (node < this.firstOperator) {
      const condition = node - this.firstCondition;
      const { first, items } = index.operatorsNeeding;
      for (let at = first[condition]!; at < first[condition + 1]!; at++) {
        const operator = items[at]!;
        if (this.isArmed[operator] === 0) continue;
        this.sum[operator]! += cost;
        if (--this.missing[operator]! === 0) this.offer(this.firstOperator + operator, this.sum[operator]!);
      }
    } else this.take(node - this.firstOperator, cost);
  }

  /** All source locations of an operator are settled: its conditions are asked for. */
  private arm(operator: number): void {
    if (this.disabled?.has(operator) === true) return;
    const { first, items } = this.model.index.conditionsOf;
    this.isArmed[operator] = 1;
    for (let at = first[operator]!; at < first[operator + 1]!; at++) {
      const condition = items[at]!;
      if (this.settled[this.firstCondition + condition] === 1) {
        this.sum[operator]! += this.cost[this.firstCondition + condition]!;
        continue;
      }
      this.missing[operator]!++;
      this.ask(condition);
    }
    if (this.missing[operator] === 0) this.offer(this.firstOperator + operator, this.sum[operator]!);
  }

  private take(operator: number, cost: number): void {
    const { targets, chainsOf, chainsAfter } = this.model.index;
    for (let at = targets.first[operator]!; at < targets.first[operator + 1]!; at++) {
      this.offer(targets.items[at]!, 1 + cost);
    }
    for (let at = chainsOf.first[operator]!; at < chainsOf.first[operator + 1]!; at++) {
      const chain = chainsOf.items[at]!;
      if (this.base[chain]! !== NEVER) continue;
      this.base[chain] = cost;
      this.runTuples(chain, 0);
    }
    for (let at = chainsAfter.first[operator]!; at < chainsAfter.first[operator + 1]!; at++) {
      if (this.base[chainsAfter.items[at]!]! !== NEVER) this.runTuples(chainsAfter.items[at]!, cost);
    }
  }

  private settleChoice(choice: Choice, cost: number): void {
    const { cell, set } = choice;
    if (choice.settled || choice.cost !== cost || this.isFull(cell)) return;
    choice.settled = true;
    this.ofCell[cell]!.push(choice);
    const { machine, pool, index, located } = this.model;
    machine.inputs[cell] = pool.union(machine.inputs[cell]!, set);
    const { conditionsReading: asking, chainsReading: running } = index;
    for (let at = asking.first[cell]!; at < asking.first[cell + 1]!; at++) this.tryTuples(asking.items[at]!, 0, choice);
    for (let at = running.first[cell]!; at < running.first[cell + 1]!; at++)
      this.runTuples(running.items[at]!, 0, choice);
    if (this.ofCell[cell]!.length !== MAX_VALUES + 1) return;
    const { min, max } = located.table;
    const all = pool.interval(min[cell]!, max[cell]!);
    this.settleChoice({ cell, set: all, cost, settled: false }, cost);
  }

  private ask(condition: number): void {
    if (this.asked[condition] === 1) return;
    this.asked[condition] = 1;
    this.tryTuples(condition, 0);
  }

  /** The cheapest tuple (with the choice, if there is one) under which a condition holds. */
  private tryTuples(index: number, extra: number, choice?: Choice): void {
    const node = this.firstCondition + index;
    if (this.asked[index] === 0 || this.settled[node] === 1) return;
    const condition = this.model.conditions[index]!;
    this.forTuples(condition.reads, choice, extra, (cost) => {
      if (cost < this.cost[node]! && this.holds(condition)) this.offer(node, cost);
      // What costs more is not worth a look any more.
      return this.cost[node]!;
    });
  }

  private holds(condition: Condition): boolean {
    this.model.circuit?.values.changed();
    return this.model.holds(condition);
  }

  /** What a chain writes, by each tuple of what it reads. */
  private runTuples(index: number, extra: number, choice?: Choice): void {
    const base = this.base[index]!;
    if (base === NEVER) return;
    const chain = this.model.index.chains[index]!;
    this.forTuples(chain.reads, choice, 1 + base + extra, (cost) => {
      this.write(chain, cost);
      return NEVER;
    });
  }

  private write(chain: Chain, cost: number): void {
    this.model.circuit?.values.changed();
    this.model.forEachWrite(chain, (cell, set) => this.offerValues(cell, set, cost));
  }

  /**
   * Lays every tuple of settled choices over the inputs, those with the given choice if there is one, and calls `visit`
   * with the sum of their costs; it answers from which sum on others are not of interest. Beyond `mostTuples`, sets
   * of all choices up to a cost take the place of tuples.
   */
  private forTuples(
    reads: readonly number[],
    choice: Choice | undefined,
    start: number,
    visit: (cost: number) => number,
  ): void {
    const { inputs, spent } = this.model.machine;
    if (spent - this.spentBefore > this.mostWork) throw new GivenUp();
    const open: number[] = [];
    let tuples = 1;
    let cost = start + (choice?.cost ?? 0);
    for (const cell of reads) {
      const { length } = this.ofCell[cell]!;
      if (cell === choice?.cell || length === 0) continue;
      if (length === 1) cost += this.ofCell[cell]![0]!.cost;
      else {
        open.push(cell);
        tuples *= length;
      }
    }
    const before = reads.map((cell) => inputs[cell]!);
    if (choice !== undefined) inputs[choice.cell] = choice.set;
    if (tuples > mostTuples(reads)) this.bySets(open, choice, start, visit);
    else this.byTuples(open, 0, cost, NEVER, visit);
    for (const [at, cell] of reads.entries()) inputs[cell] = before[at]!;
  }

  private byTuples(
    open: readonly number[],
    at: number,
    cost: number,
    limit: number,
    visit: (cost: number) => number,
  ): number {
    const cell = open[at];
    if (cell === undefined) return visit(cost);
    const { inputs } = this.model.machine;
    let below = limit;
    for (const choice of this.ofCell[cell]!) {
      if (cost + choice.cost >= below) break;
      inputs[cell] = choice.set;
      below = Math.min(below, this.byTuples(open, at + 1, cost + choice.cost, below, visit));
    }
    return below;
  }

  private bySets(
    open: readonly number[],
    choice: Choice | undefined,
    start: number,
    visit: (cost: number) => number,
  ): void {
    if (choice !== undefined) {
      visit(start + choice.cost);
      return;
    }
    const { pool, machine } = this.model;
    const costs = new Set(open.flatMap((cell) => this.ofCell[cell]!.map((one) => one.cost)));
    for (const most of [...costs].sort((a, b) => a - b)) {
      for (const cell of open) {
        const affordable = this.ofCell[cell]!.filter((one) => one.cost <= most);
        machine.inputs[cell] = affordable.reduce((all, { set }) => pool.union(all, set), EMPTY);
      }
      if (visit(start + most) <= start + most) return;
    }
  }

  private markTarget(node: TargetNode): void {
    if (node.kind === "location") for (const fact of node.facts) this.inTarget[fact] = 1;
    if (node.kind === "data") this.inTarget[this.firstCondition + node.condition.index] = 1;
    if (node.kind === "and" || node.kind === "or") for (const part of node.parts) this.markTarget(part);
  }

  private ofTarget(node: TargetNode): number {
    return costOfTarget(node, {
      never: NEVER,
      ofFact: (fact) => this.ofNode(fact),
      ofCondition: (condition) => this.ofNode(this.firstCondition + condition),
      together: (costs) => costs.reduce((sum, cost) => sum + cost, 0),
    });
  }

  private ofNode(node: number): number {
    return this.settled[node] === 1 ? this.cost[node]! : NEVER;
  }
}
