// The laws that every open list keeps, on random networks: what comes out went in, once; sizes and counts are true; a
// list that runs empty without saying so has handed out everything that no safe estimate gave up.

import { describe, expect, it } from "vitest";
import { type OpenList, openLists } from "../../src/open-lists/index.ts";
import { EagerSearch } from "../../src/search/index.ts";
import { examplesOf } from "../examples.ts";
import { type Question, questions } from "../search/runs.ts";
import { configured, contextOf } from "../search/stage.ts";

const asked = [...questions(20, 26)];

describe.each(examplesOf(openLists))("%s", (spec) => {
  it("hands out what went in, once, and counts it", () => {
    const popped = asked.reduce((sum, question) => sum + explore(spec, question), 0);
    expect(popped).toBeGreaterThan(20);
  });
});

/** Explores with the list and watches it; how many states it handed out. */
function explore(spec: string, question: Question): number {
  const context = contextOf(question);
  const config = configured(openLists, spec);
  const stage = config.exact?.stage(context) ?? context;
  const inner = config.create(stage);
  const waiting = new Set<number>();
  let popped = 0;
  const watched: OpenList = {
    push(state, node) {
      const before = inner.size;
      inner.push(state, node);
      expect([before, before + 1]).toContain(inner.size);
      if (inner.size > before) waiting.add(state);
    },
    pop() {
      const before = inner.size;
      const state = inner.pop();
      if (state === undefined) {
        expect(inner.size).toBe(0);
        if (inner.incomplete !== true) expect([...waiting]).toEqual([]);
        return undefined;
      }
      expect(waiting.delete(state), `${spec}: ${state} went in`).toBe(true);
      expect(inner.size).toBeLessThan(before);
      popped++;
      return state;
    },
    get size() {
      return inner.size;
    },
    get queues() {
      return inner.queues;
    },
  };
  const search = new EagerSearch(stage.engine, watched, {
    goal: () => false,
    cost: config.exact?.costs(stage) ?? "none",
    transitions: true,
  });
  for (let step = 0; step < 200; step++) if (search.step() === "exhausted") break;
  for (const { pushed, popped: out } of inner.queues) expect(out).toBeLessThanOrEqual(pushed);
  return popped;
}
