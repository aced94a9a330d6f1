// What every process still has to do, by itself: from each local state the least time to the target, the least time it
// still holds each resource, before it first does and after it last does. All are minima over its own paths, so
// whatever the others do, it takes no less.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { Faulty, Lost } from "../../analysis/local/known-values.ts";
import { ownCells, type Unfolding, unfold } from "../../analysis/local/local-unfolding.ts";
import { findLocks, type Lock } from "../../analysis/local/locks.ts";
import { PartialRun } from "../../analysis/local/partial-run.ts";
import { findServers, type Server } from "../../analysis/local/servers.ts";
import { type LeastStay, staysOf } from "../../analysis/local/stays.ts";
import type { Expression, Network } from "../../network/index.ts";
import { type GoalFormula, goalOf } from "../goal.ts";
import type { Problem } from "../heuristic.ts";

/** By local state; Infinity: the target is out of reach. */
type Times = Float64Array;

export interface ResourceUse {
  /** How long it is still held, each unit counted. */
  readonly work: Times;
  readonly before: Times;
  readonly after: Times;
}

export interface ProcessWork {
  readonly unfolding: Unfolding;
  readonly stays: readonly LeastStay[];
  readonly isTarget: Uint8Array;
  readonly rest: Times;
  /** By lock; absent where the process never holds it. */
  readonly uses: readonly (ResourceUse | undefined)[];
}

export interface WorkLeft {
  /** By process; absent where it cannot be followed by itself. */
  readonly processes: readonly (ProcessWork | undefined)[];
  readonly locks: readonly Lock[];
  /** By clock: the processes that set it. */
  readonly setters: readonly ReadonlySet<number>[];
  /** Processes that are machines, taken and given back over channels; they are among the locks, too. */
  readonly servers: readonly Server[];
}

export function workLeft({ network, target }: Pick<Problem, "network" | "target">): WorkLeft {
  const accesses = new AccessAnalysis(network);
  const own = ownCells(network, accesses);
  const unfoldings = network.processes.map((_, process) => unfold(network, process, own));
  const writes = (process: number): ReadonlySet<number> =>
    new Set(network.processes[process]!.edges.flatMap((id) => [...accesses.ofEdge(id).writtenCells]));
  const setters = clockSetters(network, accesses);
  const servers = findServers(network, unfoldings, setters);
  const locks = [...findLocks(network, unfoldings, writes), ...servers.map(({ lock }) => lock)];
  const goal = goalOf(target);
  const processes = unfoldings.map((unfolding, process) => {
    if (unfolding === undefined) return undefined;
    const alone = staysOf(network, unfolding, (clock) => isAlone(setters[clock]!, process));
    const stays = alone.map((stay, state) => servedStay(servers, process, state, stay));
    const isTarget = targetsOf(network, unfolding, goal);
    const least = Float64Array.from(stays, (stay) => stay.least);
    const rest = ahead(unfolding, least, (state) => isTarget[state] === 1);
    const uses = locks.map(({ held }) => held[process] && useOf(unfolding, least, isTarget, held[process]!));
    return { unfolding, stays, isTarget, rest, uses };
  });
  return { processes, locks, setters, servers };
}

/** Whoever has a machine stays as long as it works. */
function servedStay(servers: readonly Server[], process: number, state: number, alone: LeastStay): LeastStay {
  return servers.reduce((longest, { stays }) => {
    const stay = stays[process]?.get(state);
    return stay !== undefined && stay.least > longest.least ? stay : longest;
  }, alone);
}

/** By clock: who sets it. */
function clockSetters(network: Network, accesses: AccessAnalysis): readonly ReadonlySet<number>[] {
  const setters = network.clocks.map(() => new Set<number>());
  for (const { process, update } of network.edges) {
    for (const clock of accesses.ofStatements(update).resetClocks) setters[clock]!.add(process);
  }
  for (const hook of [network.beforeUpdate, network.afterUpdate]) {
    for (const clock of accesses.ofStatements(hook).resetClocks) setters[clock]!.add(-1);
  }
  return setters;
}

const isAlone = (setters: ReadonlySet<number>, process: number): boolean => {
  return setters.size === 0 || (setters.size === 1 && setters.has(process));
};

/** Local states in which the target is not known to be false. */
function targetsOf(network: Network, unfolding: Unfolding, goal: GoalFormula): Uint8Array {
  const { process, own, states } = unfolding;
  const isOwn = new Set(own);
  let at = 0;
  const run = new PartialRun(
    network,
    (cell) => isOwn.has(cell),
    (asked) => (asked === process ? at : undefined),
  );
  const cells = Int32Array.from(network.initialValues);
  const isPossible = (formula: GoalFormula): boolean => {
    switch (formula.kind) {
      case "and":
        return formula.parts.every(isPossible);
      case "or":
        return formula.parts.some(isPossible);
      case "location":
        return formula.process !== process || (formula.location === at) === formula.holds;
      case "data":
        return isPossiblyTrue(run, formula.condition);
      default:
        return formula.kind === "true";
    }
  };
  return Uint8Array.from(states, ({ location, values }) => {
    at = location;
    for (const [i, cell] of own.entries()) cells[cell] = values[i]!;
    run.begin(cells, []);
    return isPossible(goal) ? 1 : 0;
  });
}

/** What fails, or cannot be followed, is not known to be false. */
function isPossiblyTrue(run: PartialRun, condition: Expression): boolean {
  try {
    return run.tried(condition) !== 0;
  } catch (error) {
    if (error instanceof Lost || error instanceof Faulty) return true;
    throw error;
  }
}

function useOf(unfolding: Unfolding, least: Times, isTarget: Uint8Array, held: Uint8Array): ResourceUse {
  const { steps, leaving, states } = unfolding;
  const isEnd = (state: number): boolean => isTarget[state] === 1;
  const holds = (state: number): boolean => held[state]! > 0;
  const work = ahead(
    unfolding,
    least.map((time, state) => time * held[state]!),
    isEnd,
  );
  const before = ahead(unfolding, least, holds);
  const without = ahead(
    unfolding,
    least,
    (state) => isEnd(state) && !holds(state),
    (state) => !holds(state),
  );
  // Where it is held for the last time, and what comes then.
  const last = Float64Array.from(states, (_, state) => {
    if (!holds(state)) return Number.POSITIVE_INFINITY;
    if (isEnd(state)) return 0;
    return leaving[state]!.reduce(
      (time, number) => Math.min(time, without[steps[number]!.to]!),
      Number.POSITIVE_INFINITY,
    );
  });
  const none = new Float64Array(states.length);
  return { work, before, after: ahead(unfolding, none, () => false, undefined, last) };
}

/**
 * Least sums of weights along paths to an end, which counts nothing any more; `start`: what an end counts otherwise.
 */
function ahead(
  { states, steps, entering }: Unfolding,
  weight: Times,
  isEnd: (state: number) => boolean,
  mayPass: (state: number) => boolean = () => true,
  start?: Times,
): Times {
  const times = new Float64Array(states.length).fill(Number.POSITIVE_INFINITY);
  const queue: number[] = [];
  for (let state = 0; state < states.length; state++) {
    const time = start === undefined ? (isEnd(state) ? 0 : Number.POSITIVE_INFINITY) : start[state]!;
    if (time === Number.POSITIVE_INFINITY) continue;
    times[state] = time;
    queue.push(state);
  }
  for (let at = 0; at < queue.length; at++) {
    const state = queue[at]!;
    for (const number of entering[state]!) {
      const { from } = steps[number]!;
      if (!mayPass(from)) continue;
      const time = times[state]! + weight[from]!;
      if (time >= times[from]!) continue;
      times[from] = time;
      queue.push(from);
    }
  }
  return times;
}
