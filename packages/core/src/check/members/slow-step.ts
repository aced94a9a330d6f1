// The member of a portfolio in the calling thread keeps everybody waiting while it is in a step: others cannot start,
// and what they know is not heard. So a step there may last as long as everything before it, and two seconds; one that
// lasts longer is ended, and the member begins again in a thread of its own. That costs at most what it had cost
// before. Once the member has found what was asked for, nobody waits any more: what it then does takes as long as it
// takes.

import { type Environment, LimitReached } from "../../limits/index.ts";

/** Seconds that the first step may last: engines of a thousand processes are compiled in less. */
const FIRST_STEP = 2;

export class SlowStep {
  /** Was a step ended for this reason? */
  wasEnded = false;
  private isOver = false;

  /** From now on steps may last as long as they take. */
  spare(): void {
    this.isOver = true;
  }

  /** The environment in which such steps end, as if the time were up. */
  endedIn(environment: Environment): Environment {
    const { interruptible } = environment;
    if (interruptible === undefined) return environment;
    const start = environment.now();
    return {
      ...environment,
      interruptible: (work, limits) => {
        const seconds = FIRST_STEP + environment.now() - start;
        if (this.isOver || (limits.seconds ?? Number.POSITIVE_INFINITY) <= seconds) return interruptible(work, limits);
        try {
          return interruptible(work, { ...limits, seconds });
        } catch (error) {
          this.wasEnded = error instanceof LimitReached && error.because === "time";
          throw error;
        }
      },
    };
  }
}
