// The limits of one question, and the one place to ask about them. Whoever works in steps asks `reached` between
// them; whoever cannot (one expansion, one estimate, one simplex) works inside `during`, where the host ends it. Why by
// force and not by asking in every loop: docs/decisions/0006-limits-by-interruption.md.

import type { CancelSignal, Environment, Limits } from "./environment.ts";

export type LimitKind = "time" | "memory" | "interrupted";

/** Work was ended by a limit. */
export class LimitReached extends Error {
  readonly because: LimitKind;

  constructor(because: LimitKind) {
    super(`ended by a limit: ${because}`);
    this.name = "LimitReached";
    this.because = because;
  }
}

/**
 * Seconds beyond the limit in which an answer that is in hand may be finished: at least, and as a share of the limit.
 */
const GRACE = { least: 2, share: 0.1 } as const;

/** Steps end by themselves at the limit; what is still under way so many seconds later is interrupted. */
const PATIENCE = 0.1;

/** Seconds for finishing when the user waits for the end. */
const HURRY = 0.8;

/** When the time is up, and when even what is in hand has to be given up. */
type Moments = Pick<Budget, "deadline" | "graceEnd">;

export class Budget {
  readonly environment: Environment;
  readonly signal: CancelSignal | undefined;
  private readonly memoryBytes: number;
  readonly deadline: number;
  readonly graceEnd: number;
  private working = false;

  /** The time counts from now on, or is that of an outer budget. */
  constructor(environment: Environment, limits: Limits = {}, signal?: CancelSignal, outer?: Moments) {
    const { seconds = Number.POSITIVE_INFINITY, memoryBytes = Number.POSITIVE_INFINITY } = limits;
    // Neither would ever be reached.
    if (Number.isNaN(seconds) || Number.isNaN(memoryBytes)) throw new RangeError("a limit is a number, not NaN");
    this.environment = environment;
    this.signal = signal;
    this.memoryBytes = memoryBytes;
    this.deadline = outer?.deadline ?? environment.now() + seconds;
    this.graceEnd = outer?.graceEnd ?? this.deadline + Math.max(GRACE.least, GRACE.share * seconds);
  }

  /**
   * The budget of the next of `parts` questions: its share of the time that is left, so that none can starve the
   * others, and never more than `most` seconds. What it leaves goes to those that follow.
   */
  share(parts: number, most = Number.POSITIVE_INFINITY): Budget {
    const seconds = Math.min((this.secondsLeft ?? Number.POSITIVE_INFINITY) / parts, most);
    const deadline = Math.min(this.deadline, this.environment.now() + seconds);
    const graceEnd = Math.min(this.graceEnd, deadline + Math.max(GRACE.least, GRACE.share * seconds));
    const { environment, memoryBytes, signal } = this;
    return new Budget(environment, { memoryBytes }, signal, { deadline, graceEnd });
  }

  /** Undefined: as long as it takes. */
  get secondsLeft(): number | undefined {
    if (!Number.isFinite(this.deadline)) return undefined;
    return Math.max(0, this.deadline - this.environment.now());
  }

  /** The same with the grace: when whatever else could still answer has to be given up. */
  get secondsToFinish(): number {
    return Math.max(0, this.graceEnd - this.environment.now());
  }

  /** Is the time up at this moment? Cheaper than `reached`. */
  isLate(now = this.environment.now()): boolean {
    return now >= this.deadline;
  }

  /** Is even the time for finishing an answer over? */
  isOver(): boolean {
    return this.environment.now() >= this.graceEnd;
  }

  /** The limit that is reached, if one is. */
  reached(): LimitKind | undefined {
    if (this.signal?.aborted) return "interrupted";
    if (this.isLate()) return "time";
    if (!Number.isFinite(this.memoryBytes)) return undefined;
    return this.environment.memoryBytes() > this.memoryBytes ? "memory" : undefined;
  }

  /** Works within the limits; throws `LimitReached` when it ends there. */
  during<T>(work: () => T): T {
    const limit = this.reached();
    if (limit !== undefined) throw new LimitReached(limit);
    return this.work(work, this.deadline + PATIENCE);
  }

  /** Finishes an answer that is in hand: the grace is for this, and little of it when the user has interrupted. */
  finishing<T>(work: () => T): T {
    if (this.isOver()) throw new LimitReached("time");
    if (!this.signal?.aborted) return this.work(work, this.graceEnd);
    return this.work(work, Math.min(this.graceEnd, this.environment.now() + HURRY));
  }

  private work<T>(work: () => T, until: number): T {
    const { environment, memoryBytes } = this;
    // Whoever works inside other work ends with it.
    if (environment.interruptible === undefined || this.working) return work();
    this.working = true;
    try {
      return environment.interruptible(work, { seconds: until - environment.now(), memoryBytes });
    } finally {
      this.working = false;
    }
  }
}
