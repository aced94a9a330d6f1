// What building an abstraction may cost. Seconds are read off a clock that is handed in; without one they are counted
// as work, so that a build is the same wherever it runs. Whoever builds spends and holds as he goes, inside his loops
// too; what was not finished when the budget ran out must not be used.

export class BudgetSpent extends Error {
  readonly what: "time" | "memory";

  constructor(what: "time" | "memory") {
    super(`the ${what} for building an abstraction is spent`);
    this.name = "BudgetSpent";
    this.what = what;
  }
}

export interface BuildBudget {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * Elementary steps (a transition looked at) that count as one second where there is no clock. What takes longer counts
 * as many.
 */
const WORK_PER_SECOND = 1e7;
/** A clock is read this often: a few times in ten milliseconds. */
const WORK_PER_LOOK = 20_000;

export class Meter {
  private readonly budget: BuildBudget;
  private readonly clock: (() => number) | undefined;
  /** Of what was done before; and since when something is being done. */
  private spent = 0;
  private since: number | undefined;
  private nextLook = WORK_PER_LOOK;
  work = 0;
  bytes = 0;
  peakBytes = 0;

  constructor(budget: BuildBudget, clock?: () => number) {
    this.budget = budget;
    this.clock = clock;
  }

  /** Does some of the work; what others do in between is not counted. */
  during<T>(work: () => T): T {
    this.since = this.clock?.();
    try {
      return work();
    } finally {
      this.spent = this.seconds;
      this.since = undefined;
    }
  }

  get seconds(): number {
    if (this.clock === undefined) return this.work / WORK_PER_SECOND;
    return this.since === undefined ? this.spent : this.spent + this.clock() - this.since;
  }

  /** The share of the budget that is spent: building is never further from its end than this says. */
  get used(): number {
    const { seconds, megabytes } = this.budget;
    return Math.min(1, Math.max(this.seconds / Math.max(seconds, Number.MIN_VALUE), this.bytes / (megabytes * 1e6)));
  }

  /** Throws once the time is up. */
  spend(work: number): void {
    this.work += work;
    if (this.work < this.nextLook) return;
    this.nextLook = this.work + WORK_PER_LOOK;
    if (this.seconds > this.budget.seconds) throw new BudgetSpent("time");
  }

  /** Throws once there is more than the budget allows; negative where something was given up. */
  hold(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.peakBytes) this.peakBytes = this.bytes;
    if (this.bytes > this.budget.megabytes * 1e6) throw new BudgetSpent("memory");
  }
}
