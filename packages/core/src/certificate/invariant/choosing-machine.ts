// The machine of the reference semantics, on values that are not known yet: whatever is read first is chosen from the
// set that it comes from, and what was chosen is written down. The same run can then be made again with other choices.
// So the runs of a guard and an update are enumerated over exactly what they read, and by nobody but the reference
// evaluator.

import type { Network } from "../../network/index.ts";
import { Machine } from "../../semantics/evaluate/index.ts";
import type { SetId } from "./space.ts";

/** What a run may touch, and from where. */
export interface RunScope {
  readonly cells: ReadonlySet<number>;
  readonly processes: ReadonlySet<number>;
  /** Where those stand that take part. */
  readonly sources: ReadonlyMap<number, number>;
  setOfCell(cell: number, machine: ChoosingMachine): SetId;
  setOfProcess(process: number): SetId;
  setOfSelect(edge: number, select: number): SetId;
}

/** A run touched what it was not known to touch: whoever knew so was wrong, and nothing is proved. */
export class Undeclared extends Error {}

export class ChoosingMachine extends Machine {
  /** The choices of the run, in order. */
  readonly chosenSets: number[] = [];
  readonly chosenValues: number[] = [];
  /** Cells that the run has written, in order; some more than once. */
  readonly written: number[] = [];
  /** Pairs of sets and values that another process may meet in the midst of the step. */
  readonly passed: number[] = [];
  private readonly network: Network;
  private readonly isMeta: Uint8Array;
  private readonly cellKnown: Uint32Array;
  private readonly forgotten: Uint32Array;
  private readonly processKnown: Uint32Array;
  private readonly selects = new Map<number, number>();
  private readonly touchedMeta: number[] = [];
  private now = 0;
  private edge = -1;
  private around!: RunScope;
  private replay: readonly number[] = [];
  private replayed = 0;
  private firstOf!: (set: SetId) => number;

  constructor(network: Network, isMeta: Uint8Array) {
    super(network.cells);
    this.network = network;
    this.isMeta = isMeta;
    this.cellKnown = new Uint32Array(network.cells);
    this.forgotten = new Uint32Array(network.cells);
    this.processKnown = new Uint32Array(network.processes.length);
    this.noted = network.cells;
    this.memory.set(network.initialValues);
    this.locations = new Int32Array(network.processes.length);
  }

  /** Begins a run whose first choices are known; behind them `firstOf` says what to take. */
  begin(around: RunScope, replay: readonly number[], replayed: number, firstOf: (set: SetId) => number): void {
    for (const cell of this.touchedMeta) this.memory[cell] = this.network.initialValues[cell]!;
    this.touchedMeta.length = 0;
    this.written.length = 0;
    this.chosenSets.length = 0;
    this.chosenValues.length = 0;
    this.selects.clear();
    this.now++;
    this.around = around;
    this.replay = replay;
    this.replayed = replayed;
    this.firstOf = firstOf;
    this.beginStep();
    this.clearAssignments();
    for (const [process, source] of around.sources) {
      this.locations[process] = source;
      this.processKnown[process] = this.now;
    }
  }

  /** Opens the frame of an edge, or with −1 of something else. */
  enter(edge: number, frameSize: number): void {
    this.edge = edge;
    this.openFrame(frameSize);
  }

  /** Meta variables begin with their initial values. */
  isKnown(cell: number): boolean {
    return this.cellKnown[cell] === this.now || (this.isMeta[cell] === 1 && this.forgotten[cell] !== this.now);
  }

  /** Another process may have written these: what they are is chosen anew. */
  forget(cell: number): void {
    this.cellKnown[cell] = 0;
    this.forgotten[cell] = this.now;
  }

  override watch(address: number, size: number): void {
    for (let at = address; at < address + size; at++) {
      if (at < this.cells) this.know(at);
      else if (this.edge >= 0) this.knowSelect(at - this.cells);
    }
  }

  private know(cell: number): void {
    if (this.isKnown(cell)) return;
    if (!this.around.cells.has(cell)) throw new Undeclared(`cell ${cell} is read unawares`);
    this.memory[cell] = this.choose(this.around.setOfCell(cell, this));
    if (this.isMeta[cell] === 1) this.touchedMeta.push(cell);
    this.cellKnown[cell] = this.now;
  }

  private knowSelect(select: number): void {
    if (select >= this.network.edges[this.edge]!.selects.length) return;
    const set = this.around.setOfSelect(this.edge, select);
    let value = this.selects.get(set);
    if (value === undefined) {
      value = this.choose(set);
      this.selects.set(set, value);
    }
    this.memory[this.cells + select] = value;
  }

  override watchLocation(process: number): void {
    if (this.processKnown[process] === this.now) return;
    if (!this.around.processes.has(process)) throw new Undeclared(`process ${process} is asked for unawares`);
    this.locations[process] = this.choose(this.around.setOfProcess(process));
    this.processKnown[process] = this.now;
  }

  override noteWrite(cell: number): void {
    if (!this.around.cells.has(cell)) throw new Undeclared(`cell ${cell} is written unawares`);
    this.cellKnown[cell] = this.now;
    this.written.push(cell);
    if (this.isMeta[cell] === 1) this.touchedMeta.push(cell);
  }

  private choose(set: SetId): number {
    const at = this.chosenSets.length;
    const value = at < this.replayed ? this.replay[at]! : this.firstOf(set);
    this.chosenSets.push(set);
    this.chosenValues.push(value);
    return value;
  }
}
