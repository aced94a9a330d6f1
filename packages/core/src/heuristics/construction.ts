// A heuristic that is built before it can estimate. Building advances by small steps, so that whoever runs a search can
// show progress and obey limits; the first estimate finishes what is left of it.

import type { DiscreteView, JointTransition } from "../engine/engine.ts";
import type { Meter } from "./factored/meter.ts";
import type { Building, BuildReport, Heuristic, ZoneBounds } from "./heuristic.ts";

export interface Built {
  estimate(state: DiscreteView, zone?: ZoneBounds): number;
  readonly facts: Omit<BuildReport, "seconds">;
}

export class Construction<T> implements Heuristic, Building {
  private readonly work: Generator<number, T>;
  private readonly meter: Meter;
  private readonly finish: (result: T) => Built;
  private built: Built | undefined;
  private seconds = 0;
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
    const { done, value } = this.work.next();
    if (done !== true) {
      this.progress = value;
      return true;
    }
    this.built = this.finish(value);
    this.seconds = this.meter.seconds;
    this.progress = 1;
    return false;
  }

  estimate(state: DiscreteView, without?: JointTransition, zone?: ZoneBounds): number {
    if (without !== undefined) throw new Error("tables do not know what a single transition is needed for");
    while (this.built === undefined) this.advance();
    return this.built.estimate(state, zone);
  }

  get constructions(): readonly Building[] {
    return [this];
  }

  get report(): BuildReport | undefined {
    return this.built === undefined ? undefined : { seconds: this.seconds, ...this.built.facts };
  }
}
