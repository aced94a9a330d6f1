// How long a member of a portfolio may prepare its estimates before a cheaper one stands in, and how it shares its time
// between preparing and searching from then on. Decided here for all members; who searches alone has all the time there
// is.

import type { Session } from "../session.ts";

/**
 * Processor seconds; steps where turns are counted. All but a few models are prepared in a fraction of it, and where it
 * takes longer nobody knows how long.
 */
const ALLOWANCE = { seconds: 1, steps: 8192 } as const;

/**
 * Preparing gets three quarters: the better estimate is late by a third, and the other members search anyway. Seconds,
 * or steps.
 */
const STRETCH = { preparing: 0.03, searching: 0.01, stepsPreparing: 3, stepsSearching: 1 } as const;

/**
 * Steps between looks at the clock, and seconds between looks at the processor time, which can take as long as a step.
 */
const STEPS_PER_LOOK = 16;
const LOOK = 0.05;

export class PreparationBudget {
  private readonly session: Session;
  private readonly clock: (() => number) | undefined;
  private readonly start: number;
  private nextLook: number;
  private steps = 0;
  /** When the stretch at hand ends: a moment, or a number of steps. */
  private end = 0;
  private prepares = false;

  constructor(session: Session) {
    this.session = session;
    this.clock = session.clock;
    this.start = this.clock?.() ?? 0;
    this.nextLook = this.now + ALLOWANCE.seconds;
  }

  /** Asked after every step of preparing. */
  isSpent(): boolean {
    this.steps++;
    if (this.clock === undefined) return this.steps > ALLOWANCE.steps;
    if (this.steps % STEPS_PER_LOOK !== 0) return false;
    // The processor has not worked longer than time has passed.
    const { now } = this;
    if (now < this.nextLook) return false;
    this.nextLook = now + LOOK;
    return this.clock() - this.start > ALLOWANCE.seconds;
  }

  /** Once it is spent, asked before every step: is preparing next, or searching? */
  preparesNext(): boolean {
    const timed = this.clock !== undefined;
    const at = timed ? this.now : this.steps++;
    if (at < this.end) return this.prepares;
    this.prepares = !this.prepares;
    const stretch = timed
      ? this.prepares
        ? STRETCH.preparing
        : STRETCH.searching
      : this.prepares
        ? STRETCH.stepsPreparing
        : STRETCH.stepsSearching;
    this.end = at + stretch;
    return this.prepares;
  }

  /** What it is, in words. */
  get text(): string {
    return this.clock === undefined ? `${ALLOWANCE.steps.toLocaleString("en")} steps` : `${ALLOWANCE.seconds} s`;
  }

  private get now(): number {
    return this.session.context.environment.now();
  }
}
