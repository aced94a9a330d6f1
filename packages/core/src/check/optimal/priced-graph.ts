// The symbolic states of a search by cost: zones before time passes, each with what it cost to get there. Where bounds
// are strict the cost is that of the closure, which is the infimum, and beside it lies the exact zone of all runs that
// took the same steps: a closure may go on where no run can, and then the exact zone is empty.

import type { Entry, ZoneGraph, ZoneGraphStep } from "../../engine/reference/zone-graph.ts";
import type { Discrete, ReferenceSemantics, SymbolicFault } from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import {
  assignClock,
  closed,
  type FacetRule,
  type Federation,
  includes,
  intersect,
  isEmpty,
  type PricedZone,
  PricedZones,
  packPriced,
  pricedPoint,
  pricedSize,
  unpackPriced,
} from "../../zone/index.ts";

/** What time and steps cost, in the state before them. */
export interface PriceList {
  ofTime(state: Discrete): number;
  ofStep(state: Discrete, transition: JointTransition): number;
}

/** The valuations that a run can be in, and what they cost. */
interface Piece {
  readonly exact: Int32Array;
  readonly priced: PricedZone;
}

export interface PricedGraphOptions {
  readonly prices: PriceList;
  /** Rows of clocks that nobody asks for any more before they are set. */
  readonly idle: (discrete: Discrete) => readonly number[];
  /** Valuations that are looked at; all where absent. */
  readonly within?: Int32Array | undefined;
  /** Are there strict bounds? */
  readonly isOpen: boolean;
  readonly facets?: FacetRule;
}

export class PricedGraph implements ZoneGraph {
  readonly dim: number;
  readonly size: number;
  private readonly semantics: ReferenceSemantics;
  private readonly options: PricedGraphOptions;
  private readonly zones: PricedZones;
  /** Else the priced zone is exact by itself. */
  private readonly isSplit: boolean;

  constructor(semantics: ReferenceSemantics, options: PricedGraphOptions) {
    this.dim = semantics.dim;
    const { network, discrete } = semantics;
    this.isSplit = options.isOpen || discrete.dependsOnClocks || network.hasPriorities;
    this.size = this.dim ** 2 + pricedSize(this.dim);
    this.semantics = semantics;
    this.options = options;
    this.zones = new PricedZones(this.dim, options.facets);
  }

  initial(): readonly Entry[] {
    return this.semantics.initial().map(({ locations, cells, zone }) => {
      const discrete = { locations, cells };
      return { discrete, zone: this.packed({ exact: zone, priced: pricedPoint(zone, this.dim) }) };
    });
  }

  successors(
    discrete: Discrete,
    zone: Int32Array,
  ): { readonly steps: readonly ZoneGraphStep[]; readonly faults: readonly SymbolicFault[] } {
    const steps: ZoneGraphStep[] = [];
    const faults: SymbolicFault[] = [];
    for (const { exact, priced } of this.later(discrete, zone)) {
      const found = this.semantics.successors(discrete, exact);
      faults.push(...found.faults);
      for (const { transition, leave, assignments, target, entry } of found.moves) {
        const left = this.zones.copy(priced);
        if (!this.zones.cut(left, leave)) continue;
        let pieces: readonly PricedZone[] = [left];
        const set = (row: number, source: number, value: number): void => {
          pieces = pieces.flatMap((piece) => this.zones.assign(piece, row, source, value));
        };
        for (const { row, source, value } of assignments) set(row, source, value);
        for (const row of this.options.idle(target)) {
          assignClock(entry, this.dim, row, 0, 0);
          set(row, 0, 0);
        }
        const price = this.options.prices.ofStep(discrete, transition);
        for (const piece of pieces) {
          piece.cost += price;
          const whole = this.isSplit ? entry : piece.bounds;
          steps.push({ transition, discrete: target, zone: this.packed({ exact: whole, priced: piece }) });
        }
      }
    }
    return { steps, faults };
  }

  /** After any delay. */
  later(discrete: Discrete, zone: Int32Array): readonly Piece[] {
    const { semantics, zones } = this;
    const { exact, priced } = this.unpacked(zone);
    if (semantics.timeStops(discrete)) return [{ exact, priced }];
    const elapsed = semantics.elapse(discrete, exact);
    const within = semantics.invariant(discrete);
    if (this.options.within !== undefined) intersect(within, this.dim, this.options.within);
    return zones.delay(priced, this.options.prices.ofTime(discrete)).flatMap((piece) => {
      if (!zones.cut(piece, within)) return [];
      return elapsed.flatMap((whole) => {
        if (!this.isSplit) return [{ exact: piece.bounds, priced: piece }];
        const own = zones.copy(piece);
        return zones.cut(own, whole) ? [{ exact: whole, priced: own }] : [];
      });
    });
  }

  /** The least cost at which a formula holds now or after a delay; Infinity: it never does. */
  leastCostWhere(discrete: Discrete, zone: Int32Array, holds: (exact: Int32Array) => Federation): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { exact, priced } of this.later(discrete, zone)) {
      for (const part of holds(exact)) {
        const piece = this.zones.copy(priced);
        if (!isEmpty(part) && this.zones.cut(piece, part)) least = Math.min(least, this.zones.leastCost(piece));
      }
    }
    return least;
  }

  settle(_: Discrete, zone: Int32Array): Federation {
    return [zone];
  }

  covers(a: Int32Array, b: Int32Array): boolean {
    if (this.isSplit && !includes(a, b, this.dim)) return false;
    return this.zones.covers(this.unpacked(a).priced, this.unpacked(b).priced);
  }

  unpack(_: Discrete, stored: Int32Array): Int32Array {
    return stored;
  }

  compress(_: Discrete, zone: Int32Array): Int32Array {
    return zone;
  }

  plain(zone: Int32Array): Int32Array {
    return zone.slice(0, this.dim ** 2);
  }

  valuations(_: Discrete, zone: Int32Array): Int32Array {
    return this.plain(zone);
  }

  leastCost(zone: Int32Array): number {
    return this.zones.leastCost(this.unpacked(zone).priced);
  }

  private packed({ exact, priced }: Piece): Int32Array {
    const whole = new Int32Array(this.size);
    whole.set(this.isSplit ? exact : closed(exact));
    packPriced(priced, whole, this.dim ** 2);
    return whole;
  }

  private unpacked(zone: Int32Array): Piece {
    return { exact: this.plain(zone), priced: unpackPriced(zone, this.dim ** 2, this.dim) };
  }
}
