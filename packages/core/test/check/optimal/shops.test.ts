// Models of shops in the styles people write them: what is recognised, and that plans replay, add up and keep machines
// apart.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { families } from "../../../src/families/index.ts";
import { generateModel } from "../../../src/lang/generate.ts";
import { bruteForce } from "../../schedule/brute-force.ts";
import { ask } from "../ask.ts";

/** Instances beside the project; where they are missing, so are their tests. */
const LIBRARY = fileURLToPath(new URL("../../../../../../shared/data/jsplib", import.meta.url));

const SHOP = `3 3
0 4 2 3 1 6
1 5 0 2 2 4
0 3 1 4 2 5
`;
const JOBS = SHOP.trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const numbers = line.split(" ").map(Number);
    return [0, 1, 2].map((k) => ({ machine: numbers[2 * k]!, duration: numbers[2 * k + 1]! }));
  });

const model = (instance: string): string => {
  const family = families.find(({ name }) => name === "job-shop")!;
  return generateModel(family, { size: 3, variant: "chain", correct: false, seed: 1, instance }, "xta");
};

describe("a shop", () => {
  it("has its optimum, proven, with a plan that adds up", async () => {
    const best = bruteForce(JOBS);
    const { verdict, optimum, schedule, improvements } = await ask(
      model(SHOP),
      "E<> (forall (j : job_t) Job(j).done) && total <= 99",
      { optimal: "time" },
    );
    expect(verdict.kind).toBe("satisfied");
    expect(optimum).toEqual({ objective: "time", best, lower: best, proven: true, attained: true });
    expect(improvements!.at(-1)!.value).toBe(best);
    for (const [j, job] of JOBS.entries()) {
      const own = schedule!.filter(({ process }) => process === `Job(${j})`);
      expect(own.map(({ resource, start, end }) => [resource, end - start])).toEqual(
        job.map(({ machine, duration }) => [`occupied[${machine}]`, duration]),
      );
    }
    expect(Math.max(...schedule!.map(({ end }) => end))).toBe(best);
    const critical = schedule!.filter((bar) => bar.critical);
    expect(critical.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(best);
  });

  it.runIf(existsSync(LIBRARY)).each([
    ["ft06", 55],
    ["la03", 597],
    ["la05", 593],
  ])("of the literature has its known optimum: %s", async (name, best) => {
    const xta = model(readFileSync(join(LIBRARY, name), "utf8"));
    const { optimum } = await ask(xta, "E<> (forall (j : job_t) Job(j).done)", { optimal: "time" });
    expect(optimum).toMatchObject({ best, lower: best, proven: true });
  });

  it("that cannot be done in time is not done", async () => {
    const { verdict } = await ask(
      model("2 2\n0 3 1 2\n0 4 1 1\n"),
      "E<> (forall (j : job_t) Job(j).done) && total <= 7",
      { optimal: "time" },
    );
    expect(verdict.kind).toBe("violated");
  });

  it.each([
    ["", 1, "there are no numbers of jobs and machines"],
    ["2 x", 1, "`x` is no whole number from 0"],
    ["1 2\n0 1 1", 2, "a job has 2 tasks, a machine and a time each, not 3 numbers"],
    ["1 1\n1 1", 2, "there is no machine 1: they count from 0"],
    ["2 1\n0 1", 2, "there are 1 lines of tasks for 2 jobs"],
  ])("that is written as %j is refused", (text, line, message) => {
    expect(() => model(text)).toThrow(expect.objectContaining({ line, message }));
  });
});
