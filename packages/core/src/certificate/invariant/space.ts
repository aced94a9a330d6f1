// Which sets an invariant is made of: one per process (its locations), one per cell (its values), one per select. With
// `located`, a cell that only one process writes has one set per location of that process, too, and the cell's own set
// is their union: whoever meets the cell while its process stands somewhere unknown takes that.

import type { AccessAnalysis } from "../../analysis/accesses.ts";
import { type CellTable, cellTable, type Network } from "../../network/index.ts";

export type SetId = number;

/** What an invariant speaks of. */
export interface Tracked {
  readonly processes: ReadonlySet<number>;
  readonly cells: ReadonlySet<number>;
}

export class Space {
  readonly network: Network;
  readonly located: boolean;
  readonly tracked: Tracked;
  /** By cell: the one process that writes it, where sets are kept apart by its locations; −1: they are not. */
  readonly owner: Int32Array;
  /** By process: the cells it owns. */
  readonly owned: readonly (readonly number[])[];
  readonly cells: CellTable;
  /** 1: holds its initial value between transitions. */
  readonly isMeta: Uint8Array;
  /** How many sets there are. */
  readonly count: number;
  private readonly firstAt: Int32Array;
  private readonly firstSelect: Int32Array;
  private readonly processes: number;

  constructor(network: Network, accesses: AccessAnalysis, located: boolean, tracked: Tracked) {
    const { processes, cells, edges } = network;
    this.network = network;
    this.located = located;
    this.tracked = tracked;
    this.processes = processes.length;
    this.cells = cellTable(network);
    this.isMeta = this.cells.meta;
    const owners = located ? ownersOf(network, accesses, this.isMeta) : new Int32Array(cells).fill(-1);
    // Of what is not tracked nothing is known, neither where a process stands nor what a cell holds there.
    this.owner = owners.map((owner, cell) => (tracked.cells.has(cell) && tracked.processes.has(owner) ? owner : -1));
    const owned = processes.map((): number[] => []);
    this.firstAt = new Int32Array(cells);
    let next = processes.length + cells;
    for (let cell = 0; cell < cells; cell++) {
      const owner = this.owner[cell]!;
      if (owner < 0) continue;
      owned[owner]!.push(cell);
      this.firstAt[cell] = next;
      next += processes[owner]!.locations.length;
    }
    this.owned = owned;
    this.firstSelect = new Int32Array(edges.length);
    for (const { id, selects } of edges) {
      this.firstSelect[id] = next;
      next += selects.length;
    }
    this.count = next;
  }

  ofProcess(process: number): SetId {
    return process;
  }

  /** All values of the cell. */
  ofCell(cell: number): SetId {
    return this.processes + cell;
  }

  /** Its values while its owner stands there. */
  ofCellAt(cell: number, location: number): SetId {
    return this.firstAt[cell]! + location;
  }

  ofSelect(edge: number, select: number): SetId {
    return this.firstSelect[edge]! + select;
  }

  /** A value in a set, in words. */
  describe(set: SetId, value: number): string {
    const { processes } = this.network;
    if (set < this.processes) return `${processes[set]!.name}.${processes[set]!.locations[value]?.name ?? value}`;
    const cell = set < this.processes + this.network.cells ? set - this.processes : this.cellAt(set);
    return cell === undefined ? `${value}` : `${this.cells.name(cell)} = ${value}`;
  }

  private cellAt(set: SetId): number | undefined {
    const holds = (cell: number): boolean => {
      const owner = this.owner[cell]!;
      const first = this.firstAt[cell]!;
      return owner >= 0 && first <= set && set < first + this.network.processes[owner]!.locations.length;
    };
    return [...this.owner.keys()].find(holds);
  }

  /** The set that a value of the cell goes into, in a state with these locations. */
  ofCellIn(cell: number, locations: ArrayLike<number>): SetId {
    const owner = this.owner[cell]!;
    return owner < 0 ? this.ofCell(cell) : this.ofCellAt(cell, locations[owner]!);
  }
}

function ownersOf(network: Network, accesses: AccessAnalysis, isMeta: Uint8Array): Int32Array {
  const NOBODY = -2;
  const SEVERAL = -1;
  const owner = new Int32Array(network.cells).fill(NOBODY);
  for (const { id, process } of network.edges) {
    for (const cell of accesses.ofEdge(id).writtenCells) {
      if (owner[cell] === NOBODY) owner[cell] = process;
      else if (owner[cell] !== process) owner[cell] = SEVERAL;
    }
  }
  return owner.map((process, cell) => (process < 0 || isMeta[cell] === 1 ? -1 : process));
}
