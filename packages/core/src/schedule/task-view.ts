// A network seen as a shop: every process that the target names is a chain of stays, each under at most one lock of
// capacity one. Every run to the target then does these operations, in this order, each at least as long, and never two
// at a time under one lock: no run is faster than the best schedule of the shop. Whether the network can follow a
// schedule is shown by replaying it, so nothing else has to be recognised.

import type { LocalStep } from "../analysis/local/local-unfolding.ts";
import type { Lock } from "../analysis/local/locks.ts";
import { defined } from "../basics/defined.ts";
import type { ProcessWork, WorkLeft } from "../heuristics/index.ts";
import type { Edge, Network } from "../network/index.ts";
import { Shop, type ShopOperation } from "./shop.ts";

/** A job's way: its steps in order, each with the operation that it begins or ends, if it does. */
export interface JobStep {
  readonly step: LocalStep;
  /** How long the process stays before it. */
  readonly least: number;
  readonly begins: number | undefined;
  readonly ends: number | undefined;
  /** What a machine does in the same step. */
  readonly partner?: Edge;
}

export interface TaskView {
  readonly shop: Shop;
  readonly jobs: readonly (readonly ShopOperation[])[];
  /** By job: the process, and what it does. */
  readonly processes: readonly number[];
  readonly ways: readonly (readonly JobStep[])[];
  /** Names of the machines; undefined for an operation that needs none. */
  readonly machines: readonly (string | undefined)[];
}

/** Or why the network is none. */
export function taskViewOf(network: Network, { processes, locks, servers }: WorkLeft): TaskView | string {
  const jobs: (readonly ShopOperation[])[] = [];
  const ways: (readonly JobStep[])[] = [];
  const members: number[] = [];
  const machines: (string | undefined)[] = locks.map(({ name }) => name);
  let first = 0;
  for (const [p, work] of processes.entries()) {
    const { name } = network.processes[p]!;
    // A machine does what the jobs do that take it.
    if (work === undefined && servers.some(({ process }) => process === p)) continue;
    if (work === undefined) return `${name} cannot be followed by itself`;
    // A process that the target does not name, or that is there already, has nothing to do.
    if (work.unfolding.initial.every((state) => work.isTarget[state] === 1)) continue;
    const chain = chainOf(work);
    if (chain === undefined) return `${name} may go several ways`;
    const job = operationsOf(work, chain, p, locks, first, machines);
    const partnerOf = (step: LocalStep): Edge | undefined =>
      servers.map(({ partners }) => partners.get(step)).find((edge) => edge !== undefined);
    jobs.push(job.operations);
    ways.push(job.steps.map((way) => ({ ...way, ...defined({ partner: partnerOf(way.step) }) })));
    members.push(p);
    first += job.operations.length;
  }
  if (first === 0) return "no process has to stay anywhere";
  return { shop: new Shop(jobs), jobs, processes: members, ways, machines };
}

/** The only way to a target, as far as there is one; undefined: there are several. */
function chainOf({ unfolding, isTarget, rest }: ProcessWork): readonly LocalStep[] | undefined {
  const { initial, leaving, steps } = unfolding;
  const chain: LocalStep[] = [];
  let state = initial[0];
  if (initial.length !== 1 || state === undefined) return undefined;
  const seen = new Set([state]);
  while (isTarget[state] === 0) {
    const ways: LocalStep[] = leaving[state]!.map((number) => steps[number]!).filter(
      ({ to }) => rest[to] !== Number.POSITIVE_INFINITY,
    );
    const [only] = ways;
    if (only === undefined || ways.length > 1 || seen.has(only.to)) return undefined;
    chain.push(only);
    state = only.to;
    seen.add(state);
  }
  return chain;
}

function operationsOf(
  { stays }: ProcessWork,
  chain: readonly LocalStep[],
  process: number,
  locks: readonly Lock[],
  first: number,
  machines: (string | undefined)[],
): { readonly operations: readonly ShopOperation[]; readonly steps: readonly JobStep[] } {
  const operations: { machine: number; duration: number; begun: number; ended: number }[] = [];
  const heldIn = (state: number): number =>
    locks.findIndex(({ capacity, held }) => capacity === 1 && (held[process]?.[state] ?? 0) > 0);
  let running = -1;
  for (let i = 0; i <= chain.length; i++) {
    const state = i < chain.length ? chain[i]!.from : chain.at(-1)?.to;
    const machine = state === undefined ? -1 : heldIn(state);
    const least = i === chain.length ? 0 : stays[state!]!.least;
    // Under one lock it is one operation, however many stays it has.
    if (machine >= 0 && machine === running) {
      const last = operations.at(-1)!;
      last.duration += least;
      last.ended = i;
      continue;
    }
    running = machine;
    if (i === chain.length || (machine < 0 && least === 0)) continue;
    operations.push({ machine, duration: least, begun: i - 1, ended: i });
  }
  for (const operation of operations) {
    if (operation.machine < 0) operation.machine = machines.push(undefined) - 1;
  }
  const steps = chain.map((step, i) => {
    const begins = operations.findIndex(({ begun }) => begun === i);
    const ends = operations.findIndex(({ ended }) => ended === i);
    const { least } = stays[step.from]!;
    return { step, least, begins: begins < 0 ? undefined : first + begins, ends: ends < 0 ? undefined : first + ends };
  });
  return { operations, steps };
}
