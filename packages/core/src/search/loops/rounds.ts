// Searches that run another search again and again, each time from the start and with other limits: iterative
// deepening, iterative broadening, the search for the best threshold. A plan says what the next round is.

import type { Engine, EngineFault, StateId } from "../../engine/engine.ts";
import { NO_STATISTICS } from "../ledger.ts";
import type { Search, SearchStatistics, SearchStatus } from "../search.ts";

/** A search that can be a round: it knows how far it was from going on. */
export interface BoundedSearch extends Search {
  /** The least length estimated for a state that was cut off because of the bound; Infinity: nothing was. */
  readonly leastCut: number;
  /** Number of transitions on the way to the target. */
  readonly length: number;
  tighten(length: number): void;
}

export interface Round {
  readonly engine: Engine;
  readonly search: BoundedSearch;
}

export interface Plan {
  /** The next round, or how everything ends. `last` is the round that ended, and how. */
  next(last?: { readonly round: Round; readonly status: "exhausted" | "gave-up" }): Round | "exhausted" | "gave-up";
  /** A trace of this length was found; true: the plan wants another round instead of going on behind the target. */
  found?(length: number): boolean;
}

export class RoundsSearch implements Search {
  private readonly plan: Plan;
  private round: Round | undefined;
  private ended: "exhausted" | "gave-up" | undefined;
  private limit = Number.POSITIVE_INFINITY;
  private before: SearchStatistics | undefined;
  private again = false;
  target?: StateId;
  fault?: EngineFault;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  get engine(): Engine {
    return this.round!.search.engine ?? this.round!.engine;
  }

  get trail(): readonly number[] | undefined {
    return this.round!.search.trail;
  }

  get length(): number {
    return this.round!.search.length;
  }

  get forgetful(): boolean {
    return this.round!.search.forgetful === true;
  }

  tighten(length: number): void {
    this.limit = Math.min(this.limit, length);
    this.round?.search.tighten(length);
  }

  turnBack(): void {
    this.round?.search.turnBack?.();
  }

  step(): SearchStatus {
    if (this.ended !== undefined) return this.ended;
    if (this.round === undefined || this.again) return this.start(undefined);
    const { search } = this.round;
    const status = search.step();
    switch (status) {
      case "found":
        this.target = search.target!;
        this.again = this.plan.found?.(search.length) === true;
        return status;
      case "fault":
        this.fault = search.fault!;
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
    if (this.round !== undefined) this.before = this.statistics;
    this.round = next;
    next.search.tighten(this.limit);
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
    };
  }
}
