// Paths on which clocks are watched: between two steps of the network they go from cell to cell. Such a path is timed
// as any other, in a semantics of its own: a state of it is a state of the network and a place on the path, whose cell
// is one more invariant. From one cell to the next there are two moves that change nothing, with time in between: where
// the boundary belongs to neither, a moment is in none of the two.

import { isObservation, OBSERVATION } from "../../engine/index.ts";
import type { Formula } from "../../network/index.ts";
import {
  between,
  type Cell,
  ClockMap,
  type Constraints,
  cutZone,
  type Discrete,
  type GuardFault,
  isOver,
  type SymbolicMove,
  type SymbolicMoves,
  type SymbolicSemantics,
  type SymbolicState,
  sameTransition,
} from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { assignClock, copyZone, type Federation, intersect, plus, type Rational, ZERO } from "../../zone/index.ts";
import type { Delays, TimingGoal, TimingProblem } from "../timing-problem.ts";
import type { ObservedPath } from "../trace.ts";

interface Watch {
  readonly asked: Constraints;
  readonly step?: JointTransition;
  readonly next?: Watch;
}
interface Watched extends Discrete {
  readonly plain: Discrete;
  readonly watch: Watch;
}

/** The places of a path, with those between cells; `steps` lead from each to the next. */
export class ObservedRoute {
  readonly steps: readonly JointTransition[];
  /** Where the loop begins among the steps. */
  readonly loopStart: number | undefined;
  readonly first: Watch;

  constructor({ transitions, cells, loopStart }: ObservedPath) {
    const steps: JointTransition[] = [];
    const asked: Constraints[] = [];
    let begin: number | undefined;
    for (const [index, transition] of transitions.entries()) {
      if (index === loopStart) begin = steps.length;
      asked.push(cells[index]!);
      steps.push(transition);
      if (!isObservation(transition)) continue;
      asked.push(between(cells[index]!, cells[index + 1]!));
      steps.push(OBSERVATION);
    }
    this.steps = steps;
    this.loopStart = begin;
    const places: { asked: Constraints; step?: JointTransition; next?: Watch }[] = asked.map((all) => ({ asked: all }));
    // A run that ends is kept from leaving its last cell by what it has to stay away from.
    if (begin === undefined) places.push({ asked: cells.at(-1)!.filter((one) => !isOver(one)) });
    for (const [index, step] of steps.entries()) {
      places[index]!.step = step;
      places[index]!.next = places[index + 1] ?? places[begin!]!;
    }
    this.first = places[0]!;
  }
}

export class ObservedSemantics implements SymbolicSemantics {
  readonly dim: number;
  private readonly inner: SymbolicSemantics;
  private readonly first: Watch;

  constructor(inner: SymbolicSemantics, first: Watch) {
    this.inner = inner;
    this.first = first;
    this.dim = inner.dim;
  }

  initial(): readonly SymbolicState[] {
    return this.inner.initial().map((state) => ({ ...state, ...this.at(state, this.first) }));
  }

  /** The network's state in the first place of the path. */
  begin(discrete: Discrete): Discrete {
    return this.at(discrete, this.first);
  }

  private at({ locations, cells }: Discrete, watch: Watch): Watched {
    return { locations, cells, plain: { locations, cells }, watch };
  }

  invariant(discrete: Discrete): Int32Array {
    const { plain, watch } = discrete as Watched;
    const zone = this.inner.invariant(plain);
    return cutZone(zone, this.dim, watch.asked) ?? emptied(zone);
  }

  timeStops(discrete: Discrete): boolean {
    return this.inner.timeStops((discrete as Watched).plain);
  }

  urgentZones(discrete: Discrete): Federation {
    return this.inner.urgentZones((discrete as Watched).plain);
  }

  stopped(discrete: Discrete): Uint8Array | null {
    return this.inner.stopped((discrete as Watched).plain);
  }

  elapse(discrete: Discrete, entry: Int32Array): Federation {
    const { plain, watch } = discrete as Watched;
    const entered = cutZone(entry, this.dim, watch.asked);
    if (entered === null) return [];
    return this.inner.elapse(plain, entered).flatMap((later) => cutZone(later, this.dim, watch.asked) ?? []);
  }

  fault(discrete: Discrete): GuardFault | null {
    return this.inner.fault((discrete as Watched).plain);
  }

  successors(discrete: Discrete, zone: Int32Array): SymbolicMoves {
    const { plain, watch } = discrete as Watched;
    const { step, next, asked } = watch;
    const now = cutZone(zone, this.dim, asked);
    if (step === undefined || now === null) return { moves: [], faults: [] };
    if (isObservation(step)) {
      const within = cutZone(this.inner.invariant(plain), this.dim, [...asked, ...next!.asked]);
      const leave = within && common(now, within, this.dim);
      if (leave === null) return { moves: [], faults: [] };
      const target = { ...this.at(plain, next!), plain };
      return { moves: [{ transition: step, leave, assignments: [], target, entry: leave }], faults: [] };
    }
    const { moves, faults } = this.inner.successors(plain, now, step);
    return {
      moves: moves
        .filter(({ transition }) => sameTransition(transition, step))
        .flatMap((move) => this.into(move, next!)),
      faults,
    };
  }

  /** The same move into a cell. */
  private into(move: SymbolicMove, next: Watch): SymbolicMove[] {
    const map = new ClockMap();
    for (const assignment of move.assignments) map.assign(assignment);
    const asked = next.asked.map((constraint) => map.pullBack(constraint));
    const leave = cutZone(move.leave, this.dim, asked);
    if (leave === null) return [];
    const entry = copyZone(leave);
    for (const { row, source, value } of move.assignments) assignClock(entry, this.dim, row, source, value);
    return [{ ...move, leave, entry, target: this.at(move.target, next) }];
  }

  enabled(discrete: Discrete, zone: Int32Array): Federation {
    return this.inner.enabled((discrete as Watched).plain, zone);
  }

  dead(discrete: Discrete, zone: Int32Array): Federation {
    return this.inner.dead((discrete as Watched).plain, zone);
  }

  where(formula: Formula, frameSize: number, discrete: Discrete, zone: Int32Array): Federation {
    return this.inner.where(formula, frameSize, (discrete as Watched).plain, zone);
  }
}

function common(a: Int32Array, b: Int32Array, dim: number): Int32Array | null {
  const both = copyZone(a);
  return intersect(both, dim, b) ? both : null;
}

function emptied(zone: Int32Array): Int32Array {
  const empty = copyZone(zone);
  empty[0] = -1;
  return empty;
}

/**
 * The same path; a loop that began while time passed begins behind its first step of the network, which comes before
 * it, too.
 */
export function observedPath(path: ObservedPath): ObservedPath {
  const { transitions, cells, loopStart } = path;
  if (loopStart === undefined) return path;
  const leadingIn = [...transitions.slice(0, loopStart).slice(-1), ...transitions.slice(-1)];
  if (!leadingIn.some(isObservation)) return path;
  const loop = transitions.slice(loopStart);
  const first = loop.findIndex((step) => !isObservation(step)) + 1;
  return {
    ...path,
    transitions: [...transitions, ...loop.slice(0, first)],
    cells: [...cells, ...cells.slice(loopStart + 1, loopStart + 1 + first)],
    loopStart: loopStart + first,
  };
}

/** Time has left the cell. */
export function outsideOf(cell: Cell): Formula {
  const parts = cell.filter(isOver).map(({ left, value, strict }): Formula => {
    const clock = { space: "clock", base: left - 1, steps: [] } as const;
    return { kind: "clock", left: clock, op: strict ? ">=" : ">", bound: { kind: "constant", value } };
  });
  return { kind: "or", parts };
}

/** A path with its delays as the network has it: waits that were cut into pieces are whole again. */
export function plainly<P extends Pick<TimingProblem, "path" | "goal">>(
  problem: P,
  delays: Delays,
): { readonly problem: P; readonly delays: Delays } {
  const { path, goal } = problem;
  const transitions: JointTransition[] = [];
  const whole: Rational[] = [];
  let waited = ZERO;
  let loopStart = 0;
  for (const [index, transition] of path.transitions.entries()) {
    if (goal.kind === "loop" && goal.loopStart === index) loopStart = transitions.length;
    waited = plus(waited, delays[index]!);
    if (isObservation(transition)) continue;
    transitions.push(transition);
    whole.push(waited);
    waited = ZERO;
  }
  whole.push(plus(waited, delays[path.transitions.length]!));
  const end: TimingGoal = goal.kind === "loop" ? { ...goal, loopStart } : goal;
  return { problem: { ...problem, path: { ...path, transitions }, goal: end }, delays: whole };
}
