// Lists within lists: whatever is nested in whatever, a complete list hands out every state; and the lists that sort
// transitions sort them as their papers define it, recomputed here from the parent's state.

import { describe, expect, it } from "vitest";
import { Innocence } from "../../src/analysis/contexts/innocence.ts";
import { Interference } from "../../src/analysis/contexts/interference.ts";
import { hasStopwatches } from "../../src/check/plan/features.ts";
import { type Heuristic, heuristics } from "../../src/heuristics/index.ts";
import { openLists } from "../../src/open-lists/index.ts";
import type { SearchContext } from "../../src/search-context/index.ts";
import type { JointTransition } from "../../src/semantics/joint-transition.ts";
import { all, Dice, livelyNetwork, randomTarget, seededChoices } from "../../src/testing/index.ts";
import { type Question, runSearch } from "../search/runs.ts";
import { configured, contextOf, exploreWith, watched } from "../search/stage.ts";

function* livelyQuestions(from: number, to: number): Generator<Question> {
  for (let seed = from; seed < to; seed++) {
    const choices = seededChoices(seed);
    const { network } = livelyNetwork(choices);
    // With stopwatches zones over-approximate, and orders may meet different spurious states first.
    if (hasStopwatches(network)) continue;
    const target = randomTarget(network, choices);
    yield { network, target };
    yield { network, target: all(target, randomTarget(network, choices)) };
  }
}

const EVALUATORS = ["hU()", "hL()", "distance(max)", "g()", "novelty(2)", "coverage()", "interleaving()", "f(hL())"];
const ESTIMATES = ["hU()", "hL()", "distance()", "hamming()"];

/** A specification of lists nested at most `depth` deep. */
function randomList(dice: Dice, depth: number): string {
  const inner = (): string => randomList(dice, depth - 1);
  const keys = (): string => dice.several(1, 2, () => dice.one(EVALUATORS)).join(", ");
  const simple = [
    () => "fifo()",
    () => "lifo()",
    () => "random()",
    () => `best(${dice.one(EVALUATORS)}, ties=${dice.one(["newest", "oldest", "random"])})`,
    () => `tiebreaking([${keys()}])`,
    () => `type-based([${keys()}])`,
  ];
  const nested = [
    () => `context(${inner()}, n=${dice.between(0, 2)}, first=${dice.between(0, 1)}, clocks=${dice.chance(50)})`,
    () => `icb(${inner()}, contexts=${dice.one(["process", "interference"])}, n=${dice.between(0, 2)})`,
    () => `useless(${inner()}, ${dice.one(ESTIMATES)})`,
    () => `preferred(${inner()}, ${dice.one(ESTIMATES)})`,
    () => `alternation([${inner()}, ${inner()}])`,
    () => `batch(${inner()}, k=2)`,
    () => `beam-stack(${inner()}, k=2)`,
  ];
  return dice.one(depth === 0 ? simple : nested)();
}

describe("nested lists", () => {
  const asked = [...livelyQuestions(0, 4)].map((question) => ({ question, whole: runSearch("bfs", question) }));
  const lists = Array.from({ length: 30 }, (_, seed) => randomList(new Dice(seededChoices(seed)), 1 + (seed % 3)));

  it.each([...new Set([...lists, "context(useless(best(hU()), hU()))"])])("%s", (list) => {
    for (const [index, { question, whole }] of asked.entries()) {
      const spec = `${index % 2 === 0 ? "eager" : "lazy"}(${list})`;
      expect([index, spec, runSearch(spec, question).status]).toEqual([index, spec, whole.status]);
    }
  });
});

/** Explores with a list of several queues around `fifo()`, and asks where each state should have gone. */
function compare(
  list: string,
  question: Question,
  belongs: (of: {
    readonly context: SearchContext;
    readonly parent: number;
    readonly transition: JointTransition;
    readonly state: number;
  }) => number,
): readonly number[] {
  const context = contextOf(question);
  const inner = configured(openLists, list).create(context);
  const counts: number[] = [];
  const open = watched(inner, (state, node) => {
    const before = inner.queues.map(({ pushed }) => pushed);
    inner.push(state, node);
    if (node.transition === undefined) return;
    const queue = inner.queues.findIndex(({ pushed }, at) => pushed > (before[at] ?? 0));
    const expected = belongs({ context, parent: node.parent, transition: node.transition, state });
    expect([list, state, queue]).toEqual([list, state, expected]);
    counts[expected] = (counts[expected] ?? 0) + 1;
  });
  exploreWith(context, open, 60);
  return counts;
}

function fresh(spec: string, { network, target }: Question): Heuristic {
  return configured(heuristics, spec).create({ network, target, frameSize: 1 });
}

describe("definitions", () => {
  const sum = (counts: readonly (readonly number[])[], queue: number): number =>
    counts.reduce((total, count) => total + (count[queue] ?? 0), 0);

  it.each(["hL()", "hU()", "distance()"])("useless by %s: no further without the transition", (h) => {
    const counts = [...livelyQuestions(0, 8)].map((question) =>
      compare(`useless(fifo(), ${h})`, question, ({ context, parent, transition, state }) => {
        const heuristic = fresh(h, question);
        const after = heuristic.estimate(context.engine.view(state));
        const without = heuristic.estimate(context.engine.view(parent), transition);
        return without <= after ? 1 : 0;
      }),
    );
    expect(sum(counts, 0)).toBeGreaterThan(10);
    expect(sum(counts, 1)).toBeGreaterThan(10);
  });

  it("preferred: what the estimate of the parent counts on", () => {
    const counts = [...livelyQuestions(0, 8)].map((question) =>
      compare("preferred(fifo(), hU())", question, ({ context, parent, transition }) => {
        const prefers = fresh("hU()", question).preference!(context.engine.view(parent));
        return prefers(transition) ? 0 : 1;
      }),
    );
    expect(sum(counts, 0)).toBeGreaterThan(10);
    expect(sum(counts, 1)).toBeGreaterThan(10);
  });

  it.each([
    { n: 0, first: 0, clocks: false },
    { n: 0, first: 1, clocks: false },
    { n: 0, first: 0, clocks: true },
    { n: 1, first: 0, clocks: false },
    { n: 2, first: 0, clocks: true },
  ])("context: by the smallest context around an innocent step before (%o)", ({ n, first, clocks }) => {
    const counts = [...livelyQuestions(0, 12)].map((question) => {
      const interference = new Interference(question.network, { clocks });
      const innocence = new Innocence(question.network, question.target);
      const steps = new Map<number, readonly number[]>();
      const list = `context(fifo(), n=${n}, first=${first}, clocks=${clocks})`;
      return compare(list, question, ({ parent, transition, state }) => {
        const next = transition.edges.map(({ edge }) => edge);
        steps.set(state, next);
        const last = steps.get(parent);
        if (last === undefined || !innocence.isInnocent(last)) return 0;
        const distance = interference.distance(last, next);
        if (n > 0) return distance <= n ? 0 : 1;
        // What is in no context comes last: behind the 64 queues that contexts have.
        if (distance === Number.POSITIVE_INFINITY) return 65;
        return first === 1 ? distance : Math.max(0, distance - 1);
      });
    });
    expect(sum(counts, 0)).toBeGreaterThan(10);
    // Through clocks nearly everything interferes.
    if (!clocks) expect(counts.some((count) => count.some((pushed, queue) => queue > 0 && pushed > 0))).toBe(true);
  });
});
