// The searches that specifications may name. Most are configurations of the one eager loop, written as shorthands for
// it, so that `astar(h)` *is* `eager(tiebreaking([f(h), h]), reopen=true)`.

import { Prng } from "../basics/prng.ts";
import { evaluator } from "../evaluators/index.ts";
import { heuristics } from "../heuristics/index.ts";
import { BestOpenList, FifoOpenList, LifoOpenList, type OpenListConfig, openLists } from "../open-lists/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import {
  choice,
  component,
  defineComponent,
  defineShorthand,
  flag,
  integer,
  number,
  Registry,
  seed,
} from "../spec/index.ts";
import { boundedSearches } from "./bounded-searches.ts";
import { type CostConfig, costClaims, costs, stepCosts } from "./costs.ts";
import { type EagerOptions, EagerSearch } from "./eager.ts";
import { DeferredContext } from "./lazy.ts";
import type { Bound } from "./search.ts";
import type { SearchConfig } from "./search-config.ts";
import { sparseSearches } from "./sparse-searches.ts";

const open = component(() => openLists, { doc: "which state comes next" });
const h = component(() => heuristics, { doc: "the estimate" });
const key = evaluator("the estimate, or g, coverage, interleaving, novelty");
const cost = component(() => costs, { doc: "what is to be least", default: "steps" });
const registry = (): Registry<SearchConfig> => searches;

const loops = [
  defineComponent({
    name: "eager",
    summary: "The search loop: pops a state from the open list, tests it, expands it, pushes what is new.",
    params: {
      open,
      reopen: flag({ doc: "a state reached on a shorter path is looked at again", default: false }),
      goal: choice(["popped", "generated"], { doc: "when states are tested", default: "popped" }),
      cost,
    },
    configure: (values, spec) => eager(values.open, values.reopen, spec, values.goal, values.cost),
  }),
  defineComponent({
    name: "lazy",
    summary: "The same loop with deferred evaluation: states wait with the estimates of their parents.",
    params: {
      open,
      reopen: flag({ doc: "a state reached on a shorter path is looked at again", default: false }),
    },
    configure: (values, spec) => lazy(values.open, values.reopen, spec),
  }),
  defineComponent({
    name: "bfs",
    summary: "Breadth first; finds shortest traces.",
    params: {},
    configure: (_, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "shortest",
      boundable: true,
      create: ({ engine }, goal, bound) => new EagerSearch(engine, new FifoOpenList(), { goal, cost: "depth", bound }),
    }),
  }),
  defineShorthand({ name: "dfs", summary: "Depth first.", params: {}, means: "eager(lifo())" }),
  defineComponent({
    name: "rdfs",
    summary: "Depth first, successors in random order.",
    params: { seed: seed() },
    configure: (values, spec): SearchConfig => ({
      spec,
      complete: true,
      promise: "nothing",
      boundable: true,
      create: ({ engine }, goal, bound) =>
        new EagerSearch(engine, new LifoOpenList(), {
          goal,
          bound,
          cost: bound === undefined ? "none" : "depth",
          shuffle: new Prng(values.seed),
        }),
    }),
  }),
];

const shorthands = [
  defineShorthand({
    name: "greedy",
    summary: "Best estimate first.",
    params: { h: key },
    means: "eager(best(h))",
  }),
  defineShorthand({
    name: "astar",
    summary: "A*: least g + h first; with an admissible estimate it finds shortest traces.",
    params: { h, cost },
    means: "eager(tiebreaking([f(h), h]), reopen=true, cost=cost)",
  }),
  defineShorthand({
    name: "wastar",
    summary: "Weighted A*: least g + w·h first.",
    params: { h, w: number({ doc: "weight of the estimate", default: 5, min: 0 }), cost },
    means: "eager(tiebreaking([wf(h, w=w), h]), reopen=true, cost=cost)",
  }),
  defineComponent({
    name: "dijkstra",
    summary: "Cheapest path first; with every step costing one it explores as breadth-first search does.",
    params: { cost },
    configure: ({ cost: asked }, spec): SearchConfig => ({
      spec,
      complete: true,
      boundable: false,
      ...costClaims(asked, true),
      refusal: ({ network }) => asked.refusal(network),
      create: ({ engine, problem }, goal) =>
        new EagerSearch(engine, new BestOpenList((_, node) => node.cost, { ties: "oldest" }), {
          goal,
          cost: stepCosts(asked, problem.network) ?? "depth",
        }),
    }),
  }),
  defineShorthand({
    name: "kbest",
    summary: "k-best-first search: expands the k best states together.",
    params: { k: integer({ doc: "how many", min: 1 }), h: key },
    means: "eager(batch(best(h), k=k))",
  }),
  defineShorthand({
    name: "beam",
    summary: "k-beam search: keeps the k best states and drops the others.",
    params: { k: integer({ doc: "width of the beam", min: 1 }), h: key },
    means: "eager(batch(best(h), k=k, beam=true))",
  }),
];

export const searches: Registry<SearchConfig> = new Registry<SearchConfig>("search", [
  ...loops,
  ...shorthands,
  ...boundedSearches(registry),
  ...sparseSearches,
]);

function eager(
  list: OpenListConfig,
  reopen: boolean,
  spec: string,
  test: "popped" | "generated" = "popped",
  asked?: CostConfig,
): SearchConfig {
  const priced = asked !== undefined && asked.kind === "algebra";
  return {
    spec,
    // Lists drop a state only when a safe estimate rules it out, or where pruning was proved sound; or they say so.
    complete: list.complete,
    // A target that is generated first need not be popped first.
    ...costClaims(asked, reopen && test === "popped" && list.shortestFirst && (!priced || list.cheapestFirst === true)),
    // Exact lists have their own notion of which duplicate is better, and make an engine for it.
    boundable: list.exact === undefined && !priced,
    ...(list.exact === undefined ? {} : { restarts: true }),
    inOrder: list.exact !== undefined || list.prunes === true,
    refusal(problem) {
      if (list.exact !== undefined && reopen) return `\`${list.spec}\` decides itself which states are reopened`;
      if (list.exact !== undefined && test === "generated") return `\`${list.spec}\` needs states tested when popped`;
      if (list.exact !== undefined && priced) return `\`${list.spec}\` has costs of its own`;
      return asked?.refusal(problem.network) ?? list.refusal?.(problem);
    },
    create(context, goal, bound) {
      const stage = list.exact?.stage(context) ?? context;
      return new EagerSearch(stage.engine, list.create(stage), {
        goal,
        test,
        ...loopOptions(list, stage, reopen, bound, asked),
      });
    },
  };
}

function lazy(list: OpenListConfig, reopen: boolean, spec: string): SearchConfig {
  return {
    ...eager(list, reopen, spec),
    // The estimate of the parent is none for the state.
    promise: "nothing",
    create(outer, goal, bound) {
      const stage = new DeferredContext(list.exact?.stage(outer) ?? outer);
      return new EagerSearch(stage.engine, list.create(stage), {
        goal,
        ...loopOptions(list, stage, reopen, bound),
        hopeless: (state) => stage.isHopeless(state),
      });
    },
  };
}

/** What the list asks of the loop. */
function loopOptions(
  list: OpenListConfig,
  stage: SearchContext,
  reopen: boolean,
  bound: Bound | undefined,
  asked?: CostConfig,
): Omit<EagerOptions, "goal"> {
  const priced = asked === undefined ? undefined : stepCosts(asked, stage.problem.network);
  return {
    bound,
    cost: list.exact?.costs(stage) ?? priced ?? (reopen || bound !== undefined ? "depth" : "none"),
    transitions: list.needsTransitions,
    pruning: list.pruning?.(stage),
    extended: list.exact !== undefined,
  };
}
