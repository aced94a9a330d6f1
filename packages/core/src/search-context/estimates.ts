// The estimates of one heuristic in one engine. Most depend on the discrete state alone, so each is computed once per
// discrete state and kept; those that look at zones are computed and kept per symbolic state.

import { defined } from "../basics/defined.ts";
import type { Engine, StateId } from "../engine/engine.ts";
import {
  type Building,
  type BuildReport,
  type Heuristic,
  type HeuristicConfig,
  reportsOf,
} from "../heuristics/index.ts";
import type { Network } from "../network/index.ts";
import { HopelessStates } from "./hopeless-states.ts";
import { ZoneReader } from "./zone-reader.ts";

/** What an estimate said in the course of a search. */
export interface EstimateStatistics {
  readonly heuristic: string;
  /** How many discrete states were estimated. */
  readonly evaluations: number;
  /** How far away the first state looked, and the one that looked nearest; null: no way to the target was seen. */
  readonly first: number | null;
  readonly least: number | null;
  /** How many states seemed to have no way to the target. */
  readonly deadEnds: number;
  /** How many states took too much work and have a cheaper estimate instead; absent: none. */
  readonly givenUp?: number;
  /** What was built before the first estimate. */
  readonly build?: BuildReport;
}

/** How many states the heuristics gave up, if any. */
export function givenUpBy(heuristics: Iterable<Heuristic>): { readonly givenUp?: number } {
  let total = 0;
  for (const { givenUp = 0 } of heuristics) total += givenUp;
  return total === 0 ? {} : { givenUp: total };
}

/** What several constructions made together. */
export function buildOf(constructions: readonly Building[]): { readonly build?: BuildReport } {
  const reports = reportsOf(constructions);
  if (reports.length < 2) return reports[0] === undefined ? {} : { build: reports[0] };
  const total = (pick: (report: BuildReport) => number | undefined): number | undefined => {
    const counted = reports.map(pick).filter((count) => count !== undefined);
    return counted.length === 0 ? undefined : counted.reduce((sum, count) => sum + count, 0);
  };
  const isDone = reports.every(({ done }) => done === undefined);
  return {
    build: {
      seconds: total(({ seconds }) => seconds)!,
      states: total(({ states }) => states)!,
      ...defined({ labels: total(({ labels }) => labels), predicates: total(({ predicates }) => predicates) }),
      memoryBytes: total(({ memoryBytes }) => memoryBytes)!,
      ...defined({
        done: isDone ? undefined : total(({ done }) => done ?? 1)! / reports.length,
        cut: reports.find((report) => report.cut !== undefined)?.cut,
      }),
    },
  };
}

export class EstimateRecord {
  evaluations = 0;
  first = Number.POSITIVE_INFINITY;
  least = Number.POSITIVE_INFINITY;
  deadEnds = 0;
  constructions: readonly Building[] = [];
  readonly heuristics = new Set<Heuristic>();

  add(value: number): void {
    if (this.evaluations++ === 0) this.first = value;
    if (value < this.least) this.least = value;
    if (value === Number.POSITIVE_INFINITY) this.deadEnds++;
  }
}

/**
 * By estimate, once for all that are written alike; and which estimates others stand in for, wherever they are asked
 * for.
 */
export class EstimateRecords extends Map<HeuristicConfig, EstimateRecord> {
  /** States that were cut off because an estimate saw no way from them. */
  readonly hopeless = new HopelessStates();
  private readonly standIns: ReadonlyMap<string, HeuristicConfig>;
  private readonly firsts = new Map<string, HeuristicConfig>();

  /** Stand-ins by what they stand in for, as it is written. */
  constructor(standIns: ReadonlyMap<string, HeuristicConfig> = new Map()) {
    super();
    this.standIns = standIns;
  }

  /** What is written down and read again, by another thread, no longer says which estimates were one. */
  usedFor(asked: HeuristicConfig): HeuristicConfig {
    const config = this.standIns.get(asked.spec) ?? asked;
    const first = this.firsts.get(config.spec) ?? config;
    this.firsts.set(config.spec, first);
    return first;
  }
}

export class Estimates {
  readonly heuristic: Heuristic;
  /** Is Infinity a proof that the target cannot be reached? */
  readonly safe: boolean;
  protected readonly engine: Engine;
  private readonly record: EstimateRecord;
  private readonly reader: ZoneReader | undefined;
  private readonly hopeless: HopelessStates | undefined;
  private values = new Float64Array(1024).fill(Number.NaN);

  /** `hopeless`: where states are noted that searches cut off. */
  constructor(
    engine: Engine,
    heuristic: Heuristic,
    safe: boolean,
    record = new EstimateRecord(),
    zonesOf?: Network,
    hopeless?: HopelessStates,
  ) {
    this.hopeless = hopeless;
    this.engine = engine;
    this.heuristic = heuristic;
    this.safe = safe;
    this.record = record;
    this.reader = zonesOf === undefined ? undefined : new ZoneReader(engine, zonesOf);
  }

  /** What a list orders the state by. */
  of(state: StateId): number {
    return this.own(state);
  }

  /** The estimate of the state itself. */
  own(state: StateId): number {
    const key = this.reader === undefined ? this.engine.discreteOf(state) : state;
    if (key >= this.values.length) {
      const grown = new Float64Array(Math.max(key + 1, 2 * this.values.length)).fill(Number.NaN);
      grown.set(this.values);
      this.values = grown;
    }
    const known = this.values[key]!;
    if (!Number.isNaN(known)) return known;
    const value = this.compute(state);
    this.record.add(value);
    if (value === Number.POSITIVE_INFINITY && this.safe) this.hopeless?.add(this.engine.view(state));
    this.values[key] = value;
    return value;
  }

  private compute(state: StateId): number {
    if (this.reader === undefined) return this.heuristic.estimate(this.engine.view(state));
    const { view, zone } = this.reader.read(state);
    return this.heuristic.estimate(view, undefined, zone);
  }
}
