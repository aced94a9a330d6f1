// The values a variable has gathered so far in one abstract transition graph, each with the layer where it first
// appeared. Refilled for every state that is estimated, so membership is kept in a sparse table that needs no clearing.

import { MAX_VALUES, type ValueSet } from "./value-set.ts";

/** Domains up to this size get a table; larger ones are searched, and become intervals soon. */
const TABLE_SIZE = 4096;

export class GrowingSet implements ValueSet {
  private readonly list: number[] = [];
  /** The layer of each value of the list, and why it is there (an index the graph understands). */
  readonly layers: number[] = [];
  readonly causes: number[] = [];
  lo = 0;
  hi = 0;
  /** Layer since which every value from lo to hi counts as reached; −1 while the list is exact. */
  hullLayer = -1;
  hullCause = -1;
  readonly min: number;
  readonly max: number;
  private readonly positions: Int32Array | null;

  constructor(min: number, max: number) {
    this.min = min;
    this.max = max;
    this.positions = max - min < TABLE_SIZE ? new Int32Array(max - min + 1) : null;
  }

  get values(): readonly number[] | null {
    return this.hullLayer >= 0 ? null : this.list;
  }

  /** Values listed one by one, also when more are known as an interval. */
  get listed(): readonly number[] {
    return this.list;
  }

  reset(value: number): void {
    this.list.length = 0;
    this.layers.length = 0;
    this.causes.length = 0;
    this.hullLayer = -1;
    this.lo = value;
    this.hi = value;
    this.push(value, 0, -1);
  }

  has(value: number): boolean {
    if (this.hullLayer >= 0 && value >= this.lo && value <= this.hi) return true;
    return this.positionOf(value) >= 0;
  }

  /** Layer where the value appeared; Infinity when it has not. */
  layerOf(value: number): number {
    const at = this.positionOf(value);
    if (at >= 0) return this.layers[at]!;
    return this.hullLayer >= 0 && value >= this.lo && value <= this.hi ? this.hullLayer : Number.POSITIVE_INFINITY;
  }

  causeOf(value: number): number {
    const at = this.positionOf(value);
    return at >= 0 ? this.causes[at]! : this.hullCause;
  }

  replaceCause(value: number, cause: number): void {
    const at = this.positionOf(value);
    if (at >= 0) this.causes[at] = cause;
  }

  /** True when this added anything. Values outside the declared range are faults of the model, not values. */
  add(set: ValueSet, layer: number, cause: number): boolean {
    if (set.values !== null) {
      let grown = false;
      for (const value of set.values) {
        if (value < this.min || value > this.max || this.has(value)) continue;
        if (this.list.length >= MAX_VALUES && this.positions === null) return this.widen(value, value, layer, cause);
        this.push(value, layer, cause);
        grown = true;
      }
      return grown;
    }
    return this.widen(Math.max(set.lo, this.min), Math.min(set.hi, this.max), layer, cause);
  }

  private widen(lo: number, hi: number, layer: number, cause: number): boolean {
    if (lo > hi) return false;
    if (this.positions !== null) {
      let grown = false;
      for (let value = lo; value <= hi; value++) {
        if (this.has(value)) continue;
        this.push(value, layer, cause);
        grown = true;
      }
      return grown;
    }
    if (this.hullLayer >= 0 && lo >= this.lo && hi <= this.hi) return false;
    this.lo = Math.min(this.lo, lo);
    this.hi = Math.max(this.hi, hi);
    this.hullLayer = layer;
    this.hullCause = cause;
    return true;
  }

  private push(value: number, layer: number, cause: number): void {
    if (this.positions !== null) this.positions[value - this.min] = this.list.length;
    this.list.push(value);
    this.layers.push(layer);
    this.causes.push(cause);
    if (value < this.lo) this.lo = value;
    if (value > this.hi) this.hi = value;
  }

  private positionOf(value: number): number {
    if (this.positions === null) return this.list.indexOf(value);
    if (value < this.min || value > this.max) return -1;
    const at = this.positions[value - this.min]!;
    return this.list[at] === value ? at : -1;
  }
}
