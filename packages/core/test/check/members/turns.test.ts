// Turns in one thread: everybody gets its share of them, nobody is left out, the first is alone for a while.

import { describe, expect, it } from "vitest";
import { type Task, takeTurns } from "../../../src/check/members/turns.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";

/** A task that takes turns for ever and writes its name at each. */
function endless(name: string, share: number, log: string[]): Task<string> {
  return {
    share,
    async start(environment, signal) {
      while (!signal.aborted) {
        log.push(name);
        await environment.pause();
      }
      return name;
    },
  };
}

async function turnsOf(shares: readonly number[], most: number): Promise<string[]> {
  const log: string[] = [];
  const tasks = shares.map((share, k) => endless("abcdef"[k]!, share, log));
  const options = { deterministic: true, alone: 0, isOver: () => log.length >= most };
  await takeTurns(tasks, stillEnvironment, options, () => false);
  return log;
}

const count = (log: readonly string[], name: string): number => log.filter((one) => one === name).length;

describe("turns", () => {
  it("are shared as the shares say", async () => {
    const log = await turnsOf([3, 1, 2], 600);
    expect(count(log, "a")).toBeGreaterThanOrEqual(295);
    expect(count(log, "a")).toBeLessThanOrEqual(305);
    expect(count(log, "b")).toBeGreaterThanOrEqual(95);
    expect(count(log, "c")).toBeGreaterThanOrEqual(195);
  });

  it("begin with the first alone, and leave nobody out", async () => {
    const log = await turnsOf([1, 1, 1, 1], 40);
    expect(log.slice(0, 4)).toEqual(["a", "a", "a", "a"]);
    for (const name of "abcd") expect(count(log, name)).toBeGreaterThanOrEqual(8);
  });
});
