// refine-until(h): abstraction-directed search (survey, Fig. 1). Greedy search by an abstraction for so many states; if
// it neither finds the target nor ends, again with a finer abstraction and more states, until the abstraction proves
// that there is no way (a safe estimate of infinity in every initial state), the search finds one, or nothing is left.
// Every abstraction has the budget that the user gave the first one; when it runs out, finer ones would only be poorer,
// and the finest that was finished searches to the end.

import { defined } from "../basics/defined.ts";
import type { StateId, StateRecord } from "../engine/engine.ts";
import { type Building, type HeuristicConfig, reportsOf } from "../heuristics/index.ts";
import { BestOpenList } from "../open-lists/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { integer } from "../spec/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { type BoundedSearch, type Round, type RoundPlan, RoundsSearch } from "./loops/rounds.ts";
import type { Failed, Found, GoalTest, RefinementStatistics, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch, estimate } from "./search-config.ts";
import type { WayLimit } from "./way-limit.ts";

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
  examples: [
    "refine-until(merge(5), states=3)",
    "refine-until(cegar(4), states=2)",
    "refine-until(max([pdb(states=4), predicates(split=1)]), states=2)",
    "refine-until(hL())",
  ],
  traits: ({ h }) => ({ restarts: true, refusal: (problem) => h.refusal?.(problem) }),
  create: ({ h, states }, context, goal) => new RoundsSearch(new Refining(h, states, context, goal)),
});

class Refining implements RoundPlan {
  private h: HeuristicConfig;
  private states: number;
  private readonly context: SearchContext;
  private readonly goal: GoalTest;
  private started = false;
  private times = 0;
  private ended: RefinementStatistics["ended"];
  /** The finest abstraction that was finished within its budget. */
  private finished: HeuristicConfig | undefined;

  constructor(h: HeuristicConfig, states: number, context: SearchContext, goal: GoalTest) {
    this.h = h;
    this.states = states;
    this.context = context;
    this.goal = goal;
  }

  get facts(): { readonly refinement: RefinementStatistics } {
    const { times, h, ended } = this;
    return { refinement: { times, estimate: h.spec, ...defined({ ended }) } };
  }

  next(last?: { readonly round: Round; readonly status: "exhausted" | "gave-up" }): Round | "exhausted" | "gave-up" {
    if (last?.status === "exhausted") return "exhausted";
    if (!this.started) {
      this.started = true;
      return this.round(this.context);
    }
    if (last === undefined || !(last.round.search as LimitedSearch).wasStopped) return "gave-up";
    // Once something has ended refinement, the finest that was finished goes on.
    const finer = this.ended === undefined ? this.h.finer!(this.context.problem)! : this.finished!;
    if (this.ended === undefined) this.times++;
    this.finished = this.h;
    this.h = finer;
    this.states *= 2;
    return this.round(this.context.restarted());
  }

  private round(context: SearchContext): Round {
    const estimates = context.estimatesOf(this.h);
    const open = new BestOpenList((state: StateId) => estimates.of(state), { safe: estimates.safe });
    const search = new EagerSearch(context.engine, open, { goal: this.goal, cost: "none" });
    const buildings = estimates.heuristic.constructions ?? [];
    const limited = new LimitedSearch(search, this.h.spec, buildings, () => this.most(buildings));
    return { engine: context.engine, search: limited };
  }

  /** States that an abstraction may explore, once it is built: all, if there is no other one to go on with. */
  private most(buildings: readonly Building[]): number {
    if (this.ended !== undefined) return Number.POSITIVE_INFINITY;
    const reports = reportsOf(buildings);
    const cut = reports.find((report) => report.cut !== undefined)?.cut;
    const settled = reports.length > 0 && reports.every((report) => report.settled === true);
    const finest = settled || this.h.finer?.(this.context.problem) === undefined;
    this.ended = cut ?? (finest ? "finest" : undefined);
    const goesOn = cut === undefined ? this.ended === undefined : this.finished !== undefined;
    return goesOn ? this.states : Number.POSITIVE_INFINITY;
  }
}

/** Builds what its estimate needs, and gives up after so many states. */
class LimitedSearch implements BoundedSearch {
  private readonly search: EagerSearch;
  private readonly heuristic: string;
  private readonly waiting: Building[];
  private readonly limit: () => number;
  private most: number | undefined;
  private steps = 0;
  wasStopped = false;

  constructor(search: EagerSearch, heuristic: string, buildings: readonly Building[], limit: () => number) {
    this.search = search;
    this.heuristic = heuristic;
    this.waiting = [...buildings];
    this.limit = limit;
  }

  step(): SearchStatus {
    const [building] = this.waiting;
    if (building !== undefined) {
      if (!building.advance()) this.waiting.shift();
      return "running";
    }
    this.most ??= this.limit();
    // The first step enters the initial states, every other one explores a state.
    if (this.steps++ > this.most) {
      this.wasStopped = true;
      return "gave-up";
    }
    return this.search.step();
  }

  get statistics(): SearchStatistics {
    const [building] = this.waiting;
    if (building === undefined) return this.search.statistics;
    return { ...this.search.statistics, building: { heuristic: this.heuristic, progress: building.progress } };
  }

  get found(): Found | undefined {
    return this.search.found;
  }

  get fault(): Failed | undefined {
    return this.search.fault;
  }

  get record(): StateRecord | undefined {
    return this.search.record;
  }

  get limits(): WayLimit {
    return this.search.limits;
  }

  get measure(): number | undefined {
    return this.search.measure;
  }

  improve(length: number): void {
    this.search.improve(length);
  }

  turnBack(): void {
    this.search.turnBack();
  }
}
