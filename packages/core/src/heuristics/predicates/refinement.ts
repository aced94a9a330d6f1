// Predicates from spurious paths (section 5 of the predicate-abstraction paper): the shortest abstract path from the
// initial state is run forwards in the part, data by value and clocks by zones. Where it fails, the guard that fails
// becomes a predicate, and for clocks also the bound of the zone that contradicts it (an interpolant of one bound);
// both are carried backwards along the path, through the updates, as weakest preconditions.

import type { Network } from "../../network/index.ts";
import { Machine } from "../../semantics/evaluate/index.ts";
import { allows, constrain, copyZone, delay, free, INF, resetTo, sum, zero } from "../../zone/index.ts";
import type { Action } from "../factored/actions.ts";
import type { AbstractNode, AbstractSpace } from "./abstract-space.ts";
import { type ClockConstraint, clockConstraints } from "./clock-constraints.ts";
import type { PredicatePart } from "./part.ts";
import type { PartStep } from "./part-steps.ts";
import { FALSE, type PredicateSet, truth } from "./predicate-set.ts";

/** Why a path cannot be followed: at which step, and what does not hold there. */
type Failure =
  | { readonly at: number; readonly kind: "data"; readonly condition: Action }
  /** `entered`: the step itself was possible, and where it leads is not. */
  | {
      readonly at: number;
      readonly kind: "clock";
      readonly constraints: readonly ClockConstraint[];
      readonly entered: boolean;
    }
  | { readonly at: number; readonly kind: "location" };

/** What is known of clocks in front of a step, before time passes: the zone, and what holds while it does. */
interface Moment {
  readonly zone: Int32Array;
  readonly invariant: readonly ClockConstraint[];
}

export interface RefinementRound {
  /** Length of the shortest abstract path; undefined when there is none. */
  readonly length: number | undefined;
  /** The path exists in the part: there is nothing to learn from it. */
  readonly feasible: boolean;
  /** Predicates that were added. */
  readonly added: number;
}

export function refine(
  network: Network,
  part: PredicatePart,
  space: AbstractSpace,
  into: PredicateSet,
): RefinementRound {
  const locations = network.processes.map(({ initial }) => initial[0]!);
  const first = space.nearest(locations, network.initialValues, initialZone(network));
  if (first === undefined) return { length: undefined, feasible: false, added: 0 };
  const path = stepsFrom(first);
  const run = new Run(network, part);
  const failure = run.follow(path, space.targetOf(first));
  if (failure === null) return { length: first.distance, feasible: true, added: 0 };
  return { length: first.distance, feasible: false, added: learn(failure, path, run.moments, into) };
}

export function initialZone(network: Network): { readonly bounds: Int32Array; readonly dim: number } {
  const dim = network.clocks.length + 1;
  const bounds = zero(dim);
  for (const [clock, { initial }] of network.clocks.entries()) resetTo(bounds, dim, clock + 1, initial);
  return { bounds, dim };
}

function stepsFrom(node: AbstractNode): readonly PartStep[] {
  const steps: PartStep[] = [];
  for (let at: AbstractNode | undefined = node; at?.step !== undefined; at = at.next) steps.push(at.step);
  return steps;
}

class Run {
  private readonly network: Network;
  private readonly part: PredicatePart;
  private readonly machine: Machine;
  private readonly unknown = new Set<number>();
  private readonly locations: number[];
  private readonly dim: number;
  private zone: Int32Array;
  /** In front of each step that was reached. */
  readonly moments: Moment[] = [];

  constructor(network: Network, part: PredicatePart) {
    this.network = network;
    this.part = part;
    this.machine = new Machine(network.cells);
    this.machine.load(new Int32Array(network.processes.length), network.initialValues, 0);
    this.locations = part.processes.map((process) => network.processes[process]!.initial[0]!);
    const { bounds, dim } = initialZone(network);
    this.zone = bounds;
    this.dim = dim;
  }

  /** The first thing that does not hold; null when the whole path exists. */
  follow(path: readonly PartStep[], target: PartStep): Failure | null {
    const left = this.settle();
    // The network cannot even start there, in front of every step.
    if (left !== null) return { at: -1, kind: "clock", constraints: left, entered: true };
    for (const [at, step] of [...path, target].entries()) {
      const failure = this.take(step, at);
      if (failure !== null) return failure;
    }
    return null;
  }

  private take(step: PartStep, at: number): Failure | null {
    for (const move of step.moves) if (this.locations[move.at] !== move.source) return { at, kind: "location" };
    for (const condition of step.conditions) {
      const known = [...condition.reads].every((cell) => !this.unknown.has(cell));
      if (known && truth(condition, this.machine) === FALSE) return { at, kind: "data", condition };
    }
    const failing = this.constrained(step.guard);
    if (failing !== null) return { at, kind: "clock", constraints: failing, entered: false };
    for (const statement of step.statements) {
      if ([...statement.reads].some((cell) => this.unknown.has(cell))) {
        for (const cell of statement.writes) this.unknown.add(cell);
        continue;
      }
      if (truth(statement, this.machine) !== 0) for (const cell of statement.writes) this.unknown.delete(cell);
    }
    for (const cell of step.lost) this.unknown.add(cell);
    for (const { row, value } of step.resets) resetTo(this.zone, this.dim, row, value);
    for (const row of step.freed) free(this.zone, this.dim, row);
    for (const move of step.moves) this.locations[move.at] = move.target;
    // Who may have joined is not followed: the path says where he is from the next step on.
    const left = this.settle();
    return left === null ? null : { at, kind: "clock", constraints: left, entered: true };
  }

  /** Invariants, and delay where it is possible; what is left empty, if anything. */
  private settle(): readonly ClockConstraint[] | null {
    const where = this.locations.map(
      (location, k) => this.network.processes[this.part.processes[k]!]!.locations[location]!,
    );
    const owns = (row: number): boolean => row === 0 || this.part.ownsClock(row - 1);
    const invariant = where
      .flatMap((location) => clockConstraints(location.invariant))
      .filter(({ i, j }) => owns(i) && owns(j));
    const failing = this.constrained(invariant);
    if (failing !== null) return failing;
    this.moments.push({ zone: copyZone(this.zone), invariant });
    if (where.some(({ urgent, committed }) => urgent || committed)) return null;
    delay(this.zone, this.dim);
    this.constrained(invariant);
    return null;
  }

  private constrained(constraints: readonly ClockConstraint[]): readonly ClockConstraint[] | null {
    const before = copyZone(this.zone);
    for (const constraint of constraints) {
      const { i, j, bound } = constraint;
      if (allows(this.zone, this.dim, i, j, bound)) {
        constrain(this.zone, this.dim, i, j, bound);
        continue;
      }
      // What contradicts it: the zone's own bound the other way round, with and without the constraints before.
      const against = [this.zone, before].map((zone) => ({ i: j, j: i, bound: zone[j * this.dim + i]! }));
      return [constraint, ...against.filter((other) => other.bound !== INF), ...constraints];
    }
    return null;
  }
}

/** Adds what failed and its weakest preconditions; yields how many predicates are new. */
function learn(failure: Failure, path: readonly PartStep[], moments: readonly Moment[], into: PredicateSet): number {
  const before = into.size;
  if (failure.kind === "data") {
    let condition = failure.condition;
    into.addData(condition);
    for (let at = failure.at - 1; at >= 0; at--) {
      const earlier = beforeStep(condition, path[at]!);
      if (earlier === null) break;
      if (earlier !== condition) into.addData(earlier, keyOf(earlier));
      condition = earlier;
    }
  } else if (failure.kind === "clock") {
    for (const constraint of failure.constraints) {
      let wanted: ClockConstraint | null = constraint;
      into.addClock(wanted);
      for (let at = failure.at; at >= 0; at--) {
        const step = at < failure.at || failure.entered ? path[at] : undefined;
        if (step !== undefined) wanted = beforeResets(wanted, step);
        if (wanted === null) break;
        into.addClock(wanted);
        wanted = beforeDelay(wanted, moments[at]!);
        into.addClock(wanted);
      }
    }
  }
  return into.size - before;
}

const keys = new WeakMap<Action, string>();
const keyOf = (action: Action): string => keys.get(action) ?? `#${action.id}`;

/** The condition in front of a step: run its statements, then ask. Null where they cannot be followed. */
function beforeStep(condition: Action, { statements, lost }: PartStep): Action | null {
  for (const cell of condition.reads) if (lost.has(cell)) return null;
  const needed = new Set(condition.reads);
  const relevant: Action[] = [];
  for (const statement of [...statements].reverse()) {
    if (![...statement.writes].some((cell) => needed.has(cell))) continue;
    relevant.unshift(statement);
    for (const cell of statement.reads) needed.add(cell);
  }
  if (relevant.length === 0) return condition;
  const reads = new Set([...condition.reads, ...relevant.flatMap((statement) => [...statement.reads])]);
  const writes = new Set(relevant.flatMap((statement) => [...statement.writes]));
  const earlier: Action = {
    id: condition.id,
    reads,
    writes: new Set(),
    asksLocations: false,
    run(machine) {
      const saved = [...writes].map((cell) => [cell, machine.memory[cell]!] as const);
      try {
        for (const statement of relevant) statement.run(machine);
        return condition.run(machine);
      } finally {
        for (const [cell, value] of saved) machine.memory[cell] = value;
        machine.clearAssignments();
      }
    },
  };
  keys.set(earlier, `${relevant.map(({ id }) => id).join()};${keyOf(condition)}`);
  return earlier;
}

/**
 * A lower bound in front of a delay: to reach it before an invariant ends, its clock must be ahead of the invariant's
 * by the difference. Taken where that contradicts what is known; everything else is the same before and after.
 */
function beforeDelay(wanted: ClockConstraint, { zone, invariant }: Moment): ClockConstraint {
  if (wanted.i !== 0) return wanted;
  const dim = Math.sqrt(zone.length);
  for (const { i, j, bound } of invariant) {
    if (j !== 0 || i === wanted.j) continue;
    const ahead = { i, j: wanted.j, bound: sum(wanted.bound, bound) };
    if (!allows(zone, dim, ahead.i, ahead.j, ahead.bound)) return ahead;
  }
  return wanted;
}

/** x − y ≺ c in front of resets; null where it no longer depends on clocks. */
function beforeResets({ i, j, bound }: ClockConstraint, { resets, freed }: PartStep): ClockConstraint | null {
  if (freed.includes(i) || freed.includes(j)) return null;
  const left = resets.find(({ row }) => row === i);
  const right = resets.find(({ row }) => row === j);
  const moved = sum(bound, 2 * ((right?.value ?? 0) - (left?.value ?? 0)));
  const earlier = { i: left === undefined ? i : 0, j: right === undefined ? j : 0, bound: moved };
  return earlier.i === earlier.j ? null : earlier;
}
