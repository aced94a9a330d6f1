// The canonical form of a state (Emerson and Sistla 1996; for zones: Hendriks, Behrmann, Larsen, Niebert and Vaandrager
// 2003): the units of each block, sorted by what belongs to each of them. That is exact for discrete states in which a
// unit is told by what it owns and by who names it; where units name each other, equal ones may stay as they come.
// Among units that are equal so far the zone decides, by who was reset first: any order there is a state of the same
// orbit, so that only states may be lost to be one and the same, never a state.

import type { Rearranger } from "../engine/rearranging.ts";
import { cellTable, type Network } from "../network/index.ts";
import type { Block, Symmetry } from "./detect.ts";
import type { Interchange } from "./interchange.ts";
import { conjugate, type Swap, swapOf } from "./swap.ts";

/** Units i < j of a block change places. */
export interface UnitSwap {
  readonly block: number;
  readonly i: number;
  readonly j: number;
}

/** Numbers per clock in a key. */
const PER_CLOCK = 4;

export class CanonicalForm implements Rearranger<readonly UnitSwap[]> {
  readonly symmetry: Symmetry;
  private readonly blocks: readonly SortedBlock[];
  /** By clock: which clock stands there now, while a state is looked at. */
  private readonly from: Int32Array;
  /** Lent while rows move: by clock its row, by row where it comes from, and the zone as it was. */
  private readonly rowOf: Int32Array;
  private readonly source: Int32Array;
  private readonly before: Int32Array;

  constructor(symmetry: Symmetry) {
    this.symmetry = symmetry;
    this.blocks = symmetry.blocks.map((block) => new SortedBlock(symmetry, block));
    const { length } = symmetry.network.clocks;
    this.from = new Int32Array(length);
    this.rowOf = new Int32Array(length);
    this.source = new Int32Array(length + 1);
    this.before = new Int32Array((length + 1) ** 2);
  }

  swap({ block, i, j }: UnitSwap): Swap {
    return this.blocks[block]!.swap(i, j);
  }

  rearrange(
    locations: Int32Array,
    cells: Int32Array,
    zone: Int16Array | Int32Array,
    dim: number,
    rows: Int32Array,
  ): readonly UnitSwap[] | undefined {
    let exchanges: UnitSwap[] | undefined;
    const { from } = this;
    for (let number = 0; number < this.blocks.length; number++) {
      const block = this.blocks[number]!;
      const order = block.exchanges(locations, cells, zone, dim, rows, from, exchanges !== undefined);
      for (const pair of order) {
        if (exchanges === undefined) {
          exchanges = [];
          for (let clock = 0; clock < from.length; clock++) from[clock] = clock;
        }
        const exchange = block.exchange(number, pair);
        exchanges.push(exchange);
        const swap = block.swap(exchange.i, exchange.j);
        applyDiscrete(swap, locations, cells);
        exchangeAll(swap.clocks, from);
      }
    }
    if (exchanges !== undefined && dim > 1) this.moveRows(zone, dim, rows);
    return exchanges;
  }

  /** Clocks have changed places: so do their rows, which stay in the order of the clocks. */
  private moveRows(zone: Int16Array | Int32Array, dim: number, rows: Int32Array): void {
    const { from, rowOf, source, before } = this;
    rowOf.fill(0);
    for (let row = 1; row < dim; row++) rowOf[rows[row]!] = row;
    let at = 1;
    let moves = false;
    for (let clock = 0; clock < from.length; clock++) {
      const row = rowOf[from[clock]!]!;
      if (row === 0) continue;
      if (row !== at) moves = true;
      source[at] = row;
      rows[at++] = clock;
    }
    if (!moves) return;
    for (let i = 0; i < dim * dim; i++) before[i] = zone[i]!;
    for (let i = 0; i < dim; i++) {
      const [row, to] = [source[i]! * dim, i * dim];
      for (let j = 0; j < dim; j++) zone[to + j] = before[row + source[j]!]!;
    }
  }
}

type Pairs = readonly (readonly [number, number])[];

function exchangeAll(pairs: Pairs, numbers: Int32Array): void {
  for (let k = 0; k < pairs.length; k++) {
    const pair = pairs[k]!;
    const first = numbers[pair[0]]!;
    numbers[pair[0]] = numbers[pair[1]]!;
    numbers[pair[1]] = first;
  }
}

export function applyDiscrete(
  { processes, cells: moved, values }: Swap,
  locations: Int32Array,
  cells: Int32Array,
): void {
  exchangeAll(processes, locations);
  exchangeAll(moved, cells);
  for (let of = 0; of < values.length; of++) {
    const { cells: holders, pairs } = values[of]!;
    for (let k = 0; k < holders.length; k++) {
      const cell = holders[k]!;
      const value = cells[cell]!;
      for (let at = 0; at < pairs.length; at++) {
        const pair = pairs[at]!;
        if (value === pair[0]) cells[cell] = pair[1];
        else if (value === pair[1]) cells[cell] = pair[0];
      }
    }
  }
}

/** What of the k-th unit belongs to it alone, for all k side by side. */
type Row = Int32Array;

class SortedBlock {
  private readonly size: number;
  private readonly swaps: readonly Interchange[];
  private readonly made: (Swap | undefined)[];
  private readonly named: (UnitSwap | undefined)[] = [];
  private readonly symmetry: Symmetry;
  private readonly processRows: Row[];
  private readonly cellRows: { readonly row: Row; readonly values: Row | undefined }[];
  private readonly clockRows: Row[];
  /** Cells that nobody owns and that name a unit by a value, with the values of the units. */
  private readonly naming: { readonly cell: number; readonly values: Row }[];
  private readonly width: number;
  private readonly keys: Int32Array;
  private readonly order: Int32Array;

  constructor(symmetry: Symmetry, { swaps }: Block) {
    this.symmetry = symmetry;
    this.swaps = swaps;
    this.size = swaps.length + 1;
    this.made = new Array(this.size * this.size);
    const { network, classes } = symmetry;
    this.processRows = this.rowsOf("process");
    this.clockRows = this.rowsOf("clock");
    const { meta } = cellTable(network);
    const valuesOf = this.unitValues();
    const owned = this.rowsOf("cell").filter(([cell]) => meta[cell!] === 0);
    const moved = new Set(swaps.flatMap((swap) => swap.moved("cell").flat()));
    this.cellRows = owned.map((row) => ({ row, values: valuesOf.get(classes.classOfCell(row[0]!)) }));
    this.naming = allCells(network)
      .filter((cell) => meta[cell] === 0 && !moved.has(cell))
      .flatMap((cell) => {
        const values = valuesOf.get(classes.classOfCell(cell));
        return values === undefined ? [] : [{ cell, values }];
      });
    this.width =
      this.processRows.length + this.cellRows.length + this.naming.length + PER_CLOCK * this.clockRows.length;
    this.keys = new Int32Array(this.size * this.width);
    this.order = new Int32Array(this.size);
  }

  /** Exchanges i and j, i < j. */
  swap(i: number, j: number): Swap {
    const at = i * this.size + j;
    let swap = this.made[at];
    if (swap === undefined) {
      const { network, classes } = this.symmetry;
      const change = i === 0 ? this.swaps[j - 1]! : conjugate(this.swaps[i - 1]!, this.swaps[j - 1]!);
      this.made[at] = swap = swapOf(network, classes, change);
    }
    return swap;
  }

  /** One of `exchanges`, in a block of this number. */
  exchange(block: number, pair: number): UnitSwap {
    return (this.named[pair] ??= { block, i: Math.floor(pair / this.size), j: pair % this.size });
  }

  /**
   * The exchanges that sort the units, each i * size + j. `from` holds which clock stands where, if anything has moved
   * already.
   */
  exchanges(
    locations: Int32Array,
    cells: Int32Array,
    zone: Int16Array | Int32Array,
    dim: number,
    rows: Int32Array,
    from: Int32Array,
    hasMoved: boolean,
  ): readonly number[] {
    this.computeKeys(locations, cells, zone, dim, rows, from, hasMoved);
    const { order, size } = this;
    for (let unit = 0; unit < size; unit++) order[unit] = unit;
    let found: number[] | undefined;
    for (let i = 0; i < size - 1; i++) {
      let least = i;
      for (let j = i + 1; j < size; j++) if (this.isLess(order[j]!, order[least]!)) least = j;
      if (least === i) continue;
      const first = order[i]!;
      order[i] = order[least]!;
      order[least] = first;
      (found ??= []).push(i * size + least);
    }
    return found ?? NONE;
  }

  private isLess(a: number, b: number): boolean {
    const { keys, width } = this;
    for (let k = 0; k < width; k++) {
      const difference = keys[a * width + k]! - keys[b * width + k]!;
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  private computeKeys(
    locations: Int32Array,
    cells: Int32Array,
    zone: Int16Array | Int32Array,
    dim: number,
    rows: Int32Array,
    from: Int32Array,
    hasMoved: boolean,
  ): void {
    const { keys, width, size } = this;
    for (let unit = 0; unit < size; unit++) {
      let at = unit * width;
      for (const row of this.processRows) keys[at++] = locations[row[unit]!]!;
      for (const { row, values } of this.cellRows) {
        const value = cells[row[unit]!]!;
        keys[at++] = values === undefined ? value : relative(value, values, unit);
      }
      for (const { cell, values } of this.naming) keys[at++] = cells[cell] === values[unit] ? 1 : 0;
      for (const row of this.clockRows) {
        const clock = hasMoved ? from[row[unit]!]! : row[unit]!;
        at = this.clockKey(zone, dim, rows, clock, at);
      }
    }
  }

  /** Who was reset first, its bounds, and how it stands to all others: the same for whoever stands in its place. */
  private clockKey(zone: Int16Array | Int32Array, dim: number, rows: Int32Array, clock: number, first: number): number {
    const { keys } = this;
    let row = 0;
    for (let r = 1; r < dim; r++) if (rows[r] === clock) row = r;
    if (row === 0) {
      keys.fill(0, first, first + PER_CLOCK);
      return first + PER_CLOCK;
    }
    let younger = 0;
    let mixed = 0;
    for (let r = 1; r < dim; r++) {
      if (r === row) continue;
      const [above, below] = [zone[row * dim + r]!, zone[r * dim + row]!];
      if (above <= 0) younger++;
      mixed = (mixed + Math.imul(above, 0x9e3779b1) + Math.imul(below ^ (below >>> 15), 0x85ebca6b)) | 0;
    }
    keys[first] = younger;
    keys[first + 1] = zone[row * dim]!;
    keys[first + 2] = zone[row]!;
    // Differences of keys must not overflow.
    keys[first + 3] = mixed >> 2;
    return first + PER_CLOCK;
  }

  /** Rows of items that each belong to one unit: only exchanges with that unit move them. */
  private rowsOf(kind: "process" | "cell" | "clock"): Row[] {
    const { size, swaps } = this;
    const rows: Row[] = [];
    const used = new Set<number>();
    for (const item of new Set(swaps.flatMap((swap) => swap.moved(kind).flat()))) {
      const row = [item, ...swaps.map((swap) => swap.to(kind, item))];
      const isOwned = new Set(row).size === size && row.every((other) => !used.has(other)) && this.isFixed(kind, item);
      if (!isOwned) continue;
      for (const other of row) used.add(other);
      rows.push(Int32Array.from(row));
    }
    return rows;
  }

  private isFixed(kind: "process" | "cell" | "clock", item: number): boolean {
    for (let i = 1; i < this.size; i++) {
      for (let j = i + 1; j < this.size; j++) if (this.swap(i, j).change.to(kind, item) !== item) return false;
    }
    return true;
  }

  /** By class: the value of each unit, where units have one. */
  private unitValues(): Map<number, Row> {
    const found = new Map<number, Row>();
    for (const { of, pairs } of this.swaps.flatMap((swap) => swap.movedValues())) {
      if (found.has(of)) continue;
      for (const value of pairs.flat()) {
        const row = [value, ...this.swaps.map((swap) => swap.value(of, value))];
        if (new Set(row).size === this.size) found.set(of, Int32Array.from(row));
      }
    }
    return found;
  }
}

const NONE: readonly number[] = [];

function allCells({ cells }: Network): number[] {
  return Array.from({ length: cells }, (_, cell) => cell);
}

/** A value that names a unit, seen from a unit: itself, another one, or none of them. */
function relative(value: number, values: Row, unit: number): number {
  if (values[unit] === value) return -2_000_000_001;
  return values.includes(value) ? -2_000_000_000 : value;
}
