// One search by several engines that share one memory and divide the states among them: the first side works
// in the calling thread, the others wherever they were started. For whoever drives it, it is a search like any other.

import {
  type EngineFault,
  JointStates,
  OutOfMemory,
  ordinalsTo,
  type PartitionEngine,
  type PartitionRemains,
  type StateRecord,
} from "../../engine/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import { BoundOverflow } from "../../zone/index.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { Arrival, Failed, Found, Search, SearchStatistics, SearchStatus } from "../search.ts";
import { FAILURES, type Rendezvous, type SideCounter } from "./rendezvous.ts";
import type { Side } from "./side.ts";

/** Milliseconds for which the calling thread waits before it looks at its limits. */
const PATIENCE = 10;

/** The other sides, wherever they are. */
export interface OtherSides {
  /** Where they have to be started. */
  start?(): void;
  /** Where they are in the calling thread: each of them does a little. */
  step?(): void;
  /** An engine that goes on in the place of one that has seen everything. */
  resumed(side: number, remains: PartitionRemains): PartitionEngine;
  /** They are not needed any more. */
  end(): void;
}

export class PartitionedSearch implements Search {
  private readonly side: Side;
  private readonly meeting: Rendezvous;
  private readonly others: OtherSides;
  private readonly reports: Report[] = [];
  private isStarted = false;
  private isHolding = false;
  private remains: readonly PartitionRemains[] | undefined;
  private states: JointStates | undefined;
  private latestFound: Found | undefined;
  private latestFault: Failed | undefined;

  constructor(side: Side, meeting: Rendezvous, others: OtherSides) {
    this.side = side;
    this.meeting = meeting;
    this.others = others;
  }

  get found(): Found | undefined {
    return this.latestFound;
  }

  get fault(): Failed | undefined {
    return this.latestFault;
  }

  get record(): StateRecord | undefined {
    const { remains } = this;
    if (remains === undefined) return undefined;
    this.states ??= new JointStates(
      remains.map((left, side) => (side === 0 ? this.engine : this.others.resumed(side, left))),
    );
    return this.states;
  }

  /** Nobody goes on behind a trace that stands. */
  turnBack(): void {}

  /** Ends the other sides; what was stored can be read when everything was seen. */
  end(): void {
    this.meeting.end();
    this.others.end();
  }

  get deadlocks(): number {
    return this.sum("deadlocks");
  }

  /** Where estimates are asked: what they said on all sides. */
  get context(): SearchContext | undefined {
    return this.side.context;
  }

  /** Lets the others begin, unless they have: whoever makes a search need not run it. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.others.start?.();
  }

  step(): SearchStatus {
    const report = this.reports.shift();
    if (report !== undefined) return this.tell(report);
    if (this.isHolding) {
      this.isHolding = false;
      this.side.release();
    }
    this.start();
    this.lookForFailures();
    const status = this.side.step();
    this.others.step?.();
    switch (status) {
      case "working":
        return "running";
      case "waiting":
        if (this.others.step === undefined) this.side.wait(PATIENCE);
        return "running";
      case "held":
        return this.hold();
      case "done":
        return this.close();
    }
  }

  private close(): SearchStatus {
    const { meeting } = this;
    if (this.remains === undefined) {
      this.remains = Array.from({ length: meeting.sides }, (_, side) => meeting.letter(side) as PartitionRemains);
      this.side.inherit(this.remains);
    }
    return "exhausted";
  }

  get statistics(): SearchStatistics {
    const counted = Object.fromEntries(COUNTED.map((counter) => [counter, this.sum(counter)])) as Record<
      Counted,
      number
    >;
    const { size: pushed, next: popped, ...sums } = counted;
    const queues = [{ pushed, popped }];
    const workers = this.side.totals.map(({ explored, sent, received, idleSeconds }) => ({
      ...{ explored, sent, received, idleSeconds },
    }));
    return { ...NO_STATISTICS, ...sums, peakOpen: this.side.peakOpen, queues, workers };
  }

  private sum(counter: SideCounter): number {
    return this.side.totals.reduce((sum, counts) => sum + counts[counter], 0);
  }

  private hold(): SearchStatus {
    // Behind a release the others may not have gone on yet.
    if (this.side.isReleased) return "running";
    this.isHolding = true;
    const { meeting } = this;
    for (let side = 0; side < meeting.sides; side++) {
      if (meeting.told(side, "faults") > 0)
        this.reports.push({ kind: "fault", fault: meeting.letter(side) as EngineFault });
    }
    for (const state of this.side.targets) this.reports.push({ kind: "found", state });
    return this.step();
  }

  private tell(report: Report): SearchStatus {
    if (report.kind === "fault") {
      this.latestFault = { ...report.fault, ...this.wayTo(report.fault.state) };
      return "fault";
    }
    const arrival = this.wayTo(report.state);
    this.latestFound = { ...arrival, length: arrival.ordinals().length - 1 };
    return "found";
  }

  private wayTo(state: number): Arrival {
    const ordinals = state < 0 ? [] : ordinalsTo(this.engine.nodes, state);
    return { ordinals: () => ordinals };
  }

  private get engine(): PartitionEngine {
    return this.side.engine;
  }

  /** What has ended another side ends the search. */
  private lookForFailures(): void {
    const { meeting } = this;
    if (!meeting.isOver) return;
    for (let side = 0; side < meeting.sides; side++) {
      switch (meeting.told(side, "failure")) {
        case FAILURES.memory:
          throw new OutOfMemory();
        case FAILURES.bounds:
          throw new BoundOverflow();
        case FAILURES.ours:
          throw new Error(`a side of the search has failed: ${String(meeting.letter(side))}`);
      }
    }
    throw new Error("the search was ended");
  }
}

type Report =
  | { readonly kind: "found"; readonly state: number }
  | { readonly kind: "fault"; readonly fault: EngineFault };

const COUNTED = ["explored", "generated", "stored", "transitions", "covered", "size", "next"] as const;
type Counted = (typeof COUNTED)[number];
