// refine-until(h): abstraction-directed search (survey, Fig. 1). Greedy search by an abstraction for so many states; if it
// neither finds the target nor ends, again with a finer abstraction and more states, until the abstraction proves that
// there is no way (a safe estimate of infinity in every initial state), the search finds one, or nothing is left.

import type { Engine, StateId } from "../engine/engine.ts";
import type { HeuristicConfig } from "../heuristics/index.ts";
import { BestOpenList } from "../open-lists/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { integer } from "../spec/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { type BoundedSearch, type Plan, type Round, RoundsSearch } from "./loops/rounds.ts";
import type { Failed, Found, Goal, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const refineUntil = defineSearch({
  name: "refine-until",
  summary: "Greedy search by an abstraction that is made finer until it proves, finds or runs out.",
  params: {
    h: estimate,
    states: integer({
      doc: "states explored before the abstraction is made finer; doubled each time",
      default: 2000,
      min: 1,
    }),
  },
  examples: ["refine-until(merge(5), states=3)", "refine-until(cegar(4), states=2)", "refine-until(hL())"],
  traits: ({ h }) => ({ restarts: true, refusal: (problem) => h.refusal?.(problem) }),
  create: ({ h, states }, context, goal) => new RoundsSearch(new Refining(h, states, context, goal)),
});

class Refining implements Plan {
  private h: HeuristicConfig;
  private states: number;
  private readonly context: SearchContext;
  private readonly goal: Goal;
  private started = false;

  constructor(h: HeuristicConfig, states: number, context: SearchContext, goal: Goal) {
    this.h = h;
    this.states = states;
    this.context = context;
    this.goal = goal;
  }

  next(last?: { readonly round: Round; readonly status: "exhausted" | "gave-up" }): Round | "exhausted" | "gave-up" {
    if (last?.status === "exhausted") return "exhausted";
    if (!this.started) {
      this.started = true;
      return this.round(this.context);
    }
    if (last === undefined || !(last.round.search as LimitedSearch).wasStopped) return "gave-up";
    this.h = this.h.finer?.() ?? this.h;
    this.states *= 2;
    return this.round(this.context.restarted());
  }

  private round(context: SearchContext): Round {
    const estimates = context.estimatesOf(this.h);
    const open = new BestOpenList((state: StateId) => estimates.of(state), { safe: estimates.safe });
    const search = new EagerSearch(context.engine, open, { goal: this.goal, cost: "none" });
    // The finest abstraction there is may search for as long as it takes.
    const most = this.h.finer?.() === undefined ? Number.POSITIVE_INFINITY : this.states;
    return { engine: context.engine, search: new LimitedSearch(search, most) };
  }
}

/** Gives up after so many states. */
class LimitedSearch implements BoundedSearch {
  private readonly search: EagerSearch;
  private readonly most: number;
  private steps = 0;
  wasStopped = false;

  constructor(search: EagerSearch, most: number) {
    this.search = search;
    this.most = most;
  }

  step(): SearchStatus {
    // The first step enters the initial states, every other one explores a state.
    if (this.steps++ > this.most) {
      this.wasStopped = true;
      return "gave-up";
    }
    return this.search.step();
  }

  get statistics(): SearchStatistics {
    return this.search.statistics;
  }

  get found(): Found | undefined {
    return this.search.found;
  }

  get fault(): Failed | undefined {
    return this.search.fault;
  }

  get record(): Engine | undefined {
    return this.search.record;
  }

  get leastCut(): number {
    return this.search.leastCut;
  }

  improve(length: number): void {
    this.search.improve(length);
  }

  turnBack(): void {
    this.search.turnBack();
  }
}
