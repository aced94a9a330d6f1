// Which values cells can hold: the least sets that contain the first values and are closed under every joint
// transition, each taken piece by piece. A cell with more values than can be told apart is wild: it is not followed,
// conditions on it hold, and what is computed from it may be anything.

import { cellTable, type Network } from "../../network/index.ts";
import type { Meter } from "./build-budget.ts";
import { ANY, type EffectPiece, PieceRunner, SAME } from "./effect-tables.ts";
import type { Happening } from "./happening.ts";

export const MOST_VALUES = 256;

export class CellValues {
  /** Ascending; undefined: wild, or a cell of a meta variable. */
  readonly of: (readonly number[] | undefined)[];
  readonly runner: PieceRunner;
  private readonly sets: (Set<number> | undefined)[];
  private readonly table;
  private readonly meter: Meter;
  private readonly happenings: readonly Happening[];

  constructor(network: Network, happenings: readonly Happening[], meter: Meter) {
    this.meter = meter;
    this.table = cellTable(network);
    const { meta } = this.table;
    this.sets = network.initialValues.map((value, cell) => (meta[cell] === 1 ? undefined : new Set([value])));
    this.of = this.sets.map((set) => (set === undefined ? undefined : [...set]));
    this.runner = new PieceRunner(network, this.of, meter);
    this.happenings = happenings;
  }

  /** Until this is done, values may be missing. */
  *close(): Generator<undefined, void> {
    while (yield* this.grow()) this.runner.restart(false);
    this.runner.restart(true);
  }

  /** True when a cell turned wild on the way: pieces are then cut differently. */
  private *grow(): Generator<undefined, boolean> {
    const { happenings } = this;
    const pieces = new Set<EffectPiece>();
    const havoc = new Set<number>();
    for (const [at, happening] of happenings.entries()) {
      if (at % 64 === 0) yield undefined;
      const cut = this.runner.cut(happening);
      for (const piece of cut.pieces) pieces.add(piece);
      for (const cell of cut.havoc) havoc.add(cell);
    }
    let wild = false;
    for (const cell of havoc) if (this.addRange(cell)) wild = true;
    const readers = new Map<number, EffectPiece[]>();
    for (const piece of pieces)
      for (const cell of piece.inputs) {
        const list = readers.get(cell);
        if (list === undefined) readers.set(cell, [piece]);
        else list.push(piece);
      }
    const waiting = new Set(pieces);
    for (const piece of waiting) {
      yield undefined;
      waiting.delete(piece);
      for (const cell of this.growBy(piece)) {
        if (this.of[cell] === undefined) wild = true;
        for (const reader of readers.get(cell) ?? []) waiting.add(reader);
      }
    }
    return wild;
  }

  /** Cells that have more values now. */
  private growBy(piece: EffectPiece): ReadonlySet<number> {
    const grown = new Set<number>();
    // A cell that has just turned wild: the piece is cut anew in the next round.
    if (piece.inputs.some((cell) => this.of[cell] === undefined)) return grown;
    const rows = this.runner.rows(piece);
    for (const [at, cell] of piece.cells.entries()) {
      if (this.sets[cell] === undefined) continue;
      const before = this.sets[cell]!.size;
      if (rows === null) {
        if (piece.writes.includes(cell)) this.addRange(cell);
      } else {
        for (const { to } of rows) {
          const value = to[at]!;
          if (value !== SAME && value !== ANY) this.sets[cell]!.add(value);
        }
        if (this.sets[cell]!.size > MOST_VALUES) this.lose(cell);
      }
      if (this.sets[cell] === undefined || this.sets[cell]!.size > before) grown.add(cell);
    }
    for (const cell of grown) this.of[cell] = this.sets[cell] && [...this.sets[cell]!].sort((a, b) => a - b);
    this.meter.spend(50);
    return grown;
  }

  /** Everything that the cell is declared to hold; true if that is too much. */
  private addRange(cell: number): boolean {
    if (this.sets[cell] === undefined) return false;
    const min = this.table.min[cell]!;
    const max = this.table.max[cell]!;
    if (max - min >= MOST_VALUES) {
      this.lose(cell);
      return true;
    }
    for (let value = min; value <= max; value++) this.sets[cell]!.add(value);
    this.of[cell] = [...this.sets[cell]!].sort((a, b) => a - b);
    return false;
  }

  private lose(cell: number): void {
    this.sets[cell] = undefined;
    this.of[cell] = undefined;
  }
}
