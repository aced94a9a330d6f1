// The searches that specifications may name. Most are configurations of the one eager loop, written as shorthands for
// it, so that `astar(h)` *is* `eager(tiebreaking([f(h), h]), reopen=true)`.

import type { StateId } from "../engine/engine.ts";
import { heuristics, type Problem } from "../heuristics/index.ts";
import {
  FifoOpenList,
  LifoOpenList,
  type OpenListConfig,
  openLists,
  Prng,
  type SearchContext,
} from "../open-lists/index.ts";
import { component, defineComponent, defineShorthand, flag, number, Registry, seed } from "../spec/index.ts";
import { EagerSearch } from "./eager.ts";
import type { Search } from "./search.ts";

export interface SearchConfig {
  readonly spec: string;
  /** `exhausted` can be its end, and then means that the target cannot be reached. */
  readonly complete: boolean;
  /** "shortest": a found trace has the least number of transitions. */
  readonly promise: "shortest" | "nothing";
  /** Why the search must not be used for a problem. */
  refusal?(problem: Problem): string | undefined;
  create(context: SearchContext, goal: (state: StateId) => boolean): Search;
}

const open = component(() => openLists, { doc: "which state comes next" });
const h = component(() => heuristics, { doc: "the estimate" });
const registry = (): Registry<SearchConfig> => searches;

export const searches: Registry<SearchConfig> = new Registry<SearchConfig>("search", [
  defineComponent({
    name: "eager",
    summary: "The search loop: pops a state from the open list, tests it, expands it, pushes what is new.",
    params: {
      open,
      reopen: flag({ doc: "a state reached on a shorter path is looked at again", default: false }),
    },
    configure: (values, spec) => eager(values.open, values.reopen, spec),
  }),
  defineComponent({
    name: "bfs",
    summary: "Breadth first; finds shortest traces.",
    params: {},
    configure: (_, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "shortest",
      create: ({ engine }, goal) => new EagerSearch(engine, new FifoOpenList(), { goal, cost: "depth" }),
    }),
  }),
  defineShorthand(registry, { name: "dfs", summary: "Depth first.", params: {}, means: "eager(lifo())" }),
  defineComponent({
    name: "rdfs",
    summary: "Depth first, successors in random order.",
    params: { seed: seed() },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "nothing",
      create: ({ engine }, goal) =>
        new EagerSearch(engine, new LifoOpenList(), { goal, cost: "none", shuffle: new Prng(values.seed) }),
    }),
  }),
  defineShorthand(registry, {
    name: "greedy",
    summary: "Best estimate first.",
    params: { h },
    means: "eager(best(h))",
  }),
  defineShorthand(registry, {
    name: "astar",
    summary: "A*: least g + h first; with an admissible estimate it finds shortest traces.",
    params: { h },
    means: "eager(tiebreaking([f(h), h]), reopen=true)",
  }),
  defineShorthand(registry, {
    name: "wastar",
    summary: "Weighted A*: least g + w·h first.",
    params: { h, w: number({ doc: "weight of the estimate", default: 5, min: 0 }) },
    means: "eager(tiebreaking([wf(h, w=w), h]), reopen=true)",
  }),
  defineShorthand(registry, {
    name: "dijkstra",
    summary: "Cheapest path first; with every step costing one it explores as breadth-first search does.",
    params: {},
    means: "eager(best(g(), ties=oldest), reopen=true)",
  }),
]);

function eager(list: OpenListConfig, reopen: boolean, spec: string): SearchConfig {
  return {
    spec,
    // Lists drop a state only when a safe estimate rules it out, or where pruning was proved sound.
    complete: true,
    promise: reopen && list.shortestFirst ? "shortest" : "nothing",
    ...(list.refusal === undefined ? {} : { refusal: (problem: Problem) => list.refusal!(problem) }),
    create: (context, goal) =>
      new EagerSearch(context.engine, list.create(context), {
        goal,
        cost: reopen ? "depth" : "none",
        transitions: list.needsTransitions,
        pruning: list.pruning?.(context),
      }),
  };
}
