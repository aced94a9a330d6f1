// How much time must pass, for each automaton on its own: until it gets to a location, and from one location to
// another. Kept per location are the earliest time and, for each clock that only this automaton sets, the earliest time
// at which it can have been zero; a guard `x >= 5` then holds five time units after that at the earliest. Where ways
// meet the earlier counts, so times are never too late.

import { type Edge, hasStopwatches, type Network } from "../network/index.ts";
import { type ClockIntervals, singleClock } from "./clock-intervals.ts";

/** Lower bounds: of the time, and by clock of the moment at which it was zero. */
interface Moment {
  readonly time: number;
  readonly zero: readonly number[];
}

export class ElapsedTime {
  private readonly network: Network;
  private readonly intervals: ClockIntervals;
  /** By edge: clocks that must have grown to at least so much. */
  private readonly waits: readonly (readonly { readonly clock: number; readonly least: number }[])[];
  private readonly sinceStart: readonly (readonly number[])[];
  private readonly between = new Map<string, readonly number[]>();

  constructor(network: Network, intervals: ClockIntervals) {
    this.network = network;
    this.intervals = intervals;
    this.waits = network.edges.map((edge) => this.waitsOf(edge));
    this.sinceStart = network.processes.map(({ initial }, process) =>
      this.explore(process, initial, {
        time: 0,
        zero: network.clocks.map((clock, index) => (this.isOwn(process, index) ? -clock.initial : UNKNOWN)),
      }),
    );
  }

  /** Clocks that run on for ever, nothing sets them: they tell the time. */
  tellsTime(clock: number): boolean {
    // Clocks that stand still for a while do not tell the time.
    return !hasStopwatches(this.network) && this.intervals.settersOf(clock).size === 0;
  }

  /** Time since the start at which the process can first be in the location; Infinity if it never is. */
  until(process: number, location: number): number {
    return this.sinceStart[process]![location]!;
  }

  /** Time that passes at least while the process gets from one location to another. */
  from(process: number, location: number, to: number): number {
    const key = `${process} ${location}`;
    let times = this.between.get(key);
    if (times === undefined) {
      const zero = this.network.clocks.map((_, clock) =>
        this.isOwn(process, clock) ? -this.intervals.most(process, location, clock) : UNKNOWN,
      );
      times = this.explore(process, [location], { time: 0, zero });
      this.between.set(key, times);
    }
    return times[to]!;
  }

  private explore(process: number, from: readonly number[], start: Moment): readonly number[] {
    const { locations, edges } = this.network.processes[process]!;
    const best: (Moment | undefined)[] = locations.map(() => undefined);
    const queue: number[] = [];
    const enter = (location: number, moment: Moment): void => {
      const known = best[location];
      const joined = known === undefined ? moment : earlier(known, moment);
      if (known !== undefined && sameMoment(known, joined)) return;
      best[location] = joined;
      queue.push(location);
    };
    for (const location of from) enter(location, start);
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const id of edges) {
        const edge = this.network.edges[id]!;
        if (edge.source === at) enter(edge.target, this.take(edge, best[at]!));
      }
    }
    return best.map((moment) => moment?.time ?? Number.POSITIVE_INFINITY);
  }

  private take({ id, process }: Edge, { time: before, zero: zeroBefore }: Moment): Moment {
    let time = before;
    for (const { clock, least } of this.waits[id]!) time = Math.max(time, zeroBefore[clock]! + least);
    const zero = [...zeroBefore];
    for (const { clock, range, surely } of this.intervals.resets[id]!) {
      if (!this.isOwn(process, clock)) continue;
      const set = time - range.max;
      zero[clock] = surely ? set : Math.min(zero[clock]!, set);
    }
    return { time, zero };
  }

  private waitsOf(edge: Edge): { clock: number; least: number }[] {
    return edge.guard.flatMap((conjunct) => {
      if (conjunct.kind !== "clock" || conjunct.binders.length > 0 || conjunct.when !== undefined) return [];
      const test = singleClock(conjunct, this.intervals.data, this.intervals.frameOf(edge));
      return test === null || test.range.min <= 0 ? [] : [{ clock: test.clock, least: test.range.min }];
    });
  }

  /** Nobody but the process sets the clock. */
  private isOwn(process: number, clock: number): boolean {
    const setters = this.intervals.settersOf(clock);
    return setters.size === 0 || (setters.size === 1 && setters.has(process));
  }
}

/** A clock of which nothing is known may have been zero long ago. */
const UNKNOWN = Number.NEGATIVE_INFINITY;

const earlier = (a: Moment, b: Moment): Moment => ({
  time: Math.min(a.time, b.time),
  zero: a.zero.map((zero, clock) => Math.min(zero, b.zero[clock]!)),
});

const sameMoment = (a: Moment, b: Moment): boolean =>
  a.time === b.time && a.zero.every((zero, clock) => zero === b.zero[clock]);
