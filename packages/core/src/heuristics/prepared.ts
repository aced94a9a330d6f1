// A heuristic that is made ready step by step, so that whoever runs a search can show progress, obey limits and do
// something else meanwhile; the first estimate finishes what is left of it. Nothing is told of it afterwards.

import type { DiscreteView } from "../engine/engine.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { Building, Heuristic, Preference, ZoneBounds } from "./heuristic.ts";

export class Prepared implements Heuristic, Building {
  private readonly work: Generator<number, Heuristic>;
  private made: Heuristic | undefined;
  /** Between 0 and 1. */
  progress = 0;

  /** The work says what share of it is done. */
  constructor(work: Generator<number, Heuristic>) {
    this.work = work;
  }

  advance(): boolean {
    if (this.made !== undefined) return false;
    const { done, value } = this.work.next();
    if (done === true) this.made = value;
    this.progress = done === true ? 1 : value;
    return done !== true;
  }

  estimate(state: DiscreteView, without?: JointTransition, zone?: ZoneBounds): number {
    return (this.made ?? this.finish()).estimate(state, without, zone);
  }

  /** Where nothing is preferred, nothing is put off. */
  preference(state: DiscreteView): Preference {
    return (this.made ?? this.finish()).preference?.(state) ?? (() => true);
  }

  get givenUp(): number {
    return this.made?.givenUp ?? 0;
  }

  get constructions(): readonly Building[] {
    return [this];
  }

  private finish(): Heuristic {
    while (this.advance());
    return this.made!;
  }
}
