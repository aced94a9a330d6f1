// The search of a portfolio's member. It prepares its estimates first; where that takes longer than its allowance, the
// same search goes on meanwhile by cheaper estimates (`standInFor`), in an engine of its own, and says so. Once its own
// are ready it begins by them: estimates of both kinds in one queue would keep no promise, and what the cheaper ones
// have not found by then they are not expected to find.

import { defined } from "../../basics/defined.ts";
import type { StateRecord } from "../../engine/engine.ts";
import {
  type Failed,
  type Found,
  type GoalTest,
  NO_STATISTICS,
  type Search,
  type SearchConfig,
  type SearchStatistics,
  type SearchStatus,
  type StandInStatistics,
} from "../../search/index.ts";
import type { EstimateStatistics, SearchContext } from "../../search-context/index.ts";
import type { Preparation } from "./preparation.ts";
import type { PreparationBudget } from "./preparation-budget.ts";

/** States after which a stand-in gives up: memory is for the search that was asked for. */
const MOST_STORED = 300_000;

interface Made {
  readonly search: Search;
  readonly context: SearchContext;
}

export class SearchWithStandIn implements Search {
  private readonly own: Made;
  private readonly config: SearchConfig;
  private readonly goal: GoalTest;
  private readonly preparation: Preparation;
  private readonly allowance: PreparationBudget;
  private isReady = false;
  /** While it searches … */
  private standIn: Made | undefined;
  /** … and what is left of it afterwards. */
  private told: StandInStatistics | undefined;
  private estimates: readonly EstimateStatistics[] = [];
  private counted: SearchStatistics = NO_STATISTICS;

  constructor(own: Made, config: SearchConfig, goal: GoalTest, preparation: Preparation, allowance: PreparationBudget) {
    this.own = own;
    this.config = config;
    this.goal = goal;
    this.preparation = preparation;
    this.allowance = allowance;
  }

  step(): SearchStatus {
    if (this.isReady) return this.own.search.step();
    if (this.standIn !== undefined && !this.allowance.preparesNext()) return this.searchMeanwhile(this.standIn);
    if (this.preparation.step() === "exhausted") {
      this.dismiss();
      this.isReady = true;
      if (this.told !== undefined) this.told = { ...this.told, replaced: true };
    } else if (this.told === undefined && this.allowance.isSpent()) this.hurry();
    return "running";
  }

  /** What is searched by at the moment. */
  get context(): SearchContext {
    return this.current.context;
  }

  get statistics(): SearchStatistics {
    this.note();
    const { own, counted, told } = this;
    const { statistics } = own.search;
    const estimates = [...own.context.estimateStatistics, ...this.estimates];
    return {
      ...statistics,
      explored: statistics.explored + counted.explored,
      generated: statistics.generated + counted.generated,
      stored: statistics.stored + (this.standIn === undefined ? 0 : counted.stored),
      transitions: statistics.transitions + counted.transitions,
      covered: statistics.covered + counted.covered,
      ...defined({
        standIn: told,
        estimates: estimates.length === 0 ? undefined : estimates,
        building: this.isReady ? undefined : this.preparation.statistics.building,
      }),
    };
  }

  get latest(): SearchStatistics | undefined {
    const { search } = this.current;
    return search.latest ?? search.statistics;
  }

  get found(): Found | undefined {
    return this.current.search.found;
  }

  get fault(): Failed | undefined {
    return this.current.search.fault;
  }

  get record(): StateRecord | undefined {
    return this.current.search.record;
  }

  turnBack(): void {
    this.current.search.turnBack();
  }

  private get current(): Made {
    return this.standIn ?? this.own;
  }

  /** The estimates take longer than they may: others stand in for them. */
  private hurry(): void {
    const { context } = this.own;
    const of = [...context.constructions.keys()].map(({ spec }) => spec).join(", ");
    this.told = { of, allowed: this.allowance.text, explored: 0, replaced: false };
    const hurried = context.hurried();
    if (hurried !== undefined) this.standIn = { search: this.config.create(hurried, this.goal), context: hurried };
  }

  private searchMeanwhile({ search, context }: Made): SearchStatus {
    const status = search.step();
    if (status !== "running" && status !== "gave-up") return status;
    if (isBlind(context)) this.standIn = undefined;
    else if (status === "gave-up" || search.statistics.stored > MOST_STORED) this.dismiss();
    return "running";
  }

  private dismiss(): void {
    this.note();
    this.standIn = undefined;
  }

  /** Notes how far the stand-in is. */
  private note(): void {
    if (this.standIn === undefined) return;
    const { search, context } = this.standIn;
    this.counted = search.statistics;
    this.estimates = context.estimateStatistics;
    const by = this.estimates.map(({ heuristic }) => heuristic).join(", ");
    this.told = { ...this.told!, by, explored: this.counted.explored };
  }
}

/** Does nothing tell the first state from a target? Then states would be seen in any order. */
function isBlind({ records }: SearchContext): boolean {
  return [...records.values()].every(({ evaluations, first }) => evaluations > 0 && first === 0);
}
