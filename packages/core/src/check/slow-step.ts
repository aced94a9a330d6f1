// The member of a portfolio in the calling thread keeps everybody waiting while it is in a step: others cannot start,
// and what they know is not heard. So a step there may last as long as everything before it, and a second; one that lasts
// longer is ended, and the member begins again in a thread of its own. That costs at most what it had cost before.

import { type Environment, LimitReached } from "../limits/index.ts";

/** Seconds that the first step may last. */
const FIRST_STEP = 1;

export class SlowStep {
  /** Was a step ended for this reason? */
  wasEnded = false;

  /** The environment in which such steps end, as if the time were up. */
  endedIn(environment: Environment): Environment {
    const { interruptible } = environment;
    if (interruptible === undefined) return environment;
    const start = environment.now();
    return {
      ...environment,
      interruptible: (work, limits) => {
        const seconds = FIRST_STEP + environment.now() - start;
        if ((limits.seconds ?? Number.POSITIVE_INFINITY) <= seconds) return interruptible(work, limits);
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
