// The branch-counting heuristic (Groce and Visser 2002): states reached by a branch that was never taken come first,
// then those reached without a branch, then the others, the less often their branch was taken the sooner. A branch is
// an edge that leaves a location with several; a joint transition counts as its least taken branch. Branches are
// counted over the whole search, whenever a state is generated, or along the path that leads to a state.

import type { StateId } from "../engine/engine.ts";
import type { Network } from "../network/index.ts";
import { PathCounts, type SearchContext } from "../search-context/index.ts";
import { choice, flag } from "../spec/index.ts";
import { defineEvaluator, type Key } from "./evaluator.ts";

export interface CoverageOptions {
  readonly count: "search" | "path";
  readonly branches: boolean;
}

export const coverage = defineEvaluator({
  name: "coverage",
  summary: "How often the edges that lead to the state were taken before: prefers what is new.",
  params: {
    count: choice(["search", "path"], { doc: "count over the whole search or along the path", default: "search" }),
    branches: flag({ doc: "count only edges that leave a location with several", default: true }),
  },
  examples: ["coverage", "coverage(count=path)", "coverage(branches=false)"],
  traits: () => ({ needsTransitions: true, ofState: false }),
  create: (context, options) => context.common(options, () => coverageKey(context, options)),
});

function coverageKey({ engine, problem, last }: SearchContext, { count, branches }: CoverageOptions): Key {
  const counts = branches ? branchesOf(problem.network) : new Uint8Array(problem.network.edges.length).fill(1);
  const taken = new Float64Array(problem.network.edges.length);
  const path = new PathCounts(engine, last, problem.network.edges.length);
  let latest: StateId = -1;
  let value = 0;
  return (state, node) => {
    // Several lists may ask for the same state; it is counted once.
    if (state === latest) return value;
    latest = state;
    const edges = last.remember(state, node)?.filter((edge) => counts[edge] === 1) ?? [];
    const before = count === "path" && edges.length > 0 ? path.along(node.parent) : taken;
    const least = edges.reduce((minimum, edge) => Math.min(minimum, before[edge]!), Number.POSITIVE_INFINITY);
    for (const edge of edges) taken[edge]!++;
    // 0: something new; 1: no branch at all; above: how often it was taken.
    value = edges.length === 0 ? 1 : least === 0 ? 0 : 1 + least;
    return value;
  };
}

/** 1 for edges that leave a location together with others. */
function branchesOf({ processes, edges }: Network): Uint8Array {
  const leaving = processes.map(({ locations }) => new Uint32Array(locations.length));
  for (const { process, source } of edges) leaving[process]![source]!++;
  return Uint8Array.from(edges, ({ process, source }) => (leaving[process]![source]! > 1 ? 1 : 0));
}
