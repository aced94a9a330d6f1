// Wehrle and Kupferschmid 2010, "Context-enhanced directed model checking", section by section: its definitions on
// small systems, its proposition on random ones, and what its tables print that can be met to the digit.

import { describe, expect, it } from "vitest";
import { Innocence } from "../../src/analysis/contexts/innocence.ts";
import { Interference, NO_CONTEXT } from "../../src/analysis/contexts/interference.ts";
import { checkQueries } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { presets } from "../../src/search/index.ts";
import { familyProblem } from "../heuristics/exhaustive.ts";
import { questionOf, runSearch, searchOf } from "../search/runs.ts";
import { untimed } from "../search/untimed.ts";

/** Transitions without locations of their own are spread over processes, so that variables alone decide. */
const SYSTEM = `int[0, 3] a, b, c, d, e;
process T0() { state l; init l; trans l -> l { guard a == 0; assign b = 1; }; }
process T1() { state l; init l; trans l -> l { guard b == 1; assign c = 1; }; }
process T2() { state l; init l; trans l -> l { guard d == 0; assign c = 2; }; }
process T3() { state l; init l; trans l -> l { guard d == 1; }; }
process T4() { state l; init l; trans l -> l { guard e == 0; assign e = 1; }; }
system T0, T1, T2, T3, T4;`;

describe("section 3.1, interference contexts", () => {
  const { network } = questionOf(SYSTEM, "E<> c == 2 && e == 1");
  const interference = new Interference(network);
  const distances = [0, 1, 2, 3, 4].map((from) => [0, 1, 2, 3, 4].map((to) => interference.distance([from], [to])));

  it("definition 4: one writes what the other reads (either way), or both write the same", () => {
    expect(distances[0]![1]).toBe(1);
    expect(distances[1]![0]).toBe(1);
    expect(distances[1]![2]).toBe(1);
  });

  it("definition 4: two that only read the same do not interfere", () => {
    expect(distances[2]![3]).toBe(NO_CONTEXT);
  });

  it("definition 5: C_0 holds the transition alone, C_n what n steps of interference lead to", () => {
    expect(distances[0]!.slice(0, 3)).toEqual([0, 1, 2]);
  });

  it("C is an equivalence: it partitions the transitions by disjoint variables", () => {
    const classes = distances.map((row) => row.flatMap((one, at) => (one === NO_CONTEXT ? [] : [at])));
    expect(classes).toEqual([[0, 1, 2], [0, 1, 2], [0, 1, 2], [3], [4]]);
  });

  it("innocence is decided by what an effect satisfies: `c = 1` is innocent for `c == 2`, `c = 2` is not", () => {
    const innocence = new Innocence(network, questionOf(SYSTEM, "E<> c == 2 && e == 1").target);
    expect([0, 1, 2, 3, 4].map((edge) => innocence.isInnocent([edge]))).toEqual([true, true, false, true, false]);
  });

  it("proposition 1: pruning what is in no context of an innocent transition loses no shortest trace", () => {
    let found = 0;
    for (const question of untimed({ networks: 40, sharing: 15 })) {
      const [plain, pruned] = ["bfs", "eager(context(fifo(), prune=true))"].map((spec) => runSearch(spec, question));
      expect(pruned!.status).toBe(plain!.status);
      if (plain!.status === "found") found++;
    }
    expect(found).toBeGreaterThan(10);
  });
});

describe("section 5, the tables", () => {
  const run = async (search: string, family: string, size: number) => {
    const { network, query } = familyProblem(family, size);
    const options = { search: searchOf(search), abstraction: "extra-lu", por: "off" } as const;
    const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query]);
    return result!.statistics;
  };

  it("has 28 configurations; useless transitions need an estimate", () => {
    expect(presets.size).toBe(28);
    expect(["ut-bfs", "ut-dfs"].filter((name) => presets.has(name))).toEqual([]);
  });

  it.each([
    ["ce-bfs", 29],
    ["ce-dU", 21],
    ["ce-hL", 21],
    ["ut-hL", 7],
    ["plain-dU", 9],
  ])("F5 by %s: %i states, as printed", async (search, explored) => {
    expect((await run(search, "fischer", 5)).explored).toBe(explored);
  });

  it("table 5: Fischer needs two switches of processes and none of interference contexts", async () => {
    expect((await run("icb-p-bfs", "fischer", 5)).contextSwitches).toBe(2);
    expect((await run("icb-i-bfs", "fischer", 5)).contextSwitches).toBe(0);
  });

  // The least number of switches follows a(n) = 2 a(n − 1) + 2n, and its mean over H3 to H7 is the table's 134.8.
  const least = [14];
  for (let n = 4; n <= 7; n++) least.push(2 * least.at(-1)! + 2 * n);

  it("table 5: the mean over the towers is the paper's", () => {
    expect(least.reduce((sum, one) => sum + one, 0) / least.length).toBe(134.8);
  });

  it.each([3, 4, 5])("H%i by icb-p-bfs has the least number of switches", async (size) => {
    expect((await run("icb-p-bfs", "hanoi", size)).contextSwitches).toBe(least[size - 3]);
  });

  it("the exact criterion does not fire", async () => {
    for (const [family, size] of [
      ["fischer", 5],
      ["hanoi", 3],
    ] as const) {
      expect((await run("ce-bfs", family, size)).prunable).toBe(0);
    }
  });
});
