// What building an abstraction may cost. Seconds are read off a clock that is handed in; without one they are counted as
// work, so that a build is the same wherever it runs. Whoever builds spends and holds as he goes, inside his loops too;
// what was not finished when the budget ran out must not be used.

export class BudgetSpent extends Error {
  readonly what: "time" | "memory";

  constructor(what: "time" | "memory") {
    super(`the ${what} for building an abstraction is spent`);
    this.name = "BudgetSpent";
    this.what = what;
  }
}

export interface Budget {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Elementary steps (a transition looked at) that count as one second where there is no clock. What takes longer counts as many. */
const WORK_PER_SECOND = 1e7;
/** A clock is read this often: a few times in ten milliseconds. */
const WORK_PER_LOOK = 20_000;

export class Meter {
  private readonly budget: Budget;
  private readonly clock: (() => number) | undefined;
  private readonly start: number;
  private nextLook = WORK_PER_LOOK;
  work = 0;
  bytes = 0;
  peakBytes = 0;

  constructor(budget: Budget, clock?: () => number) {
    this.budget = budget;
    this.clock = clock;
    this.start = clock?.() ?? 0;
  }

  get seconds(): number {
    return this.clock === undefined ? this.work / WORK_PER_SECOND : this.clock() - this.start;
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
