// The values that variables have gathered in one abstract transition graph: for every cell the sets of the layers at
// which it grew, and which operator added what. Refilled for every state; its arrays are kept.

import type { CellTable } from "../../network/index.ts";
import { contains, type SetPool, type ValueSet } from "./value-set.ts";

export class CellHistory {
  /** The sets as programs see them; the graph lays a transition's own writes over them for a moment. */
  private readonly inputs: ValueSet[];
  private readonly pool: SetPool;
  private readonly min: ArrayLike<number>;
  private readonly max: ArrayLike<number>;
  private readonly meta: ArrayLike<number>;
  /** Per cell: layers at which it grew (0 first), and the set from each on. */
  private readonly layers: number[][];
  private readonly sets: ValueSet[][];
  /** Additions as lists linked by cell, newest first: from `pending` on they are not in the sets yet. */
  private readonly newest: Int32Array;
  private readonly older: number[] = [];
  private readonly cellOf: number[] = [];
  private readonly operatorOf: number[] = [];
  private readonly setOf: ValueSet[] = [];
  private readonly layerOf: number[] = [];
  private pending = 0;
  /** Cells in the order in which they grew. */
  private readonly log: number[] = [];

  constructor(pool: SetPool, inputs: ValueSet[], { min, max, meta }: CellTable) {
    this.pool = pool;
    this.inputs = inputs;
    this.min = min;
    this.max = max;
    this.meta = meta;
    this.layers = inputs.map(() => []);
    this.sets = inputs.map(() => []);
    this.newest = new Int32Array(inputs.length);
  }

  reset(values: ArrayLike<number>): void {
    this.newest.fill(-1);
    this.cellOf.length = 0;
    this.older.length = 0;
    this.operatorOf.length = 0;
    this.setOf.length = 0;
    this.layerOf.length = 0;
    this.pending = 0;
    this.log.length = 0;
    for (let cell = 0; cell < this.inputs.length; cell++) {
      const layers = this.layers[cell]!;
      const sets = this.sets[cell]!;
      const set = this.pool.single(values[cell]!);
      layers.length = 1;
      sets.length = 1;
      layers[0] = 0;
      sets[0] = set;
      this.inputs[cell] = set;
    }
  }

  current(cell: number): ValueSet {
    const sets = this.sets[cell]!;
    return sets[sets.length - 1]!;
  }

  /** Back to what was gathered, after something was laid over it or the cell was pinned. */
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

  /** An operator may write these values. They are seen from the next layer on. */
  add(cell: number, set: ValueSet, operator: number): void {
    // Meta variables have their initial values again when the transition is over.
    if (this.meta[cell] === 1) return;
    const now = this.current(cell);
    // Values outside the declared range are faults of the model, not values.
    const fitting = this.pool.within(set, this.min[cell]!, this.max[cell]!);
    if (this.pool.union(now, fitting) === now) return;
    this.cellOf.push(cell);
    this.operatorOf.push(operator);
    this.setOf.push(fitting);
  }

  /** Takes what was added over into the sets; true when some set has grown. */
  commit(layer: number, onGrowth: (cell: number) => void): boolean {
    const first = this.log.length;
    for (; this.pending < this.cellOf.length; this.pending++) {
      const at = this.pending;
      const cell = this.cellOf[at]!;
      this.layerOf[at] = layer;
      this.older[at] = this.newest[cell]!;
      this.newest[cell] = at;
      const layers = this.layers[cell]!;
      const sets = this.sets[cell]!;
      let after = this.pool.union(sets[sets.length - 1]!, this.setOf[at]!);
      // Where values are too many to be listed, all that the type allows are assumed: counting on would take for ever.
      if (after.values === null) after = this.pool.interval(this.min[cell]!, this.max[cell]!);
      if (layers[layers.length - 1] !== layer) {
        layers.push(layer);
        sets.push(after);
        this.log.push(cell);
      } else sets[sets.length - 1] = after;
      this.inputs[cell] = after;
    }
    for (let at = first; at < this.log.length; at++) onGrowth(this.log[at]!);
    return this.log.length > first;
  }

  /** Forgets what was added after the layer. */
  rewind(layer: number): void {
    for (let cell = this.log[this.log.length - 1]; cell !== undefined; cell = this.log[this.log.length - 1]) {
      const layers = this.layers[cell]!;
      if (layers[layers.length - 1]! <= layer) return;
      layers.pop();
      this.sets[cell]!.pop();
      this.log.pop();
      this.restore(cell);
    }
  }

  /** Layer where the value appeared; Infinity when it has not. */
  layerOfValue(cell: number, value: number): number {
    const sets = this.sets[cell]!;
    for (let at = 0; at < sets.length; at++) if (contains(sets[at]!, value)) return this.layers[cell]![at]!;
    return Number.POSITIVE_INFINITY;
  }

  /** The set that the cell started from. */
  initial(cell: number): ValueSet {
    return this.sets[cell]![0]!;
  }

  /** Layer at which the cell last grew. */
  newestLayer(cell: number): number {
    const layers = this.layers[cell]!;
    return layers[layers.length - 1]!;
  }

  /** What was new when the cell first had a set that is enough, ascending; null when there are too many values. */
  firstGrowth(cell: number, enough: (set: ValueSet) => boolean): readonly number[] | null {
    const sets = this.sets[cell]!;
    for (let at = 0; at < sets.length; at++) {
      const { values } = sets[at]!;
      if (values === null) return null;
      if (enough(sets[at]!)) return at === 0 ? values : values.filter((value) => !contains(sets[at - 1]!, value));
    }
    return null;
  }

  /** Calls for every operator that added something to the cell at the layer. */
  forEachAddition(cell: number, layer: number, visit: (operator: number, set: ValueSet) => void): void {
    for (let at = this.newest[cell]!; at >= 0; at = this.older[at]!) {
      if (this.layerOf[at] === layer) visit(this.operatorOf[at]!, this.setOf[at]!);
    }
  }
}
