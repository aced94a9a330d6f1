// Times a path where all clocks run by the moments of its steps, without zones: what counts is how long the path is and
// what its steps ask, not how many clocks the network has. Every step happens as early as it can in any run of the path
// that reaches the goal. It applies where what a path asks is a conjunction: nobody stays out of a broadcast because of
// clocks, no guard on clocks stops time, nothing has priority; elsewhere zones do it (`zones.ts`).

import { hasStopwatches, mentions, type Network } from "../../network/index.ts";
import {
  type Constraint,
  createConcreteSemantics,
  createSymbolicSemantics,
  type Discrete,
  sameTransition,
} from "../../semantics/index.ts";
import { minus, plus, type Rational, rational, universe } from "../../zone/index.ts";
import type { Delays, Expired, TimingProblem } from "../timing-problem.ts";
import { type Distance, type Moments, Schedule } from "./difference-constraints.ts";

/** Null: it does not apply here. Undefined: there is no such run. */
export function timeByMoments(network: Network, problem: TimingProblem, expired?: Expired): Delays | null | undefined {
  const { path, goal, stay, frameSize } = problem;
  if (goal.kind !== "target" || stay !== undefined) return null;
  if (network.hasPriorities || hasStopwatches(network)) return null;
  const semantics = createConcreteSemantics(network);
  const { discrete } = semantics;
  const initial = semantics.initial()[path.initial];
  if (initial === undefined) return undefined;
  const schedule = new Schedule(network, path.transitions.length);
  const invariants = new LastingConstraints(schedule);
  let state: Discrete = { locations: initial.locations, cells: initial.cells };
  let invariant = discrete.invariant(state)!;
  invariants.hold(0, invariant);
  /** Time passes until a moment; false where that is more than a conjunction. */
  const waits = (moment: number): boolean => {
    const { always, guards } = discrete.urgency(state);
    schedule.order(moment - 1, moment);
    if (always) schedule.order(moment, moment - 1);
    else if (guards.length > 0) return false;
    invariants.hold(moment, invariant);
    return true;
  };
  for (const [index, transition] of path.transitions.entries()) {
    const moment = index + 1;
    const move = discrete
      .moves(state, undefined, transition)
      .moves.find((one) => sameTransition(one.transition, transition));
    if (move === undefined) return undefined;
    if (move.exclude.length > 0 || !waits(moment)) return null;
    schedule.require(moment, move.require);
    const { target, assignments, invariant: next } = discrete.fire(state, move);
    for (const assignment of assignments) {
      schedule.assign(moment, [assignment]);
      // Setting a clock to a negative value is a fault, and no step.
      if (assignment.value < 0) schedule.require(moment, [{ left: 0, right: assignment.row, value: 0, strict: false }]);
    }
    if (next === null) return undefined;
    invariants.hold(moment, next);
    state = target;
    invariant = next;
  }
  if (!waits(schedule.end)) return null;
  // Of data alone nothing is asked of the end; whether it holds is for replay to say.
  const ends =
    mentions(goal.formula, "clock") || mentions(goal.formula, "deadlock")
      ? createSymbolicSemantics(network).where(goal.formula, frameSize, state, universe(schedule.dim))
      : [undefined];
  const solutions = ends.map((zone) => schedule.moments(zone, expired)).filter((moments) => moments !== undefined);
  const ended = ({ value, small }: Moments): readonly [number, number] => [value.at(-1)!, small.at(-1)!];
  const [best] = solutions.sort((a, b) => ended(a)[0] - ended(b)[0] || ended(a)[1] - ended(b)[1]);
  return best === undefined ? undefined : delaysBetween(best);
}

/** Half a time unit is shared by all that strict bounds add: bounds are whole numbers, so no other bound is passed. */
function delaysBetween({ value, small }: Moments): Delays {
  const most = small.reduce((a, b) => Math.max(a, b), 1);
  const moment = (at: number): Rational => plus(rational(value[at]!), rational(small[at]!, 2 * most));
  return Array.from({ length: value.length - 1 }, (_, step) => minus(moment(step + 1), moment(step)));
}

/**
 * What an invariant asks from moment to moment is mostly what it asked before, of clocks that were not set since: an
 * upper bound is kept for the last of these moments, a lower bound for the first. Thousands of processes then cost what
 * changes.
 */
class LastingConstraints {
  private readonly schedule: Schedule;
  /** By row: the upper bound and the lower bound that were asked last. */
  private readonly upper = new Map<number, Distance>();
  private readonly lower = new Map<number, Distance>();

  constructor(schedule: Schedule) {
    this.schedule = schedule;
  }

  hold(moment: number, constraints: readonly Constraint[]): void {
    for (const constraint of constraints) {
      const distance = this.schedule.distanceOf(moment, constraint);
      const { left, right } = constraint;
      const lasting = right === 0 ? this.upper.get(left) : left === 0 ? this.lower.get(right) : undefined;
      if (lasting !== undefined && lasting.bound === distance.bound && lasting.strict === distance.strict) {
        if (right === 0 && lasting.earlier === distance.earlier) {
          lasting.later = distance.later;
          continue;
        }
        if (left === 0 && lasting.later === distance.later) continue;
      }
      this.schedule.ask(distance);
      if (right === 0) this.upper.set(left, distance);
      else if (left === 0) this.lower.set(right, distance);
    }
  }
}
