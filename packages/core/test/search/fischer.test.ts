// The CE paper's digits for Fischer's protocol: states explored by context-enhanced search, deferred queues included.
// Candidates come in the order of the engine seam and ties go to the newest state; nothing else gives these numbers.

import { describe, expect, it } from "vitest";
import { families } from "../../src/families/index.ts";
import { questionOf, runSearch } from "./runs.ts";

const fischer = families.find(({ name }) => name === "fischer")!;
const questionFor = (size: number) => {
  const { xta, queries } = fischer.generate({ size, variant: "B", correct: false, seed: 1 });
  return questionOf(xta, queries[0]!.formula);
};

describe.each([
  [5, 29, 21],
  [10, 44, 36],
])("Fischer, %i processes", (size, breadthFirst, directed) => {
  const question = questionFor(size);

  it("explores the paper's states breadth first", () => {
    const { status, length, statistics } = runSearch("ce-bfs", question);
    expect([status, length, statistics.explored]).toEqual(["found", 6, breadthFirst]);
    expect(statistics.queues.slice(1).map(({ popped }) => popped)).toEqual([1]);
    expect(statistics.contextSwitches).toBe(1);
  });

  it.each(["ce-dU", "ce-hL"])("explores the paper's states by %s", (preset) => {
    const { status, statistics } = runSearch(preset, question);
    expect([status, statistics.explored]).toEqual(["found", directed]);
  });

  it("needs the paper's numbers of context switches", () => {
    expect(runSearch("icb-p-bfs", question).statistics.contextSwitches).toBe(2);
    expect(runSearch("icb-i-bfs", question).statistics.contextSwitches).toBe(0);
    expect(runSearch("eager(icb(fifo(), exact=true))", question).statistics.contextSwitches).toBe(2);
  });

  it("has nothing that the exact criterion would prune", () => {
    expect(runSearch("ce-bfs", question).statistics.prunable).toBe(0);
  });

  it("explores one state more when the oldest of equals comes first", () => {
    const spec = "let(h, hL(), eager(context(best(h, ties=oldest))))";
    expect(runSearch(spec, question).statistics.explored).toBe(directed + 1);
  });
});
