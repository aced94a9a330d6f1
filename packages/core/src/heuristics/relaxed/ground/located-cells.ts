// Values kept apart by location (`values=per-location`; Kupferschmid et al. 2006, section 7): a variable that only one
// automaton writes has, beside the set of all its values, one set for each location of that automaton. Its edges read
// the set of the location they leave and write that of the one they enter; everybody else reads the set of all values.
// Behind these inputs lies one more, for what the sender's channel index was before anything was written.

import type { AccessAnalysis } from "../../../analysis/accesses.ts";
import type { DiscreteView } from "../../../engine/engine.ts";
import { cellTable, type Edge, type Network } from "../../../network/index.ts";

/** What each input may hold: cells, behind them the located ones, and the sender's index. */
export interface InputTable {
  readonly min: Int32Array;
  readonly max: Int32Array;
  readonly meta: Uint8Array;
}

export class LocatedCells {
  /** All inputs: cells of the network, located ones, and one for the sender's index. */
  readonly count: number;
  /**
   * Keeps what the sender's channel index was before any update of the joint transition; no state has a value for it.
   */
  readonly sent: number;
  readonly table: InputTable;
  /** The cell and the process and location of each located one, in their order. */
  private readonly located: readonly { readonly cell: number; readonly process: number; readonly location: number }[];
  private readonly cells: number;
  private readonly owned: readonly (readonly number[])[];
  /** Located cells of a process and location as a map from cells to inputs; null where there are none. */
  private readonly maps: readonly (readonly (Int32Array | null)[])[];

  /** With `apart` false no cell is located: every map is null. */
  constructor(network: Network, accesses: AccessAnalysis, apart: boolean) {
    this.cells = network.cells;
    this.owned = apart ? ownedCells(network, accesses) : network.processes.map(() => []);
    const located: { cell: number; process: number; location: number }[] = [];
    this.maps = network.processes.map(({ locations }, process) =>
      locations.map((_, location) => {
        const owned = this.owned[process]!;
        if (owned.length === 0) return null;
        const map = Int32Array.from({ length: network.cells }, (_, cell) => cell);
        for (const cell of owned) {
          map[cell] = network.cells + located.length;
          located.push({ cell, process, location });
        }
        return map;
      }),
    );
    this.located = located;
    this.sent = network.cells + located.length;
    this.count = this.sent + 1;
    const table = cellTable(network);
    const extend = <T extends Int32Array | Uint8Array>(into: T, from: ArrayLike<number>, ofSent: number): T => {
      for (let at = 0; at < this.sent; at++) into[at] = from[this.cellOf(at)]!;
      into[this.sent] = ofSent;
      return into;
    };
    this.table = {
      min: extend(new Int32Array(this.count), table.min, -(2 ** 31)),
      max: extend(new Int32Array(this.count), table.max, 2 ** 31 - 1),
      meta: extend(new Uint8Array(this.count), table.meta, 1),
    };
  }

  /** What an input holds in a state; undefined: nothing, since the automaton is elsewhere. */
  valueIn({ locations, cells }: Pick<DiscreteView, "locations" | "cells">, input: number): number | undefined {
    if (input < this.cells) return cells[input]!;
    if (input === this.sent) return undefined;
    const { process, location, cell } = this.located[input - this.cells]!;
    return locations[process] === location ? cells[cell]! : undefined;
  }

  /** How a process in the location sees cells. */
  seenFrom(process: number, location: number): Int32Array | null {
    return this.maps[process]![location]!;
  }

  /** How cells are seen when several automata are in known locations. */
  seenFromAll(places: Iterable<readonly [number, number]>): Int32Array | null {
    let all: Int32Array | null = null;
    for (const [process, location] of places) {
      const map = this.seenFrom(process, location);
      if (map === null) continue;
      all ??= Int32Array.from({ length: this.cells }, (_, cell) => cell);
      for (const cell of this.owned[process]!) all[cell] = map[cell]!;
    }
    return all;
  }

  /** Where the edge leaves what it writes to a cell, beside the cell itself; null if nowhere else. */
  writtenBy({ process, target }: Edge, cell: number): number | null {
    const map = this.seenFrom(process, target);
    return map === null || map[cell] === cell ? null : map[cell]!;
  }

  /** Cells whose values the edge takes along to another location. */
  carriedBy({ process, source, target }: Edge): readonly number[] {
    return source === target ? [] : this.owned[process]!;
  }

  private cellOf(input: number): number {
    return input < this.cells ? input : this.located[input - this.cells]!.cell;
  }
}

/** By process: the cells that only its edges write. */
function ownedCells(network: Network, accesses: AccessAnalysis): readonly (readonly number[])[] {
  const NOBODY = -1;
  const SEVERAL = -2;
  const owner = new Int32Array(network.cells).fill(NOBODY);
  for (const { process, update } of network.edges) {
    for (const cell of accesses.ofStatements(update).writtenCells) {
      owner[cell] = owner[cell] === NOBODY || owner[cell] === process ? process : SEVERAL;
    }
  }
  const { writtenCells } = accesses.ofStatements([...network.beforeUpdate, ...network.afterUpdate]);
  for (const cell of writtenCells) owner[cell] = SEVERAL;
  const { meta } = cellTable(network);
  const owned: number[][] = network.processes.map(() => []);
  for (const [cell, process] of owner.entries()) if (process >= 0 && meta[cell] === 0) owned[process]!.push(cell);
  return owned;
}
