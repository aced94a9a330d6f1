// A path that a search found in local time lists its steps in some order in which each process does what it does;
// steps of different processes may stand in an order that no clock on the wall would show. Here the moments of the
// steps are solved from the constraints along the path, and the steps are put into the order of time; those at one
// moment keep their places. What results is a path of the usual semantics with the same steps.

import { localTimeOf } from "../../analysis/local-time.ts";
import type { Network } from "../../network/index.ts";
import {
  type Constraints,
  createSymbolicSemantics,
  type Discrete,
  type ReferenceSemantics,
  sameTransition,
} from "../../semantics/index.ts";
import { type Federation, universe } from "../../zone/index.ts";
import type { TimingProblem } from "../timing-problem.ts";
import type { Path } from "../trace.ts";
import { compareMoments, Schedule } from "./difference-constraints.ts";

/** Undefined: there is no such run. */
export function inOrderOfTime(network: Network, problem: TimingProblem): Path | undefined {
  const local = localTimeOf(network);
  if ("obstacle" in local) throw new Error(`there is no local time: ${local.obstacle}`);
  const semantics = createSymbolicSemantics(network);
  const { path } = problem;
  const schedule = new Schedule(network, path.transitions.length);
  const end = new LocalSchedule(semantics, local.owners, schedule).follow(path);
  for (const piece of ends(semantics, end, problem)) {
    const moments = schedule.moments(piece);
    if (moments === undefined) continue;
    const order = path.transitions
      .map((_, step) => step)
      .sort((a, b) => compareMoments(moments, a + 1, b + 1) || a - b);
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

/** What the steps of a path ask of their moments, each process in its own time. */
class LocalSchedule {
  private readonly semantics: ReferenceSemantics;
  private readonly owners: Int32Array;
  private readonly schedule: Schedule;
  /** By process: the moment of its latest step. */
  private readonly latest: Int32Array;

  constructor(semantics: ReferenceSemantics, owners: Int32Array, schedule: Schedule) {
    this.semantics = semantics;
    this.owners = owners;
    this.schedule = schedule;
    this.latest = new Int32Array(semantics.network.processes.length);
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
      this.schedule.require(moment, move.require);
      const { target, assignments, invariant } = discrete.fire(state, move);
      this.schedule.assign(moment, assignments);
      this.require(moment, invariant ?? [], participants);
      for (const process of participants) this.latest[process] = moment;
      state = target;
    }
    this.leave(state, this.schedule.end, everybody);
    return state;
  }

  /** Processes are where they are from their latest step to this moment, for no time at all where they may not wait. */
  private leave(state: Discrete, moment: number, processes: readonly number[]): void {
    const { discrete } = this.semantics;
    for (const process of processes) {
      const latest = this.latest[process]!;
      this.schedule.order(latest, moment);
      const { urgent, committed } = discrete.program.locations[process]![state.locations[process]!]!;
      if (urgent || committed) this.schedule.order(moment, latest);
    }
    this.require(moment, discrete.invariant(state) ?? [], processes);
  }

  /** Of an invariant, the constraints on the clocks of some processes hold at a moment. */
  private require(moment: number, invariant: Constraints, processes: readonly number[]): void {
    const theirs = invariant.filter(({ left, right }) => {
      const row = left === 0 ? right : left;
      return row === 0 || processes.includes(this.owners[row - 1]!);
    });
    this.schedule.require(moment, theirs);
  }
}
