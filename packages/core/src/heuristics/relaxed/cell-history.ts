// The values that variables have gathered in one abstract transition graph: for every cell the sets of the layers at
// which it grew, and which chain, of which operator, added what. Refilled for every state; its arrays are kept.

import type { DiscreteView } from "../../engine/engine.ts";
import type { LocatedCells } from "./located-cells.ts";
import type { SetPool } from "./set-pool.ts";
import { contains, EMPTY, includes, type ValueSet } from "./value-set.ts";

export class CellHistory {
  /** The sets as programs see them. */
  private readonly inputs: ValueSet[];
  private readonly pool: SetPool;
  private readonly located: LocatedCells["located"];
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

  constructor(pool: SetPool, inputs: ValueSet[], { table: { min, max }, located }: LocatedCells) {
    this.located = located;
    this.pool = pool;
    this.inputs = inputs;
    this.min = min;
    this.max = max;
    this.setAt = [...inputs];
    this.newest = new Int32Array(inputs.length);
    this.newestAddition = new Int32Array(inputs.length);
    for (let cell = 0; cell < inputs.length; cell++) this.push(cell, 0, inputs[cell]!, -1);
  }

  get count(): number {
    return this.inputs.length;
  }

  reset({ locations, cells: values }: DiscreteView): void {
    const { inputs, setAt, newest, pool, located } = this;
    const cells = inputs.length;
    const plain = cells - located.length;
    for (let cell = 0; cell < cells; cell++) {
      let set: ValueSet = EMPTY;
      if (cell < plain) set = pool.single(values[cell]!);
      else {
        const { process, location, cell: of } = located[cell - plain]!;
        if (locations[process] === location) set = pool.single(values[of]!);
      }
      inputs[cell] = set;
      setAt[cell] = set;
      newest[cell] = cell;
    }
    this.newestAddition.fill(-1);
    this.entries = cells;
    this.additions = 0;
    this.pending = 0;
  }

  /** Back to what was gathered, after the cell was pinned. */
  restore(cell: number): void {
    this.inputs[cell] = this.current(cell);
  }

  pin(cell: number, set: ValueSet): void {
    this.inputs[cell] = set;
  }

  pinValue(cell: number, value: number): void {
    this.inputs[cell] = this.pool.single(value);
  }

  /** Ascending values. */
  pinValues(cell: number, values: readonly number[]): void {
    this.inputs[cell] = this.pool.ascending(values);
  }

  current(cell: number): ValueSet {
    return this.setAt[this.newest[cell]!]!;
  }

  /** A chain of an operator may write these values. They are seen from the next layer on. */
  add(cell: number, set: ValueSet, chain: number, operator: number): void {
    if (includes(this.current(cell), set)) return;
    const at = this.additions++;
    this.addedCell[at] = cell;
    this.addedSet[at] = set;
    this.addedChain[at] = chain;
    this.addedBy[at] = operator;
  }

  /** Takes what was added over into the sets; true when some set has grown. */
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

  /** Lays what was added over the sets, as `commit` would; yields the cells, which must be restored. */
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

  /** Forgets what was added after the layer. */
  rewind(layer: number): void {
    for (let at = this.entries - 1; at >= this.inputs.length && this.layerAt[at]! > layer; at--) {
      const cell = this.cellAt[at]!;
      this.newest[cell] = this.olderAt[at]!;
      this.entries = at;
      this.restore(cell);
    }
  }

  /** Layer where the value appeared; Infinity when it has not. */
  layerOfValue(cell: number, value: number): number {
    let layer = Number.POSITIVE_INFINITY;
    for (let at = this.newest[cell]!; at >= 0 && contains(this.setAt[at]!, value); at = this.olderAt[at]!) {
      layer = this.layerAt[at]!;
    }
    return layer;
  }

  /** What the cell had gathered at a layer. */
  setAtLayer(cell: number, layer: number): ValueSet {
    let at = this.newest[cell]!;
    while (this.layerAt[at]! > layer) at = this.olderAt[at]!;
    return this.setAt[at]!;
  }

  /** Layer where the cell first had more values than can be listed; Infinity when it has not. */
  layerOfRounding(cell: number): number {
    let layer = Number.POSITIVE_INFINITY;
    for (let at = this.newest[cell]!; at >= 0 && this.setAt[at]!.values === null; at = this.olderAt[at]!) {
      layer = this.layerAt[at]!;
    }
    return layer;
  }

  /** The set that the cell started from. */
  initial(cell: number): ValueSet {
    return this.setAt[cell]!;
  }

  /** Layer at which the cell last grew. */
  newestLayer(cell: number): number {
    return this.layerAt[this.newest[cell]!]!;
  }

  /**
   * What was new when the cell first had a set that is enough, ascending; null when there are too many values. Larger sets
   * are enough where smaller ones are, so the layers are halved.
   */
  firstGrowth(cell: number, enough: (set: ValueSet) => boolean): readonly number[] | null {
    const { sets } = this;
    sets.length = 0;
    for (let at = this.newest[cell]!; at >= 0; at = this.olderAt[at]!) {
      if (this.setAt[at]!.values !== null) sets.push(this.setAt[at]!);
    }
    let first = -1;
    for (let older = sets.length; older - first > 1; ) {
      const middle = (first + older) >> 1;
      if (enough(sets[middle]!)) first = middle;
      else older = middle;
    }
    if (first < 0) return null;
    const values = sets[first]!.values!;
    const before = sets[first + 1];
    return before === undefined ? values : values.filter((value) => !contains(before, value));
  }

  /** Calls for every chain that added something to the cell at the layer, with the easiest of its operators. */
  forEachAddition(cell: number, layer: number, visit: (chain: number, operator: number, set: ValueSet) => void): void {
    for (let at = this.newestAddition[cell]!; at >= 0; at = this.addedOlder[at]!) {
      if (this.addedLayer[at]! < layer) return;
      if (this.addedLayer[at] === layer) visit(this.addedChain[at]!, this.addedBy[at]!, this.addedSet[at]!);
    }
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
