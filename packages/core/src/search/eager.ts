// The one loop, with any open list: most other searches are shorthands for it.

import { type OpenListConfig, openLists } from "../open-lists/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { choice, component, flag } from "../spec/index.ts";
import { boundTraits, type CostConfig, cost, costTraits, stepCosts } from "./costs/index.ts";
import { type EagerOptions, EagerSearch } from "./loops/eager-search.ts";
import type { Bound } from "./search.ts";
import { defineSearch, type SearchTraits } from "./search-config.ts";

export const open = component(() => openLists, { doc: "which state comes next" });
export const reopen = flag({ doc: "a state reached on a shorter path is looked at again", default: false });

export const eager = defineSearch({
  name: "eager",
  summary: "The search loop: pops a state from the open list, tests it, expands it, pushes what is new.",
  params: {
    open,
    reopen,
    goal: choice(["popped", "generated"], { doc: "when states are tested", default: "popped" }),
    cost,
  },
  examples: [
    "eager(fifo())",
    "eager(fifo(), reopen=true)",
    "eager(lifo(), goal=generated)",
    "eager(best(hU()))",
    "eager(icb(fifo(), exact=true))",
    "eager(tiebreaking([f(hL()), hL()]), reopen=true, cost=moves)",
  ],
  traits: (values) => ({ ...loopTraits(values), ...dividedLoop(values) }),
  create(values, context, goal, bound) {
    const stage = values.open.exact?.stage(context) ?? context;
    return new EagerSearch(stage.engine, values.open.create(stage), {
      goal,
      test: values.goal,
      ...loopOptions(values, stage, bound),
    });
  },
});

/** What the loop is told: which list, and how. */
export interface LoopValues {
  readonly open: OpenListConfig;
  readonly reopen: boolean;
  readonly goal?: "popped" | "generated";
  readonly cost?: CostConfig;
}

export function loopTraits({
  open: list,
  reopen: again,
  goal: test = "popped",
  cost: asked,
}: LoopValues): SearchTraits {
  const priced = asked?.kind === "algebra";
  const exact = list.exact !== undefined;
  return {
    // Lists drop a state only when a safe estimate rules it out, or where pruning was proved sound; or they say so.
    complete: list.complete,
    // A target that is generated first need not be popped first.
    ...costTraits(asked, again && test === "popped" && list.shortestFirst && (!priced || list.cheapestFirst)),
    anytime: false,
    // Exact lists have their own notion of which duplicate is better, and make an engine for it.
    ...(exact ? { boundable: false } : boundTraits(asked)),
    restarts: exact,
    inOrder: exact || list.prunes,
    refusal(problem) {
      if (exact && again) return `\`${list.spec}\` decides itself which states are reopened`;
      if (exact && test === "generated") return `\`${list.spec}\` needs states tested when popped`;
      if (exact && priced) return `\`${list.spec}\` has costs of its own`;
      return asked?.refusal(problem.network) ?? list.refusal?.(problem);
    },
  };
}

/** Where several engines may share it: each with a list of its own, steps being what counts. */
function dividedLoop({ open: list, reopen: again, goal: test, cost: asked }: LoopValues): Partial<SearchTraits> {
  const { ranked } = list;
  if (ranked === undefined || test !== "popped" || (asked !== undefined && asked.kind !== "steps")) return {};
  return { divided: { costs: again, list: ranked } };
}

/** What the list asks of the loop. */
export function loopOptions(
  { open: list, reopen: again, cost: asked }: LoopValues,
  stage: SearchContext,
  bound: Bound | undefined,
): Omit<EagerOptions, "goal"> {
  const priced = asked === undefined ? undefined : stepCosts(asked, stage.problem);
  return {
    bound,
    cost: list.exact?.costs(stage) ?? priced ?? (again || bound !== undefined ? "depth" : "none"),
    transitions: list.needsTransitions,
    pruning: list.pruning?.(stage),
    extended: list.exact !== undefined,
  };
}
