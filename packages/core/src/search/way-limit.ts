// How far a way may go: what bounded searches measure it by, and what they hold that against. A way measures the number
// of its steps, or what they cost where the search counts costs (survey, section 3: an estimate of so many steps is
// worth as much as so many of the cheapest). What is asked for from the beginning is a bound, and cutting a way because
// of it leaves something out; what was found narrows it further, and leaves nothing out that would be better.

import type { DiscreteView, Expansion, StateId } from "../engine/engine.ts";
import type { StepCosts } from "../search-context/index.ts";
import type { Bound } from "./search.ts";

export class WayLimit {
  private readonly costs: StepCosts | undefined;
  private readonly asked: number;
  /** At most so many steps, and less than this cost: what better traces have. */
  private longest = Number.POSITIVE_INFINITY;
  private dearest = Number.POSITIVE_INFINITY;
  /** The least measure of a way that the bound cut off; Infinity: it cut none. */
  leastCut = Number.POSITIVE_INFINITY;
  wasCut = false;

  constructor(costs: StepCosts | undefined, bound: Bound | undefined) {
    this.costs = costs;
    this.asked = bound?.length ?? Number.POSITIVE_INFINITY;
  }

  /** Every way may go on: nobody needs an estimate to tell. */
  get isOpen(): boolean {
    const { POSITIVE_INFINITY } = Number;
    return this.asked === POSITIVE_INFINITY && this.longest === POSITIVE_INFINITY && this.dearest === POSITIVE_INFINITY;
  }

  /** The measure of standing at an initial state. */
  get start(): number {
    return this.costs?.start ?? 0;
  }

  /** The measure of a way that goes on by a candidate of the latest expansion. */
  after(before: number, expansion: Expansion, ordinal: number, parent: StateId): number {
    return this.costs === undefined ? before + 1 : this.costs.after(before, expansion.transition(ordinal), parent);
  }

  /** The least measure of a way that goes on from a state for so many steps. */
  ahead(measure: number, steps: number, state: () => DiscreteView): number {
    if (this.costs === undefined) return measure + steps;
    return this.costs.ahead?.(measure, steps, state) ?? measure;
  }

  /** May a way that measures so much, and goes on from a state for at least so many steps, still count? */
  admits(measure: number, steps: number, state?: () => DiscreteView): boolean {
    const least = state === undefined ? measure : this.ahead(measure, steps, state);
    // Infinity is a proof that nothing can come of the state, not a matter of the bound.
    if (least === Number.POSITIVE_INFINITY) return this.isOpen;
    if (least > this.asked) {
      this.wasCut = true;
      if (least < this.leastCut) this.leastCut = least;
      return false;
    }
    return least <= this.longest && least < this.dearest;
  }

  /** Only better ways count from now on: of at most this length; or cheaper than the one that measures so much. */
  improve(length: number, found: number | undefined): void {
    if (this.costs === undefined) this.longest = Math.min(this.longest, length);
    else if (found !== undefined) this.dearest = Math.min(this.dearest, found);
  }

  /** Another round goes on from what this one has found. */
  inherit({ longest, dearest }: WayLimit): void {
    this.longest = Math.min(this.longest, longest);
    this.dearest = Math.min(this.dearest, dearest);
  }

  /** A measure as people write it, where it is a cost. */
  show(measure: number | undefined): string | undefined {
    return measure === undefined ? undefined : this.costs?.show?.(measure);
  }
}
