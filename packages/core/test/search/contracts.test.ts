// What every search promises, held on random networks: complete searches never miss, those that promise shortest traces
// find traces of breadth-first length, a seed fixes everything, and pruning by contexts is refused where it is unsound.

import { describe, expect, it } from "vitest";
import { hasStopwatches } from "../../src/check/plan/features.ts";
import { evaluators } from "../../src/evaluators/index.ts";
import { families } from "../../src/families/index.ts";
import { heuristics } from "../../src/heuristics/index.ts";
import { whyPruningIsUnsound } from "../../src/open-lists/context.ts";
import { openLists } from "../../src/open-lists/index.ts";
import { presets, searches } from "../../src/search/index.ts";
import { examplesOf } from "../examples.ts";
import { type Ending, type Question, questionOf, questions, refusalOf, runSearch, searchOf } from "./runs.ts";
import { untimed } from "./untimed.ts";

const NETWORKS = 12;
/** With stopwatches zones over-approximate, so different orders may meet different spurious states first. */
const asked = [...questions(0, NETWORKS)].filter(({ network }) => !hasStopwatches(network));

/** Everything that the registries show: searches, lists in the loop, evaluators in a list, estimates in A*. */
const SEARCHES = [
  ...presets.keys(),
  ...examplesOf(searches),
  ...examplesOf(openLists).map((list) => `eager(${list})`),
  ...examplesOf(evaluators).map((evaluator) => `greedy(${evaluator})`),
  ...heuristics.components.map(({ examples }) => `astar(${examples![0]})`),
];
/** A preset, a member and an estimate are shown on all questions; further examples of a member on every third. */
const FURTHER = new Set(
  [searches, openLists, evaluators].flatMap(({ components }) =>
    components.flatMap(({ examples = [] }) => examples.slice(1)),
  ),
);
const isFurther = (spec: string): boolean =>
  FURTHER.has(spec) || FURTHER.has(/^(?:eager|greedy)\((.*)\)$/.exec(spec)?.[1] ?? "");

/** Each search runs once on each question, whatever is asked of it afterwards. */
const endings = new Map(asked.map((question) => [question as Question, new Map<string, Ending>()]));
function endingOf(spec: string, question: Question): Ending {
  const known = endings.get(question)!.get(spec) ?? runSearch(spec, question);
  endings.get(question)!.set(spec, known);
  return known;
}
const breadthFirst = (question: Question): Ending => endingOf("bfs", question);

describe("random networks", () => {
  it("have targets that can be reached and targets that cannot", () => {
    const found = asked.filter((question) => breadthFirst(question).status === "found").length;
    expect(found).toBeGreaterThan(asked.length / 5);
    expect(found).toBeLessThan(asked.length - 3);
  });
});

describe.each(SEARCHES)("%s", (spec) => {
  it("answers as breadth-first search does", () => {
    const { complete, promise } = searchOf(spec);
    for (const question of isFurther(spec) ? asked.filter((_, at) => at % 3 === 0) : asked) {
      // What is refused makes no promise; where that happens is tested below.
      if (refusalOf(spec, question) !== undefined) continue;
      const expected = breadthFirst(question);
      const ending = endingOf(spec, question);
      const context = `${spec} on network ${question.seed}`;
      expect(["found", "exhausted", "gave-up"], context).toContain(ending.status);
      if (expected.status === "found") expect(ending.status, context).not.toBe("exhausted");
      if (complete) expect([context, ending.status]).toEqual([context, expected.status]);
      if (ending.status !== "found") continue;
      expect(ending.length).toBeGreaterThanOrEqual(expected.length!);
      if (promise === "shortest") expect([context, ending.length]).toEqual([context, expected.length]);
    }
  });
});

describe("statistics", () => {
  const queued = SEARCHES.filter((spec) => !spec.startsWith("guided"));

  it.each(queued)("of %s add up", (spec) => {
    for (const question of asked.slice(0, 4)) {
      if (refusalOf(spec, question) !== undefined) continue;
      const { explored, generated, transitions, peakOpen, queues } = endingOf(spec, question).statistics;
      const pushed = queues.reduce((sum, queue) => sum + queue.pushed, 0);
      const popped = queues.reduce((sum, queue) => sum + queue.popped, 0);
      expect(queues.length).toBeGreaterThan(0);
      expect(popped).toBeLessThanOrEqual(pushed);
      expect(explored).toBeLessThanOrEqual(generated);
      if (transitions > 0) expect(peakOpen).toBeGreaterThan(0);
    }
  });
});

describe("promises", () => {
  it.each([
    ["bfs", "shortest"],
    ["dijkstra", "shortest"],
    ["astar(hL())", "shortest"],
    ["astar(distance(max))", "shortest"],
    ["let(h, hL(), astar(h))", "shortest"],
    ["wastar(hL(), w=1)", "shortest"],
    ["eager(fifo(), reopen=true)", "shortest"],
    ["astar(hU())", "nothing"],
    ["wastar(hL())", "nothing"],
    ["eager(fifo())", "nothing"],
    ["greedy(hL())", "nothing"],
    ["ce-bfs", "nothing"],
  ])("%s promises %s", (spec, promise) => {
    expect(searchOf(spec).promise).toBe(promise);
  });
});

describe("a seed", () => {
  const random = ["rdfs", "eager(random())", "eager(type-based([g()]))", "eager(best(blind(), ties=random))"];
  it.each([...random, "ce-hU", "guided(hU(), restarts=5)"])("fixes %s", (spec) => {
    for (const question of asked.slice(0, 8)) {
      expect(runSearch(spec, question, { seed: 5 })).toEqual(runSearch(spec, question, { seed: 5 }));
    }
  });

  it.each(random)("changes %s", (spec) => {
    // The random networks are so small that many orders explore the same number of states.
    const { xta, queries } = families
      .find(({ name }) => name === "fischer")!
      .generate({ size: 3, variant: "B", correct: false, seed: 1 });
    const question = questionOf(xta, queries[0]!.formula);
    const explored = [1, 2, 3, 4, 5, 6].map((seed) => runSearch(spec, question, { seed }).statistics.explored);
    expect(new Set(explored).size).toBeGreaterThan(2);
  });
});

describe("context", () => {
  it("explores the whole space with prune=false", () => {
    for (const question of asked) {
      if (breadthFirst(question).status !== "exhausted") continue;
      const plain = runSearch("eager(lifo())", question).statistics;
      const { explored, queues } = runSearch("eager(context(lifo()))", question).statistics;
      // Inclusion makes the number of zones depend on the order; discrete models have no such excuse.
      if (question.network.clocks.length === 0) expect(explored).toBe(plain.explored);
      expect(queues.every(({ pushed, popped }) => pushed === popped)).toBe(true);
    }
  });

  it("prunes only where that is sound, and then answers as before", () => {
    let pruned = 0;
    for (const question of untimed()) {
      expect(refusalOf("eager(context(fifo(), prune=true))", question)).toBeUndefined();
      const whole = runSearch("bfs", question);
      for (const open of ["fifo()", "lifo()", "best(hU())"]) {
        const ending = runSearch(`eager(context(${open}, prune=true))`, question);
        expect(ending.status).toBe(whole.status);
        if (ending.statistics.explored < whole.statistics.explored) pruned++;
        // Without pruning it is counted how often there would have been something to prune.
        const { prunable } = runSearch(`eager(useless(context(${open}), hU()))`, question).statistics;
        if (prunable > 0) expect(ending.statistics.prunable).toBeGreaterThan(0);
      }
    }
    expect(pruned).toBeGreaterThan(5);
  });

  it("refuses to prune elsewhere, however deep it is nested", () => {
    for (const question of asked) {
      const reason = whyPruningIsUnsound(question.network);
      for (const spec of [
        "eager(context(fifo(), prune=true))",
        "eager(useless(icb(preferred(context(fifo(), prune=true), hU())), hU()))",
        "eager(alternation([fifo(), context(fifo(), prune=true)]))",
      ]) {
        expect(refusalOf(spec, question)).toBe(reason);
      }
    }
  });
});
