// What evaluators, open lists and searches are created for: an engine, the problem, and what they have in common, such
// as the estimates that were already computed and the transitions by which states were reached.

import type { Engine, StateId } from "../engine/engine.ts";
import { type Building, type Heuristic, type HeuristicConfig, type Problem, standInFor } from "../heuristics/index.ts";
import type { Network } from "../network/index.ts";
import {
  buildOf,
  EstimateRecord,
  EstimateRecords,
  type EstimateStatistics,
  Estimates,
  givenUpBy,
} from "./estimates.ts";
import type { HopelessStates } from "./hopeless-states.ts";
import { LastTransitions } from "./last-transitions.ts";
import { TrimmedEngine } from "./trimmed-engine.ts";

/** Makes an empty engine for the problem, or for a network that has more cells behind those of the problem. */
export type FreshEngine = (extended?: Network) => Engine;

export class SearchContext {
  readonly engine: Engine;
  readonly problem: Problem;
  /** One record for all lists: a list inside another one sees only some of the states, and not their parents. */
  readonly last = new LastTransitions();
  private readonly estimates = new Map<HeuristicConfig, Estimates>();

  /** What each estimate said, in this engine and in those before it. */
  readonly records: EstimateRecords;
  private readonly fresh: FreshEngine | undefined;
  private readonly commons = new Map<object, unknown>();
  /** Called when an estimate is about to be prepared, which can take long. */
  onPreparing: (() => void) | undefined;

  constructor(engine: Engine, problem: Problem, fresh?: FreshEngine, records: EstimateRecords = new EstimateRecords()) {
    this.engine = engine;
    this.problem = problem;
    this.fresh = fresh;
    this.records = records;
  }

  /** The same problem in an engine that has stored nothing yet: for searches that start again or forget. */
  restarted(): SearchContext {
    if (this.fresh === undefined) throw new Error("this search cannot start again here");
    return new SearchContext(this.fresh(), this.problem, this.fresh, this.records);
  }

  /**
   * The same problem in an engine of its own, with cheaper estimates in place of those that have to be built; undefined
   * where there can be none.
   */
  hurried(): SearchContext | undefined {
    const standIns = new Map([...this.constructions.keys()].map((config) => [config.spec, standInFor(config)]));
    if (this.fresh === undefined || standIns.size === 0) return undefined;
    return new SearchContext(this.fresh(), this.problem, this.fresh, new EstimateRecords(standIns));
  }

  /** The same problem in an engine that tells more states apart: the network has more cells than the problem knows. */
  extended(network: Network): SearchContext {
    if (this.fresh === undefined) throw new Error("this search cannot extend the model here");
    const engine = new TrimmedEngine(this.fresh(network), this.problem.network.cells);
    return new SearchContext(engine, this.problem, undefined, this.records);
  }

  /** What all queues made of one configuration have in common, made when it is first asked for. */
  common<T>(configuration: object, make: () => T): T {
    if (!this.commons.has(configuration)) this.commons.set(configuration, make());
    return this.commons.get(configuration) as T;
  }

  /** What is written alike gives the same estimates, so lists that ask for the same heuristic share its values. */
  estimatesOf(asked: HeuristicConfig): Estimates {
    const config = this.records.usedFor(asked);
    let estimates = this.estimates.get(config);
    if (estimates === undefined) {
      const zones = config.readsZones ? this.problem.network : undefined;
      const { safe } = config.guarantees;
      const { hopeless } = this.records;
      estimates = new Estimates(this.engine, this.create(config), safe, this.recordOf(config), zones, hopeless);
      this.estimates.set(config, estimates);
    }
    return estimates;
  }

  /** What has to be built before the first estimate, by the heuristic that needs it. */
  get constructions(): ReadonlyMap<HeuristicConfig, readonly Building[]> {
    const all = new Map<HeuristicConfig, readonly Building[]>();
    for (const [config, { constructions }] of this.records)
      if (constructions.length > 0) all.set(config, constructions);
    return all;
  }

  /** The estimate that was asked for first, for whoever watches. */
  get anyEstimate(): ((state: StateId) => number) | undefined {
    const [first] = this.estimates.values();
    return first === undefined ? undefined : (state) => first.own(state);
  }

  get estimateStatistics(): readonly EstimateStatistics[] {
    const finite = (value: number): number | null => (value === Number.POSITIVE_INFINITY ? null : value);
    return [...this.records].map(([{ spec }, { evaluations, first, least, deadEnds, constructions, heuristics }]) => ({
      heuristic: spec,
      evaluations,
      first: finite(first),
      least: finite(least),
      deadEnds,
      ...givenUpBy(heuristics),
      ...buildOf(constructions),
    }));
  }

  /** States that an estimate proved to have no way to the target: searches drop them. */
  get deadEnds(): number {
    let total = 0;
    for (const [{ guarantees }, { deadEnds }] of this.records) if (guarantees.safe) total += deadEnds;
    return total;
  }

  /** Those states. */
  get hopeless(): HopelessStates {
    return this.records.hopeless;
  }

  /** Estimates that are right in seeing no way to the target: those that saw none wherever they were asked, if any. */
  get provers(): readonly string[] {
    const all = [...this.records].filter(([{ guarantees }, { deadEnds }]) => guarantees.safe && deadEnds > 0);
    const always = all.filter(([, { least }]) => least === Number.POSITIVE_INFINITY);
    return (always.length === 0 ? all : always).map(([{ spec }]) => spec);
  }

  /** The heuristic for this problem; what it has to build is noted. */
  protected create(config: HeuristicConfig): Heuristic {
    const record = this.recordOf(config);
    this.onPreparing?.();
    const heuristic = config.create(this.problem);
    record.constructions = heuristic.constructions ?? [];
    record.heuristics.add(heuristic);
    return heuristic;
  }

  protected recordOf(config: HeuristicConfig): EstimateRecord {
    let record = this.records.get(config);
    if (record === undefined) {
      record = new EstimateRecord();
      this.records.set(config, record);
    }
    return record;
  }
}
