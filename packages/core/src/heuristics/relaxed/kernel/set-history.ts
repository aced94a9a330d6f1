// What cells have gathered, as sets of a pool: for every cell the sets of the layers at which it grew, and all that was
// added, linked by cell.

import type { DiscreteView } from "../../../engine/engine.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import { contains, EMPTY, includes, type ValueSet } from "../../../value-sets/value-set.ts";
import type { LocatedCells } from "../ground/located-cells.ts";
import { type CellHistory, NEVER, type Supporter } from "./cell-history.ts";

/** What the graph knows of chains and operators. */
export interface SetRules {
  isEasier(operator: number, than: number): boolean;
  forEachWrite(chain: number, visit: (cell: number, set: ValueSet) => void): void;
}

export class SetHistory implements CellHistory {
  readonly width: number;
  readonly keys = 0;
  /** The sets as programs see them. */
  private readonly inputs: ValueSet[];
  private readonly pool: SetPool;
  private readonly located: LocatedCells;
  private readonly min: ArrayLike<number>;
  private readonly max: ArrayLike<number>;
  /** What cells were at which layer, each linked to the one before; the first entries are the cells' own. */
  private readonly setAt: ValueSet[];
  private readonly layerAt: number[] = [];
  private readonly cellAt: number[] = [];
  private readonly olderAt: number[] = [];
  private entries = 0;
  /** Newest entry of a cell, and newest addition (−1: none). */
  private readonly newest: Int32Array;
  private readonly newestAddition: Int32Array;
  /** Additions, linked by cell, newest first: from `pending` on they are not in the sets yet. */
  private readonly addedCell: number[] = [];
  private readonly addedSet: ValueSet[] = [];
  private readonly addedChain: number[] = [];
  private readonly addedBy: number[] = [];
  private readonly addedLayer: number[] = [];
  private readonly addedOlder: number[] = [];
  private additions = 0;
  private pending = 0;
  private readonly touched: number[] = [];
  private readonly sets: ValueSet[] = [];

  /** Cells that matter. */
  private readonly mattering: Int32Array;
  private readonly rules: SetRules;

  constructor(pool: SetPool, inputs: ValueSet[], located: LocatedCells, relevant: Uint8Array, rules: SetRules) {
    this.rules = rules;
    this.mattering = Int32Array.from([...relevant.keys()].filter((cell) => relevant[cell] === 1));
    this.width = this.mattering.length;
    this.located = located;
    this.pool = pool;
    this.inputs = inputs;
    this.min = located.table.min;
    this.max = located.table.max;
    this.setAt = [...inputs];
    this.newest = new Int32Array(inputs.length);
    this.newestAddition = new Int32Array(inputs.length);
    for (let cell = 0; cell < inputs.length; cell++) this.push(cell, 0, inputs[cell]!, -1);
  }

  reset(state: DiscreteView): void {
    const { inputs, setAt, newest, pool, located } = this;
    const cells = inputs.length;
    for (let cell = 0; cell < cells; cell++) {
      const value = located.valueIn(state, cell);
      const set = value === undefined ? EMPTY : pool.single(value);
      inputs[cell] = set;
      setAt[cell] = set;
      newest[cell] = cell;
    }
    this.newestAddition.fill(-1);
    this.entries = cells;
    this.additions = 0;
    this.pending = 0;
  }

  restore(cell: number): void {
    this.inputs[cell] = this.current(cell);
  }

  pinToLayer(cell: number, layer: number): void {
    let at = this.newest[cell]!;
    while (this.layerAt[at]! > layer) at = this.olderAt[at]!;
    this.inputs[cell] = this.setAt[at]!;
  }

  pinValues(cell: number, values: readonly number[]): void {
    this.inputs[cell] = this.pool.ascending(values);
  }

  valuesOf(cell: number): readonly number[] | null {
    return this.current(cell).values;
  }

  write(into: Int32Array): void {
    const { mattering, inputs } = this;
    for (let at = 0; at < mattering.length; at++) into[at] = inputs[mattering[at]!]!.id;
  }

  private current(cell: number): ValueSet {
    return this.setAt[this.newest[cell]!]!;
  }

  mayWrite(): boolean {
    return true;
  }

  addWrites(chain: number, operator: number): void {
    this.rules.forEachWrite(chain, (cell, set) => this.add(cell, set, chain, operator));
  }

  private add(cell: number, set: ValueSet, chain: number, operator: number): void {
    if (includes(this.current(cell), set)) return;
    const at = this.additions++;
    this.addedCell[at] = cell;
    this.addedSet[at] = set;
    this.addedChain[at] = chain;
    this.addedBy[at] = operator;
  }

  commit(layer: number, onGrowth: (cell: number) => void): boolean {
    const { touched, newestAddition } = this;
    touched.length = 0;
    for (; this.pending < this.additions; this.pending++) {
      const at = this.pending;
      const cell = this.addedCell[at]!;
      const older = newestAddition[cell]!;
      this.addedLayer[at] = layer;
      this.addedOlder[at] = older;
      newestAddition[cell] = at;
      if (older < 0 || this.addedLayer[older] !== layer) touched.push(cell);
    }
    for (const cell of touched) {
      const after = this.grown(cell, layer);
      this.push(cell, layer, after, this.newest[cell]!);
      this.inputs[cell] = after;
    }
    for (const cell of touched) onGrowth(cell);
    return touched.length > 0;
  }

  preview(): readonly number[] {
    const { touched, inputs } = this;
    touched.length = 0;
    for (let at = this.pending; at < this.additions; at++) {
      const cell = this.addedCell[at]!;
      const before = inputs[cell]!;
      if (before === this.current(cell)) touched.push(cell);
      inputs[cell] = this.rounded(cell, this.pool.union(before, this.addedSet[at]!));
    }
    return touched;
  }

  rewind(layer: number): void {
    for (let at = this.entries - 1; at >= this.inputs.length && this.layerAt[at]! > layer; at--) {
      const cell = this.cellAt[at]!;
      this.newest[cell] = this.olderAt[at]!;
      this.entries = at;
      this.restore(cell);
    }
  }

  layerOfValue(cell: number, value: number): number {
    let layer = NEVER;
    for (let at = this.newest[cell]!; at >= 0 && contains(this.setAt[at]!, value); at = this.olderAt[at]!) {
      layer = this.layerAt[at]!;
    }
    return layer;
  }

  layerOfRounding(cell: number): number {
    let layer = NEVER;
    for (let at = this.newest[cell]!; at >= 0 && this.setAt[at]!.values === null; at = this.olderAt[at]!) {
      layer = this.layerAt[at]!;
    }
    return layer;
  }

  newestLayer(cell: number): number {
    return this.layerAt[this.newest[cell]!]!;
  }

  firstGrowth(cell: number, isEnough: () => boolean): readonly number[] | null {
    const { sets } = this;
    sets.length = 0;
    for (let at = this.newest[cell]!; at >= 0; at = this.olderAt[at]!) {
      if (this.setAt[at]!.values !== null) sets.push(this.setAt[at]!);
    }
    let first = -1;
    for (let older = sets.length; older - first > 1; ) {
      const middle = (first + older) >> 1;
      this.inputs[cell] = sets[middle]!;
      if (isEnough()) first = middle;
      else older = middle;
    }
    if (first < 0) return null;
    const values = sets[first]!.values!;
    const before = sets[first + 1];
    return before === undefined ? values : values.filter((value) => !contains(before, value));
  }

  keyOf(): number {
    return -1;
  }

  supporterOf(cell: number, value: number | null, layer: number): Supporter | null {
    let best = -1;
    for (let at = this.newestAddition[cell]!; at >= 0 && this.addedLayer[at]! >= layer; at = this.addedOlder[at]!) {
      if (this.addedLayer[at] !== layer) continue;
      const set = this.addedSet[at]!;
      if (!(value === null ? set.values === null : contains(set, value))) continue;
      if (best < 0 || this.rules.isEasier(this.addedBy[at]!, this.addedBy[best]!)) best = at;
    }
    return best < 0 ? null : { chain: this.addedChain[best]!, operator: this.addedBy[best]! };
  }

  addedAt(cell: number, layer: number): readonly number[] {
    const values: number[] = [];
    for (let at = this.newestAddition[cell]!; at >= 0 && this.addedLayer[at]! >= layer; at = this.addedOlder[at]!) {
      if (this.addedLayer[at] === layer) values.push(...(this.addedSet[at]!.values ?? []));
    }
    return values;
  }

  private grown(cell: number, layer: number): ValueSet {
    const { sets } = this;
    sets.length = 0;
    for (let at = this.newestAddition[cell]!; at >= 0 && this.addedLayer[at] === layer; at = this.addedOlder[at]!) {
      sets.push(this.addedSet[at]!);
    }
    return this.rounded(cell, this.pool.uniteAll(this.current(cell), sets));
  }

  private rounded(cell: number, after: ValueSet): ValueSet {
    // Where values are too many to be listed, all that the type allows are assumed: counting on would take for ever.
    return after.values === null ? this.pool.interval(this.min[cell]!, this.max[cell]!) : after;
  }

  private push(cell: number, layer: number, set: ValueSet, older: number): void {
    const at = this.entries++;
    this.setAt[at] = set;
    this.layerAt[at] = layer;
    this.cellAt[at] = cell;
    this.olderAt[at] = older;
    this.newest[cell] = at;
  }
}
