// What there is to tell of a search by diagrams. Numbers of states may have any length, so they are written out.

import { OutOfMemory } from "../engine/index.ts";
import { hasStrictBounds } from "../network/index.ts";
import { type Diagram, TooDeep } from "./diagrams.ts";
import type { SetAlgorithm } from "./directed/set-astar.ts";
import type { StrictSide } from "./network/clock-reading.ts";
import type { Reach, ReachOrder } from "./reach.ts";
import type { SymbolicSystem } from "./system.ts";

/** In which order sets are made. */
export type SetOrder = ReachOrder | SetAlgorithm | "backward" | "both";

export interface SymbolicStatistics {
  readonly order: SetOrder;
  /**
   * What became of strict bounds on clocks, or `exact` where there are none; absent where no clock is compared. With
   * `literal` some states may be missing, with `closed` some may be too many.
   */
  readonly side?: StrictSide | "exact";
  /** States that were reached, and how many they are without their clocks. */
  readonly states: string;
  readonly discrete: string;
  /** How often a unit of time passed. */
  readonly ticks: number;
  /** Nodes of their diagram, and all that were ever made. */
  readonly nodes: number;
  readonly made: number;
  readonly levels: number;
  /** Joint steps; links of theirs whose relation was made beforehand, and those that were learnt. */
  readonly groups: number;
  readonly enumerated: number;
  readonly learnt: number;
  readonly rounds: number;
  readonly collections: number;
  /** Share of the results that were still there when they were asked for again. */
  readonly cacheHits: number;
  /** What the joint steps span as declared, and in the order that was chosen. */
  readonly span: readonly [number, number];
}

/** Tables that are counted in no time. */
const FEW_NODES = 200_000;

/** Counts anew when the set is another one; while the search goes on only where that is quickly done. */
export class SymbolicAccount {
  private readonly system: SymbolicSystem;
  private readonly reach: Pick<Reach, "states" | "rounds">;
  private readonly order: SetOrder;
  /** Nothing follows: what is told is exact. */
  isOver = false;
  private counted: { of: Diagram; states: bigint; discrete: bigint; nodes: number } | undefined;

  constructor(system: SymbolicSystem, reach: Pick<Reach, "states" | "rounds">, order: SetOrder) {
    this.system = system;
    this.reach = reach;
    this.order = order;
  }

  /** States without their clocks. */
  get states(): bigint {
    return this.count().discrete;
  }

  get statistics(): SymbolicStatistics {
    const { system, reach, order } = this;
    const { made, collections, cacheHits, cacheLooks } = system.diagrams.statistics;
    const relations = new Set(system.steps.flatMap((step) => step.relations));
    const enumerated = [...relations].filter(({ isEnumerated }) => isEnumerated).length;
    const { states, discrete, nodes } = this.count();
    const { clocks, network } = system.structure;
    const side = hasStrictBounds(network) ? clocks.side : "exact";
    return {
      order,
      ...(system.ticks === undefined ? {} : { side }),
      states: String(states),
      discrete: String(discrete),
      ticks: system.ticks?.count ?? 0,
      nodes,
      made,
      levels: system.partAt.length,
      groups: system.steps.length,
      enumerated,
      learnt: relations.size - enumerated,
      rounds: reach.rounds,
      collections,
      cacheHits: cacheLooks === 0 ? 0 : cacheHits / cacheLooks,
      span: system.order.span,
    };
  }

  /** Taking the clocks away makes a set, for which there may be no room left. */
  private discreteCount(states: Diagram): bigint {
    try {
      return this.system.diagrams.count(this.system.discrete(states));
    } catch (error) {
      if (error instanceof OutOfMemory || error instanceof TooDeep) return 0n;
      throw error;
    }
  }

  private count() {
    const { diagrams } = this.system;
    const { states } = this.reach;
    const isCheap = this.isOver || this.counted === undefined || diagrams.statistics.nodes < FEW_NODES;
    if (this.counted === undefined || (this.counted.of !== states && isCheap))
      this.counted = {
        of: states,
        states: diagrams.count(states),
        discrete: this.discreteCount(states),
        nodes: diagrams.size(states),
      };
    return this.counted;
  }
}

/** As a number, where it is one that says all. */
export const asNumber = (count: bigint): number =>
  count > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(count);
