// What is known of a best run: the value of the best that was found, a bound that none goes below, and how it came
// about.

import type { ScheduleBar } from "../../schedule/index.ts";
import type { Trace } from "../../trace/index.ts";

export interface RunOptimum {
  readonly objective: "time" | "cost";
  /** Of the run that is shown. */
  readonly best: number;
  /** No run has less. */
  readonly lower: number;
  /** Is no run better than the one that is shown? */
  readonly proven: boolean;
  /** False: there are runs that come as close to the bound as one likes, and none that reaches it. */
  readonly attained: boolean;
}

export interface Improvement {
  readonly value: number;
  /** CPU seconds since the question was asked. */
  readonly seconds: number;
  /** What found it: `beam 40`, `zones`. */
  readonly by: string;
  /** What was known of the others then. */
  readonly lower: number;
}

/** In units of which each is so many of the model's. */
export function inUnits<T extends Improvement | RunOptimum>(one: T, unit: number): T {
  const lower = one.lower * unit;
  return "best" in one ? { ...one, lower, best: one.best * unit } : { ...one, lower, value: one.value * unit };
}

/** A better run, as a plan where there is one. */
export interface PlanSoFar {
  readonly trace: Trace;
  readonly schedule: readonly ScheduleBar[] | undefined;
}

/** Better runs, one after the other, each replayed before anybody hears of it. */
export class Improvements {
  readonly all: Improvement[] = [];
  trace: Trace | undefined;
  private readonly seconds: () => number;
  private readonly tell: ((improvement: Improvement, trace: Trace) => void) | undefined;

  constructor(seconds: () => number, tell?: (improvement: Improvement, trace: Trace) => void) {
    this.seconds = seconds;
    this.tell = tell;
  }

  get best(): number {
    return this.all.at(-1)?.value ?? Number.POSITIVE_INFINITY;
  }

  add(trace: Trace, value: number, by: string, lower: number): void {
    if (value >= this.best) return;
    this.trace = trace;
    const improvement = { value, seconds: this.seconds(), by, lower: Math.min(lower, value) };
    this.all.push(improvement);
    this.tell?.(improvement, trace);
  }
}
