// The thread-interleaving heuristic (Groce and Visser 2002), for processes: a step is the worse, the more often and the
// more recently the processes that take it moved before on the same path, times the number of processes that still can
// leave their location. So schedules that switch at every step come first, which is where races and deadlocks show.

import type { StateId } from "../engine/engine.ts";
import type { SearchContext } from "../search-context/index.ts";
import { integer } from "../spec/index.ts";
import { defineEvaluator, type Key } from "./evaluator.ts";

export const interleaving = defineEvaluator({
  name: "interleaving",
  summary: "Prefers states reached by processes that did not move lately.",
  params: { window: integer({ doc: "how many steps are looked back", default: 20, min: 1, max: 10_000 }) },
  examples: ["interleaving", "interleaving(window=3)"],
  traits: () => ({ needsTransitions: true, ofState: false }),
  create: (context, options) => context.common(options, () => interleavingKey(context, options.window)),
});

function interleavingKey({ engine, problem, last }: SearchContext, window: number): Key {
  const { edges, processes } = problem.network;
  const leaves = processes.map(({ locations }) => new Uint8Array(locations.length));
  for (const { process, source } of edges) leaves[process]![source] = 1;
  const moving = new Uint8Array(processes.length);
  return (state, node) => {
    const taken = last.remember(state, node);
    if (taken === undefined) return 0;
    for (const edge of taken) moving[edges[edge]!.process] = 1;
    let weight = 0;
    let at: StateId | -1 = node.parent;
    for (let ago = 0; ago < window && at >= 0; ago++, at = engine.parentOf(at)) {
      // The step just before weighs as much as the window is long, the oldest one 1.
      if (last.of(at)?.some((edge) => moving[edges[edge]!.process] === 1) === true) weight += window - ago;
    }
    for (const edge of taken) moving[edges[edge]!.process] = 0;
    if (weight === 0) return 0;
    const { locations } = engine.view(state);
    return weight * leaves.reduce((live, canLeave, process) => live + canLeave[locations[process]!]!, 0);
  };
}
