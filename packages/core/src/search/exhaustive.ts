// Everything, breadth first, at cost 0, looking for nothing. Ids are given in the order of discovery, so the open list
// is a number: the next id. Engines that can go on by themselves (`expandRun`) are asked for a stretch at a time.

import type { Engine, StateId } from "../engine/engine.ts";
import { FaultLedger } from "./fault-ledger.ts";
import type { Failed, Search, SearchStatistics, SearchStatus } from "./search.ts";

/** States per step: few enough that limits and signals are looked at in time. */
const STRETCH = 64;

export class ExhaustiveSearch implements Search {
  private readonly engine: Engine;
  /** States without successors. */
  deadlocks = 0;
  private next: StateId = 0;
  /** How many ids were given so far. */
  size = 0;
  private explored = 0;
  private peakOpen = 0;
  private started = false;
  private stretch: number;
  private readonly ledger: FaultLedger;

  /** `stretch`: how many states the first step takes, to be doubled; for who looks at what was found in between. */
  constructor(engine: Engine, stretch = STRETCH) {
    this.engine = engine;
    this.stretch = stretch;
    this.ledger = new FaultLedger(engine);
  }

  get fault(): Failed | undefined {
    return this.ledger.failedIn(this.engine);
  }

  get record(): Engine {
    return this.engine;
  }

  /** Nothing is found. */
  turnBack(): void {}

  step(): SearchStatus {
    if (this.ledger.reportFault()) return "fault";
    if (!this.started) this.start();
    else if (!this.advance()) return "exhausted";
    return this.ledger.owesFault ? this.step() : "running";
  }

  get statistics(): SearchStatistics {
    const { explored, peakOpen, size, next } = this;
    return this.ledger.statistics({ explored, peakOpen, queues: [{ pushed: size, popped: next }] });
  }

  private start(): void {
    this.started = true;
    const { count } = this.engine.initial();
    for (let ordinal = 0; ordinal < count; ordinal++) {
      if (this.engine.insert(ordinal, -1, 0) >= 0) this.size++;
    }
    this.peakOpen = this.size;
  }

  /** False when nothing is left. */
  private advance(): boolean {
    const { engine } = this;
    if (this.next >= this.size) return false;
    if (engine.expandRun !== undefined) {
      const run = engine.expandRun(this.next, this.stretch);
      this.stretch = Math.min(2 * this.stretch, STRETCH);
      this.next = run.next;
      this.size = run.size;
      this.explored += run.explored;
      this.deadlocks += run.deadlocks;
      this.peakOpen = Math.max(this.peakOpen, run.peakOpen);
      return true;
    }
    const state = this.next++;
    if (!engine.alive(state)) return true;
    const before = engine.transitions;
    const faultsBefore = engine.faults.length;
    this.size += engine.expandAll(state, 0).length;
    this.explored++;
    // Where something fails nobody can say that nothing is possible.
    if (engine.transitions === before && engine.faults.length === faultsBefore) this.deadlocks++;
    this.peakOpen = Math.max(this.peakOpen, this.size - this.next);
    return true;
  }
}
