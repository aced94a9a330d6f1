// Times a path where all clocks run. Forwards, the exact zones along the path are computed without any abstraction;
// backwards, one point is chosen from each: the earliest end, then for every step a valuation it can have come from.
// With the time clock among the clocks, the result is a fastest run of the path (or nearly, where there is none).

import {
  createSymbolicSemantics,
  type Discrete,
  ModelFault,
  type SymbolicMove,
  type SymbolicSemantics,
  sameTransition,
} from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { elapseAvoiding, foreverAvoiding, stuckAvoiding } from "../search/index.ts";
import {
  compare,
  type Federation,
  type Interval,
  includes,
  intersectFederations,
  minus,
  plus,
  type Rational,
  subtract,
  universe,
  ZERO,
} from "../zone/index.ts";
import { before, complete, delaysSince, type Point, pickNear } from "./points.ts";
import { withTimeClock } from "./time-clock.ts";
import { type Delays, type Expired, TimingAborted, type TimingProblem } from "./timing.ts";

/** One convex piece of what is possible in one state of the path. */
interface Piece {
  readonly discrete: Discrete;
  readonly entry: Int32Array;
  /** Where the part of the run begins that has to stay away from something, if that is in this state. */
  readonly begin?: Int32Array;
  readonly elapsed: Int32Array;
  readonly avoid: Federation;
  readonly parent?: Piece;
  readonly move?: SymbolicMove;
}

export function timeByZones(network: Network, problem: TimingProblem, expired?: Expired): Delays | undefined {
  return new ZoneTiming(createSymbolicSemantics(withTimeClock(network)), problem, expired).solve();
}

class ZoneTiming {
  private readonly semantics: SymbolicSemantics;
  private readonly problem: TimingProblem;
  private readonly dim: number;

  private readonly expired: Expired;

  constructor(semantics: SymbolicSemantics, problem: TimingProblem, expired: Expired = () => false) {
    this.expired = expired;
    this.semantics = semantics;
    this.problem = problem;
    this.dim = semantics.dim;
  }

  solve(): Delays | undefined {
    const { path } = this.problem;
    const initial = this.semantics.initial()[path.initial];
    if (initial === undefined) return undefined;
    let layer = this.arrive(initial, initial.zone, 0);
    for (const [index, transition] of path.transitions.entries()) {
      if (this.expired()) throw new TimingAborted();
      const next: Piece[] = [];
      for (const parent of layer) {
        for (const move of this.semantics.successors(parent.discrete, parent.elapsed).moves) {
          if (!sameTransition(move.transition, transition)) continue;
          next.push(...this.arrive(move.target, move.entry, index + 1, parent, move));
        }
      }
      layer = withoutIncluded(next, this.dim);
    }
    return this.finish(layer);
  }

  private arrive(discrete: Discrete, entry: Int32Array, index: number, parent?: Piece, move?: SymbolicMove): Piece[] {
    const { stay, frameSize } = this.problem;
    const { semantics } = this;
    const common = {
      discrete,
      entry,
      ...(parent === undefined ? {} : { parent }),
      ...(move === undefined ? {} : { move }),
    };
    if (stay === undefined || index < stay.from) {
      return semantics.elapse(discrete, entry).map((elapsed) => ({ ...common, elapsed, avoid: [] }));
    }
    const avoid = semantics.where(stay.avoid, frameSize, discrete, universe(this.dim));
    if (index > stay.from || stay.start === undefined) {
      return elapseAvoiding(semantics, discrete, entry, avoid).map((elapsed) => ({ ...common, elapsed, avoid }));
    }
    const pieces: Piece[] = [];
    for (const piece of semantics.elapse(discrete, entry)) {
      for (const begin of subtract(semantics.where(stay.start, frameSize, discrete, piece), avoid, this.dim)) {
        for (const elapsed of elapseAvoiding(semantics, discrete, begin, avoid)) {
          pieces.push({ ...common, begin, elapsed, avoid });
        }
      }
    }
    return pieces;
  }

  private finish(layer: readonly Piece[]): Delays | undefined {
    let best: { piece: Piece; point: Point } | undefined;
    const time = this.dim - 1;
    for (const piece of layer) {
      for (const zone of this.ends(piece)) {
        const point = complete(zone, this.dim, new Array(this.dim).fill(undefined));
        if (best === undefined || compare(point[time]!, best.point[time]!) < 0) best = { piece, point };
      }
    }
    return best === undefined ? undefined : this.walkBack(best.piece, best.point);
  }

  private ends(piece: Piece): Federation {
    const { goal, frameSize } = this.problem;
    const { semantics, dim } = this;
    const { discrete, elapsed, avoid, entry } = piece;
    switch (goal.kind) {
      case "target":
        return semantics.where(goal.formula, frameSize, discrete, elapsed);
      case "loop":
        return intersectFederations([elapsed], [piece.begin ?? entry], dim);
      case "deadlock":
        return stuckAvoiding(semantics, discrete, elapsed, avoid);
      case "unbounded-delay":
        return foreverAvoiding(semantics, discrete, elapsed, avoid);
      case "fault":
        return this.failing(piece);
    }
  }

  /** Where trying the step fails; without a step to blame, being there is enough. */
  private failing({ discrete, elapsed }: Piece): Federation {
    const { goal } = this.problem;
    const transition = goal.kind === "fault" ? goal.transition : undefined;
    if (transition === undefined) return [elapsed];
    const { moves, faults } = this.semantics.successors(discrete, elapsed);
    const failing = faults.filter(
      (fault) => fault.transition !== undefined && sameTransition(fault.transition, transition),
    );
    if (failing.length > 0) return failing.map(({ leave }) => leave);
    // The step itself is possible, but nothing can be said about the state behind it.
    return moves
      .filter((move) => sameTransition(move.transition, transition) && !this.settles(move))
      .map(({ leave }) => leave);
  }

  private settles({ target, entry }: SymbolicMove): boolean {
    try {
      this.semantics.elapse(target, entry);
      return true;
    } catch (error) {
      if (error instanceof ModelFault) return false;
      throw error;
    }
  }

  private walkBack(end: Piece, at: Point): Delays {
    const delays: Rational[] = [];
    let point = at;
    for (let piece: Piece | undefined = end; piece !== undefined; piece = piece.parent) {
      let delay = ZERO;
      if (piece.begin !== undefined) {
        delay = this.since(piece, piece.begin, point, piece.avoid);
        point = shiftBack(point, delay);
      }
      const first = this.since(piece, piece.entry, point, piece.begin === undefined ? piece.avoid : []);
      point = shiftBack(point, first);
      delays.push(plus(delay, first));
      if (piece.move !== undefined) {
        point = before(piece.move.leave, this.dim, piece.move.assignments, point);
      }
    }
    return delays.reverse();
  }

  /**
   * How long ago the point was in `zone`: as short as possible, since a shorter delay passes through less. Where the
   * shortest is not taken, stay behind whatever the delay must not pass through.
   */
  private since(piece: Piece, zone: Int32Array, point: Point, avoid: Federation): Rational {
    const interval = delaysSince(zone, this.dim, point);
    if (interval === undefined) throw new Error("a point of a time successor has no predecessor");
    if (!interval.lowerStrict) return interval.lower;
    let { upper } = interval;
    for (const bad of [...avoid, ...this.semantics.urgentZones(piece.discrete)]) {
      const met = delaysSince(bad, this.dim, point)?.lower;
      if (met === undefined || compare(met, interval.lower) <= 0) continue;
      if (upper === undefined || compare(met, upper) < 0) upper = met;
    }
    const capped: Interval = { ...interval, ...(upper === undefined ? {} : { upper }) };
    return pickNear(capped);
  }
}

function shiftBack(point: Point, delay: Rational): Point {
  return point.map((value, row) => (row === 0 ? value : minus(value, delay)));
}

/** Pieces of one layer share their discrete state, so a piece inside another adds nothing. */
function withoutIncluded(pieces: readonly Piece[], dim: number): Piece[] {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    if (!kept.some((other) => includes(other.elapsed, piece.elapsed, dim))) kept.push(piece);
  }
  return kept;
}
