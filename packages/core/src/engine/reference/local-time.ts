// The local-time zone graph (Govind, Herbreteau, Srivathsan and Walukiewicz 2019): every process delays by itself, a
// joint step is taken where the local times of its participants agree, and a state is dropped when the synchronised
// valuations of a stored one simulate its own. One zone then stands for all orders of independent steps. Only the
// synchronised valuations are reached in the usual semantics: they are what targets and faults are looked for in.

import type { LocalTime } from "../../analysis/local-time.ts";
import { boundOf, ClockMap, cut } from "../../semantics/constraints.ts";
import { ModelFault } from "../../semantics/fault.ts";
import type {
  Constraint,
  Constraints,
  Discrete,
  GuardFault,
  JointMove,
  MoveEffect,
  SymbolicFault,
} from "../../semantics/semantics.ts";
import type { ReferenceSemantics } from "../../semantics/symbolic/symbolic-semantics.ts";
import {
  assignClock,
  constrain,
  copyZone,
  delayLocally,
  type Federation,
  isSynchronisable,
  le,
  subsumedALU,
  synchronised,
} from "../../zone/index.ts";
import type { LocationBounds } from "./abstraction.ts";
import type { Entry, ZoneGraph, ZoneGraphStep } from "./zone-graph.ts";

/** What the data of a state allows, remembered by state. */
interface Known {
  readonly moves: readonly JointMove[];
  readonly fault: GuardFault | null;
  readonly effects: (MoveEffect | ModelFault | undefined)[];
}

export class LocalTimeGraph implements ZoneGraph {
  readonly dim: number;
  readonly size: number;
  private readonly semantics: ReferenceSemantics;
  private readonly bounds: LocationBounds;
  /** One row per process, before those of the clocks. */
  private readonly references: number;
  private readonly owners: Int32Array;
  private readonly known = new WeakMap<Discrete, Known>();
  private readonly invariants = new WeakMap<Discrete, Constraints | null>();
  private readonly plainOf = new WeakMap<Int32Array, Int32Array>();

  constructor(semantics: ReferenceSemantics, { owners }: LocalTime, bounds: LocationBounds) {
    this.semantics = semantics;
    this.bounds = bounds;
    this.owners = owners;
    this.references = semantics.network.processes.length;
    this.dim = this.references + owners.length;
    this.size = this.dim ** 2;
  }

  initial(): readonly Entry[] {
    const start = new Int32Array(this.dim * this.dim);
    for (const [clock, { initial }] of this.semantics.network.clocks.entries())
      this.assign(start, clock + 1, 0, initial);
    return this.semantics.discrete.initial().flatMap((discrete) => {
      const zone = copyZone(start);
      return this.meetsInvariant(discrete, zone) ? [{ discrete, zone }] : [];
    });
  }

  /**
   * All local times pass independently, but for processes in urgent and committed locations: who does not move from its
   * moment lets nobody synchronise with it later. A state that has no common moment does not exist: the steps that led
   * to it lead elsewhere in an order that respects time.
   */
  settle(discrete: Discrete, entry: Int32Array): Federation {
    const zone = copyZone(entry);
    const { program } = this.semantics.discrete;
    const standing = Array.from(discrete.locations, (location, process) => {
      const { urgent, committed } = program.locations[process]![location]!;
      return Number(urgent || committed);
    });
    delayLocally(zone, this.dim, standing);
    if (!this.meetsInvariant(discrete, zone)) return [];
    return isSynchronisable(zone, this.dim, this.references) ? [zone] : [];
  }

  successors(
    discrete: Discrete,
    zone: Int32Array,
  ): { steps: readonly ZoneGraphStep[]; faults: readonly SymbolicFault[] } {
    const steps: ZoneGraphStep[] = [];
    const faults: SymbolicFault[] = [];
    const known = this.knownOf(discrete);
    if (known.fault !== null) this.report(zone, [], known.fault, faults);
    for (const [at, move] of known.moves.entries()) {
      const leave = this.meeting(zone, move);
      if (leave === null || !this.cut(leave, move.require)) continue;
      const effect = (known.effects[at] ??= this.semantics.discrete.tryFire(discrete, move));
      if (effect instanceof ModelFault) {
        this.report(zone, move.require, { transition: move.transition, fault: effect }, faults);
        continue;
      }
      if (!this.apply(zone, move, effect, leave, faults)) continue;
      steps.push({ transition: move.transition, discrete: effect.target, zone: leave });
    }
    return { steps, faults };
  }

  covers(a: Int32Array, b: Int32Array, { locations }: Discrete): boolean {
    const { lower, upper } = this.bounds.at(locations);
    return subsumedALU(this.plain(b), this.plain(a), this.semantics.dim, lower, upper);
  }

  plain(zone: Int32Array): Int32Array {
    let plain = this.plainOf.get(zone);
    if (plain === undefined) {
      plain = synchronised(zone, this.dim, this.references);
      this.plainOf.set(zone, plain);
    }
    return plain;
  }

  /** Nothing was widened, so the invariant still holds. */
  valuations(_discrete: Discrete, zone: Int32Array): Int32Array {
    return this.plain(zone);
  }

  unpack(_discrete: Discrete, stored: Int32Array): Int32Array {
    return stored;
  }

  compress(_discrete: Discrete, zone: Int32Array): Int32Array {
    return zone;
  }

  /** A copy of the zone in which the participants' local times agree; null when they cannot. */
  private meeting(zone: Int32Array, { steps }: JointMove): Int32Array | null {
    const leave = copyZone(zone);
    const [first, ...others] = steps;
    for (const { process } of others) {
      if (!constrain(leave, this.dim, process, first!.process, le(0))) return null;
      if (!constrain(leave, this.dim, first!.process, process, le(0))) return null;
    }
    return leave;
  }

  /** Takes the step in place; false when nothing is left. The rest of `semantics.applicable`, process by process. */
  private apply(
    zone: Int32Array,
    { transition, require }: JointMove,
    { assignments, invariant }: MoveEffect,
    leave: Int32Array,
    faults: SymbolicFault[],
  ): boolean {
    const map = new ClockMap();
    const met = [...require];
    for (const assignment of assignments) {
      map.assign(assignment);
      const fine = map.pullBack({ left: 0, right: assignment.row, value: 0, strict: false });
      if (fine.value >= 0) continue;
      const negative: Constraint = { left: fine.right, right: fine.left, value: -fine.value, strict: true };
      const name = this.semantics.network.clocks[assignment.row - 1]!.name;
      const fault = new ModelFault("negative-clock", `the clock ${name} is set to a negative value`, assignment.span);
      this.report(zone, [...met, negative], { transition, fault }, faults);
      if (!this.cut(leave, [fine])) return false;
      met.push(fine);
    }
    if (invariant === null) return false;
    const before = invariant.map((constraint) => map.pullBack(constraint));
    if (!this.cut(leave, before)) return false;
    for (const { row, source, value } of assignments) this.assign(leave, row, source, value);
    return true;
  }

  /** A fault is met where all local times agree, or not at all: other valuations stand for no moment of a run. */
  private report(
    zone: Int32Array,
    require: Constraints,
    { transition, fault }: GuardFault,
    into: SymbolicFault[],
  ): void {
    const leave = cut(this.plain(zone), this.semantics.dim, require);
    if (leave !== null) into.push({ transition, leave, fault });
  }

  private meetsInvariant(discrete: Discrete, zone: Int32Array): boolean {
    let invariant = this.invariants.get(discrete);
    if (invariant === undefined) {
      invariant = this.semantics.discrete.invariant(discrete);
      this.invariants.set(discrete, invariant);
    }
    return invariant !== null && this.cut(zone, invariant);
  }

  /** Constraints speak of row 0 and clocks; here a clock is measured against the reference of its process. */
  private cut(zone: Int32Array, constraints: Constraints): boolean {
    return constraints.every((constraint) => {
      const { left, right } = constraint;
      const i = left === 0 ? this.referenceOf(right) : this.rowOf(left);
      const j = right === 0 ? this.referenceOf(left) : this.rowOf(right);
      return constrain(zone, this.dim, i, j, boundOf(constraint));
    });
  }

  private assign(zone: Int32Array, row: number, source: number, value: number): void {
    const from = source === 0 ? this.referenceOf(row) : this.rowOf(source);
    assignClock(zone, this.dim, this.rowOf(row), from, value);
  }

  private rowOf(row: number): number {
    return this.references + row - 1;
  }

  private referenceOf(row: number): number {
    return row === 0 ? 0 : this.owners[row - 1]!;
  }

  private knownOf(discrete: Discrete): Known {
    let known = this.known.get(discrete);
    if (known === undefined) {
      known = { ...this.semantics.discrete.moves(discrete), effects: [] };
      this.known.set(discrete, known);
    }
    return known;
  }
}
