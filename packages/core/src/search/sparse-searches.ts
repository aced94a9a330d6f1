// Searches that do not keep all states (survey, section 4, "Sparse Memory Forward Reachability"): frontier search keeps the
// last layers, SMA* the best nodes, beam-stack search a beam, bitstate search a few bits per state, guided descent nothing.

import { type HeuristicConfig, heuristics } from "../heuristics/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { component, defineComponent, integer, seed } from "../spec/index.ts";
import { BeamStackSearch } from "./beam-stack.ts";
import { BitTable } from "./bitstate.ts";
import { DepthFirstSearch } from "./depth-first.ts";
import { FrontierSearch } from "./frontier.ts";
import { GuidedSearch } from "./guided.ts";
import { deepening } from "./plans.ts";
import { RoundsSearch } from "./rounds.ts";
import type { Bound, Goal } from "./search.ts";
import type { SearchConfig } from "./search-config.ts";
import { SmaSearch } from "./sma.ts";

const h = component(() => heuristics, { doc: "the estimate" });

const estimateBy = (config: HeuristicConfig) => (context: SearchContext) => {
  const estimates = context.estimatesOf(config);
  return (state: number): number => estimates.of(state);
};

const states = integer({
  doc: "how many states may be stored before old layers are released",
  default: 1_000_000,
  min: 1,
});
const layers = integer({ doc: "layers kept besides the one that is expanded", default: 1, min: 0 });

interface LayerValues {
  readonly h: HeuristicConfig;
  readonly states: number;
  readonly layers: number;
}

const byLayers = (values: LayerValues, context: SearchContext, goal: Goal, bound?: Bound): FrontierSearch =>
  new FrontierSearch(context, {
    goal,
    bound,
    capacity: values.states,
    layers: values.layers,
    estimate: values.h,
  });

export const sparseSearches = [
  defineComponent({
    name: "frontier",
    summary: "Breadth first; when there are too many states, only the last layers stay.",
    params: { h, states, layers },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "shortest",
      restarts: true,
      boundable: true,
      refusal: (problem) => values.h.refusal?.(problem),
      create: (context, goal, bound) => byLayers(values, context, goal, bound),
    }),
  }),
  defineComponent({
    name: "bfhs",
    summary: "Breadth-first heuristic search: frontier search within a bound on g + h that grows as in idastar.",
    params: { h, states, layers },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "shortest",
      restarts: true,
      boundable: false,
      refusal(problem) {
        if (!values.h.guarantees.admissible) return `\`${values.h.spec}\` is not admissible`;
        return values.h.refusal?.(problem);
      },
      create: (first, goal) =>
        new RoundsSearch(deepening(first, (context, length) => byLayers(values, context, goal, { length }))),
    }),
  }),
  defineComponent({
    name: "sma",
    summary:
      "SMA*: A* with so many nodes in memory; the worst are forgotten and generated again when they are the best.",
    params: { h, states: integer({ doc: "nodes in memory", default: 100_000, min: 2 }) },
    configure: (values, spec): SearchConfig => ({
      spec,
      // Where paths do not fit into memory it gives up.
      complete: false,
      promise: values.h.guarantees.admissible ? "shortest" : "nothing",
      restarts: true,
      boundable: false,
      refusal: (problem) => values.h.refusal?.(problem),
      create: (context, goal) => new SmaSearch(context, { goal, capacity: values.states, estimate: values.h }),
    }),
  }),
  defineComponent({
    name: "beam-stack",
    summary:
      "Beam-stack search: layers of at most k states; comes back for what was left out, to better and better traces.",
    params: { k: integer({ doc: "width of the beam", min: 1 }), h },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "shortest",
      anytime: true,
      restarts: true,
      boundable: true,
      refusal: (problem) => values.h.refusal?.(problem),
      create: (context, goal, bound) =>
        new BeamStackSearch(context, { goal, bound, width: values.k, estimate: values.h }),
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
