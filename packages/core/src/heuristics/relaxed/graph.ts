// The abstract transition graph (Kupferschmid, Hoffmann, Dierks and Behrmann 2006, Fig. 2): layer by layer, the locations
// each automaton and the values each variable can have gathered. It stops where the target can hold, or where nothing
// is added any more; then there is no way to the target. The layers are kept, with the operator that first added each
// thing, so that a relaxed trace can be read off backwards.

import type { DiscreteView } from "../../engine/engine.ts";
import { cellTable } from "../../network/index.ts";
import { type Goal, goalOf } from "../goal.ts";
import type { Problem } from "../heuristic.ts";
import { AbstractMachine, TooComplex } from "./abstract-machine.ts";
import { GrowingSet } from "./growing-set.ts";
import { type Condition, type Effect, type Operator, OperatorBuilder } from "./operators.ts";
import { interval, mayBeTrue, type ValueSet } from "./value-set.ts";

export const NEVER = 1 << 30;

/** Why a value is there: an operator, and the cells its value depended on. */
export interface Cause {
  readonly operator: number;
  readonly dependencies: readonly number[];
}

/** A goal whose conditions have numbers. */
export type TargetNode =
  | { readonly kind: "and" | "or"; readonly parts: readonly TargetNode[] }
  /** Any of these location facts. */
  | { readonly kind: "location"; readonly facts: readonly number[] }
  | { readonly kind: "data"; readonly condition: Condition }
  | { readonly kind: "true" | "false" };

export class RelaxedGraph {
  readonly operators: readonly Operator[];
  readonly conditions: readonly Condition[];
  readonly target: TargetNode;
  readonly machine: AbstractMachine;
  readonly cells: readonly GrowingSet[];
  /** Layer where a location fact, a condition, an operator first holds; NEVER if it does not. */
  readonly locationLayer: Int32Array;
  readonly conditionLayer: Int32Array;
  readonly operatorLayer: Int32Array;
  /** Operator that first added a location. */
  readonly locationCause: Int32Array;
  /** Sum of the layers of an operator's preconditions: how supporters of the same layer are chosen. */
  readonly difficulty: Float64Array;
  readonly causes: Cause[] = [];

  private readonly missing: Int32Array;
  private readonly initialMissing: Int32Array;
  private readonly usersOfLocation: readonly (readonly number[])[];
  /** Layer at which a cell last gained values, a condition was last tested, an operator's effects last ran. */
  private readonly changed: Int32Array;
  private readonly tested: Int32Array;
  private readonly ran: Int32Array;
  private readonly firstFact: Int32Array;
  private fresh: number[] = [];
  private waiting: number[] = [];
  private enabled: number[] = [];
  private readonly pending: { readonly cell: number; readonly set: ValueSet; readonly cause: number }[] = [];
  private layer = 0;
  private grown = false;
  private current = -1;

  constructor(problem: Problem) {
    const { network } = problem;
    const builder = new OperatorBuilder(network);
    this.target = targetNode(goalOf(problem.target), problem, builder);
    this.operators = builder.operators;
    this.conditions = builder.conditions;
    const { min, max } = cellTable(network);
    this.cells = Array.from({ length: network.cells }, (_, cell) => new GrowingSet(min[cell]!, max[cell]!));
    this.firstFact = builder.facts.first;
    this.locationLayer = new Int32Array(builder.facts.count);
    this.locationCause = new Int32Array(builder.facts.count);
    this.conditionLayer = new Int32Array(this.conditions.length);
    this.operatorLayer = new Int32Array(this.operators.length);
    this.difficulty = new Float64Array(this.operators.length);
    this.changed = new Int32Array(network.cells);
    this.tested = new Int32Array(this.conditions.length);
    this.ran = new Int32Array(this.operators.length);
    this.missing = new Int32Array(this.operators.length);
    this.initialMissing = Int32Array.from(this.operators, ({ sources }) => new Set(sources).size);
    const users: number[][] = Array.from({ length: builder.facts.count }, () => []);
    for (const { index, sources } of this.operators) for (const fact of new Set(sources)) users[fact]!.push(index);
    this.usersOfLocation = users;
    this.machine = new AbstractMachine(
      this.cells,
      (process, location) => this.locationLayer[this.firstFact[process]! + location]! <= this.layer,
    );
  }

  /** Builds the graph for a state and yields the layer where the target can hold, or Infinity. */
  build(state: DiscreteView, without?: ReadonlySet<number>): number {
    this.reset(state);
    for (;;) {
      if (this.holds(this.target)) return this.layer;
      this.grown = false;
      this.admit(without);
      for (const index of this.enabled) this.apply(index);
      this.commit();
      if (!this.grown) return Number.POSITIVE_INFINITY;
      this.layer++;
    }
  }

  get layers(): number {
    return this.layer;
  }

  private reset(state: DiscreteView): void {
    this.layer = 0;
    this.causes.length = 0;
    this.locationLayer.fill(NEVER);
    this.conditionLayer.fill(NEVER);
    this.operatorLayer.fill(NEVER);
    this.changed.fill(0);
    this.tested.fill(-1);
    this.ran.fill(-1);
    this.missing.set(this.initialMissing);
    this.fresh = [];
    this.waiting = [];
    this.enabled = [];
    for (let cell = 0; cell < this.cells.length; cell++) this.cells[cell]!.reset(state.cells[cell]!);
    for (let process = 0; process < this.firstFact.length; process++) {
      this.reach(this.firstFact[process]! + state.locations[process]!, 0, -1);
    }
  }

  private reach(fact: number, layer: number, operator: number): void {
    this.locationLayer[fact] = layer;
    this.locationCause[fact] = operator;
    for (const user of this.usersOfLocation[fact]!) if (--this.missing[user]! === 0) this.fresh.push(user);
  }

  /** Moves operators whose locations are reached and whose conditions can hold to the enabled ones, in index order. */
  private admit(without: ReadonlySet<number> | undefined): void {
    const candidates = this.fresh.length === 0 ? this.waiting : [...this.waiting, ...this.fresh];
    this.fresh = [];
    const still: number[] = [];
    let added = false;
    for (const index of candidates) {
      const operator = this.operators[index]!;
      if (without?.has(index) === true) continue;
      if (!operator.conditions.every((condition) => this.test(condition))) {
        still.push(index);
        continue;
      }
      this.operatorLayer[index] = this.layer;
      let sum = 0;
      for (const fact of operator.sources) sum += this.locationLayer[fact]!;
      for (const condition of operator.conditions) sum += this.conditionLayer[condition.index]!;
      this.difficulty[index] = sum;
      this.enabled.push(index);
      added = true;
    }
    this.waiting = still;
    if (added) this.enabled.sort((a, b) => a - b);
  }

  /** Can the condition hold by now? Evaluated again only when a cell it reads has gained values. */
  private test(condition: Condition): boolean {
    const { index, reads } = condition;
    if (this.conditionLayer[index]! !== NEVER) return true;
    const last = this.tested[index]!;
    if (last >= 0 && !reads.some((cell) => this.changed[cell]! > last)) return false;
    this.tested[index] = this.layer;
    if (!this.evaluate(condition)) return false;
    this.conditionLayer[index] = this.layer;
    return true;
  }

  /** Evaluates a condition on the sets as they are (also used with pinned cells, to find out why it holds). */
  evaluate({ evaluate, frameSize, selects }: Condition): boolean {
    this.machine.begin(frameSize, selects, null);
    try {
      return mayBeTrue(evaluate(this.machine));
    } catch (error) {
      if (error instanceof TooComplex) return true;
      throw error;
    }
  }

  private apply(index: number): void {
    const operator = this.operators[index]!;
    const last = this.ran[index]!;
    if (last < 0) for (const fact of operator.targets) this.addLocation(fact, index);
    if (last >= 0 && !this.inputsChanged(operator, last)) return;
    this.ran[index] = this.layer;
    this.current = index;
    this.runOperator(operator, (cell, set) => this.addValues(cell, set));
  }

  private inputsChanged({ effects, before, earlier }: Operator, since: number): boolean {
    const changed = (effect: Effect): boolean => effect.reads.some((cell) => this.changed[cell]! > since);
    if (effects.length === 0) return false;
    return (
      effects.some(changed) ||
      before.some(changed) ||
      earlier.some((other) => this.operators[other]!.effects.some(changed))
    );
  }

  /** Runs everything the transition does up to and including the operator's own effects, which go to `onWrite`. */
  runOperator(operator: Operator, onWrite: (cell: number, set: ValueSet) => void): void {
    if (operator.effects.length === 0) return;
    this.machine.forgetWritten();
    for (const effect of operator.before) this.run(effect, null);
    for (const other of operator.earlier) {
      if (this.operatorLayer[other]! <= this.layer)
        for (const effect of this.operators[other]!.effects) this.run(effect, null);
    }
    for (const effect of operator.effects) this.run(effect, onWrite);
    this.machine.forgetWritten();
  }

  /** Runs an update; what it writes goes to `onWrite`. */
  private run(effect: Effect, onWrite: ((cell: number, set: ValueSet) => void) | null): void {
    this.machine.begin(effect.frameSize, effect.selects, onWrite);
    try {
      effect.run(this.machine);
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      this.machine.begin(0, [], null);
      this.machine.trail.push(...effect.reads);
      for (const cell of effect.writes) {
        const anything = interval(this.cells[cell]!.min, this.cells[cell]!.max);
        onWrite?.(cell, anything);
        this.machine.write(cell, anything, false, 0);
      }
    }
  }

  private addLocation(fact: number, operator: number): void {
    const layer = this.locationLayer[fact]!;
    if (layer === NEVER) {
      this.reach(fact, this.layer + 1, operator);
      this.grown = true;
    } else if (layer === this.layer + 1 && this.difficulty[operator]! < this.difficulty[this.locationCause[fact]!]!) {
      this.locationCause[fact] = operator;
    }
  }

  /** Notes what the running operator writes; it is seen from the next layer on. */
  private addValues(cell: number, set: ValueSet): void {
    const growing = this.cells[cell]!;
    if (set.values?.every((value) => growing.has(value)) === true) return;
    const { path, trail } = this.machine;
    // The set may be a cell's own, which is about to grow: what counts is what it is now.
    const { values, lo, hi } = set;
    this.pending.push({
      cell,
      set: { values: values === null ? null : [...values], lo, hi },
      cause: this.causes.length,
    });
    this.causes.push({ operator: this.current, dependencies: [...new Set([...path, ...trail])] });
  }

  private commit(): void {
    for (const { cell, set, cause } of this.pending) {
      const growing = this.cells[cell]!;
      // A value of this very layer that an easier operator adds as well is put down to that one.
      if (set.values !== null && this.changed[cell] === this.layer + 1) this.preferEasier(growing, set.values, cause);
      if (!growing.add(set, this.layer + 1, cause)) continue;
      this.changed[cell] = this.layer + 1;
      this.grown = true;
    }
    this.pending.length = 0;
  }

  private preferEasier(growing: GrowingSet, values: readonly number[], cause: number): void {
    const easier = this.difficulty[this.causes[cause]!.operator]!;
    for (const value of values) {
      if (growing.layerOf(value) !== this.layer + 1) continue;
      const known = this.causes[growing.causeOf(value)];
      if (known !== undefined && this.difficulty[known.operator]! > easier) growing.replaceCause(value, cause);
    }
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
        return this.test(node.condition);
      case "and":
        return node.parts.every((part) => this.holds(part));
      case "or":
        return node.parts.some((part) => this.holds(part));
    }
  }
}

function targetNode(goal: Goal, problem: Problem, builder: OperatorBuilder): TargetNode {
  switch (goal.kind) {
    case "and":
    case "or":
      return { kind: goal.kind, parts: goal.parts.map((part) => targetNode(part, problem, builder)) };
    case "location": {
      const locations = problem.network.processes[goal.process]!.locations.map((_, index) => index);
      const wanted = locations.filter((location) => (location === goal.location) === goal.holds);
      return { kind: "location", facts: wanted.map((location) => builder.facts.of(goal.process, location)) };
    }
    case "data":
      return { kind: "data", condition: builder.condition(goal.condition, problem.frameSize, []) };
    default:
      return goal;
  }
}
