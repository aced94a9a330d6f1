// Limits and cancellation: `run` stops a search for each reason, and tells how far it is on the way.

import { describe, expect, it } from "vitest";
import { Budget, type Environment } from "../../src/limits/index.ts";
import { NO_STATISTICS, type Runnable, run, type SearchStatus } from "../../src/search/index.ts";

const statistics = NO_STATISTICS;

/** A search of so many steps, each of which takes a millisecond. */
function lasting(steps: number, last: SearchStatus = "exhausted"): { search: Runnable; environment: Environment } {
  let time = 0;
  let left = steps;
  return {
    search: {
      step: () => {
        time += 0.001;
        return left-- > 0 ? "running" : last;
      },
      statistics,
    },
    environment: { now: () => time, cpu: () => time, memoryBytes: () => time * 1e6, pause: () => Promise.resolve() },
  };
}

describe("run", () => {
  it.each(["found", "exhausted", "gave-up", "fault"] as const)("hands on %s", async (last) => {
    const { search, environment } = lasting(100, last);
    expect(await run(search, new Budget(environment))).toBe(last);
  });

  it("stops when the time is up", async () => {
    const { search, environment } = lasting(100_000);
    expect(await run(search, new Budget(environment, { seconds: 1 }))).toBe("time");
    expect(environment.now()).toBeLessThan(1.1);
  });

  it("stops at the memory limit", async () => {
    const { search, environment } = lasting(100_000);
    expect(await run(search, new Budget(environment, { memoryBytes: 2e6 }))).toBe("memory");
    expect(environment.now()).toBeLessThan(2.2);
  });

  it("stops when it is interrupted", async () => {
    const { search, environment } = lasting(100_000);
    const signal = { aborted: false };
    const pausing = {
      ...environment,
      pause: async () => {
        signal.aborted = environment.now() > 0.5;
      },
    };
    expect(await run(search, new Budget(pausing, {}, signal))).toBe("interrupted");
  });

  it("tells how far it is a few times a second", async () => {
    const { search, environment } = lasting(5_000);
    const seconds: number[] = [];
    await run(search, new Budget(environment), (progress) => seconds.push(progress.seconds));
    expect(seconds.length).toBeGreaterThan(10);
    expect(seconds.length).toBeLessThan(25);
  });
});
