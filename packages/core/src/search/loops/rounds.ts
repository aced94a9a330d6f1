// Searches that run another search again and again, each time from the start and with other limits: iterative
// deepening, iterative broadening, the search for the best threshold. A plan says what the next round is.

import { defined } from "../../basics/defined.ts";
import type { Engine, StateRecord } from "../../engine/engine.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { Failed, Found, Improvable, SearchStatistics, SearchStatus } from "../search.ts";
import type { WayLimit } from "../way-limit.ts";

/** A search that can be a round: it knows how far it was from going on, and what the next round is to be held to. */
export interface BoundedSearch extends Improvable {
  readonly limits: WayLimit;
  /** Of the way that was found last, as the limits measure it. */
  readonly measure: number | undefined;
}

export interface Round {
  readonly engine: Engine;
  readonly search: BoundedSearch;
}

export interface RoundPlan {
  /** The next round, or how everything ends. `last` is the round that ended, and how. */
  next(last?: { readonly round: Round; readonly status: "exhausted" | "gave-up" }): Round | "exhausted" | "gave-up";
  /** What is worth counting of the rounds themselves. */
  readonly facts?: Partial<SearchStatistics>;
  /** A trace was found that measures so much; true: the plan wants another round instead of going on behind it. */
  found?(measure: number): boolean;
}

export class RoundsSearch implements Improvable {
  private readonly plan: RoundPlan;
  private round: Round | undefined;
  private ended: "exhausted" | "gave-up" | undefined;
  private before: SearchStatistics | undefined;
  private again = false;

  constructor(plan: RoundPlan) {
    this.plan = plan;
  }

  get found(): Found | undefined {
    return this.round?.search.found;
  }

  get fault(): Failed | undefined {
    return this.round?.search.fault;
  }

  get record(): StateRecord | undefined {
    return this.round?.search.record;
  }

  get latest(): SearchStatistics | undefined {
    return this.round?.search.statistics;
  }

  improve(length: number): void {
    this.round?.search.improve(length);
  }

  turnBack(): void {
    this.round?.search.turnBack();
  }

  step(): SearchStatus {
    if (this.ended !== undefined) return this.ended;
    if (this.round === undefined || this.again) return this.start(undefined);
    const { search } = this.round;
    const status = search.step();
    switch (status) {
      case "found":
        this.again = this.plan.found?.(search.measure!) === true;
        return status;
      case "exhausted":
      case "gave-up":
        return this.start(status);
      default:
        return status;
    }
  }

  private start(status: "exhausted" | "gave-up" | undefined): SearchStatus {
    this.again = false;
    const next = this.plan.next(status === undefined ? undefined : { round: this.round!, status });
    if (typeof next === "string") {
      this.ended = next;
      return next;
    }
    if (this.round !== undefined) {
      this.before = this.statistics;
      next.search.limits.inherit(this.round.search.limits);
    }
    this.round = next;
    return "running";
  }

  /** Work of all rounds; what is stored, of the latest. */
  get statistics(): SearchStatistics {
    const now = this.round?.search.statistics ?? NO_STATISTICS;
    const { before = NO_STATISTICS } = this;
    return {
      explored: before.explored + now.explored,
      generated: before.generated + now.generated,
      stored: now.stored,
      transitions: before.transitions + now.transitions,
      covered: before.covered + now.covered,
      peakOpen: Math.max(before.peakOpen, now.peakOpen),
      queues: now.queues.map(({ pushed, popped }, i) => ({
        pushed: pushed + (before.queues[i]?.pushed ?? 0),
        popped: popped + (before.queues[i]?.popped ?? 0),
      })),
      contextSwitches: before.contextSwitches + now.contextSwitches,
      prunable: before.prunable + now.prunable,
      ...defined({ building: now.building, cost: now.cost ?? before.cost }),
      ...this.plan.facts,
    };
  }
}
