// The machine of the reference evaluator, on values that are chosen when they are first read. A guard, an update or
// a target is run again and again, each time with one more value known, until it ends: so what it does is tabulated
// over exactly what it reads, and by nobody but the reference evaluator.

import type { CellTable, Network } from "../../network/index.ts";
import { Machine } from "../../semantics/evaluate/index.ts";

/** Something is read that is not known yet: a cell by its number, the location of a process behind all cells. */
export class Unknown {
  readonly key: number;
  /** What a partner of the same step may have written before. */
  readonly late: boolean;

  constructor(key: number, late = false) {
    this.key = key;
    this.late = late;
  }
}

export type KnownValues = ReadonlyMap<number, number>;

export class CaseMachine extends Machine {
  /** Cells that were written since `begin`. */
  readonly written = new Set<number>();
  private readonly network: Network;
  /** Cells that hold one value between steps: those that nothing writes, and temporaries. */
  private readonly fixed: Uint8Array;
  private readonly fresh: Uint8Array;
  private readonly standing: Uint8Array;
  private known: KnownValues = new Map();
  private late: ReadonlySet<number> = new Set();
  private lateKnown: KnownValues = new Map();

  constructor(network: Network, { meta }: CellTable, writtenCells: ReadonlySet<number>) {
    super(network.cells);
    this.network = network;
    this.fixed = meta.map((isMeta, cell) => (isMeta === 1 || !writtenCells.has(cell) ? 1 : 0));
    this.fresh = new Uint8Array(network.cells);
    this.standing = new Uint8Array(network.processes.length);
    this.locations = new Int32Array(network.processes.length);
    this.noted = network.cells;
  }

  /** `late`: cells that a partner may have written meanwhile; theirs are the values of `lateKnown`. */
  begin(
    known: KnownValues,
    frameSize: number,
    late: ReadonlySet<number> = new Set(),
    lateKnown: KnownValues = new Map(),
  ): void {
    this.known = known;
    this.late = late;
    this.lateKnown = lateKnown;
    this.fresh.fill(0);
    this.standing.fill(0);
    this.written.clear();
    this.writeCount = 0;
    this.beginStep();
    this.clearAssignments();
    this.openFrame(frameSize);
  }

  stands(process: number, location: number): void {
    this.locations[process] = location;
    this.standing[process] = 1;
  }

  override watch(address: number, size: number): void {
    for (let cell = address; cell < address + size && cell < this.cells; cell++) {
      if (this.fresh[cell] === 1) continue;
      this.memory[cell] = this.chosen(cell);
      this.fresh[cell] = 1;
    }
  }

  override watchLocation(process: number): void {
    if (this.standing[process] === 1) return;
    const key = this.cells + process;
    const location = this.known.get(key);
    if (location === undefined) throw new Unknown(key);
    this.stands(process, location);
  }

  override noteWrite(cell: number): void {
    this.fresh[cell] = 1;
    this.written.add(cell);
  }

  private chosen(cell: number): number {
    const late = this.late.has(cell);
    if (!late && this.fixed[cell] === 1) return this.network.initialValues[cell]!;
    const value = (late ? this.lateKnown : this.known).get(cell);
    if (value === undefined) throw new Unknown(cell, late);
    return value;
  }
}
