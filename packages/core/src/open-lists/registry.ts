// The open lists that specifications may name.

import type { JointTransition, StateId } from "../engine/engine.ts";
import { type HeuristicConfig, heuristics, type Problem } from "../heuristics/index.ts";
import { choice, component, defineComponent, flag, integer, list, Registry, seed } from "../spec/index.ts";
import { AlternationOpenList } from "./alternation.ts";
import { BatchOpenList } from "./batch.ts";
import { BeamStackOpenList } from "./beam-stack.ts";
import { BestOpenList, type Ties } from "./best.ts";
import { ContextOpenList, Contexts, whyPruningIsUnsound } from "./context.ts";
import { type EvaluatorConfig, evaluator } from "./evaluator.ts";
import { FifoOpenList } from "./fifo.ts";
import { IcbOpenList, stageOf, switchCosts } from "./icb.ts";
import { LifoOpenList } from "./lifo.ts";
import type { OpenList, StepCosts } from "./open-list.ts";
import { PreferredOpenList } from "./preferred.ts";
import { RandomOpenList } from "./random.ts";
import type { SearchContext } from "./search-context.ts";
import { TypeBasedOpenList } from "./type-based.ts";
import { UselessOpenList } from "./useless.ts";

/** Need this step from this state not be taken? Asked before its result is stored. */
export type Pruning = (parent: StateId, transition: JointTransition) => boolean;

/** States are duplicates only where the list says so: an engine that knows more of them, and by what cost one stays. */
export interface Exactness {
  stage(context: SearchContext): SearchContext;
  costs(stage: SearchContext): StepCosts;
}

export interface OpenListConfig {
  readonly spec: string;
  /** Does the list ask by which transition a state was reached? */
  readonly needsTransitions: boolean;
  /** Hands out targets in the order of their traces' lengths, if states are reopened when a shorter path is found. */
  readonly shortestFirst: boolean;
  /** The same where steps have costs: the list looks at costs, not at the order in which states come. */
  readonly cheapestFirst?: boolean;
  /** Hands out every state that might lead to the target. */
  readonly complete: boolean;
  /** Why the list must not be used for a problem. */
  refusal?(problem: Problem): string | undefined;
  /** Tells states apart by more than the engine does; must be the outermost list of a search. */
  readonly exact?: Exactness;
  /** Leaves steps out because others lead to the target as well. */
  readonly prunes?: boolean;
  /** A test for steps that need not be taken; undefined when there is none. */
  pruning?(context: SearchContext): Pruning | undefined;
  create(context: SearchContext): OpenList;
}

const plain = (spec: string, create: (context: SearchContext) => OpenList): OpenListConfig => ({
  spec,
  needsTransitions: false,
  shortestFirst: false,
  complete: true,
  create,
});
const ties = choice(["newest", "oldest", "random"], {
  doc: "which of equally good states comes first",
  default: "newest",
});
const inner = component((): Registry<OpenListConfig> => openLists, { doc: "the list each queue is made of" });
const heuristic = component(() => heuristics, { doc: "the estimate" });

const sorted = (keys: readonly EvaluatorConfig[], order: Ties, chosenSeed: number, spec: string): OpenListConfig => ({
  spec,
  ...demandsOf(keys),
  shortestFirst: keys[0]?.boundsLength === true,
  cheapestFirst: keys[0]?.boundsLength === true,
  complete: true,
  create(context) {
    const safe = keys.every((key) => key.safe);
    return new BestOpenList(
      keys.map((key) => key.create(context)),
      { ties: order, safe, seed: chosenSeed },
    );
  },
});

export const openLists: Registry<OpenListConfig> = new Registry<OpenListConfig>("open list", [
  defineComponent({
    name: "fifo",
    summary: "First in, first out.",
    params: {},
    configure: (_, spec) => ({ ...plain(spec, () => new FifoOpenList()), shortestFirst: true }),
  }),
  defineComponent({
    name: "lifo",
    summary: "Last in, first out.",
    params: {},
    configure: (_, spec) => plain(spec, () => new LifoOpenList()),
  }),
  defineComponent({
    name: "random",
    summary: "Any waiting state.",
    params: { seed: seed() },
    configure: (values, spec) => plain(spec, () => new RandomOpenList(values.seed)),
  }),
  defineComponent({
    name: "best",
    summary: "Smallest estimate first.",
    params: { h: evaluator("the estimate, or g, f(h), wf(h)"), ties, seed: seed() },
    configure: (values, spec) => sorted([values.h], values.ties, values.seed, spec),
  }),
  defineComponent({
    name: "tiebreaking",
    summary: "Compares the first evaluator, then the second, and so on.",
    params: {
      by: list(evaluator("an estimate, or g, f(h), wf(h)"), { doc: "what to compare, most important first" }),
      ties,
      seed: seed(),
    },
    configure: (values, spec) => sorted(values.by, values.ties, values.seed, spec),
  }),
  defineComponent({
    name: "context",
    summary: "CE: puts off transitions that do not profit from the one before, by interference contexts.",
    params: {
      open: inner,
      n: integer({ doc: "two queues, within C_n or not; 0: one queue per distance", default: 0, min: 0 }),
      prune: flag({ doc: "drop transitions outside every context (only where that is sound)", default: false }),
      first: integer({ doc: "0: the paper's tables, 1: its Fig. 2", default: 0, min: 0, max: 1 }),
      clocks: flag({ doc: "clocks count as shared variables too", default: false }),
    },
    configure: ({ open, ...options }, spec): OpenListConfig => ({
      spec,
      needsTransitions: true,
      shortestFirst: false,
      complete: open.complete,
      ...conditionsOf(open),
      prunes: options.prune || open.prunes === true,
      refusal: (problem) =>
        (options.prune ? whyPruningIsUnsound(problem.network) : undefined) ?? whyNotInside(open, problem),
      pruning(context) {
        if (!options.prune) return open.pruning?.(context);
        const contexts = context.common(options, () => new Contexts(context, options));
        return (parent, transition) => contexts.prunes(parent, transition);
      },
      create: (context) => new ContextOpenList(() => open.create(context), context, options),
    }),
  }),
  defineComponent({
    name: "icb",
    summary: "ICB: everything with c context switches before anything with c + 1.",
    params: {
      open: inner,
      contexts: choice(["process", "interference"], { doc: "what a context is", default: "process" }),
      n: integer({ doc: "size of interference contexts", default: 2, min: 0 }),
      exact: flag({
        doc: "find duplicates by state and last context: the trace then has the least number of switches",
        default: false,
      }),
    },
    configure: ({ open, exact, ...options }, spec): OpenListConfig => ({
      spec,
      needsTransitions: true,
      shortestFirst: false,
      complete: open.complete,
      ...conditionsOf(open),
      ...(exact
        ? {
            exact: {
              stage: (context) => stageOf(context, options),
              costs: (stage) => switchCosts(stage, options),
            },
            refusal: (problem) =>
              open.prunes === true
                ? "pruned traces may have fewer context switches than those that stay"
                : whyNotInside(open, problem),
          }
        : {}),
      create: (context) => new IcbOpenList(() => open.create(context), context, options),
    }),
  }),
  defineComponent({
    name: "useless",
    summary: "UT: states reached by transitions that do not seem to help wait in a second queue.",
    params: { open: inner, h: heuristic },
    configure: ({ open, h }, spec): OpenListConfig => ({
      spec,
      needsTransitions: true,
      shortestFirst: false,
      complete: open.complete,
      ...conditionsOf(open, h),
      create: (context) => new UselessOpenList(() => open.create(context), context, context.estimatesOf(h)),
    }),
  }),
  defineComponent({
    name: "preferred",
    summary: "States reached by transitions that the estimate counts on come first.",
    params: { open: inner, h: heuristic },
    configure: ({ open, h }, spec): OpenListConfig => ({
      spec,
      needsTransitions: true,
      shortestFirst: false,
      complete: open.complete,
      ...conditionsOf(open, h),
      // An instance of its own: it must remember the parent, while others evaluate other states.
      create: (context) => new PreferredOpenList(() => open.create(context), context, h.create({ ...context.problem })),
    }),
  }),
  defineComponent({
    name: "alternation",
    summary: "Takes turns between lists.",
    params: { lists: list(inner, { doc: "the lists" }) },
    configure: ({ lists }, spec): OpenListConfig => ({
      spec,
      needsTransitions: lists.some((one) => one.needsTransitions),
      shortestFirst: false,
      complete: lists.some((one) => one.complete),
      prunes: lists.some((one) => one.prunes === true),
      refusal: (problem) => lists.map((one) => whyNotInside(one, problem)).find((reason) => reason !== undefined),
      pruning: (context) => lists.map((one) => one.pruning?.(context)).find((test) => test !== undefined),
      create: (context) => new AlternationOpenList(lists.map((one) => one.create(context))),
    }),
  }),
  defineComponent({
    name: "batch",
    summary: "Draws the k best states at a time; as a beam, it drops the others.",
    params: {
      open: inner,
      k: integer({ doc: "how many", min: 1, default: 10 }),
      beam: flag({ doc: "drop what is not among the k best", default: false }),
    },
    configure: ({ open, k, beam }, spec): OpenListConfig => ({
      spec,
      needsTransitions: open.needsTransitions,
      shortestFirst: false,
      complete: !beam && open.complete,
      ...conditionsOf(open),
      create: (context) => new BatchOpenList(() => open.create(context), k, beam),
    }),
  }),
  defineComponent({
    name: "beam-stack",
    summary: "The k best states of the deepest layer, then the next k: depth first, beam by beam.",
    params: { open: inner, k: integer({ doc: "width of the beam", min: 1, default: 10 }) },
    configure: ({ open, k }, spec): OpenListConfig => ({
      spec,
      needsTransitions: open.needsTransitions,
      shortestFirst: false,
      complete: open.complete,
      ...conditionsOf(open),
      create: (context) => new BeamStackOpenList(() => open.create(context), k),
    }),
  }),
  defineComponent({
    name: "type-based",
    summary: "Draws a type (a tuple of estimates) at random, then a state of that type.",
    params: { by: list(evaluator("an estimate, or g"), { doc: "what makes a type" }), seed: seed() },
    configure: (values, spec): OpenListConfig => ({
      ...plain(
        spec,
        (context) =>
          new TypeBasedOpenList(
            values.by.map((key) => key.create(context)),
            values.seed,
          ),
      ),
      ...demandsOf(values.by),
    }),
  }),
]);

/** What a list asks for when it is part of another one, which may look at an estimate of its own. */
function conditionsOf(
  open: OpenListConfig,
  h?: HeuristicConfig,
): Pick<OpenListConfig, "refusal" | "pruning" | "prunes"> {
  return {
    prunes: open.prunes === true,
    refusal: (problem) => whyNotInside(open, problem) ?? h?.refusal?.(problem),
    pruning: (context) => open.pruning?.(context),
  };
}

/** Why a list cannot be part of another one. */
function whyNotInside(open: OpenListConfig, problem: Problem): string | undefined {
  if (open.exact !== undefined) return `\`${open.spec}\` must be the outermost list`;
  return open.refusal?.(problem);
}

/** What a list asks for because its keys do. */
function demandsOf(keys: readonly EvaluatorConfig[]): Pick<OpenListConfig, "needsTransitions" | "refusal"> {
  return {
    needsTransitions: keys.some((key) => key.needsTransitions === true),
    refusal: (problem) => keys.map((key) => key.refusal?.(problem)).find((reason) => reason !== undefined),
  };
}
