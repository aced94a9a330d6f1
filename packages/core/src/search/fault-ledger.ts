// What every search keeps account of, written once: which faults of the model were reported, what engines that were
// given up had counted, and the statistics that come of it.

import type { Engine, EngineFault } from "../engine/engine.ts";
import { reachedIn } from "./reached.ts";
import type { Failed, SearchStatistics } from "./search.ts";

export const NO_STATISTICS: SearchStatistics = {
  explored: 0,
  generated: 0,
  stored: 0,
  transitions: 0,
  covered: 0,
  peakOpen: 0,
  queues: [],
  contextSwitches: 0,
  prunable: 0,
};

export class FaultLedger {
  private engine: Engine;
  private faultsSeen = 0;
  /** What is the same about a fault that comes again when states are expanded again; absent: they never are. */
  private readonly nameOf: ((fault: EngineFault) => string) | undefined;
  private readonly reported = new Set<string>();
  private readonly earlier = { generated: 0, transitions: 0, covered: 0 };
  /** The fault that was reported last. */
  fault: EngineFault | undefined;

  constructor(engine: Engine, nameOf?: (fault: EngineFault) => string) {
    this.engine = engine;
    this.nameOf = nameOf;
  }

  /** Are there faults that were not reported? */
  get owesFault(): boolean {
    return this.faultsSeen < this.engine.faults.length;
  }

  /** Reports the next fault, if there is one that was not reported before. */
  reportFault(): boolean {
    const { faults } = this.engine;
    while (this.faultsSeen < faults.length) {
      const fault = faults[this.faultsSeen++]!;
      const name = this.nameOf?.(fault);
      if (name !== undefined && this.reported.has(name)) continue;
      if (name !== undefined) this.reported.add(name);
      this.fault = fault;
      return true;
    }
    return false;
  }

  /** The fault that was reported last, as a search tells it. */
  failedIn(engine: Engine, trail?: readonly number[]): Failed | undefined {
    return this.fault && { ...this.fault, ...reachedIn(engine, this.fault.state, trail) };
  }

  /** Another engine goes on; what the one before counted stays counted. */
  goOnIn(engine: Engine): void {
    const { generated, transitions, covered } = this.engine.statistics;
    this.earlier.generated += generated;
    this.earlier.transitions += transitions;
    this.earlier.covered += covered;
    this.engine = engine;
    this.faultsSeen = 0;
  }

  /** The faults that the engine has met by now were reported when others met them. */
  skipFaults(): void {
    this.faultsSeen = this.engine.faults.length;
  }

  /** What all engines counted, and what the search has to say itself. */
  statistics(own: Partial<SearchStatistics>): SearchStatistics {
    const { generated, stored, transitions, covered } = this.engine.statistics;
    return {
      ...NO_STATISTICS,
      generated: this.earlier.generated + generated,
      stored,
      transitions: this.earlier.transitions + transitions,
      covered: this.earlier.covered + covered,
      ...own,
    };
  }
}

/** A fault by what failed, where the state does not count. */
export function faultName({ transition, diagnostic }: EngineFault): string {
  return JSON.stringify([transition, diagnostic.message, diagnostic.span]);
}
