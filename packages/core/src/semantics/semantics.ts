// What the reference semantics speak about: discrete states, clock constraints, joint moves and their effects, and
// the symbolic and concrete states built on them. The discrete part (`discrete/discrete-semantics.ts`) is written once;
// the symbolic part (`symbolic/symbolic-semantics.ts`) reads its constraints as zones, the concrete part
// (`concrete/concrete-semantics.ts`) as intervals of delays.

import type { Span } from "../diagnostics/index.ts";
import type { Formula } from "../network/index.ts";
import type { Federation, Rational } from "../zone/index.ts";
import type { ModelFault } from "./fault.ts";
import type { JointTransition } from "./joint-transition.ts";

/** Locations (one index per process) and cells; temporaries hold their initial value. Never written to. */
export interface Discrete {
  readonly locations: Int32Array;
  readonly cells: Int32Array;
}

/** `row left − row right ≤ value` (or `<`); row 0 is the constant 0, clock k is row k + 1, as in a zone. */
export interface Constraint {
  readonly left: number;
  readonly right: number;
  readonly value: number;
  readonly strict: boolean;
}
/** All of them hold. */
export type Constraints = readonly Constraint[];

/** `row := source row + value`; source 0 is the constant 0. Applied in order. */
export interface ClockAssignment {
  readonly row: number;
  readonly source: number;
  readonly value: number;
  readonly span?: Span;
}

/**
 * A joint step that the data of a state allows. Where in the clock space it is possible: `require` holds, and for
 * every process that stays out of a broadcast (or of a vector it takes part in weakly) none of its edges could join:
 * no member of `exclude` holds.
 */
export interface JointMove {
  readonly transition: JointTransition;
  /** The same steps in the order in which their updates run; each with the process that takes it. */
  readonly steps: readonly MoveStep[];
  readonly require: Constraints;
  readonly exclude: readonly Constraints[];
  /** Channel priority and then process priority; greater wins. */
  readonly priority: readonly [channel: number, process: number];
}
export interface MoveStep {
  readonly process: number;
  readonly edge: number;
  readonly select: readonly number[];
}

/** Evaluating the guard or channel of an edge fails, whatever the clocks say. */
export interface GuardFault {
  readonly transition: JointTransition;
  readonly fault: ModelFault;
}
export interface Moves {
  /** None when something fails. */
  readonly moves: readonly JointMove[];
  readonly fault: GuardFault | null;
}

/** What a move does; clocks are spoken of in the rows of the state it leaves. */
export interface MoveEffect {
  readonly target: Discrete;
  readonly assignments: readonly ClockAssignment[];
  /** Invariant of the target, over the clocks after the assignments; null when its data part is false. */
  readonly invariant: Constraints | null;
}

// ---------------------------------------------------------------------------------------------- symbolic

export interface SymbolicState extends Discrete {
  /** A zone of `zone/`: dim × dim bounds, row k + 1 is clock k. */
  readonly zone: Int32Array;
  readonly dim: number;
}

/** One symbolic step before time passes. */
export interface SymbolicMove {
  readonly transition: JointTransition;
  /** The points of the zone from which this step is possible: guards, splits, priorities, target invariant. */
  readonly leave: Int32Array;
  readonly assignments: readonly ClockAssignment[];
  readonly target: Discrete;
  /** After the assignments; satisfies the target's invariant. */
  readonly entry: Int32Array;
}
export interface SymbolicMoves {
  /** In the order of the seam; moves that a split cut into several zones follow each other. */
  readonly moves: readonly SymbolicMove[];
  readonly faults: readonly SymbolicFault[];
}
/** The model fails when this step is tried from `leave`. */
export interface SymbolicFault {
  readonly transition?: JointTransition;
  readonly leave: Int32Array;
  readonly fault: ModelFault;
}

/**
 * Exact symbolic semantics without any abstraction, phase by phase; all functions are pure. A model's fault in a
 * place where there is no transition to blame (an invariant, a rate, a formula) is thrown as a `ModelFault`.
 * Where clocks are stopped, `elapse` over-approximates (see there); everything else stays exact.
 */
export interface SymbolicSemantics {
  readonly dim: number;
  /** The invariant holds; no time has passed. */
  initial(): readonly SymbolicState[];
  /** All valuations that satisfy the invariant (empty zone when its data part is false). */
  invariant(discrete: Discrete): Int32Array;
  /** Urgent or committed location, or an urgent synchronisation that no clock guards. */
  timeStops(discrete: Discrete): boolean;
  /** Where a clock-guarded urgent synchronisation is enabled; time stops on entering them. */
  urgentZones(discrete: Discrete): Federation;
  /** 1 for rows whose clock stands still, null when all run. */
  stopped(discrete: Discrete): Uint8Array | null;
  /** Time successors within the invariant, as convex pieces. */
  elapse(discrete: Discrete, entry: Int32Array): Federation;
  /** What fails when the data of the state's edges is evaluated, whatever the clocks are; then there are no steps. */
  fault(discrete: Discrete): GuardFault | null;
  /**
   * Steps from the points of a zone that satisfy the invariant; the zone need not be closed under delay. Who follows a
   * path names the step that it `wants`: others may then be left out.
   */
  successors(discrete: Discrete, zone: Int32Array, wants?: JointTransition): SymbolicMoves;
  /** The points of the zone where some action is possible now. */
  enabled(discrete: Discrete, zone: Int32Array): Federation;
  /** The points of the zone from which no action is possible now or after any delay. */
  dead(discrete: Discrete, zone: Int32Array): Federation;
  /** The points of the zone that satisfy the formula; `deadlock` included. */
  where(formula: Formula, frameSize: number, discrete: Discrete, zone: Int32Array): Federation;
}

// ---------------------------------------------------------------------------------------------- concrete

export interface ConcreteState extends Discrete {
  /** One exact value per clock. */
  readonly clocks: readonly Rational[];
}
