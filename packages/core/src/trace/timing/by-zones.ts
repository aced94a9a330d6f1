// Times a path where all clocks run. Forwards, the exact zones along the path are computed without any abstraction;
// backwards, one point is chosen from each: the earliest end, then for every step a valuation it can have come from.
// With the time clock among the clocks, the result is a fastest run of the path (or nearly, where there is none).

import { defined } from "../../basics/defined.ts";
import type { Network } from "../../network/index.ts";
import {
  createSymbolicSemantics,
  foreverAvoiding,
  type SymbolicSemantics,
  sameTransition,
  stuckAvoiding,
} from "../../semantics/index.ts";
import {
  compare,
  type Federation,
  type Interval,
  intersectFederations,
  minus,
  plus,
  type Rational,
  ZERO,
} from "../../zone/index.ts";
import { type StayingPlace, StayingZones } from "../replay/staying-zones.ts";
import { type Delays, type Expired, TimingAborted, type TimingProblem } from "../timing-problem.ts";
import { before, complete, delaysSince, type Point, pickNear } from "./backward-points.ts";
import { withTimeClock } from "./time-clock.ts";

/** The places in which a path ends, and the way back from a point at which one of them is entered. */
export interface TimedStem {
  readonly places: readonly StayingPlace[];
  delaysTo(place: StayingPlace, entered: Point): Delays;
}

export function stemByZones(semantics: SymbolicSemantics, problem: TimingProblem, expired?: Expired): TimedStem {
  const timing = new ZoneTiming(semantics, problem, expired);
  return { places: timing.layers(), delaysTo: (place, entered) => timing.delaysTo(place, entered) };
}

export function timeByZones(network: Network, problem: TimingProblem, expired?: Expired): Delays | undefined {
  return timeInZones(createSymbolicSemantics(withTimeClock(network)), problem, expired);
}

/** The same in a semantics with a clock for the time that has passed. */
export function timeInZones(
  semantics: SymbolicSemantics,
  problem: TimingProblem,
  expired?: Expired,
): Delays | undefined {
  return new ZoneTiming(semantics, problem, expired).solve();
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
    return this.finish(this.layers());
  }

  /** The places in which the path ends. */
  layers(): readonly StayingPlace[] {
    const { path, frameSize, stay } = this.problem;
    const zones = new StayingZones(this.semantics, frameSize, stay);
    let layer = zones.initial(path.initial);
    for (const [index, transition] of path.transitions.entries()) {
      if (this.expired()) throw new TimingAborted();
      layer = zones.step(layer, transition, index + 1);
    }
    return layer;
  }

  private finish(layer: readonly StayingPlace[]): Delays | undefined {
    let best: { piece: StayingPlace; point: Point } | undefined;
    const time = this.dim - 1;
    for (const piece of layer) {
      for (const zone of this.ends(piece)) {
        const point = complete(zone, this.dim, new Array(this.dim).fill(undefined));
        if (best === undefined || compare(point[time]!, best.point[time]!) < 0) best = { piece, point };
      }
    }
    return best === undefined ? undefined : this.walkBack(best.piece, best.point);
  }

  private ends(piece: StayingPlace): Federation {
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
  private failing({ discrete, elapsed }: StayingPlace): Federation {
    const { goal } = this.problem;
    const transition = goal.kind === "fault" ? goal.transition : undefined;
    if (transition === undefined) return [elapsed];
    return this.semantics
      .successors(discrete, elapsed)
      .faults.filter((fault) => fault.transition !== undefined && sameTransition(fault.transition, transition))
      .map(({ leave }) => leave);
  }

  /** The delays before the steps that lead to a place, given the point at which it is entered. */
  delaysTo({ parent, move }: StayingPlace, entered: Point): Delays {
    if (parent === undefined || move === undefined) return [];
    return this.walkBack(parent, before(move.leave, this.dim, move.assignments, entered));
  }

  private walkBack(end: StayingPlace, at: Point): Delays {
    const delays: Rational[] = [];
    let point = at;
    for (let piece: StayingPlace | undefined = end; piece !== undefined; piece = piece.parent) {
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
  private since(piece: StayingPlace, zone: Int32Array, point: Point, avoid: Federation): Rational {
    const interval = delaysSince(zone, this.dim, point);
    if (interval === undefined) throw new Error("a point of a time successor has no predecessor");
    if (!interval.lowerStrict) return interval.lower;
    let { upper } = interval;
    for (const bad of [...avoid, ...this.semantics.urgentZones(piece.discrete)]) {
      const met = delaysSince(bad, this.dim, point)?.lower;
      if (met === undefined || compare(met, interval.lower) <= 0) continue;
      if (upper === undefined || compare(met, upper) < 0) upper = met;
    }
    const capped: Interval = { ...interval, ...defined({ upper }) };
    return pickNear(capped);
  }
}

function shiftBack(point: Point, delay: Rational): Point {
  return point.map((value, row) => (row === 0 ? value : minus(value, delay)));
}
