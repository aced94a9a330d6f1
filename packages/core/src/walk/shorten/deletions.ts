// Goes without steps of a run: single ones, chunks, and groups of which many are dropped in one attempt. What cannot be
// dropped together is tried by halves (after Zeller and Hildebrandt 2002, delta debugging).

import type { AttemptPlan } from "./attempt.ts";
import type { Follower } from "./follower.ts";
import type { ShorteningGuide } from "./guide.ts";

/** Numbers of steps, ascending. */
export type StepNumbers = readonly number[];

export class Deletions {
  private readonly follower: Follower;

  constructor(follower: Follower) {
    this.follower = follower;
  }

  /** Does the run get there without these steps? */
  drop(steps: StepNumbers, guide?: ShorteningGuide): boolean {
    const { follower } = this;
    if (steps.length === 0) return false;
    return follower.goesOnBy(without(follower.plans, steps), steps[0]!, guide);
  }

  /** Drops as many of the groups as it can, small ones first; true where any was. With a guide as `Follower` has it. */
  dropAny(groups: readonly StepNumbers[], guide?: ShorteningGuide): boolean {
    const { follower } = this;
    // Steps are renumbered whenever some are dropped.
    const named = groups.map((steps) => steps.map((step) => follower.plans[step]!.name));
    const attempt = (some: readonly (readonly number[])[]): boolean => {
      const names = new Set(some.flat());
      const steps = [...follower.plans.keys()].filter((step) => names.has(follower.plans[step]!.name));
      if (this.drop(steps, guide)) return true;
      if (some.length <= 1 || follower.isTired) return false;
      const half = some.length >> 1;
      const first = attempt(some.slice(0, half));
      return attempt(some.slice(half)) || first;
    };
    return attempt(named.sort((one, other) => one.length - other.length));
  }

  /** Drops stretches of steps, the long ones first; single ones as long as that helps: what was needed may be gone. */
  dropChunks(): void {
    const { follower } = this;
    for (let size = follower.length >> 1; size >= 1; size >>= 1) this.dropStretches(size);
    for (let before = Number.POSITIVE_INFINITY; follower.length < before && !follower.isTired; ) {
      before = follower.length;
      this.dropStretches(1);
    }
  }

  private dropStretches(size: number): void {
    for (let from = this.follower.length - size; from > -size && !this.follower.isTired; from -= size) {
      const first = Math.max(0, from);
      const end = Math.min(from + size, this.follower.length);
      this.drop(Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i));
    }
  }
}

/** Plans from the first of these steps on, but none of them; one by one, since most attempts end soon. */
function* without(plans: readonly AttemptPlan[], steps: StepNumbers): Generator<AttemptPlan> {
  let next = 0;
  for (let at = steps[0]!; at < plans.length; at++) {
    if (at === steps[next]) next++;
    else yield plans[at]!;
  }
}
