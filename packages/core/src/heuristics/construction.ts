// A heuristic that is built before it can estimate. Building advances by small steps, so that whoever runs a search can
// show progress and obey limits; the first estimate finishes what is left of it.

import type { DiscreteView } from "../engine/engine.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { EstimateTree } from "../symbolic/index.ts";
import type { Meter } from "./factored/build-budget.ts";
import type { Building, BuildReport, Heuristic, ZoneBounds } from "./heuristic.ts";

export interface Built {
  estimate(state: DiscreteView, zone?: ZoneBounds): number;
  /** What of a state it depends on; absent: everything. */
  readonly reads?: { readonly processes: readonly number[]; readonly cells: readonly number[] };
  readonly facts: Omit<BuildReport, "seconds">;
}

export class Construction<T> implements Heuristic, Building {
  private readonly work: Generator<number, T>;
  private readonly meter: Meter;
  private readonly finish: (result: T) => Built;
  private built: Built | undefined;
  /** Between 0 and 1. */
  progress = 0;

  constructor(work: Generator<number, T>, meter: Meter, finish: (result: T) => Built) {
    this.work = work;
    this.meter = meter;
    this.finish = finish;
  }

  /** Does a little; false when everything is done. */
  advance(): boolean {
    if (this.built !== undefined) return false;
    const { meter } = this;
    return meter.during(() => {
      const { done, value } = this.work.next();
      if (done !== true) {
        this.progress = Math.max(this.progress, value, meter.used);
        return true;
      }
      this.built = this.finish(value);
      this.progress = 1;
      return false;
    });
  }

  estimate(state: DiscreteView, without?: JointTransition, zone?: ZoneBounds): number {
    if (without !== undefined) throw new Error("tables do not know what a single transition is needed for");
    while (this.built === undefined) this.advance();
    return this.built.estimate(state, zone);
  }

  tree(): EstimateTree | undefined {
    while (this.built === undefined) this.advance();
    const { reads } = this.built;
    return reads && { kind: "part", ...reads, of: (state) => this.estimate(state) };
  }

  get constructions(): readonly Building[] {
    return [this];
  }

  get report(): BuildReport {
    const { seconds, bytes: memoryBytes } = this.meter;
    if (this.built !== undefined) return { seconds, ...this.built.facts };
    return { seconds, states: 0, memoryBytes, done: this.progress };
  }
}
