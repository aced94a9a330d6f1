// The counts of the distance-preserving paper (Tables 1 and 2): best-first search with N = 100 pops at most as many
// states as the paper explores, and A* finds traces of the paper's lengths (2n + 1 there, n transitions here). The
// largest members are in bench/RESULTS.md.

import { describe, expect, it } from "vitest";
import { checkQueries } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { searches } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { familyProblem } from "../exhaustive.ts";

async function run(search: string, family: string, size: number, variant?: string) {
  const { network, query } = familyProblem(family, size, variant);
  const config = configure(searches, search);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  const input = { network, options: { search: config.value }, environment: stillEnvironment };
  const [{ verdict, statistics } = { verdict: undefined, statistics: undefined }] = await checkQueries(input, [query]);
  const trace = verdict?.kind === "satisfied" && verdict.evidence.kind === "trace" ? verdict.evidence.trace : undefined;
  return { explored: statistics!.explored, length: trace?.steps.length };
}

describe("best first, N = 100", () => {
  it.each([
    ["hanoi", 4, "hold", 711],
    ["hanoi", 5, "hold", 6368],
    ["hanoi", 6, "hold", 63_403],
    ["hanoi", 4, "forward-no", 711],
    ["hanoi", 5, "forward-no", 6368],
    ["hanoi", 6, "forward-no", 63_403],
    ["arbiter", 2, "tree", 46],
    ["arbiter", 3, "tree", 187],
    ["arbiter", 4, "tree", 10_633],
  ])("%s %i %s: at most %i", async (family, size, variant, most) => {
    const { explored, length } = await run("greedy(merge(100))", family, size, variant);
    expect(explored).toBeLessThanOrEqual(most);
    expect(length).toBeGreaterThan(0);
  });
});

describe("A*", () => {
  it.each([
    ["hanoi", 4, 52],
    ["hanoi", 5, 114],
    ["arbiter", 2, 12],
    ["arbiter", 3, 17],
  ])("%s %i: shortest trace %i", async (family, size, length) => {
    expect((await run("astar(merge(50))", family, size)).length).toBe(length);
  });
});
