// The least time at which the target can hold, seen from a state: no process is done sooner than its own work allows,
// and no resource is free sooner than everybody who still needs it has had it, one after the other (Carlier and Pinson
// 1989 bound machines in the same way). Every term is a minimum over what single processes can do, so the bound is
// never too late.

import type { DiscreteView } from "../../engine/engine.ts";
import type { Problem } from "../heuristic.ts";
import { type WorkLeft, workLeft } from "./work-left.ts";

export class TimeBound {
  readonly work: WorkLeft;
  private readonly local: Int32Array;
  private readonly since: Float64Array;

  constructor(problem: Pick<Problem, "network" | "target">) {
    this.work = workLeft(problem);
    const { length } = this.work.processes;
    this.local = new Int32Array(length);
    this.since = new Float64Array(length);
  }

  /** Does it say anything at all? */
  get isTelling(): boolean {
    return this.work.processes.some((process) => process?.rest.some((time) => time > 0));
  }

  /**
   * `now`: the least time of the state; `began`: the least time at which a clock was zero, for clocks of stays.
   * Infinity: no way to the target.
   */
  of(state: DiscreteView, now: number, began: (clock: number) => number): number {
    const { processes, locks } = this.work;
    const { local, since } = this;
    let bound = now;
    for (let p = 0; p < processes.length; p++) {
      const process = processes[p];
      const at = process === undefined ? -1 : process.unfolding.indexOf(state);
      local[p] = at;
      if (at < 0) continue;
      const { clock, least } = process!.stays[at]!;
      // A stay that is over, and goes on, counts no more than itself.
      since[p] = least === 0 ? now : Math.max(now - least, began(clock));
      const done = since[p]! + process!.rest[at]!;
      if (done > bound) bound = done;
    }
    for (let r = 0; r < locks.length; r++) {
      let total = 0;
      let first = Number.POSITIVE_INFINITY;
      let last = Number.POSITIVE_INFINITY;
      for (let p = 0; p < processes.length; p++) {
        const at = local[p]!;
        const use = at < 0 ? undefined : processes[p]!.uses[r];
        if (use === undefined) continue;
        const work = use.work[at]!;
        if (work === 0 || work === Number.POSITIVE_INFINITY) continue;
        total += work;
        first = Math.min(first, since[p]! + use.before[at]!);
        last = Math.min(last, use.after[at]!);
      }
      if (total === 0) continue;
      const free = first + Math.ceil(total / locks[r]!.capacity) + last;
      if (free > bound) bound = free;
    }
    return bound;
  }
}
