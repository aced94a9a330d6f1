// The symbolic states that an engine stores and how they follow each other. `GlobalTime` is the usual zone graph: the
// exact semantics, an abstraction that widens what is stored, one time for all. `local-time.ts` is the other member. A
// zone may carry more than its bounds, such as what it cost to get there: the engine that stores it does not look.

import type { JointTransition } from "../../semantics/joint-transition.ts";
import type { Discrete, SymbolicFault } from "../../semantics/semantics.ts";
import type { ReferenceSemantics } from "../../semantics/symbolic/symbolic-semantics.ts";
import { copyZone, type Federation, isEmpty } from "../../zone/index.ts";
import type { Abstraction } from "./abstraction.ts";
import type { Subsumption } from "./state-store.ts";

/** A discrete state with clocks, before time passes. */
export interface Entry {
  readonly discrete: Discrete;
  readonly zone: Int32Array;
}
export interface ZoneGraphStep extends Entry {
  readonly transition: JointTransition;
}

export interface ZoneGraph extends Subsumption {
  /** Rows of a zone with nothing left out. */
  readonly dim: number;
  /** Its numbers: the bounds, dim², and behind them what else it carries. */
  readonly size: number;
  initial(): readonly Entry[];
  /** Steps from a zone with all its rows, in the order of the seam, and what fails. */
  successors(
    discrete: Discrete,
    zone: Int32Array,
  ): { readonly steps: readonly ZoneGraphStep[]; readonly faults: readonly SymbolicFault[] };
  /** What is stored of an entry: time has passed, zones are widened. */
  settle(discrete: Discrete, zone: Int32Array): Federation;
  /** A stored zone with all its rows, and back. */
  unpack(discrete: Discrete, stored: Int32Array): Int32Array;
  compress(discrete: Discrete, zone: Int32Array): Int32Array;
  /** The zone in the usual form, row 0 and one row per clock, as it was stored. */
  plain(zone: Int32Array): Int32Array;
  /** The same within the invariant; possibly empty. */
  valuations(discrete: Discrete, zone: Int32Array): Int32Array;
  /** Where zones carry a cost: the least that any of its valuations was reached at. Then `covers` minds it, too. */
  leastCost?(zone: Int32Array): number;
}

export class GlobalTime implements ZoneGraph {
  readonly dim: number;
  readonly size: number;
  private readonly semantics: ReferenceSemantics;
  private readonly abstraction: Abstraction;
  readonly covers: Abstraction["covers"];

  constructor(semantics: ReferenceSemantics, abstraction: Abstraction) {
    this.dim = semantics.dim;
    this.size = this.dim ** 2;
    this.semantics = semantics;
    this.abstraction = abstraction;
    this.covers = abstraction.covers;
  }

  initial(): readonly Entry[] {
    return this.semantics.initial().map(({ locations, cells, zone }) => ({ discrete: { locations, cells }, zone }));
  }

  successors(
    discrete: Discrete,
    zone: Int32Array,
  ): { steps: readonly ZoneGraphStep[]; faults: readonly SymbolicFault[] } {
    const { moves, faults } = this.semantics.successors(discrete, zone);
    return {
      steps: moves.map(({ transition, target, entry }) => ({ transition, discrete: target, zone: entry })),
      faults,
    };
  }

  settle(discrete: Discrete, entry: Int32Array): Federation {
    // Clocks that no guard reads any more must not split zones.
    const pieces = this.semantics.elapse(discrete, this.abstraction.forget(discrete, entry));
    return pieces.flatMap((piece) => this.abstraction.pack(discrete, piece)).filter((zone) => !isEmpty(zone));
  }

  unpack(discrete: Discrete, stored: Int32Array): Int32Array {
    return this.abstraction.unpack(discrete, stored);
  }

  compress(discrete: Discrete, zone: Int32Array): Int32Array {
    return this.abstraction.compress(discrete, zone);
  }

  plain(zone: Int32Array): Int32Array {
    return zone;
  }

  valuations(discrete: Discrete, zone: Int32Array): Int32Array {
    return this.semantics.withinInvariant(discrete, zone) ?? emptied(zone);
  }
}

function emptied(zone: Int32Array): Int32Array {
  const empty = copyZone(zone);
  empty[0] = -1;
  return empty;
}
