// The exact symbolic semantics: the constraints of the discrete part read as zones. Splits (broadcast receivers with
// clock guards, priorities, urgent guards) yield several zones, never an approximation; only delay with stopped
// clocks is rounded up to the least zone around the exact result.

import type { Formula, Network } from "../../network/index.ts";
import {
  assignClock,
  copyZone,
  delay,
  delayStopped,
  type Federation,
  isEmpty,
  reduce,
  subtract,
  zero,
} from "../../zone/index.ts";
import { ZoneRoom } from "../clock-feasibility.ts";
import { ClockMap, constrainAll, cut, zoneOf } from "../constraints.ts";
import { DiscreteSemantics, type Urgency } from "../discrete/discrete-semantics.ts";
import { outranks, sameTransition } from "../discrete/joint-moves.ts";
import { ModelFault } from "../fault.ts";
import type { JointTransition } from "../joint-transition.ts";
import type {
  Constraint,
  Constraints,
  Discrete,
  GuardFault,
  JointMove,
  MoveEffect,
  Moves,
  SymbolicFault,
  SymbolicMove,
  SymbolicMoves,
  SymbolicSemantics,
  SymbolicState,
} from "../semantics.ts";
import { delayUntil, pastUntil } from "./delay-until.ts";
import { type CompiledFormula, compileFormula, type Fate } from "./formula.ts";
import { pastStopped } from "./stopwatch.ts";

/** What the discrete part says about one state, computed when asked. */
interface Facts {
  invariant?: Constraints | null;
  urgency?: Urgency;
  stopped?: Uint8Array | null;
  steps?: Steps;
}
interface Steps {
  readonly steps: readonly Step[];
  readonly fault: GuardFault | null;
}
interface Step {
  readonly move: JointMove;
  /** What it does, or why running its updates fails; computed when it is first possible. */
  effect?: MoveEffect | ModelFault;
}
/** A step and the valuations from which it is possible. */
interface Possible {
  readonly move: JointMove;
  readonly effect: MoveEffect;
  readonly leave: Federation;
}

/** Facts are kept for this many discrete states; a search returns to the same ones for many zones. */
const REMEMBERED = 4096;

export function createSymbolicSemantics(network: Network): ReferenceSemantics {
  return new ReferenceSemantics(network);
}

export class ReferenceSemantics implements SymbolicSemantics {
  readonly network: Network;
  readonly discrete: DiscreteSemantics;
  readonly dim: number;
  private readonly facts = new Map<Discrete, Facts>();
  private readonly formulas = new Map<Formula, CompiledFormula>();

  constructor(network: Network) {
    this.network = network;
    this.discrete = new DiscreteSemantics(network);
    this.dim = network.clocks.length + 1;
  }

  initial(): readonly SymbolicState[] {
    const { dim } = this;
    const start = zero(dim);
    for (const [clock, { initial }] of this.network.clocks.entries()) assignClock(start, dim, clock + 1, 0, initial);
    return this.discrete.initial().flatMap(({ locations, cells }) => {
      const zone = copyZone(start);
      if (!this.meetsInvariant({ locations, cells }, zone)) return [];
      const fault = this.discrete.entryFault({ locations, cells });
      if (fault !== null) throw fault;
      return [{ locations, cells, zone, dim }];
    });
  }

  invariant(discrete: Discrete): Int32Array {
    const zone = zoneOf([], this.dim);
    if (!this.meetsInvariant(discrete, zone)) zone[0] = -1;
    return zone;
  }

  timeStops(discrete: Discrete): boolean {
    return this.urgency(discrete).always;
  }

  urgentZones(discrete: Discrete): Federation {
    return this.urgency(discrete)
      .guards.map((guard) => zoneOf(guard, this.dim))
      .filter((zone) => !isEmpty(zone));
  }

  stopped(discrete: Discrete): Uint8Array | null {
    const facts = this.factsOf(discrete);
    if (facts.stopped === undefined) facts.stopped = this.discrete.stopped(discrete);
    return facts.stopped;
  }

  /**
   * With stopped clocks the exact result need not be a zone and is rounded up; guarded urgent synchronisations are
   * then not obeyed either (their past could not be subtracted exactly), which only adds valuations.
   */
  elapse(discrete: Discrete, entry: Int32Array): Federation {
    if (isEmpty(entry)) return [];
    if (this.timeStops(discrete)) return [entry];
    const { dim } = this;
    const stopped = this.stopped(discrete);
    const stops = stopped === null ? this.urgentZones(discrete) : [];
    if (stops.length > 0) {
      return delayUntil(entry, stops, dim).filter((piece) => this.meetsInvariant(discrete, piece));
    }
    const later = copyZone(entry);
    if (stopped === null) delay(later, dim);
    else delayStopped(later, dim, stopped);
    return this.meetsInvariant(discrete, later) ? [later] : [];
  }

  fault(discrete: Discrete): GuardFault | null {
    return this.discrete.fault(discrete);
  }

  successors(discrete: Discrete, zone: Int32Array, wants?: JointTransition): SymbolicMoves {
    const moves: SymbolicMove[] = [];
    // Priorities let others decide whether a step is possible.
    const { possible, faults } = this.possible(discrete, zone, this.network.hasPriorities ? undefined : wants);
    for (const { move, effect, leave } of possible) {
      const stronger = this.network.hasPriorities ? possible.filter((other) => outranks(other.move, move)) : [];
      const left =
        stronger.length === 0
          ? leave
          : subtract(
              leave,
              stronger.flatMap((other) => other.leave),
              this.dim,
            );
      for (const piece of left) {
        const entry = copyZone(piece);
        for (const { row, source, value } of effect.assignments) assignClock(entry, this.dim, row, source, value);
        const { assignments, target } = effect;
        moves.push({ transition: move.transition, leave: piece, assignments, target, entry });
      }
    }
    return { moves, faults };
  }

  enabled(discrete: Discrete, zone: Int32Array): Federation {
    const { possible } = this.possible(discrete, zone);
    return reduce(
      possible.flatMap(({ leave }) => leave),
      this.dim,
    );
  }

  /**
   * Exact, except with stopped clocks: there the past of what is enabled is under-approximated (see `pastStopped`),
   * so that every deadlocked valuation is found and some that are not may be.
   */
  dead(discrete: Discrete, zone: Int32Array): Federation {
    return this.fate(discrete, zone).dead;
  }

  private fate(discrete: Discrete, zone: Int32Array): Fate {
    const { dim } = this;
    const now = this.withinInvariant(discrete, zone);
    if (now === null) return { dead: [], failing: [] };
    const stays = this.timeStops(discrete);
    const stopped = this.stopped(discrete);
    const later = copyZone(now);
    if (!stays) {
      if (stopped === null) delay(later, dim);
      else delayStopped(later, dim, stopped);
      this.meetsInvariant(discrete, later);
    }
    const { possible, faults } = this.possible(discrete, later);
    const before = (pieces: Federation): Federation => {
      if (stays || pieces.length === 0) return pieces;
      if (stopped === null) return pastUntil(pieces, this.urgentZones(discrete), dim);
      if (this.urgentZones(discrete).length > 0) return pieces;
      return pieces.map((piece) => pastStopped(piece, dim, stopped));
    };
    const enabled = possible.flatMap(({ leave }) => leave);
    const alive = before(stays ? enabled : reduce(enabled, dim));
    const failing = before(faults.map(({ leave }) => leave));
    return { dead: reduce(subtract([now], [...alive, ...failing], dim), dim), failing };
  }

  where(formula: Formula, frameSize: number, discrete: Discrete, zone: Int32Array): Federation {
    let compiled = this.formulas.get(formula);
    if (compiled === undefined) {
      compiled = this.compile(formula, frameSize);
      this.formulas.set(formula, compiled);
    }
    const now = this.withinInvariant(discrete, zone);
    return now === null ? [] : compiled.where(discrete, now);
  }

  compile(formula: Formula, frameSize: number): CompiledFormula {
    const size = { cells: this.network.cells, dim: this.dim };
    const fate = (discrete: Discrete, zone: Int32Array) => this.fate(discrete, zone);
    return compileFormula(formula, frameSize, this.discrete.program.functions, size, fate);
  }

  /** The points of the zone that satisfy the invariant; null when there are none. The zone is not changed. */
  withinInvariant(discrete: Discrete, zone: Int32Array): Int32Array | null {
    if (isEmpty(zone)) return null;
    const copy = copyZone(zone);
    return this.meetsInvariant(discrete, copy) ? copy : null;
  }

  /** Cuts the zone to the invariant; false when nothing is left. */
  private meetsInvariant(discrete: Discrete, zone: Int32Array): boolean {
    const facts = this.factsOf(discrete);
    if (facts.invariant === undefined) facts.invariant = this.discrete.invariant(discrete);
    return facts.invariant !== null && constrainAll(zone, this.dim, facts.invariant);
  }

  /** Where in the zone each step is possible, priorities aside. */
  private possible(
    discrete: Discrete,
    zone: Int32Array,
    wants?: JointTransition,
  ): { possible: Possible[]; faults: SymbolicFault[] } {
    const possible: Possible[] = [];
    const faults: SymbolicFault[] = [];
    const now = this.withinInvariant(discrete, zone);
    if (now === null) return { possible, faults };
    const known = this.steps(discrete, now, wants);
    if (known.fault !== null) faults.push({ ...known.fault, leave: now });
    for (const step of known.steps) {
      const { move } = step;
      const region = this.region(move, now);
      if (region.length === 0) continue;
      const effect = (step.effect ??= this.discrete.tryFire(discrete, move));
      if (effect instanceof ModelFault) {
        for (const leave of region) faults.push({ transition: move.transition, leave, fault: effect });
        continue;
      }
      const leave = this.applicable(move, effect, region, faults);
      if (leave.length === 0) continue;
      const fault = this.discrete.entryFault(effect.target);
      if (fault === null) possible.push({ move, effect, leave });
      else for (const piece of leave) faults.push({ transition: move.transition, leave: piece, fault });
    }
    return { possible, faults };
  }

  /** Guards hold, and nobody who stays out could join. */
  private region(move: JointMove, zone: Int32Array): Int32Array[] {
    const required = cut(zone, this.dim, move.require);
    if (required === null) return [];
    if (move.exclude.length === 0) return [required];
    const excluded = move.exclude.map((constraints) => zoneOf(constraints, this.dim)).filter((one) => !isEmpty(one));
    return subtract([required], excluded, this.dim);
  }

  /** The points whose clocks stay non-negative and meet the target's invariant; the others of the former are faults. */
  private applicable(move: JointMove, effect: MoveEffect, region: Int32Array[], faults: SymbolicFault[]): Int32Array[] {
    const { dim } = this;
    const map = new ClockMap();
    let leave = region;
    for (const assignment of effect.assignments) {
      map.assign(assignment);
      const { row, span } = assignment;
      const fine = map.pullBack({ left: 0, right: row, value: 0, strict: false });
      // Setting a clock to a constant that is not negative, or to another clock, never fails.
      if (fine.value >= 0) continue;
      const negative: Constraint = { left: fine.right, right: fine.left, value: -fine.value, strict: true };
      const failing = leave.flatMap((piece) => cut(piece, dim, [negative]) ?? []);
      if (failing.length === 0) continue;
      const name = this.network.clocks[row - 1]!.name;
      const fault = new ModelFault("negative-clock", `the clock ${name} is set to a negative value`, span);
      for (const piece of failing) faults.push({ transition: move.transition, leave: piece, fault });
      leave = leave.filter((piece) => constrainAll(piece, dim, [fine]));
    }
    if (effect.invariant === null) return [];
    const invariant = effect.invariant.map((constraint) => map.pullBack(constraint));
    return leave.filter((piece) => constrainAll(piece, dim, invariant));
  }

  private urgency(discrete: Discrete): Urgency {
    const facts = this.factsOf(discrete);
    facts.urgency ??= this.discrete.urgency(discrete);
    return facts.urgency;
  }

  /** The steps that the data allows; of those, at least all that the zone allows. */
  private steps(discrete: Discrete, zone: Int32Array, wants?: JointTransition): Steps {
    if (wants !== undefined) {
      const { moves, fault } = this.discrete.moves(discrete, new ZoneRoom([zone], this.dim), wants);
      return stepsOf({ moves: moves.filter(({ transition }) => sameTransition(transition, wants)), fault });
    }
    if (this.discrete.dependsOnClocks) {
      return stepsOf(this.discrete.moves(discrete, new ZoneRoom([zone], this.dim)));
    }
    const facts = this.factsOf(discrete);
    facts.steps ??= stepsOf(this.discrete.moves(discrete));
    return facts.steps;
  }

  private factsOf(discrete: Discrete): Facts {
    let facts = this.facts.get(discrete);
    if (facts === undefined) {
      if (this.facts.size >= REMEMBERED) this.facts.clear();
      facts = {};
      this.facts.set(discrete, facts);
    }
    return facts;
  }
}

function stepsOf({ moves, fault }: Moves): Steps {
  return { steps: moves.map((move) => ({ move })), fault };
}
