// A search that begins alone and, once it has worked for a while, spreads over the cores that are idle: it begins anew,
// divided among several engines. What it has seen until then is not carried over: that would take about as long as it
// takes all of them to see it again.

import type { Failed, Found, PartitionedSearch, Search, SearchStatistics, SearchStatus } from "../../search/index.ts";
import type { PlannedWorkers } from "../plan/workers.ts";
import type { Session } from "../session.ts";

/** A core counts as idle where others left most of it. */
const IDLE = 0.7;

export class SpreadingSearch implements Search {
  private current: Search;
  private readonly divide: (count: number) => PartitionedSearch;
  private readonly workers: PlannedWorkers & { readonly after: number };
  private readonly session: Session;
  private idle: (() => number) | undefined;
  /** When it is looked at next, in seconds of work; Infinity: it stays as it is. */
  private next: number | undefined;

  constructor(
    search: Search,
    session: Session,
    workers: PlannedWorkers & { readonly after: number },
    divide: (count: number) => PartitionedSearch,
  ) {
    this.current = search;
    this.session = session;
    this.workers = workers;
    this.divide = divide;
  }

  step(): SearchStatus {
    if (this.isDue()) this.spread();
    const status = this.current.step();
    // Behind a target or a fault nobody begins anew.
    if (status !== "running") this.next = Number.POSITIVE_INFINITY;
    return status;
  }

  private isDue(): boolean {
    const { environment, sides } = this.session.context;
    const { after } = this.workers;
    const work = environment.threadCpu?.() ?? environment.cpu();
    if (this.next === undefined) {
      this.next = work + after;
      this.idle = sides?.watchIdle?.();
    }
    if (work < this.next) return false;
    this.next = work + after;
    return true;
  }

  private spread(): void {
    const { sides } = this.session.context;
    const idle = this.idle === undefined ? this.workers.count - 1 : Math.floor(this.idle() + 1 - IDLE);
    this.idle = sides?.watchIdle?.();
    const count = Math.min(this.workers.count, 1 + idle);
    if (count < 2) return;
    this.next = Number.POSITIVE_INFINITY;
    this.current = this.divide(count);
  }

  get statistics(): SearchStatistics {
    return this.current.statistics;
  }

  get latest(): SearchStatistics | undefined {
    return this.current.latest;
  }

  get found(): Found | undefined {
    return this.current.found;
  }

  get fault(): Failed | undefined {
    return this.current.fault;
  }

  get record(): Search["record"] {
    return this.current.record;
  }

  turnBack(): void {
    this.current.turnBack();
  }

  end(): void {
    this.current.end?.();
  }
}
