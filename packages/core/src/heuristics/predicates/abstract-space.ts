// The abstract state space of one part (sections 2 and 3 of the predicate-abstraction paper): backwards from the
// target, breadth first. An abstract state is a conjunction of literals; its predecessors by a step are those literals
// that everything entails from which the step leads there, after some delay (cartesian abstraction). A state that is
// part of one found before is dropped: it is no nearer. The distance of a set of concrete states is that of the nearest
// abstract state it meets.

import type { Network } from "../../network/index.ts";
import { Machine } from "../../semantics/evaluate/index.ts";
import { constrain, free, isEmpty, negate, past, universe } from "../../zone/index.ts";
import { BudgetSpent, type Meter } from "../factored/build-budget.ts";
import type { ZoneBounds } from "../heuristic.ts";
import { type ClockConstraint, clockConstraints } from "./clock-constraints.ts";
import { DataRegression } from "./data-regression.ts";
import type { PredicatePart } from "./part.ts";
import type { PartStep } from "./part-steps.ts";
import { type AbstractState, FALSE, OPEN, type PredicateSet, TRUE } from "./predicate-set.ts";
import { UbTree } from "./ub-tree.ts";

/** A target cube as a step without effect: where automata are, and conditions on data. */
export type TargetStep = PartStep;

export interface AbstractNode {
  readonly state: AbstractState;
  readonly distance: number;
  /** The step that leads from here to `next`; absent for targets. */
  readonly step?: PartStep;
  readonly next?: AbstractNode;
  /** Of a node without a step. */
  readonly target?: TargetStep;
}

export interface SpaceInput {
  readonly network: Network;
  readonly part: PredicatePart;
  readonly steps: readonly PartStep[];
  readonly targets: readonly TargetStep[];
  readonly values: readonly (readonly number[] | undefined)[];
  readonly predicates: PredicateSet;
  /** Layers to build; absent: all. */
  readonly layers?: number;
}

export class AbstractSpace {
  readonly predicates: PredicateSet;
  readonly nodes: AbstractNode[] = [];
  /** States that were not found are at least so far away; Infinity when everything was found. */
  beyond = Number.POSITIVE_INFINITY;
  cut: "time" | "memory" | undefined;
  private readonly input: SpaceInput;
  private readonly meter: Meter;
  private readonly tree = new UbTree();
  private readonly allowed: Uint8Array;
  private readonly machine: Machine;
  private readonly data: DataRegression;
  private readonly dim: number;
  /** By place in the part and location. */
  private readonly invariants: readonly (readonly (readonly ClockConstraint[])[])[];
  private readonly stops: readonly (readonly boolean[])[];
  private readonly committed: readonly (readonly boolean[])[];

  constructor(input: SpaceInput, meter: Meter) {
    const { network, part, predicates, values } = input;
    this.input = input;
    this.meter = meter;
    this.predicates = predicates;
    this.allowed = new Uint8Array(predicates.literals);
    this.machine = new Machine(network.cells);
    this.data = new DataRegression(network, predicates.data, values, meter);
    this.dim = network.clocks.length + 1;
    const owns = (row: number): boolean => row === 0 || part.ownsClock(row - 1);
    const locations = part.processes.map((process) => network.processes[process]!.locations);
    this.invariants = locations.map((of) =>
      of.map(({ invariant }) => clockConstraints(invariant).filter(({ i, j }) => owns(i) && owns(j))),
    );
    this.stops = locations.map((of) => of.map(({ urgent, committed }) => urgent || committed));
    this.committed = locations.map((of) => of.map(({ committed }) => committed));
  }

  get size(): number {
    return this.nodes.length;
  }

  /** Yields now and then. */
  *build(): Generator<undefined, void> {
    let layer: AbstractNode[] = [];
    let distance = 0;
    try {
      const anything: AbstractState = {
        locations: new Int32Array(this.input.part.processes.length).fill(-1),
        data: new Uint8Array(this.predicates.data.length),
        clocks: new Uint8Array(this.predicates.clocks.length),
      };
      for (const target of this.input.targets) this.enter(this.regress(anything, target), { distance, target }, layer);
      while (layer.length > 0) {
        if (distance === this.input.layers) {
          this.beyond = distance + 1;
          return;
        }
        distance++;
        const next: AbstractNode[] = [];
        for (const node of layer) {
          for (const step of this.input.steps) {
            this.enter(this.regress(node.state, step), { distance, step, next: node }, next);
          }
          yield undefined;
        }
        layer = next;
      }
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      this.cut = error.what;
      // The layer at hand is not complete: what is not found may be in it.
      this.beyond = distance;
    }
  }

  /** The nearest abstract state that a set of states meets: its distance. */
  distance(locations: ArrayLike<number>, cells: ArrayLike<number>, zone: ZoneBounds | undefined): number {
    this.mark(locations, cells, zone);
    return this.tree.least(this.allowed, this.beyond);
  }

  /** The abstract state itself; undefined where there is none. */
  nearest(
    locations: ArrayLike<number>,
    cells: ArrayLike<number>,
    zone: ZoneBounds | undefined,
  ): AbstractNode | undefined {
    this.mark(locations, cells, zone);
    return this.nodes.find(({ state }) => this.predicates.literalsOf(state).every((l) => this.allowed[l] === 1));
  }

  /** The target that a way from the node leads to. */
  targetOf(node: AbstractNode): TargetStep {
    let last = node;
    while (last.next !== undefined) last = last.next;
    return last.target!;
  }

  private mark(locations: ArrayLike<number>, cells: ArrayLike<number>, zone: ZoneBounds | undefined): void {
    this.machine.load(Int32Array.from(locations), cells, 0);
    this.predicates.mark(this.allowed, locations, this.machine, zone);
  }

  private enter(state: AbstractState | null, node: Omit<AbstractNode, "state">, layer: AbstractNode[]): void {
    if (state === null) return;
    const literals = this.predicates.literalsOf(state);
    this.meter.spend(literals.length);
    this.allowed.fill(0);
    for (const literal of literals) this.allowed[literal] = 1;
    if (this.tree.least(this.allowed) <= node.distance) return;
    this.meter.hold(200 + 24 * literals.length);
    this.tree.insert(literals, node.distance);
    const entered = { ...node, state };
    this.nodes.push(entered);
    layer.push(entered);
  }

  /** What is entailed before the step, given what holds after it; null when the step cannot lead there. */
  private regress(after: AbstractState, step: PartStep): AbstractState | null {
    this.meter.spend(5 + after.data.length);
    const locations = this.sources(after.locations, step);
    if (locations === null) return null;
    const data = this.data.before(step, after.data);
    if (data === null) return null;
    const clocks = this.clocksBefore(after, step, locations);
    return clocks === null ? null : { locations, data, clocks };
  }

  private sources(after: Int32Array, { moves, joins, calm }: PartStep): Int32Array | null {
    for (const { at, target } of moves) if (after[at]! >= 0 && after[at] !== target) return null;
    const before = after.slice();
    for (const { at, targets, must } of joins) {
      const here = after[at]!;
      if (here < 0) continue;
      if (targets.has(here)) before[at] = -1;
      else if (must.has(here)) return null;
    }
    for (const { at } of calm ? moves : []) before[at] = -1;
    if (calm && before.some((location, at) => location >= 0 && this.committed[at]![location])) return null;
    for (const { at, source } of moves) before[at] = source;
    return before;
  }

  private clocksBefore(after: AbstractState, step: PartStep, before: Int32Array): Uint8Array | null {
    const { dim, predicates } = this;
    if (dim === 1) return after.clocks;
    const zone = universe(dim);
    for (const [k, { i, j, bound }] of predicates.clocks.entries()) {
      if (after.clocks[k] === TRUE) constrain(zone, dim, i, j, bound);
      if (after.clocks[k] === FALSE) constrain(zone, dim, j, i, negate(bound));
    }
    // A target has no step before it: its automata are where they are.
    const reached = after.locations.slice();
    for (const { at, target } of step.moves) reached[at] = target;
    this.keepInvariants(zone, reached);
    for (const { row, value } of step.resets) {
      constrain(zone, dim, row, 0, 2 * value);
      constrain(zone, dim, 0, row, -2 * value);
      free(zone, dim, row);
    }
    for (const row of step.freed) free(zone, dim, row);
    for (const { i, j, bound } of step.guard) constrain(zone, dim, i, j, bound);
    this.keepInvariants(zone, before);
    if (isEmpty(zone)) return null;
    if (!before.some((location, at) => location >= 0 && this.stops[at]![location])) {
      past(zone, dim);
      this.keepInvariants(zone, before);
    }
    this.meter.spend(dim * dim);
    return Uint8Array.from(predicates.clocks, ({ i, j, bound }) => {
      if (zone[i * dim + j]! <= bound) return TRUE;
      return zone[j * dim + i]! <= negate(bound) ? FALSE : OPEN;
    });
  }

  private keepInvariants(zone: Int32Array, locations: Int32Array): void {
    for (const [at, location] of locations.entries()) {
      if (location < 0) continue;
      for (const { i, j, bound } of this.invariants[at]![location]!) constrain(zone, this.dim, i, j, bound);
    }
  }
}
