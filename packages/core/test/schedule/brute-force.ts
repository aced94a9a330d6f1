// The best end of a small shop by trying every order of operations: the slow twin of whatever schedules.

import type { ShopOperation } from "../../src/schedule/index.ts";

export function bruteForce(jobs: readonly (readonly ShopOperation[])[]): number {
  const next = jobs.map(() => 0);
  const ready = jobs.map(() => 0);
  const free = new Map<number, number>();
  let best = Number.POSITIVE_INFINITY;
  const go = (end: number): void => {
    if (end >= best) return;
    let isDone = true;
    for (const [j, job] of jobs.entries()) {
      const operation = job[next[j]!];
      if (operation === undefined) continue;
      isDone = false;
      const [before, was] = [ready[j]!, free.get(operation.machine) ?? 0];
      const to = Math.max(before, was) + operation.duration;
      next[j]!++;
      ready[j] = to;
      free.set(operation.machine, to);
      go(Math.max(end, to));
      next[j]!--;
      ready[j] = before;
      free.set(operation.machine, was);
    }
    if (isDone) best = end;
  };
  go(0);
  return best;
}
