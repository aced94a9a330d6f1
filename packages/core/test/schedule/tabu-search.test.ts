// Exchanges on longest chains: orders never turn round in a circle, what is guessed of a move through its operations is
// what a longest way through them comes to, and every schedule is one.

import { describe, expect, it } from "vitest";
import { Shop, type ShopOperation, scheduleFault } from "../../src/schedule/index.ts";
import { MachineOrders } from "../../src/schedule/machine-orders.ts";
import { TabuSearch } from "../../src/schedule/tabu-search.ts";
import { drawing } from "../../src/testing/index.ts";
import { bruteForce } from "./brute-force.ts";

/** With operations that take no time, and jobs that come back to a machine. */
function randomJobs(seed: number, jobs: number, tasks: number): readonly (readonly ShopOperation[])[] {
  const draw = drawing(seed);
  const machines = 1 + draw(4);
  return Array.from({ length: 1 + draw(jobs) }, () =>
    Array.from({ length: 1 + draw(tasks) }, () => ({ machine: draw(machines), duration: draw(6) })),
  );
}

describe("machine orders", () => {
  it("allow a change of place only where nobody waits for himself then", () => {
    let [moved, guessed] = [0, 0];
    for (let seed = 0; seed < 300; seed++) {
      const draw = drawing(seed);
      const shop = new Shop(randomJobs(seed, 5, 5));
      const orders = new MachineOrders(shop);
      orders.arrange(Int32Array.from(shop.job, () => 0));
      for (let step = 0; step < 20; step++) {
        const a = draw(shop.operations);
        const later: number[] = [];
        for (let o = orders.behind[a]!; o >= 0; o = orders.behind[o]!) later.push(o);
        const b = later[draw(later.length)];
        if (b === undefined) continue;
        const isBehind = draw(2) === 0;
        if (isBehind ? !orders.mayGoBehind(a, b) : !orders.mayGoBefore(b, a)) continue;
        const isNeighbour = orders.behind[a] === b;
        const guess = isBehind ? orders.guessBehind(a, b) : orders.guessBefore(b, a);
        if (isBehind) orders.goBehind(a, b);
        else orders.goBefore(b, a);
        const end = orders.settle();
        moved++;
        // Of neighbours the guess is a longest way through both: whatever leads there and away has not changed.
        if (isNeighbour) {
          guessed++;
          expect(end, `shop ${seed}`).toBeGreaterThanOrEqual(guess);
        }
        expect(shop.makespan(orders.head)).toBe(end);
      }
    }
    expect(moved).toBeGreaterThan(500);
    expect(guessed).toBeGreaterThan(200);
  });
});

describe("exchanges", () => {
  it("find schedules, and mostly the best ones", () => {
    let [best, all] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const jobs = randomJobs(seed, 3, 3);
      const search = new TabuSearch(new Shop(jobs));
      let below = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < 20; turn++) {
        const run = search.run(100, below);
        let next = run.next();
        while (next.done !== true) next = run.next();
        if (next.value === undefined) break;
        expect(scheduleFault(jobs, next.value.starts)).toBeUndefined();
        expect(next.value.end).toBeLessThan(below);
        below = next.value.end;
      }
      all++;
      if (below === bruteForce(jobs)) best++;
    }
    expect(best / all).toBeGreaterThan(0.9);
  });
  it("go on from what others found", () => {
    const jobs = randomJobs(7, 5, 5);
    const search = new TabuSearch(new Shop(jobs));
    const shop = new Shop(jobs);
    const orders = new MachineOrders(shop);
    const end = orders.arrange(Int32Array.from(shop.job, () => 0));
    search.learn(orders.head.slice());
    const run = search.run(1000, end + 1);
    let next = run.next();
    while (next.done !== true) next = run.next();
    expect(next.value!.end).toBeLessThanOrEqual(end);
  });
});
