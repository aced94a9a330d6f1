// What evaluators claim, held on random networks: along a trace to the target none that is safe says Infinity, and what
// bounds lengths never exceeds the trace's and is exact at its end.

import { describe, expect, it } from "vitest";
import { hasStopwatches } from "../../src/check/plan/features.ts";
import { evaluators } from "../../src/evaluators/index.ts";
import { FifoOpenList } from "../../src/open-lists/index.ts";
import { EagerSearch } from "../../src/search/index.ts";
import { examplesOf } from "../examples.ts";
import { type Question, questions } from "../search/runs.ts";
import { configured, contextOf, watched } from "../search/stage.ts";

// With stopwatches a trace in zones may be none in truth.
const asked = [...questions(40, 60)].filter(({ network }) => !hasStopwatches(network));

describe.each(examplesOf(evaluators))("%s", (spec) => {
  it("keeps its word on the way to a target", () => {
    const found = asked.filter((question) => holdsOnTrace(spec, question)).length;
    expect(found).toBeGreaterThan(5);
  });
});

/** Breadth first; every state is evaluated when it is pushed. False: there is no trace. */
function holdsOnTrace(spec: string, question: Question): boolean {
  const context = contextOf(question);
  const { safe, boundsLength, create } = configured(evaluators, spec);
  const key = create(context);
  const values = new Map<number, number>();
  const inner = new FifoOpenList();
  const open = watched(inner, (state, node) => {
    values.set(state, key(state, node));
    inner.push(state);
  });
  const { engine } = context;
  const options = { goal: (state: number) => engine.satisfies(state, 0), cost: "depth", transitions: true } as const;
  const search = new EagerSearch(engine, open, options);
  for (let step = 0; step < 5_000; step++) {
    const status = search.step();
    if (status === "exhausted") return false;
    if (status !== "found") continue;
    const { length, place } = search.found!;
    const target = place!.state;
    if (boundsLength) expect(values.get(target)).toBe(length);
    for (let at = target; at >= 0; at = engine.parentOf(at)) {
      if (safe) expect(values.get(at)).toBeLessThan(Number.POSITIVE_INFINITY);
      if (boundsLength) expect(values.get(at)).toBeLessThanOrEqual(length);
    }
    return true;
  }
  return false;
}
