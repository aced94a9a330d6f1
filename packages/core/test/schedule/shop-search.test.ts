// Schedules of random shops: as good as trying every order, proven, and no schedule that the independent checker
// refuses.

import { describe, expect, it } from "vitest";
import { Shop, type ShopOperation, ShopSearch, scheduleFault } from "../../src/schedule/index.ts";
import { drawing } from "../../src/testing/index.ts";
import { bruteForce } from "./brute-force.ts";

function randomJobs(seed: number, most: { jobs: number; tasks: number }): readonly (readonly ShopOperation[])[] {
  const draw = drawing(seed);
  const machines = 1 + draw(3);
  return Array.from({ length: 1 + draw(most.jobs) }, () =>
    Array.from({ length: 1 + draw(most.tasks) }, () => ({ machine: draw(machines), duration: draw(8) })),
  );
}

function solved(jobs: readonly (readonly ShopOperation[])[], steps = 100_000) {
  const search = new ShopSearch(new Shop(jobs));
  const ends: number[] = [];
  for (let i = 0; i < steps && !search.isDone; i++) {
    const better = search.advance();
    if (better === undefined) continue;
    expect(scheduleFault(jobs, better.starts)).toBeUndefined();
    expect(new Shop(jobs).makespan(better.starts)).toBe(better.end);
    expect(better.end).toBeLessThan(ends.at(-1) ?? Number.POSITIVE_INFINITY);
    expect(search.lower).toBeLessThanOrEqual(better.end);
    ends.push(better.end);
  }
  return { end: ends.at(-1), isDone: search.isDone };
}

describe("schedules of random shops", () => {
  it("are as good as the best of all orders, and proven", () => {
    for (let seed = 0; seed < 300; seed++) {
      const jobs = randomJobs(seed, { jobs: 3, tasks: 3 });
      expect(solved(jobs), `shop ${seed}`).toEqual({ end: bruteForce(jobs), isDone: true });
    }
  });
  it("are schedules where they are larger, too", () => {
    for (let seed = 0; seed < 20; seed++) solved(randomJobs(seed, { jobs: 9, tasks: 9 }), 400);
  });
  it("begin at once, by a rule, where they are so large that bounds take long", () => {
    const draw = drawing(7);
    const jobs = Array.from({ length: 30 }, () =>
      Array.from({ length: 20 }, (_, i) => ({ machine: (i * 7 + draw(20)) % 20, duration: 1 + draw(50) })),
    );
    const search = new ShopSearch(new Shop(jobs));
    const first = search.advance()!;
    expect([first.by, scheduleFault(jobs, first.starts)]).toEqual(["most work first", undefined]);
    let better: typeof first | undefined;
    for (let i = 0; i < 100 && better === undefined; i++) better = search.advance();
    expect([better?.by, better!.end < first.end, scheduleFault(jobs, better!.starts)]).toEqual([
      "exchanges",
      true,
      undefined,
    ]);
  });
});

describe("the checker of schedules", () => {
  const jobs = [
    [
      { machine: 0, duration: 3 },
      { machine: 1, duration: 2 },
    ],
    [{ machine: 0, duration: 2 }],
  ];
  it.each([
    [[0, 3, 3], undefined],
    [[0, 2, 3], "job 0 begins an operation at 2, before 3"],
    [[0, 3, 2], "machine 0 serves two at 2"],
    [[0, 3], "job 1 has an operation that does not begin"],
    [[0, 3, 3, 9], "there are more beginnings than operations"],
  ])("%j: %s", (starts, fault) => {
    expect(scheduleFault(jobs, starts)).toBe(fault);
  });
});
