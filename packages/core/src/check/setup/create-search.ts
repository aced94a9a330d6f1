// Which search answers a question: the one that was asked for, else breadth-first search.

import type { Engine } from "../../engine/engine.ts";
import type { Problem } from "../../heuristics/index.ts";
import type { Bound, GoalTest, Search, SearchConfig } from "../../search/index.ts";
import { type FreshEngine, SearchContext } from "../../search-context/index.ts";
import { breadthFirst } from "../plan/default-search.ts";

export interface SearchMeans {
  /** Makes further engines like the given one; without it, searches that need some are replaced. */
  readonly fresh?: FreshEngine;
  readonly bound?: Bound;
  /** Called before the search is made: its estimates are prepared then. */
  readonly onContext?: (context: SearchContext) => void;
}

export function createSearch(
  config: SearchConfig | undefined,
  engine: Engine,
  problem: Problem,
  goal: GoalTest,
  { fresh, bound, onContext }: SearchMeans = {},
): { readonly search: Search; readonly context: SearchContext } {
  const usable = config === undefined || (config.restarts === true && fresh === undefined) ? breadthFirst : config;
  const context = new SearchContext(engine, problem, fresh);
  onContext?.(context);
  return { search: usable.create(context, goal, usable.boundable ? bound : undefined), context };
}
