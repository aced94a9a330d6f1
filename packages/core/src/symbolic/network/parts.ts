// What a state is made of, part by part: where each process is, the cells that change, the clocks that are read.
// The axes are numbered: processes first, then cells, then clocks. Their values are kept as offsets from the least
// one. Cells that nobody writes, temporaries and clocks that nobody reads are no parts of a diagram.

import type { AccessAnalysis } from "../../analysis/accesses.ts";
import { cellTable, type Network } from "../../network/index.ts";

export type StateAxis = number;

export class StateAxes {
  readonly network: Network;
  readonly processes: number;
  readonly cells: number;
  readonly count: number;
  private readonly least: Float64Array;
  private readonly most: Float64Array;
  private readonly kept: Uint8Array;
  private readonly nameOfCell: (cell: number) => string;

  /** `reach`: the largest value that is told apart of each clock; −1 where it is not read. */
  constructor(network: Network, accesses: AccessAnalysis, reach: readonly number[]) {
    this.network = network;
    this.processes = network.processes.length;
    this.cells = network.cells;
    this.count = this.processes + this.cells + network.clocks.length;
    this.least = new Float64Array(this.count);
    this.most = new Float64Array(this.count);
    this.kept = new Uint8Array(this.count);
    for (const [process, { locations }] of network.processes.entries())
      this.set(process, 0, locations.length - 1, true);
    const table = cellTable(network);
    this.nameOfCell = (cell) => table.name(cell);
    const written = new Set<number>();
    for (const { id } of network.edges) for (const cell of accesses.ofEdge(id).writtenCells) written.add(cell);
    for (let cell = 0; cell < this.cells; cell++) {
      const changes = table.meta[cell] === 0 && written.has(cell);
      this.set(this.ofCell(cell), table.min[cell]!, table.max[cell]!, changes);
    }
    for (const clock of network.clocks.keys()) this.set(this.ofClock(clock), 0, reach[clock]!, reach[clock]! >= 0);
  }

  private set(part: StateAxis, least: number, most: number, kept: boolean): void {
    this.least[part] = least;
    this.most[part] = most;
    this.kept[part] = kept ? 1 : 0;
  }

  ofCell(cell: number): StateAxis {
    return this.processes + cell;
  }

  ofClock(clock: number): StateAxis {
    return this.processes + this.cells + clock;
  }

  isKept(part: StateAxis): boolean {
    return this.kept[part] === 1;
  }

  isClock(part: StateAxis): boolean {
    return part >= this.processes + this.cells;
  }

  leastOf(part: StateAxis): number {
    return this.least[part]!;
  }

  /** How many values it has. */
  sizeOf(part: StateAxis): number {
    return this.most[part]! - this.least[part]! + 1;
  }

  nameOf(part: StateAxis): string {
    if (part < this.processes) return this.network.processes[part]!.name;
    if (this.isClock(part)) return this.network.clocks[part - this.processes - this.cells]!.name;
    return this.nameOfCell(part - this.processes);
  }
}
