// A path that a search found in local time lists its steps in some order in which each process does what it does;
// steps of different processes may stand in an order that no clock on the wall would show. Here the moments of the
// steps are solved from the constraints along the path, and the steps are put into the order of time; those at one
// moment keep their places. What results is a path of the usual semantics with the same steps.

import { localTimeOf } from "../analysis/local-time.ts";
import {
  type Constraint,
  type Constraints,
  createSymbolicSemantics,
  type Discrete,
  type ReferenceSemantics,
  sameTransition,
} from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { constantOf, type Federation, INF, isStrict, universe } from "../zone/index.ts";
import type { TimingProblem } from "./timing.ts";
import type { Path } from "./trace.ts";

/** Undefined: there is no such run. */
export function inOrderOfTime(network: Network, problem: TimingProblem): Path | undefined {
  const local = localTimeOf(network);
  if ("obstacle" in local) throw new Error(`there is no local time: ${local.obstacle}`);
  const semantics = createSymbolicSemantics(network);
  const { path } = problem;
  const schedule = new Schedule(semantics, local.owners, path.transitions.length);
  const end = schedule.follow(path);
  for (const piece of ends(semantics, end, problem)) {
    const moments = schedule.moments(piece);
    if (moments === undefined) continue;
    const order = path.transitions.map((_, step) => step).sort((a, b) => before(moments, a + 1, b + 1) || a - b);
    return { initial: path.initial, transitions: order.map((step) => path.transitions[step]!) };
  }
  return undefined;
}

/** The valuations in which a run may end, whether it gets there or not. */
function ends(semantics: ReferenceSemantics, discrete: Discrete, { goal, frameSize }: TimingProblem): Federation {
  const everything = universe(semantics.dim);
  if (goal.kind === "target") return semantics.where(goal.formula, frameSize, discrete, everything);
  if (goal.kind !== "fault") throw new Error(`a path to a ${goal.kind} is not found in local time`);
  const { transition } = goal;
  if (transition === undefined) return [everything];
  const { moves, faults } = semantics.successors(discrete, everything);
  const failing = faults.filter(
    (fault) => fault.transition !== undefined && sameTransition(fault.transition, transition),
  );
  const possible = moves.filter((move) => sameTransition(move.transition, transition));
  return [...failing, ...possible].map(({ leave }) => leave);
}

/** Moments as value + small · ε with an ε below every other difference: strict bounds need no smallest number. */
interface Moments {
  readonly value: Float64Array;
  readonly small: Float64Array;
}

function before({ value, small }: Moments, a: number, b: number): number {
  return value[a]! - value[b]! || small[a]! - small[b]!;
}

/** time[later] − time[earlier] ≤ bound, or < when strict. */
interface Distance {
  readonly later: number;
  readonly earlier: number;
  readonly bound: number;
  readonly strict: boolean;
}

/** Moment 0 is the beginning, k is step k, the last one is the end. */
class Schedule {
  private readonly semantics: ReferenceSemantics;
  private readonly owners: Int32Array;
  private readonly end: number;
  private readonly distances: Distance[] = [];
  /** By process: the moment of its latest step. */
  private readonly latest: Int32Array;
  /** By clock row: the clock shows the time since `moment`, plus `offset`. */
  private readonly origins: { readonly moment: number; readonly offset: number }[];

  constructor(semantics: ReferenceSemantics, owners: Int32Array, steps: number) {
    const { network } = semantics;
    this.semantics = semantics;
    this.owners = owners;
    this.end = steps + 1;
    this.latest = new Int32Array(network.processes.length);
    this.origins = [{ moment: 0, offset: 0 }, ...network.clocks.map(({ initial }) => ({ moment: 0, offset: initial }))];
  }

  /** Gathers what the steps ask of their moments; yields the discrete state behind them. */
  follow({ initial, transitions }: Path): Discrete {
    const { discrete } = this.semantics;
    const { locations, cells } = this.semantics.initial()[initial]!;
    let state: Discrete = { locations, cells };
    const everybody = [...this.latest.keys()];
    this.require(0, discrete.invariant(state) ?? [], everybody);
    for (const [index, transition] of transitions.entries()) {
      const moment = index + 1;
      const move = discrete.moves(state).moves.find((one) => sameTransition(one.transition, transition));
      if (move === undefined) throw new Error("a step of the path is not possible");
      const participants = move.steps.map(({ process }) => process);
      this.leave(state, moment, participants);
      this.require(moment, move.require);
      const { target, assignments, invariant } = discrete.fire(state, move);
      for (const { row, source, value } of assignments) {
        const from = this.origins[source]!;
        this.origins[row] = source === 0 ? { moment, offset: value } : { ...from, offset: from.offset + value };
      }
      this.require(moment, invariant ?? [], participants);
      for (const process of participants) this.latest[process] = moment;
      state = target;
    }
    this.leave(state, this.end, everybody);
    return state;
  }

  /** Processes are where they are from their latest step to this moment, for no time at all where they may not wait. */
  private leave(state: Discrete, moment: number, processes: readonly number[]): void {
    const { discrete } = this.semantics;
    for (const process of processes) {
      const latest = this.latest[process]!;
      this.distances.push({ later: latest, earlier: moment, bound: 0, strict: false });
      const { urgent, committed } = discrete.program.locations[process]![state.locations[process]!]!;
      if (urgent || committed) this.distances.push({ later: moment, earlier: latest, bound: 0, strict: false });
    }
    this.require(moment, discrete.invariant(state) ?? [], processes);
  }

  /** The constraints hold at a moment; of an invariant, those on the clocks of some processes. */
  private require(moment: number, constraints: Constraints, processes?: readonly number[]): void {
    for (const constraint of constraints) {
      const row = constraint.left === 0 ? constraint.right : constraint.left;
      if (processes !== undefined && row > 0 && !processes.includes(this.owners[row - 1]!)) continue;
      this.distances.push(this.distanceOf(moment, constraint));
    }
  }

  private distanceOf(moment: number, { left, right, value, strict }: Constraint): Distance {
    // A clock is "now minus its origin plus its offset": now cancels out in a difference of clocks.
    const since = (row: number): { moment: number; offset: number } =>
      row === 0 ? { moment, offset: 0 } : this.origins[row]!;
    const [a, b] = [since(left), since(right)];
    return { later: b.moment, earlier: a.moment, bound: value - a.offset + b.offset, strict };
  }

  /** Moments that meet everything, the end lying in a zone; undefined when there are none. */
  moments(zone: Int32Array): Moments | undefined {
    const { dim } = this.semantics;
    const atEnd: Distance[] = [];
    for (let left = 0; left < dim; left++) {
      for (let right = 0; right < dim; right++) {
        const bound = zone[left * dim + right]!;
        if (left === right || bound === INF) continue;
        const constraint = { left, right, value: constantOf(bound), strict: isStrict(bound) };
        atEnd.push(this.distanceOf(this.end, constraint));
      }
    }
    return solve([...this.distances, ...atEnd], this.end + 1);
  }
}

/** Bellman and Ford, from everything at 0 downwards. */
function solve(distances: readonly Distance[], count: number): Moments | undefined {
  const value = new Float64Array(count);
  const small = new Float64Array(count);
  for (let round = 0; round <= count; round++) {
    let changed = false;
    for (const { later, earlier, bound, strict } of distances) {
      const most = value[earlier]! + bound;
      const mostSmall = small[earlier]! - (strict ? 1 : 0);
      if (value[later]! < most || (value[later] === most && small[later]! <= mostSmall)) continue;
      value[later] = most;
      small[later] = mostSmall;
      changed = true;
    }
    if (!changed) return { value, small };
  }
  return undefined;
}
