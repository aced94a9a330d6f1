// What a search for an accepting lasso is, seen from outside, and what it is made for. `index.ts` lists them.

import type { MakeMemory } from "../../basics/linear-memory.ts";
import type { StateId } from "../../engine/engine.ts";
import { type HeuristicConfig, heuristics } from "../../heuristics/index.ts";
import type { Formula, Network, Query } from "../../network/index.ts";
import type { Component, Param } from "../../spec/component.ts";
import {
  ComponentFamily,
  choice,
  component,
  type Described,
  defineMember,
  type Params,
  type ParamValues,
} from "../../spec/index.ts";
import type { CountedRunnable } from "../run.ts";
import type { Lasso } from "./lasso.ts";
import type { ProductProblem } from "./product.ts";
import type { Origin, Roots } from "./roots.ts";

export interface LassoSearch extends CountedRunnable {
  /** What the last `found` was about; the search does not go on behind it. */
  readonly lasso?: Lasso | undefined;
  /** What the last `fault` was about. */
  readonly fault?: Roots["fault"];
  /** Where a root of the product's engine comes from. */
  originOf(root: StateId): Origin | undefined;
}

/** A network, an automaton, and what its atoms are. */
export interface LassoProblem extends ProductProblem {
  readonly network: Network;
  readonly formulas: readonly Formula[];
  readonly frameSize: number;
  /** Processes that are to be treated fairly; absent: none. */
  readonly fair?: readonly number[] | undefined;
  /** For searches that keep states in a memory of their own. */
  readonly makeMemory?: MakeMemory | undefined;
}

export interface LassoTraits {
  /** Runs may begin anywhere, so that an automaton need not be waited with. */
  readonly anywhere: boolean;
  /** The automaton has to have one acceptance set; those of weak fairness are copies of the product then. */
  readonly oneSet: boolean;
  /** It looks for lassos of the fewest steps, which leaving out steps would miss. */
  readonly shortest: boolean;
  /** The automaton has to accept words along lassos of their own shape (`ltl/tight.ts`). */
  readonly tight: boolean;
  /**
   * Why it cannot answer a question; `some`: not all maximal runs count, because of fairness or since time diverges.
   */
  refusal?(network: Network, query: Query, counting: "all" | "some"): string | undefined;
}

export interface LassoConfig extends LassoTraits {
  readonly spec: string;
  create(problem: LassoProblem, roots: Roots): LassoSearch;
}

export const lassoFamily = new ComponentFamily<LassoConfig>("search for infinite runs");

/** Successors are looked at in the order of this estimate. */
export const order: Param<HeuristicConfig> = component(() => heuristics, {
  doc: "what successors are ordered by",
  default: "blind()",
});

/** How far a state is from another one: by the graphs of the processes (the FSM distance), or by what differs. */
export const back: Param<"distance" | "hamming"> = choice(["distance", "hamming"], {
  doc: "how far it is back to where a loop began: by the graphs of the processes, or by what differs",
  default: "distance",
});

export function defineLassoSearch<const P extends Params>({
  create,
  ...described
}: Described<P, LassoTraits> & {
  create(values: ParamValues<P>, problem: LassoProblem, roots: Roots): LassoSearch;
}): Component<LassoConfig> {
  const usual: LassoTraits = { anywhere: false, oneSet: true, shortest: false, tight: false };
  return defineMember(usual, described, (values) => ({
    create: (problem: LassoProblem, roots: Roots) => create(values, problem, roots),
  }));
}
