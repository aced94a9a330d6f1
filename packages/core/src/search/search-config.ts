// A search with its arguments, before it meets a problem: what specifications are resolved to. It states as data what
// may be relied on; verdicts, the reference and the contract suite read it here.

import { type HeuristicConfig, heuristics, type Problem } from "../heuristics/index.ts";
import type { Network } from "../network/index.ts";
import type { RankedList } from "../open-lists/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import type { Param } from "../spec/component.ts";
import {
  type Component,
  ComponentFamily,
  type Described,
  defineMember,
  type Params,
  type ParamValues,
  type Refusal,
} from "../spec/index.ts";
import { component } from "../spec/params.ts";
import type { Bound, GoalTest, Search } from "./search.ts";

/** A cost that may have a bound. */
export interface BoundableCost {
  readonly spec: string;
  refusal(network: Network): Refusal | undefined;
  /** What was written as the worst cost, as the search measures ways; undefined where costs are no single numbers. */
  worst(problem: Problem, written: number): number | undefined;
}

/** What may be relied on, and what a search asks for. */
export interface SearchTraits {
  /** `exhausted` can be its end, and then means that the target cannot be reached. */
  readonly complete: boolean;
  /** The (last) trace that is found has the least number of transitions, or the least cost that was asked for. */
  readonly promise: "shortest" | "cheapest" | "nothing";
  /** Asked for the least delay: that is another question, answered with a clock. */
  readonly optimal?: "time";
  /** Goes on to better traces after one was found; `exhausted` then says that there is no better one. */
  readonly anytime: boolean;
  /** Makes engines of its own: it starts again, or forgets. */
  readonly restarts: boolean;
  /** What is promised depends on the order of independent steps, which local time does not keep. */
  readonly inOrder: boolean;
  /** Keeps whole sets of states. */
  readonly sets?: true;
  /** Can be told a bound on the length of traces when it is created. */
  readonly boundable: boolean;
  /** Can be told a bound on its cost instead. */
  readonly boundableBy?: BoundableCost;
  /** How engines share it that divide the states among them; absent: they cannot. */
  readonly divided?: DividedSearch;
  /** Why the search must not be used for a problem. */
  refusal?(problem: Problem): Refusal | undefined;
  /** Why it should not be begun unasked, as far as that takes no time to tell. */
  unpromising?(problem: Problem): string | undefined;
}

/** A search by several engines, each with a list of its own (`workers/best-first-side.ts`). */
export interface DividedSearch {
  /** States are stored at the length of the way to them. */
  readonly costs: boolean;
  list(context: SearchContext): RankedList;
}

export interface SearchConfig extends SearchTraits {
  readonly spec: string;
  create(context: SearchContext, goal: GoalTest, bound?: Bound): Search;
}

/** Speaks of the searches without knowing them; `index.ts` lists them. */
export const searchFamily = new ComponentFamily<SearchConfig>("search");

/** The estimate of a search. */
export const estimate: Param<HeuristicConfig> = component(() => heuristics, { doc: "the estimate" });

const USUAL: SearchTraits = {
  complete: true,
  promise: "nothing",
  anytime: false,
  restarts: false,
  inOrder: false,
  boundable: false,
};

/**
 * One object says everything about a search. It is complete and promises nothing else, unless `traits` say otherwise.
 */
export function defineSearch<const P extends Params>({
  create,
  ...described
}: Described<P, SearchTraits> & {
  create(values: ParamValues<P>, context: SearchContext, goal: GoalTest, bound?: Bound): Search;
}): Component<SearchConfig> {
  return defineMember(USUAL, described, (values) => ({
    create: (context, goal, bound) => create(values, context, goal, bound),
  }));
}
