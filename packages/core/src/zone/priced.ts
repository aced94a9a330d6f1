// Priced zones (Larsen et al. 2001; Rasmussen, Larsen and Subramani 2004): a closed zone with an affine cost over it.
// Where time passes at another price than the cost grows by, or a clock is set that the cost depends on, the zone is
// cut along facets; on each the cost is affine again. Clocks with a fixed difference make each other's bounds
// redundant, so that facets are those among one representative per class; taking all bounds instead is right as well,
// and the twin in tests.

import { BoundOverflow, INF } from "./bound.ts";
import { assignClock, constrain, delay } from "./dbm.ts";

export interface PricedZone {
  /** No bound is strict. */
  readonly bounds: Int32Array;
  /** At the corner where every clock is as small as it can be. */
  cost: number;
  /** By row: what one unit more of the clock adds; row 0 has none. */
  readonly rates: Float64Array;
}

/** Which bounds count as facets: those that are needed, or all. */
export type FacetRule = "needed" | "all";

/** The constant of a bound that is not strict. */
const at = (bounds: Int32Array, dim: number, i: number, j: number): number => bounds[i * dim + j]! / 2;
const isBounded = (bounds: Int32Array, dim: number, i: number, j: number): boolean => bounds[i * dim + j] !== INF;

export class PricedZones {
  readonly dim: number;
  private readonly rule: FacetRule;

  constructor(dim: number, rule: FacetRule = "needed") {
    this.dim = dim;
    this.rule = rule;
  }

  copy({ bounds, cost, rates }: PricedZone): PricedZone {
    return { bounds: bounds.slice(), cost, rates: rates.slice() };
  }

  /** What it costs where all clocks are zero, should the cost go on like this: a cut does not change it. */
  private atOrigin({ bounds, cost, rates }: PricedZone): number {
    let sum = cost;
    for (let x = 1; x < this.dim; x++) if (rates[x] !== 0) sum += rates[x]! * at(bounds, this.dim, 0, x);
    return sum;
  }

  /** Cuts with every bound of another zone, strict ones as if they were not; false: nothing is left. */
  cut(zone: PricedZone, by: Int32Array): boolean {
    const { dim } = this;
    for (let i = 0; i < dim; i++) {
      for (let j = 0; j < dim; j++) {
        const bound = by[i * dim + j]!;
        if (i !== j && bound !== INF && !this.constrain(zone, i, j, bound + (bound & 1))) return false;
      }
    }
    return true;
  }

  constrain(zone: PricedZone, i: number, j: number, bound: number): boolean {
    if (bound >= zone.bounds[i * this.dim + j]!) return true;
    const origin = this.atOrigin(zone);
    if (!constrain(zone.bounds, this.dim, i, j, bound)) return false;
    zone.cost = 0;
    zone.cost = origin - this.atOrigin(zone);
    return true;
  }

  /** Time passes at a price per unit, for ever. */
  delay(zone: PricedZone, price: number): readonly PricedZone[] {
    const { dim } = this;
    const slope = zone.rates.reduce((sum, rate) => sum + rate, 0);
    if (price === slope) {
      delay(zone.bounds, dim);
      return [zone];
    }
    const fixed = this.rule === "needed" ? this.fixedTo(zone, 0) : -1;
    if (fixed > 0) return [this.delayed(zone, price, fixed)];
    const grows = price > slope;
    const pieces = this.facets(zone, 0, !grows).map((x) => {
      const piece = this.copy(zone);
      if (grows) this.constrain(piece, 0, x, -piece.bounds[x * dim]!);
      else this.constrain(piece, x, 0, -piece.bounds[x]!);
      return this.delayed(piece, price, x);
    });
    return grows ? [...pieces, zone] : pieces;
  }

  /** A clock that is fixed tells how much time has passed: it takes what the others do not pay. */
  private delayed(zone: PricedZone, price: number, fixed: number): PricedZone {
    delay(zone.bounds, this.dim);
    zone.rates[fixed] = 0;
    zone.rates[fixed] = price - zone.rates.reduce((sum, rate) => sum + rate, 0);
    return zone;
  }

  /** `x := source + value`; the least cost of all valuations that become the same. */
  assign(zone: PricedZone, x: number, source: number, value: number): readonly PricedZone[] {
    const { dim } = this;
    const rate = zone.rates[x]!;
    const assigned = (piece: PricedZone, heir: number): PricedZone => {
      if (heir > 0) piece.rates[heir]! += piece.rates[x]!;
      if (heir >= 0) piece.rates[x] = 0;
      assignClock(piece.bounds, dim, x, source, value);
      return piece;
    };
    if (rate === 0 || source === x) return [assigned(zone, -1)];
    const fixed = this.rule === "needed" ? this.fixedTo(zone, x) : -1;
    if (fixed >= 0) return [assigned(zone, fixed)];
    return this.facets(zone, x, rate < 0).map((z) => {
      const piece = this.copy(zone);
      if (rate > 0) this.constrain(piece, x, z, -piece.bounds[z * dim + x]!);
      else this.constrain(piece, z, x, -piece.bounds[x * dim + z]!);
      return assigned(piece, z);
    });
  }

  /** A row that differs from this one by a constant; −1: none. */
  private fixedTo({ bounds }: PricedZone, x: number): number {
    for (let i = 0; i < this.dim; i++) if (i !== x && this.isFixed(bounds, i, x)) return i;
    return -1;
  }

  private isFixed(bounds: Int32Array, i: number, j: number): boolean {
    return bounds[i * this.dim + j] === -bounds[j * this.dim + i]!;
  }

  /** Rows whose bound against a row is a facet: `x − i ≤ …` where `from`, else `i − x ≤ …`. */
  private facets({ bounds }: PricedZone, x: number, from: boolean): readonly number[] {
    const { dim } = this;
    const rows = Array.from({ length: dim }, (_, i) => i);
    const isLast = (i: number): boolean => !rows.some((j) => j > i && this.isFixed(bounds, i, j));
    const among = this.rule === "all" ? rows : rows.filter(isLast);
    return among.filter((i) => {
      const [a, b] = from ? [x, i] : [i, x];
      if (i === x || !isBounded(bounds, dim, a, b)) return false;
      if (this.rule === "all") return true;
      return !among.some((k) => {
        if (k === a || k === b || !isBounded(bounds, dim, a, k) || !isBounded(bounds, dim, k, b)) return false;
        return bounds[a * dim + b]! >= bounds[a * dim + k]! + bounds[k * dim + b]!;
      });
    });
  }

  /** Of all valuations. */
  leastCost(zone: PricedZone): number {
    return this.least(zone.bounds, zone.cost, zone.rates);
  }

  /** Is every valuation of the second also one of the first, at no greater cost? */
  covers(large: PricedZone, small: PricedZone): boolean {
    const { dim } = this;
    for (let k = 0; k < dim * dim; k++) if (large.bounds[k]! < small.bounds[k]!) return false;
    let there = large.cost;
    for (let x = 1; x < dim; x++)
      there += large.rates[x]! * (at(large.bounds, dim, 0, x) - at(small.bounds, dim, 0, x));
    if (there > small.cost) return false;
    const rates = small.rates.map((rate, x) => rate - large.rates[x]!);
    return this.least(small.bounds, small.cost - there, rates) >= 0;
  }

  /** The least of an affine function over a zone, by the transportation problem that is its dual. */
  private least(bounds: Int32Array, corner: number, rates: Float64Array): number {
    if (rates.every((rate) => rate >= 0)) return corner;
    const { dim } = this;
    let sum = corner;
    const wants = rates.slice();
    for (let x = 1; x < dim; x++) {
      sum += rates[x]! * at(bounds, dim, 0, x);
      wants[0]! -= rates[x]!;
    }
    return sum - transport(bounds, dim, wants);
  }
}

/** The zone of one point, free so far. */
export function pricedPoint(bounds: Int32Array, dim: number): PricedZone {
  return { bounds: closed(bounds), cost: 0, rates: new Float64Array(dim) };
}

/** Strict bounds as if they were not. */
export function closed(bounds: Int32Array): Int32Array {
  return bounds.map((bound) => (bound === INF ? INF : bound + (bound & 1)));
}

/** As one array of whole numbers, behind whatever else is kept. */
export function packPriced({ bounds, cost, rates }: PricedZone, into: Int32Array, offset: number): void {
  into.set(bounds, offset);
  for (const [k, value] of [cost, ...rates].entries()) {
    if (!Number.isInteger(value) || Math.abs(value) > 2 ** 31 - 1) throw new BoundOverflow();
    into[offset + bounds.length + k] = value;
  }
}

export function unpackPriced(from: Int32Array, offset: number, dim: number): PricedZone {
  const behind = offset + dim * dim;
  return {
    bounds: from.slice(offset, behind),
    cost: from[behind]!,
    rates: Float64Array.from(from.subarray(behind + 1, behind + 1 + dim)),
  };
}

export const pricedSize = (dim: number): number => dim * dim + 1 + dim;

/**
 * What it costs to bring goods from where there are too many (`wants` < 0) to where they are wanted, an arc from i to j
 * costing the bound of x_i − x_j: along cheapest ways, one after the other. A canonical zone needs no stops between.
 */
function transport(bounds: Int32Array, dim: number, wants: Float64Array): number {
  const sent = new Float64Array(dim * dim);
  const distance = new Float64Array(dim);
  const before = new Int32Array(dim);
  let cost = 0;
  for (;;) {
    distance.fill(Number.POSITIVE_INFINITY);
    before.fill(-1);
    for (let i = 0; i < dim; i++) if (wants[i]! < 0) distance[i] = 0;
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (let i = 0; i < dim; i++) {
        if (distance[i] === Number.POSITIVE_INFINITY) continue;
        for (let j = 0; j < dim; j++) {
          if (i === j) continue;
          // What was sent from j to i can be taken back.
          const back = sent[j * dim + i]! > 0 ? -at(bounds, dim, j, i) : Number.POSITIVE_INFINITY;
          const there = isBounded(bounds, dim, i, j) ? at(bounds, dim, i, j) : Number.POSITIVE_INFINITY;
          const length = distance[i]! + Math.min(back, there);
          if (length >= distance[j]!) continue;
          distance[j] = length;
          before[j] = i;
          isChanged = true;
        }
      }
    }
    let to = -1;
    for (let i = 0; i < dim; i++) if (wants[i]! > 0 && (to < 0 || distance[i]! < distance[to]!)) to = i;
    if (to < 0) return cost;
    if (distance[to] === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    let amount = wants[to]!;
    const isBack = (i: number, j: number): boolean =>
      sent[j * dim + i]! > 0 && !(isBounded(bounds, dim, i, j) && at(bounds, dim, i, j) < -at(bounds, dim, j, i));
    let from = to;
    for (let i = before[from]!; i >= 0; from = i, i = before[from]!) {
      if (isBack(i, from)) amount = Math.min(amount, sent[from * dim + i]!);
    }
    amount = Math.min(amount, -wants[from]!);
    for (let j = to, i = before[j]!; i >= 0; j = i, i = before[j]!) {
      if (isBack(i, j)) {
        sent[j * dim + i]! -= amount;
        cost -= amount * at(bounds, dim, j, i);
      } else {
        sent[i * dim + j]! += amount;
        cost += amount * at(bounds, dim, i, j);
      }
    }
    wants[to]! -= amount;
    wants[from]! += amount;
  }
}
