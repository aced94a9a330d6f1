// Searches that bound the length of traces (survey, section 4, "Bounded Forward Reachability"), and beams that grow until
// they leave nothing out. A state that is reached again on a shorter path is looked at again, or targets within the
// bound would be missed.

import { type HeuristicConfig, heuristics } from "../heuristics/index.ts";
import { BatchOpenList, BestOpenList, type OpenList } from "../open-lists/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { type Component, component, defineComponent, integer, number, type Registry } from "../spec/index.ts";
import { type CostConfig, costClaims, costs, stepCosts } from "./costs.ts";
import { DepthFirstSearch } from "./depth-first.ts";
import { EagerSearch } from "./eager.ts";
import { broadening, deepening, thresholds } from "./plans.ts";
import { RoundsSearch } from "./rounds.ts";
import type { Bound, Goal } from "./search.ts";
import type { SearchConfig } from "./search-config.ts";

const h = component(() => heuristics, { doc: "the estimate" });

export const boundedSearches = (registry: () => Registry<SearchConfig>): readonly Component<SearchConfig>[] => [
  defineComponent({
    name: "bounded",
    summary: "Another search, for traces of at most U transitions.",
    params: {
      U: integer({ doc: "the greatest length of a trace", min: 0 }),
      search: component(registry, { doc: "the search" }),
      h: component(() => heuristics, { doc: "an admissible estimate, to cut off earlier", default: "blind()" }),
    },
    configure: ({ U, search, h: estimate }, spec): SearchConfig => ({
      spec,
      complete: false,
      promise: search.promise,
      boundable: false,
      ...(search.anytime === true ? { anytime: true } : {}),
      ...(search.restarts === true ? { restarts: true } : {}),
      refusal(problem) {
        if (!search.boundable) return `\`${search.spec}\` takes no bound`;
        if (!estimate.guarantees.admissible) return `\`${estimate.spec}\` is not admissible`;
        return search.refusal?.(problem) ?? estimate.refusal?.(problem);
      },
      create: (context, goal) => search.create(context, goal, boundOf(context, U, estimate)),
    }),
  }),
  defineComponent({
    name: "idastar",
    summary: "IDA*: depth first within a bound on g + h that grows by the least possible amount.",
    params: { h },
    configure: (values, spec): SearchConfig => deepened(values.h, spec),
  }),
  defineComponent({
    name: "bnb",
    summary: "Branch and bound: depth first, best estimate first; each trace found is the bound for better ones.",
    params: { h, cost: component(() => costs, { doc: "what is to be least", default: "steps" }) },
    configure: (values, spec): SearchConfig => branchAndBound(spec, values.h, values.cost),
  }),
  defineComponent({
    name: "threshold",
    summary: "Looks for the least bound with a trace: doubles it until there is one, then halves the gap.",
    params: { h },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "shortest",
      anytime: true,
      restarts: true,
      boundable: false,
      refusal: (problem) => values.h.refusal?.(problem),
      create: (first, goal) =>
        new RoundsSearch(
          thresholds(first, (context, length) =>
            reopening(context, goal, bestBy(context, values.h), boundOf(context, length, values.h)),
          ),
        ),
    }),
  }),
  defineComponent({
    name: "broadening",
    summary: "Iterative broadening: beam search with wider and wider beams, until one leaves nothing out.",
    params: {
      h,
      k: integer({ doc: "width of the first beam", default: 10, min: 1 }),
      factor: number({ doc: "how much wider the next one is", default: 2, min: 1.1 }),
    },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "nothing",
      restarts: true,
      boundable: false,
      refusal: (problem) => values.h.refusal?.(problem),
      create: (first, goal) => {
        const round = (context: SearchContext, k: number): EagerSearch =>
          new EagerSearch(context.engine, new BatchOpenList(() => bestBy(context, values.h), k, true), {
            goal,
            cost: "none",
          });
        return new RoundsSearch(broadening(first, round, values.k, values.factor));
      },
    }),
  }),
];

/** The estimate takes part in a bound only where it is never too high. */
function boundOf(context: SearchContext, length: number, config: HeuristicConfig): Bound {
  if (!config.guarantees.admissible) return { length };
  const estimates = context.estimatesOf(config);
  return { length, estimate: (state) => estimates.of(state) };
}

function bestBy(context: SearchContext, config: HeuristicConfig): BestOpenList {
  const estimates = context.estimatesOf(config);
  return new BestOpenList((state) => estimates.of(state), { safe: estimates.safe });
}

function reopening(context: SearchContext, goal: Goal, open: OpenList, bound?: Bound): EagerSearch {
  return new EagerSearch(context.engine, open, { goal, cost: "depth", bound });
}

/** One search that goes on after each trace, for better ones only. */
function branchAndBound(spec: string, config: HeuristicConfig, asked: CostConfig): SearchConfig {
  return {
    spec,
    complete: true,
    ...costClaims(asked, true),
    anytime: true,
    // A bound on the length needs states that are reached on shorter paths, not on cheaper ones.
    boundable: asked.kind !== "algebra",
    refusal: (problem) => asked.refusal(problem.network) ?? config.refusal?.(problem),
    create(context, goal, given) {
      const estimates = context.estimatesOf(config);
      const open = new BestOpenList([(_, node) => -node.depth, (state) => estimates.of(state)], {
        safe: estimates.safe,
      });
      const bound = { ...boundOf(context, Number.POSITIVE_INFINITY, config), ...given };
      const cost = stepCosts(asked, context.problem.network) ?? "depth";
      return new EagerSearch(context.engine, open, { goal, cost, bound });
    },
  };
}

function deepened(config: HeuristicConfig, spec: string): SearchConfig {
  const { admissible, safe } = config.guarantees;
  return {
    spec,
    complete: true,
    // Each bound is the least length that the rounds before left possible.
    promise: "shortest",
    restarts: true,
    boundable: false,
    refusal: (problem) => config.refusal?.(problem),
    create: (first, goal) =>
      new RoundsSearch(
        deepening(
          first,
          (context, length) =>
            new DepthFirstSearch(context, {
              goal,
              capacity: Number.POSITIVE_INFINITY,
              admissible,
              safe,
              bound: { length },
              estimate: (on) => {
                const estimates = on.estimatesOf(config);
                return (state) => estimates.of(state);
              },
            }),
        ),
      ),
  };
}
