// The monotonicity abstraction spelled out: abstract states as sets, every operator tried and every program interpreted
// each time. The slow twin of the relaxed graph, and by breadth-first search over transitions the optimal relaxed
// trace.

import { finished } from "../basics/finished.ts";
import { goalOf } from "../heuristics/goal.ts";
import type { Problem } from "../heuristics/heuristic.ts";
import { type Condition, mayHold } from "../heuristics/relaxed/ground/conditions.ts";
import type { Cutting } from "../heuristics/relaxed/ground/cut-update.ts";
import type { Effect } from "../heuristics/relaxed/ground/effects.ts";
import type { InputTable } from "../heuristics/relaxed/ground/located-cells.ts";
import { type Operator, OperatorBuilder } from "../heuristics/relaxed/ground/operators.ts";
import { PLAIN_OPTIONS, type RelaxedOptions } from "../heuristics/relaxed/ground/options.ts";
import { type TargetNode, targetHolds, targetNode } from "../heuristics/relaxed/ground/target-node.ts";
import { type Statement, visitStatements } from "../network/index.ts";
import { AbstractMachine, NoStep, TooComplex } from "../value-sets/abstract-machine.ts";
import { SetPool } from "../value-sets/set-pool.ts";
import { EMPTY, type ValueSet } from "../value-sets/value-set.ts";

/**
 * The twin's own order: statements that share any cell that one of them writes stay together, as they are written, and
 * what has nothing in common with them comes in the opposite order. A group of the estimates that overtakes another
 * leaves other values than this.
 */
const backwards: Cutting = (update, accesses) => {
  const touched = update.map((statement) => accesses.ofStatements([statement]));
  const isTied = (one: number, other: number): boolean =>
    [...touched[one]!.writtenCells].some(
      (cell) => touched[other]!.readCells.has(cell) || touched[other]!.writtenCells.has(cell),
    );
  let groups = update.map((_, at) => [at]);
  for (const [at] of update.entries()) {
    const meets = (group: readonly number[]): boolean => group.some((one) => isTied(one, at) || isTied(at, one));
    const apart = groups.filter((group) => !meets(group));
    const together = groups.filter(meets).flat();
    groups = together.length === 0 ? apart : [...apart, together];
  }
  if (handsOn(update)) groups = [[...update.keys()]];
  return groups
    .map((group) => group.sort((a, b) => a - b).map((at) => update[at]!))
    .filter((statements) => accesses.ofStatements(statements).writtenCells.size > 0)
    .reverse();
};

/** Does a statement leave something in the frame, which a later one may read? */
function handsOn(update: readonly Statement[]): boolean {
  let [frames, others] = [0, 0];
  visitStatements(update, {
    place: ({ space }, access) => {
      if (space !== "state" && access !== "read") frames++;
    },
    statement: ({ kind }) => {
      if (kind !== "expression") others++;
    },
  });
  return frames + others > 0;
}

interface AbstractState {
  readonly facts: ReadonlySet<number>;
  readonly sets: readonly ValueSet[];
}

export class SlowRelaxation {
  private readonly pool = new SetPool();
  private readonly builder: OperatorBuilder;
  private readonly target: TargetNode;
  private readonly machine: AbstractMachine;
  private readonly table: InputTable;
  private facts: ReadonlySet<number> = new Set();
  /** Effects of the operator at hand that fail for all values. */
  private readonly failed = new Set<Effect>();

  constructor(problem: Problem, options: RelaxedOptions = PLAIN_OPTIONS) {
    const { network } = problem;
    this.builder = finished(
      OperatorBuilder.building(network, this.pool, options, () => true, Number.POSITIVE_INFINITY, backwards),
    );
    this.target = targetNode(goalOf(problem.target), problem, this.builder);
    this.table = this.builder.located.table;
    this.machine = new AbstractMachine(
      new Uint8Array(this.builder.located.count),
      this.pool,
      this.builder.facts.first,
      (fact) => this.facts.has(fact),
    );
  }

  get operators(): readonly Operator[] {
    return this.builder.operators;
  }

  /** Layers of the abstract transition graph, made of some operators, until the target holds. */
  layers(state: { locations: readonly number[]; cells: readonly number[] }, operators = this.operators): number {
    let abstract = this.start(state);
    for (let layer = 0; ; layer++) {
      if (this.holds(this.target, abstract)) return layer;
      const next = this.apply(operators, abstract);
      if (keyOf(next) === keyOf(abstract)) return Number.POSITIVE_INFINITY;
      abstract = next;
    }
  }

  /** Length of the shortest relaxed trace; null when more than `limit` abstract states would have to be seen. */
  optimum(
    state: { locations: readonly number[]; cells: readonly number[] },
    limit: number,
    some = this.operators,
  ): number | null {
    const transitions = new Map<number, Operator[]>();
    for (const operator of some) {
      transitions.set(operator.transition, [...(transitions.get(operator.transition) ?? []), operator]);
    }
    let layer = [this.start(state)];
    const seen = new Set(layer.map(keyOf));
    for (let length = 0; layer.length > 0; length++) {
      if (layer.some((abstract) => this.holds(this.target, abstract))) return length;
      const next: AbstractState[] = [];
      for (const abstract of layer) {
        for (const operators of transitions.values()) {
          const successor = this.apply(operators, abstract);
          const key = keyOf(successor);
          if (seen.has(key)) continue;
          seen.add(key);
          next.push(successor);
        }
        if (seen.size > limit) return null;
      }
      layer = next;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Operators that are possible in a state, clocks left aside. */
  possible(state: { locations: readonly number[]; cells: readonly number[] }): readonly Operator[] {
    const abstract = this.start(state);
    return this.operators.filter((operator) => this.isPossible(operator, abstract));
  }

  private start(state: { locations: readonly number[]; cells: readonly number[] }): AbstractState {
    const { facts, located } = this.builder;
    return {
      facts: new Set(state.locations.map((location, process) => facts.of(process, location))),
      sets: Array.from({ length: located.count }, (_, input) => {
        const value = located.valueIn(state, input);
        return value === undefined ? EMPTY : this.pool.single(value);
      }),
    };
  }

  private apply(operators: readonly Operator[], from: AbstractState): AbstractState {
    const facts = new Set(from.facts);
    const sets = [...from.sets];
    for (const operator of operators) {
      if (!this.isPossible(operator, from)) continue;
      for (const fact of operator.targets) facts.add(fact);
      for (const [cell, set] of this.writesOf(operator, from)) {
        if (this.table.meta[cell] === 1) continue;
        const [min, max] = [this.table.min[cell]!, this.table.max[cell]!];
        const union = this.pool.union(sets[cell]!, this.pool.within(set, min, max));
        sets[cell] = union.values === null ? this.pool.interval(min, max) : union;
      }
    }
    return { facts, sets };
  }

  private isPossible(operator: Operator, from: AbstractState): boolean {
    return (
      operator.sources.every((fact) => from.facts.has(fact)) &&
      operator.conditions.every((condition) => this.mayHold(condition, from))
    );
  }

  private mayHold(condition: Condition, { facts, sets }: AbstractState): boolean {
    this.load(facts, sets);
    try {
      return mayHold(condition, condition.program.run(this.machine)!);
    } catch (error) {
      if (error instanceof TooComplex) return true;
      if (error instanceof NoStep) return false;
      throw error;
    }
  }

  private writesOf(operator: Operator, from: AbstractState): Map<number, ValueSet> {
    const own = new Set<number>();
    this.failed.clear();
    let view = [...from.sets];
    for (const effect of operator.before) view = this.after(effect, from.facts, view, true, null);
    for (const other of operator.earlier) {
      const earlier = this.builder.operators[other]!;
      if (!this.isPossible(earlier, from)) continue;
      for (const effect of earlier.effects) view = this.after(effect, from.facts, view, false, null);
    }
    for (const effect of operator.effects) view = this.after(effect, from.facts, view, true, own);
    for (const cell of this.lost(operator)) own.delete(cell);
    return new Map([...own].map((cell) => [cell, view[cell]!]));
  }

  /** Cells that are not written after all, because an effect surely fails: its own, and those of effects tied to it. */
  private lost({ before, effects }: Operator): number[] {
    if (this.failed.size === 0) return [];
    const meet = (some: readonly number[], others: readonly number[]): boolean => some.some((c) => others.includes(c));
    const group = effects.map((_, at) => at);
    for (const [at, later] of effects.entries()) {
      for (const [k, earlier] of effects.slice(0, at).entries()) {
        if (!meet(earlier.writes, [...later.program.reads, ...later.writes])) continue;
        const [kept, merged] = [group[k]!, group[at]!];
        for (let i = 0; i <= at; i++) if (group[i] === merged) group[i] = kept;
      }
    }
    const cells: number[] = [];
    for (const of of new Set(group)) {
      const together = effects.filter((_, at) => group[at] === of);
      let fails = together.some((effect) => this.failed.has(effect));
      let reads = together.flatMap(({ program }) => program.reads);
      for (const effect of [...before].reverse()) {
        if (!meet(effect.writes, reads)) continue;
        reads = [...reads, ...effect.program.reads];
        fails ||= this.failed.has(effect);
      }
      if (fails) cells.push(...together.flatMap(({ writes }) => writes));
    }
    return cells;
  }

  private after(
    effect: Effect,
    facts: ReadonlySet<number>,
    sets: readonly ValueSet[],
    surely: boolean,
    own: Set<number> | null,
  ): ValueSet[] {
    const { program, anything } = effect;
    const view = [...sets];
    const write = (cell: number, set: ValueSet, replaces: boolean): void => {
      own?.add(cell);
      view[cell] = surely && replaces ? set : this.pool.union(view[cell]!, set);
    };
    this.load(facts, sets);
    try {
      program.run(this.machine);
      for (const cell of this.machine.written) {
        write(cell, this.machine.writtenSet(cell), this.machine.replaces(cell));
      }
    } catch (error) {
      if (error instanceof NoStep) {
        if (surely) this.failed.add(effect);
        return view;
      }
      if (!(error instanceof TooComplex)) throw error;
      for (const [at, cell] of anything.cells.entries()) write(cell, anything.sets[at]!, true);
    }
    return view;
  }

  private load(facts: ReadonlySet<number>, sets: readonly ValueSet[]): void {
    this.facts = facts;
    for (const [cell, set] of sets.entries()) this.machine.inputs[cell] = set;
    this.machine.start();
  }

  private holds(node: TargetNode, state: AbstractState): boolean {
    return targetHolds(
      node,
      (fact) => state.facts.has(fact),
      (condition) => this.mayHold(condition, state),
    );
  }
}

const keyOf = ({ facts, sets }: AbstractState): string =>
  `${[...facts].sort((a, b) => a - b).join()};${sets.map(({ id }) => id).join()}`;
