// Searches that do not keep all states (survey, section 4, "Sparse Memory Forward Reachability"): frontier search keeps the
// last layers, bitstate search a few bits per state, guided descent nothing.

import { type HeuristicConfig, heuristics } from "../heuristics/index.ts";
import type { SearchContext } from "../open-lists/index.ts";
import { component, defineComponent, integer, seed } from "../spec/index.ts";
import { BitTable } from "./bitstate.ts";
import { DepthFirstSearch } from "./depth-first.ts";
import { FrontierSearch } from "./frontier.ts";
import { GuidedSearch } from "./guided.ts";
import type { SearchConfig } from "./search-config.ts";

const h = component(() => heuristics, { doc: "the estimate" });

const estimateBy = (config: HeuristicConfig) => (context: SearchContext) => {
  const estimates = context.estimatesOf(config);
  return (state: number): number => estimates.of(state);
};

export const sparseSearches = [
  defineComponent({
    name: "frontier",
    summary: "Breadth first, keeping only the last layers when there are too many states.",
    params: {
      h,
      states: integer({
        doc: "how many states may be stored before old layers are forgotten",
        default: 1_000_000,
        min: 1,
      }),
      layers: integer({ doc: "layers kept besides the one that is expanded", default: 1, min: 0 }),
    },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "shortest",
      restarts: true,
      boundable: true,
      refusal: (problem) => values.h.refusal?.(problem),
      create: (context, goal, bound) =>
        new FrontierSearch(context, {
          goal,
          bound,
          capacity: values.states,
          layers: values.layers,
          estimate: estimateBy(values.h),
          safe: values.h.guarantees.safe,
          admissible: values.h.guarantees.admissible,
        }),
    }),
  }),
  defineComponent({
    name: "bitstate",
    summary: "Depth first, keeping a few bits of each state; what is taken for known may be new.",
    params: {
      bits: integer({ doc: "logarithm of the size of the table", default: 27, min: 3, max: 32 }),
      states: integer({ doc: "how many whole states may be stored on the way", default: 100_000, min: 1 }),
    },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: false,
      promise: "nothing",
      restarts: true,
      boundable: true,
      create(context, goal, bound) {
        const table = new BitTable(values.bits);
        return new DepthFirstSearch(context, {
          goal,
          bound,
          capacity: values.states,
          filter: (engine, state) => table.add(engine, state),
        });
      },
    }),
  }),
  defineComponent({
    name: "guided",
    summary: "Gradient descent with random steps where it is stuck, and restarts.",
    params: {
      h,
      depth: integer({ doc: "steps of a descent; every tenth doubles it", default: 200, min: 1 }),
      perturbation: integer({ doc: "random steps where no successor is better", default: 3, min: 0 }),
      restarts: integer({ doc: "descents after which it gives up", default: 200, min: 1 }),
      seed: seed(),
    },
    configure: ({ h: config, ...options }, spec): SearchConfig => ({
      spec,
      complete: false,
      promise: "nothing",
      restarts: true,
      boundable: false,
      refusal: (problem) => config.refusal?.(problem),
      create: (context, goal) => new GuidedSearch(context, { ...options, goal, estimate: estimateBy(config) }),
    }),
  }),
];
