// Limits are kept in one place: what is asked between steps, what the host is told to end, and how long an answer in
// hand may still take. Time is a number here, so nothing depends on how fast the machine is.

import { describe, expect, it } from "vitest";
import {
  Budget,
  type Environment,
  type LimitKind,
  LimitReached,
  type Limits,
  stillEnvironment,
} from "../../src/limits/index.ts";

interface World {
  now: number;
  memory: number;
  readonly told: Limits[];
}

/** A host that ends work by throwing what it is told to throw. */
function world(ending?: LimitKind): { at: World; environment: Environment } {
  const at: World = { now: 100, memory: 0, told: [] };
  return {
    at,
    environment: {
      ...stillEnvironment,
      now: () => at.now,
      memoryBytes: () => at.memory,
      interruptible: (work, limits) => {
        at.told.push(limits);
        if (ending !== undefined) throw new LimitReached(ending);
        return work();
      },
    },
  };
}

const reasonOf = (work: () => unknown): LimitKind | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof LimitReached) return error.because;
    throw error;
  }
};

describe("a budget", () => {
  it("says which limit is reached", () => {
    const { at, environment } = world();
    const signal = { aborted: false };
    const budget = new Budget(environment, { seconds: 3, memoryBytes: 1000 }, signal);
    expect(budget.reached()).toBeUndefined();
    at.memory = 1001;
    expect(budget.reached()).toBe("memory");
    at.now += 3;
    expect(budget.reached()).toBe("time");
    signal.aborted = true;
    expect(budget.reached()).toBe("interrupted");
  });

  it.each(["time", "memory", "interrupted"] as const)("hands on that the host ended work: %s", (ending) => {
    const { environment } = world(ending);
    expect(reasonOf(() => new Budget(environment).during(() => 1))).toBe(ending);
  });

  it("begins no work when a limit is reached", () => {
    const { at, environment } = world();
    const budget = new Budget(environment, { seconds: 3 });
    at.now += 4;
    expect(reasonOf(() => budget.during(() => expect.unreachable()))).toBe("time");
    expect(at.told).toEqual([]);
  });

  it.each([
    { seconds: 3, grace: 2 },
    { seconds: 100, grace: 10 },
  ])("leaves $grace s beyond $seconds s to finish an answer", ({ seconds, grace }) => {
    const { at, environment } = world();
    const budget = new Budget(environment, { seconds });
    at.now += seconds + grace / 2;
    expect(budget.finishing(() => "an answer")).toBe("an answer");
    expect(at.told).toEqual([{ seconds: grace / 2, memoryBytes: Number.POSITIVE_INFINITY }]);
    at.now += grace / 2;
    expect(reasonOf(() => budget.finishing(() => "too late"))).toBe("time");
  });

  it("ends what is inside other work with that", () => {
    const { at, environment } = world();
    const budget = new Budget(environment, { seconds: 3 });
    expect(budget.during(() => budget.finishing(() => 2))).toBe(2);
    expect(at.told).toHaveLength(1);
  });

  it("shares its time with what is done for it, not its memory", () => {
    const { at, environment } = world();
    const outer = new Budget(environment, { seconds: 3 });
    at.now += 2;
    const inner = new Budget(environment, { seconds: 100, memoryBytes: 10 }, undefined, outer);
    expect(inner.secondsLeft).toBe(1);
    at.memory = 11;
    expect([outer.reached(), inner.reached()]).toEqual([undefined, "memory"]);
  });

  it("gives each of several questions its share of what is left, and what one leaves to the others", () => {
    const { at, environment } = world();
    const whole = new Budget(environment, { seconds: 12, memoryBytes: 10 });
    const first = whole.share(3);
    expect(first.secondsLeft).toBe(4);
    at.now += 1;
    expect(whole.share(2).secondsLeft).toBe(5.5);
    at.now += 3;
    expect(first.reached()).toBe("time");
    expect(whole.share(1).secondsLeft).toBe(8);
    at.memory = 11;
    expect(whole.share(1).reached()).toBe("memory");
  });

  it("limits each question besides", () => {
    const { at, environment } = world();
    expect(new Budget(environment, { seconds: 12 }).share(3, 2).secondsLeft).toBe(2);
    expect(new Budget(environment, { seconds: 12 }).share(3, 7).secondsLeft).toBe(4);
    const alone = new Budget(environment).share(3, 7);
    expect([alone.secondsLeft, alone.secondsToFinish]).toEqual([7, 9]);
    expect(new Budget(environment).share(3).secondsLeft).toBeUndefined();
    // The grace of a share ends with that of the whole.
    const whole = new Budget(environment, { seconds: 1 });
    at.now += 1;
    expect(whole.share(1).secondsToFinish).toBe(2);
  });

  it("without a limit has time for ever", () => {
    const { environment } = world();
    const budget = new Budget(environment);
    expect([budget.secondsLeft, budget.secondsToFinish]).toEqual([undefined, Number.POSITIVE_INFINITY]);
  });
});
