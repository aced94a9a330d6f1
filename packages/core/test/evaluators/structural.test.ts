// Evaluators that look at the way to a state, against their definitions on random networks: a list that jumps about
// asks them, and the whole history is counted anew each time.

import { describe, expect, it } from "vitest";
import type { DiscreteView, StateId } from "../../src/engine/engine.ts";
import { evaluators, type Key } from "../../src/evaluators/index.ts";
import type { Network } from "../../src/network/index.ts";
import { RandomOpenList } from "../../src/open-lists/index.ts";
import type { OpenNode } from "../../src/search-context/index.ts";
import { type Question, questions, runSearch } from "../search/runs.ts";
import { configured, contextOf, exploreWith, watched } from "../search/stage.ts";

const asked = [...questions(100, 115)];

/** What is known of the states that were pushed, in order. */
class History {
  readonly edges = new Map<StateId, readonly number[]>();
  private readonly parents = new Map<StateId, StateId>();

  add(state: StateId, { parent, transition }: OpenNode): void {
    this.edges.set(state, transition?.edges.map(({ edge }) => edge) ?? []);
    this.parents.set(state, parent);
  }

  /** The states before this one, latest first. */
  *before(state: StateId): Generator<StateId> {
    for (let at = this.parents.get(state)!; at >= 0; at = this.parents.get(at)!) yield at;
  }
}

/** Explores in random order and holds every value of the evaluator against another computation of it. */
function compare(
  spec: string,
  question: Question,
  expected: (history: History, state: StateId, view: () => DiscreteView) => number,
): number {
  const context = contextOf(question);
  const key: Key = configured(evaluators, spec).create(context);
  const inner = new RandomOpenList(3);
  const history = new History();
  let compared = 0;
  const open = watched(inner, (state, node) => {
    history.add(state, node);
    const slow = expected(history, state, () => context.engine.view(state));
    expect([spec, state, key(state, node)]).toEqual([spec, state, slow]);
    // Asked twice by two lists, it says the same.
    expect(key(state, node)).toBe(slow);
    compared++;
    inner.push(state);
  });
  exploreWith(context, open, 150);
  return compared;
}

const isBranch = (network: Network) => (edge: number) => {
  const { process, source } = network.edges[edge]!;
  return network.processes[process]!.edges.filter((other) => network.edges[other]!.source === source).length > 1;
};

describe("coverage", () => {
  const cases = ["search", "path"].flatMap((count) => [true, false].map((branches) => ({ count, branches })));
  it.each(cases)("counts by $count, only branches: $branches", ({ count, branches }) => {
    let compared = 0;
    for (const question of asked) {
      const counts = branches ? isBranch(question.network) : () => true;
      compared += compare(`coverage(count=${count}, branches=${branches})`, question, (history, state) => {
        const taken = history.edges.get(state)!.filter(counts);
        if (taken.length === 0) return 1;
        const earlier = count === "path" ? [...history.before(state)] : [...history.edges.keys()].slice(0, -1);
        const times = (edge: number): number =>
          earlier.reduce((sum, other) => sum + history.edges.get(other)!.filter((one) => one === edge).length, 0);
        const least = Math.min(...taken.map(times));
        return least === 0 ? 0 : 1 + least;
      });
    }
    expect(compared).toBeGreaterThan(300);
  });
});

describe("interleaving", () => {
  it.each([1, 3, 20])("looks back %i steps", (window) => {
    for (const question of asked) {
      const { network } = question;
      const processOf = (edge: number): number => network.edges[edge]!.process;
      compare(`interleaving(window=${window})`, question, (history, state, view) => {
        const movers = new Set(history.edges.get(state)!.map(processOf));
        let weight = 0;
        for (const [ago, other] of [...history.before(state)].slice(0, window).entries()) {
          if (history.edges.get(other)!.some((edge) => movers.has(processOf(edge)))) weight += window - ago;
        }
        const at = view().locations;
        const live = network.processes.filter((process, index) =>
          process.edges.some((edge) => network.edges[edge]!.source === at[index]),
        );
        return weight * live.length;
      });
    }
  });
});

describe("novelty", () => {
  it.each([1, 2])("is the size of the smallest new combination, up to %i", (k) => {
    for (const question of asked) {
      const seen: (readonly string[])[] = [];
      let latest: StateId = -1;
      let value = 0;
      compare(`novelty(k=${k})`, question, (_, state, view) => {
        if (state === latest) return value;
        latest = state;
        value = k + 1;
        const { locations, cells } = view();
        const facts = [...Array.from(locations), ...Array.from(cells)].map((value, at) => `${at}:${value}`);
        if (
          k === 2 &&
          facts.some((a) => facts.some((b) => a !== b && !seen.some((f) => f.includes(a) && f.includes(b))))
        )
          value = 2;
        if (facts.some((fact) => !seen.some((earlier) => earlier.includes(fact)))) value = 1;
        seen.push(facts);
        return value;
      });
    }
  });
});

describe("in searches", () => {
  it("are evaluators wherever a state is ordered, also by the name of a let", () => {
    for (const spec of [
      "greedy(coverage())",
      "let(c, coverage(count=path), greedy(c))",
      "let(c, interleaving(), lazy(alternation([best(c), best(hU())])))",
      "lazy(tiebreaking([hU(), coverage(), interleaving(window=5)]))",
      "kbest(3, interleaving())",
      "eager(type-based([g(), coverage()]))",
      "eager(context(tiebreaking([coverage(), novelty(2)])))",
    ]) {
      for (const question of asked.slice(0, 8)) {
        expect([spec, runSearch(spec, question).status]).toEqual([spec, runSearch("bfs", question).status]);
      }
    }
  });
});
