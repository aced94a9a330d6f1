// What there is to tell of a search by diagrams. Numbers of states may have any length, so they are written out.

import type { Diagram } from "./diagrams.ts";
import type { Reach, ReachOrder } from "./reach.ts";
import type { SymbolicSystem } from "./system.ts";

export interface SymbolicStatistics {
  readonly order: ReachOrder;
  /** States that were reached. */
  readonly states: string;
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
  private readonly reach: Reach;
  private readonly order: ReachOrder;
  /** Nothing follows: what is told is exact. */
  isOver = false;
  private counted: { readonly of: Diagram; readonly states: bigint; readonly nodes: number } | undefined;

  constructor(system: SymbolicSystem, reach: Reach, order: ReachOrder) {
    this.system = system;
    this.reach = reach;
    this.order = order;
  }

  get states(): bigint {
    return this.count().states;
  }

  get statistics(): SymbolicStatistics {
    const { system, reach, order } = this;
    const { made, collections, cacheHits, cacheLooks } = system.diagrams.statistics;
    const relations = new Set(system.steps.flatMap((step) => step.relations));
    const enumerated = [...relations].filter(({ isEnumerated }) => isEnumerated).length;
    const { states, nodes } = this.count();
    return {
      order,
      states: String(states),
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

  private count() {
    const { diagrams } = this.system;
    const { states } = this.reach;
    const isCheap = this.isOver || this.counted === undefined || diagrams.statistics.nodes < FEW_NODES;
    if (this.counted === undefined || (this.counted.of !== states && isCheap))
      this.counted = { of: states, states: diagrams.count(states), nodes: diagrams.size(states) };
    return this.counted;
  }
}

/** As a number, where it is one that says all. */
export const asNumber = (count: bigint): number =>
  count > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(count);
