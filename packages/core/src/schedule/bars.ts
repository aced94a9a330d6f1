// A run as a plan: who does what, when, on which resource. A bar is a stretch of time in which a process holds a
// resource, or stays where it has to or where that is paid for. Bars are read off the states of the run, not off
// whatever found it.

import type { WorkLeft } from "../heuristics/index.ts";
import type { Location, Network } from "../network/index.ts";

export interface ScheduleBar {
  /** Where it is drawn: the resource, or the process where it needs none. */
  readonly row: string;
  readonly process: string;
  /** The location where it is visited once, else a number from 1. */
  readonly task: string;
  readonly resource: string | null;
  readonly start: number;
  readonly end: number;
  /** The state of the run in which it begins; 0 is the initial one. */
  readonly state: number;
  /** Nothing in the chain of bars up to the end of the run could be later. */
  readonly critical?: true;
}

/** The states of a run, each with the time at which it is entered. */
interface TimedStates {
  readonly states: readonly { readonly locations: ArrayLike<number>; readonly cells: ArrayLike<number> }[];
  readonly times: readonly number[];
  readonly end: number;
}

export function barsOf(network: Network, { processes, locks }: WorkLeft, run: TimedStates): readonly ScheduleBar[] {
  const bars: (ScheduleBar & { location: string })[] = [];
  for (const [p, work] of processes.entries()) {
    if (work === undefined) continue;
    const { name, locations } = network.processes[p]!;
    const local = run.states.map((state) => work.unfolding.indexOf(state));
    const held = locks.map((lock) => local.map((at) => at >= 0 && (lock.held[p]?.[at] ?? 0) > 0));
    const isHolding = local.map((_, s) => held.some((row) => row[s]));
    const isPaid = ({ price }: Location): boolean =>
      locations.length > 1 && price !== undefined && !(price.kind === "constant" && price.value === 0);
    const stays = local.map((at, s) => {
      if (isHolding[s] || at < 0) return false;
      return work.stays[at]!.least > 0 || isPaid(locations[run.states[s]!.locations[p]!]!);
    });
    const add = (on: readonly boolean[], resource: string | null, isOne: (a: number, b: number) => boolean): void => {
      for (let s = 0; s < on.length; s++) {
        if (!on[s]) continue;
        let last = s;
        while (last + 1 < on.length && on[last + 1] && isOne(last, last + 1)) last++;
        const [start, end] = [run.times[s]!, run.times[last + 1] ?? run.end];
        const location = locations[run.states[s]!.locations[p]!]!.name;
        bars.push({ row: resource ?? name, process: name, task: "", resource, start, end, state: s, location });
        s = last;
      }
    };
    // A lock may be given back and taken again at once: then the local state changes between.
    for (const [r, on] of held.entries()) add(on, locks[r]!.name, (a, b) => local[a] === local[b] || !isFresh(a, b));
    add(stays, null, (a, b) => local[a] === local[b]);
    function isFresh(before: number, after: number): boolean {
      return work!.unfolding.leaving[local[before]!]!.every((number) => {
        const { to, effects } = work!.unfolding.steps[number]!;
        return to !== local[after] || effects.some(({ cell }) => locks.some((lock) => lock.cell === cell));
      });
    }
  }
  bars.sort((a, b) => a.start - b.start || a.end - b.end);
  return marked(named(bars), run.end);
}

function named(bars: readonly (ScheduleBar & { location: string })[]): readonly ScheduleBar[] {
  const visits = new Map<string, number>();
  for (const { process, location } of bars) {
    visits.set(`${process} ${location}`, (visits.get(`${process} ${location}`) ?? 0) + 1);
  }
  const repeats = new Set(
    bars.filter(({ process, location }) => visits.get(`${process} ${location}`)! > 1).map(({ process }) => process),
  );
  const counts = new Map<string, number>();
  return bars.map(({ location, ...bar }) => {
    const count = (counts.get(bar.process) ?? 0) + 1;
    counts.set(bar.process, count);
    return { ...bar, task: repeats.has(bar.process) ? `${count}` : location };
  });
}

/**
 * Back from the end: each bar of the chain ends when the next one begins, on the same resource or of the same process.
 */
function marked(bars: readonly ScheduleBar[], end: number): readonly ScheduleBar[] {
  const critical = new Set<ScheduleBar>();
  let next = lastOf(bars, (bar) => bar.end === end && bar.end > bar.start);
  while (next !== undefined) {
    critical.add(next);
    const { start, row, process }: ScheduleBar = next;
    next = lastOf(
      bars,
      (bar) =>
        bar.end === start && bar.start < bar.end && !critical.has(bar) && (bar.process === process || bar.row === row),
    );
  }
  return bars.map((bar) => (critical.has(bar) ? { ...bar, critical: true } : bar));
}

/**
 * What is wrong with bars, seen by themselves: nobody holds what is taken. `capacity`: how many may; undefined:
 * nothing.
 */
export function barsFault(bars: readonly ScheduleBar[], capacity: ReadonlyMap<string, number>): string | undefined {
  for (const [resource, most] of capacity) {
    const changes = bars
      .filter((bar) => bar.resource === resource && bar.end > bar.start)
      .flatMap(({ start, end }) => [[start, 1] as const, [end, -1] as const])
      .sort(([a, x], [b, y]) => a - b || x - y);
    let held = 0;
    for (const [time, change] of changes) {
      held += change;
      if (held > most) return `${resource} is held ${held} times at ${time}`;
    }
  }
  return bars.some(({ start, end }) => end < start) ? "a bar ends before it begins" : undefined;
}

function lastOf(bars: readonly ScheduleBar[], is: (bar: ScheduleBar) => boolean): ScheduleBar | undefined {
  for (let i = bars.length - 1; i >= 0; i--) if (is(bars[i]!)) return bars[i];
  return undefined;
}
