// The states that a certificate lists, as zones by discrete state. Nothing is taken over before it fits the model.

import { cellTable, type Network } from "../network/index.ts";
import type { Discrete } from "../semantics/index.ts";
import { CLOCK_LIMIT, constrain, federationIncludes, includes, isEmpty, le, lt, universe } from "../zone/index.ts";
import type { BoundJson, CertifiedState, RankedState } from "./certificate.ts";
import { Refused } from "./refused.ts";

export interface CertifiedZone {
  readonly zone: Int32Array;
  /** The most steps that are said to be left; 0 where nothing is said. */
  readonly rank: number;
}

export class CertifiedZones implements Iterable<{ readonly discrete: Discrete; readonly zones: CertifiedZone[] }> {
  private readonly network: Network;
  private readonly dim: number;
  private readonly states = new Map<string, { discrete: Discrete; zones: CertifiedZone[] }>();

  constructor(network: Network, states: readonly (CertifiedState | RankedState)[]) {
    this.network = network;
    this.dim = network.clocks.length + 1;
    for (const state of states) this.admit(state);
  }

  get size(): number {
    return this.states.size;
  }

  [Symbol.iterator](): Iterator<{ readonly discrete: Discrete; readonly zones: CertifiedZone[] }> {
    return this.states.values();
  }

  of(discrete: Discrete): readonly CertifiedZone[] {
    return this.states.get(keyOf(discrete))?.zones ?? [];
  }

  /** By inclusion. Widening along diagonals cuts zones: then several certified zones contain one together. */
  include(discrete: Discrete, zone: Int32Array, below = Number.POSITIVE_INFINITY): boolean {
    const certified = this.of(discrete).flatMap((one) => (one.rank < below ? [one.zone] : []));
    if (certified.some((one) => includes(one, zone, this.dim))) return true;
    return federationIncludes(certified, [zone], this.dim);
  }

  describe({ locations }: Discrete): string {
    return this.network.processes
      .map(({ name, locations: all }, p) => `${name}.${all[locations[p]!]!.name}`)
      .join(", ");
  }

  private admit(state: CertifiedState | RankedState): void {
    const { locations, cells, zones } = state;
    const { processes } = this.network;
    const { min, max } = cellTable(this.network);
    const fits =
      locations.length === processes.length &&
      cells.length === this.network.cells &&
      locations.every((location, p) => location >= 0 && location < processes[p]!.locations.length) &&
      cells.every((value, cell) => value >= min[cell]! && value <= max[cell]!);
    if (!fits) throw new Refused("a certified state does not fit the model");
    const ranks = "ranks" in state ? state.ranks : undefined;
    if (ranks !== undefined && ranks.length !== zones.length) throw new Refused("there is not one rank per zone");
    const discrete = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    const key = keyOf(discrete);
    const entry = this.states.get(key) ?? { discrete, zones: [] };
    this.states.set(key, entry);
    for (const [index, bounds] of zones.entries()) {
      const zone = this.zoneOf(bounds);
      if (!isEmpty(zone)) entry.zones.push({ zone, rank: ranks?.[index] ?? 0 });
    }
  }

  private zoneOf(bounds: readonly BoundJson[]): Int32Array {
    const { dim } = this;
    const zone = universe(dim);
    for (const [i, j, constant, strict] of bounds) {
      const known = i >= 0 && i < dim && j >= 0 && j < dim && i !== j && Math.abs(constant) < 2 * CLOCK_LIMIT;
      if (!known) throw new Refused("a certified zone does not fit the model");
      if (!constrain(zone, dim, i, j, strict === 1 ? lt(constant) : le(constant))) break;
    }
    return zone;
  }
}

function keyOf({ locations, cells }: Discrete): string {
  return `${locations.join()};${cells.join()}`;
}
