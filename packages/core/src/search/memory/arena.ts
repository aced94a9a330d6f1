// The states of a search whose memory is bounded. It says which of the states it still needs; all others are released,
// and when the traces of released ones (numbers, discrete parts) outweigh what is needed, everything needed moves into
// a new engine. So memory is bounded by what the search holds, whatever it has generated.

import { encoded } from "../../engine/encoded.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import type { HeuristicConfig } from "../../heuristics/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import { FaultLedger, faultName } from "../fault-ledger.ts";

/** A state that is needed. Its number changes when the engine does. */
export interface Resident {
  state: StateId;
  /** What it was inserted with. */
  readonly cost: number;
}

/** States beyond twice the needed ones that are generated before the engine is replaced. */
const SLACK = 8192;

export class Arena {
  private context: SearchContext;
  private readonly slack: number;
  private readonly config: HeuristicConfig | undefined;
  private estimates: ((state: StateId) => number) | undefined;
  private readonly residents = new Set<Resident>();
  /** States that the present engine has given numbers to. */
  private given = 0;
  /** States that are expanded again fail again: a fault is told apart by what failed and where. */
  readonly ledger: FaultLedger;
  /** How often the engine was replaced: parents are known to the present engine only. */
  renewals = 0;
  peak = 0;

  constructor(context: SearchContext, config?: HeuristicConfig, slack = SLACK) {
    this.context = context;
    this.ledger = new FaultLedger(context.engine, (fault) => {
      const where = fault.state < 0 ? "" : encoded(this.engine, fault.state).join();
      return faultName(fault) + where;
    });
    this.config = config;
    this.slack = slack;
    this.estimates = this.estimator();
  }

  get engine(): Engine {
    return this.context.engine;
  }

  /** The same problem in an engine of its own. */
  restarted(): SearchContext {
    return this.context.restarted();
  }

  get size(): number {
    return this.residents.size;
  }

  /** 0 without an estimate. */
  estimate(state: StateId): number {
    return this.estimates === undefined ? 0 : this.estimates(state);
  }

  /** Stores a candidate of the latest expansion; who needs it afterwards says so by `keep`, else calls `release`. */
  insert(ordinal: number, parent: StateId, cost: number): StateId {
    const state = this.engine.insert(ordinal, parent, cost);
    if (state >= 0) this.given++;
    return state;
  }

  /** Stores a state from elsewhere. */
  adopt(bytes: Uint8Array, cost: number): StateId {
    const state = this.engine.decode(bytes, cost);
    if (state >= 0) this.given++;
    return state;
  }

  keep(resident: Resident): void {
    this.residents.add(resident);
    if (this.residents.size > this.peak) this.peak = this.residents.size;
  }

  /** Not needed any more. */
  drop(resident: Resident): void {
    this.residents.delete(resident);
    if (resident.state >= 0) this.engine.release(resident.state);
  }

  release(state: StateId): void {
    this.engine.release(state);
  }

  /** False once a stored state that is no dearer covers it. */
  alive({ state }: Resident): boolean {
    return state >= 0 && this.engine.alive(state);
  }

  get isUntidy(): boolean {
    return this.given > 2 * this.residents.size + this.slack;
  }

  /** To be called between expansions: numbers of states may change. */
  tidy(): void {
    if (!this.isUntidy) return;
    const old = this.engine;
    this.context = this.context.restarted();
    this.ledger.goOnIn(this.engine);
    this.estimates = this.estimator();
    this.given = 0;
    this.renewals++;
    for (const resident of this.residents) {
      const alive = resident.state >= 0 && old.alive(resident.state);
      // What did not cover each other before does not cover each other now, in whichever order it comes.
      resident.state = alive ? this.engine.decode(encoded(old, resident.state), resident.cost) : -1;
      if (resident.state >= 0) this.given++;
    }
  }

  private estimator(): ((state: StateId) => number) | undefined {
    if (this.config === undefined) return undefined;
    const estimates = this.context.estimatesOf(this.config);
    return (state) => estimates.of(state);
  }
}
