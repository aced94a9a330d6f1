// One state of a walk and how it changes: locations, cells and clocks in place, nothing allocated per step. A step is
// tried on the state itself and taken back when an invariant forbids it. Guards and invariants are kept as windows of
// absolute time, and evaluated again only after something they read has changed.

import { Machine } from "../engine/evaluate/index.ts";
import { ModelFault } from "../engine/index.ts";
import type { Edge } from "../network/index.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { ClockLine } from "./clock-line.ts";
import { ClockUndo } from "./clock-undo.ts";
import { GuardCircuit } from "./guard-circuit.ts";
import type { LocationModel, Readers, WalkModel } from "./model.ts";
import { Rates } from "./rates.ts";

/** What is known of a slot: its guard holds as far as data goes, at any moment or within a window of time. */
const OK = 1;
export const LOW_OPEN = 2;
export const HIGH_OPEN = 4;
const FAILS = 8;
export const TIMED = 16;
/** Whether the data of a process's edges may fail: it never does, it does not here, it is to be found out. */
const NEVER = 0;
const NONE = 1;
const SOME = 2;
const SOUND = -1;
const HELD = -2;

export class Walker {
  readonly model: WalkModel;
  readonly machine: Machine;
  private readonly scans: GuardCircuit | null;
  readonly line: ClockLine;
  readonly locations: Int32Array;
  /** Windows of slots' guards in absolute time; valid where `slotKnown`. */
  readonly slotLow: Float64Array;
  readonly slotHigh: Float64Array;
  readonly slotFlags: Uint8Array;
  readonly slotChannel: Int32Array;
  private readonly slotKnown: Uint8Array;
  /** Slots of internal and sending edges that leave the current locations, in no order, and where each stands. */
  readonly active: Int32Array;
  activeCount = 0;
  private readonly place: Int32Array;
  /** Processes in urgent or committed, and in committed locations. */
  urgent = 0;
  committed = 0;
  /** Ends of the processes' invariants in absolute time. */
  private readonly ends: Float64Array;
  private readonly endsOpen: Uint8Array;
  /** Processes whose invariants end, in no order, and where each stands (−1: it is not there). */
  private readonly bounded: Int32Array;
  private boundedCount = 0;
  private readonly boundedPlace: Int32Array;
  private readonly dirty: Int32Array;
  private dirtyCount = 0;
  private readonly isDirty: Uint8Array;
  /** The cells as they were before the latest step. */
  private readonly previous: Int32Array;
  /** Cells that the latest step changed, the first `changedCount` of them. */
  readonly changedCells: Int32Array;
  changedCount = 0;
  private readonly cellStamp: Int32Array;
  /** Null where no clock ever stands still. */
  private readonly rates: Rates | null;
  private readonly stopRow: (row: number, stopped: 0 | 1) => void;
  private readonly undo = new ClockUndo();
  private readonly variableStamp: Int32Array;
  private stamp = 0;
  /** By process: may the data of its edges fail, as far as is known? And the processes of which it may. */
  private readonly doubt: Uint8Array;
  private readonly doubtful: Int32Array;
  private doubtfulCount = 0;
  /** Which edges the committed rule lets move here, once it was asked for. */
  private mayMove: ((edge: Edge) => boolean) | null = null;
  /** By slot, where the flags say that its guard or channel fails. */
  private readonly slotFaults = new Map<number, ModelFault>();
  /** The fault that the latest failed `fire` met. */
  fault: ModelFault | null = null;

  constructor(model: WalkModel) {
    const { network } = model;
    this.model = model;
    this.machine = new Machine(network.cells);
    this.machine.noted = network.cells;
    this.scans = model.scans === null ? null : new GuardCircuit(model.scans);
    this.line = new ClockLine(network.clocks.length);
    this.locations = new Int32Array(network.processes.length);
    this.machine.locations = this.locations;
    const { slots } = model;
    this.slotLow = new Float64Array(slots);
    this.slotHigh = new Float64Array(slots);
    this.slotFlags = new Uint8Array(slots);
    this.slotChannel = new Int32Array(slots);
    this.slotKnown = new Uint8Array(slots);
    this.active = new Int32Array(slots);
    this.place = new Int32Array(slots);
    const processes = network.processes.length;
    this.ends = new Float64Array(processes);
    this.endsOpen = new Uint8Array(processes);
    this.bounded = new Int32Array(processes);
    this.boundedPlace = new Int32Array(processes).fill(-1);
    this.dirty = new Int32Array(processes);
    this.isDirty = new Uint8Array(processes);
    this.previous = new Int32Array(network.cells);
    this.changedCells = new Int32Array(network.cells);
    this.cellStamp = new Int32Array(network.cells);
    this.rates = model.rates === null ? null : new Rates(model.rates, network.clocks.length, this.locations);
    this.stopRow = (row, stopped) => {
      if (stopped === this.line.stopped[row]) return;
      this.undo.remember(this.line, row);
      this.line.setStopped(row, stopped);
      this.touched(this.model.clockReaders[row - 1]!);
    };
    this.doubt = new Uint8Array(processes);
    this.doubtful = new Int32Array(processes);
    this.variableStamp = new Int32Array(network.variables.length);
  }

  /** Puts the walk there; false when an invariant is violated, as it may be in an initial state. */
  reset({ locations, cells, now, base, stopped }: Checkpoint): boolean {
    const { line, machine } = this;
    machine.memory.set(cells, 0);
    this.previous.set(cells);
    machine.beginStep();
    this.scans?.load(machine.memory);
    this.locations.set(locations);
    line.now = now;
    line.base.set(base);
    line.stopped.set(stopped);
    this.slotKnown.fill(0);
    this.doubt.fill(NEVER);
    this.doubtfulCount = 0;
    for (const process of this.model.riskyProcesses) {
      this.doubt[process] = NONE;
      this.beginToDoubt(process);
    }
    this.activeCount = 0;
    this.urgent = 0;
    this.committed = 0;
    this.dirtyCount = 0;
    this.isDirty.fill(0);
    this.rates?.restart();
    for (let process = 0; process < locations.length; process++) {
      this.enter(this.at(process));
      this.soil(process);
    }
    this.rates?.update(machine, this.stopRow);
    const fine = this.cleanInvariants();
    this.undo.forget();
    return fine;
  }

  checkpoint(): Checkpoint {
    const { line, locations, machine } = this;
    return {
      locations: locations.slice(),
      cells: machine.memory.slice(0, machine.cells),
      now: line.now,
      base: line.base.slice(),
      stopped: line.stopped.slice(),
    };
  }

  /** The same for states that differ in their clocks only. */
  discreteKey(): string {
    const { locations, machine } = this;
    return `${locations.join()};${machine.memory.slice(0, machine.cells).join()}`;
  }

  at(process: number): LocationModel {
    return this.model.locations[process]![this.locations[process]!]!;
  }

  // ------------------------------------------------------------------------------------------ guards

  /** Does the data guard hold? Afterwards the slot's window and channel are known. A failing guard does not hold. */
  offers(slot: number): boolean {
    if (this.slotKnown[slot] === 0) this.evaluate(slot);
    return (this.slotFlags[slot]! & OK) !== 0;
  }

  /** The first edge whose data fails, in the order of `engine/reference/edge-data.ts`; null when all have their values. */
  dataFault(): { readonly slot: number; readonly fault: ModelFault } | null {
    if (this.doubtfulCount === 0) return null;
    let fails = false;
    this.mayMove = null;
    for (let at = this.doubtfulCount - 1; at >= 0; at--) {
      const process = this.doubtful[at]!;
      const found = this.failing(process);
      if (found >= 0) fails = true;
      else if (found === SOUND) {
        this.doubt[process] = NONE;
        this.doubtful[at] = this.doubtful[--this.doubtfulCount]!;
      }
    }
    if (!fails) return null;
    for (const process of this.model.riskyProcesses) {
      const slot = this.failing(process);
      if (slot >= 0) return { slot, fault: this.slotFaults.get(slot)! };
    }
    return null;
  }

  /** The first slot of the process whose data fails; SOUND if there is none, HELD if there may be among those that may not move. */
  private failing(process: number): number {
    const { model } = this;
    const { risky } = this.at(process);
    let found = SOUND;
    for (let i = 0; i < risky.length; i++) {
      const slot = risky[i]!;
      if (this.slotKnown[slot] === 1 && (this.slotFlags[slot]! & FAILS) === 0) continue;
      if (this.committed > 0) {
        this.mayMove ??= model.commitment.at(this.locations);
        if (!this.mayMove(model.edges[model.slotEdge[slot]!]!.edge)) {
          found = HELD;
          continue;
        }
      }
      if (this.slotKnown[slot] === 0) this.evaluate(slot);
      if ((this.slotFlags[slot]! & FAILS) !== 0) return slot;
    }
    return found;
  }

  private beginToDoubt(process: number): void {
    if (this.doubt[process] !== NONE) return;
    this.doubt[process] = SOME;
    this.doubtful[this.doubtfulCount++] = process;
  }

  private evaluate(slot: number): void {
    const { line, machine, model } = this;
    this.slotKnown[slot] = 1;
    if (this.scans?.isShut(slot) === true) {
      this.slotFlags[slot] = 0;
      return;
    }
    const channel = model.channelOf[slot]!;
    this.openFrame(slot, model.frameSizeOf[slot]!);
    line.open();
    try {
      if (!model.guardOf[slot]!(machine, line) || line.isEmpty) {
        this.slotFlags[slot] = 0;
        return;
      }
      this.slotChannel[slot] = typeof channel === "number" ? channel : channel(machine);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.slotFlags[slot] = FAILS;
      this.slotFaults.set(slot, error);
      return;
    }
    const { low, high } = line;
    this.slotLow[slot] = low;
    this.slotHigh[slot] = high;
    const timed = low !== Number.NEGATIVE_INFINITY || high !== Number.POSITIVE_INFINITY ? TIMED : 0;
    this.slotFlags[slot] = OK | timed | (line.lowOpen ? LOW_OPEN : 0) | (line.highOpen ? HIGH_OPEN : 0);
  }

  /** Does the guard (known to hold for the data) hold at this moment? */
  holdsAt(slot: number, moment: number): boolean {
    const flags = this.slotFlags[slot]!;
    const low = this.slotLow[slot]!;
    const high = this.slotHigh[slot]!;
    return (
      ((flags & LOW_OPEN) === 0 ? moment >= low : moment > low) &&
      ((flags & HIGH_OPEN) === 0 ? moment <= high : moment < high)
    );
  }

  private openFrame(slot: number, size: number): void {
    const { machine, model } = this;
    machine.openFrame(size);
    const from = model.slotSelects[slot]!;
    const end = model.slotSelects[slot + 1]!;
    for (let i = from; i < end; i++) machine.memory[machine.frame + i - from] = model.selects[i]!;
  }

  // ------------------------------------------------------------------------------------------ time

  /** Opens the line's window to the moments that invariants and urgent locations allow, from now on. */
  openAllowed(): void {
    const { line, ends, endsOpen } = this;
    line.low = line.now;
    line.lowOpen = false;
    line.high = Number.POSITIVE_INFINITY;
    line.highOpen = false;
    if (this.urgent > 0) {
      line.high = line.now;
      return;
    }
    for (let i = 0; i < this.boundedCount; i++) {
      const process = this.bounded[i]!;
      line.cutHigh(ends[process]!, endsOpen[process] === 1);
    }
  }

  // ------------------------------------------------------------------------------------------ steps

  /**
   * Takes the slots' joint step at a moment when their guards hold, updates in the order given. False when a target
   * invariant forbids it or the model fails (`fault`); the state is then as before, as it is unless the step is to be kept.
   */
  fire(slots: Int32Array, count: number, moment: number, keep = true): boolean {
    const { line, machine, model } = this;
    const before = line.now;
    this.fault = null;
    machine.writeCount = 0;
    machine.assigned = 0;
    machine.beginStep();
    line.now = moment;
    try {
      this.runUpdates(slots, count);
    } catch (error) {
      line.now = before;
      for (let i = 0; i < machine.writeCount; i++) {
        machine.memory[machine.writes[i]!] = this.previous[machine.writes[i]!]!;
      }
      this.undoClocks();
      if (!(error instanceof ModelFault)) throw error;
      this.fault = error;
      return false;
    }
    for (let i = 0; i < count; i++) this.move(slots[i]!, model.edges[model.slotEdge[slots[i]!]!]!.edge.target);
    this.noteCells();
    let fine = false;
    try {
      this.rates?.update(machine, this.stopRow);
      fine = this.cleanInvariants();
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.fault = error;
    }
    if (fine && keep) {
      this.undo.forget();
      for (let i = 0; i < this.changedCount; i++) {
        this.previous[this.changedCells[i]!] = machine.memory[this.changedCells[i]!]!;
      }
      return true;
    }
    this.takeBack(slots, count, before);
    return fine;
  }

  private runUpdates(slots: Int32Array, count: number): void {
    const { machine, model } = this;
    const { network } = model;
    if (model.before !== null) {
      machine.openFrame(network.updateFrameSize);
      model.before(machine);
    }
    for (let i = 0; i < count; i++) {
      const edge = model.edges[model.slotEdge[slots[i]!]!]!;
      if (edge.update === null) continue;
      this.openFrame(slots[i]!, edge.frameSize);
      edge.update(machine);
    }
    if (model.after !== null) {
      machine.openFrame(network.updateFrameSize);
      model.after(machine);
    }
    const { memory } = machine;
    for (let i = 0; i < model.metaCells.length; i++) {
      const cell = model.metaCells[i]!;
      memory[cell] = network.initialValues[cell]!;
    }
    const { assigned, assignments } = machine;
    for (let i = 0; i < assigned; i++) {
      this.assign(assignments[3 * i]!, assignments[3 * i + 1]!, assignments[3 * i + 2]!, i);
    }
  }

  private assign(row: number, source: number, value: number, index: number): void {
    const { line } = this;
    const result = source === 0 ? value : line.value(source) + value;
    if (result < 0) {
      const name = this.model.network.clocks[row - 1]!.name;
      const span = this.machine.assignmentSpans[index];
      throw new ModelFault("negative-clock", `the clock ${name} is set to a negative value`, span);
    }
    this.undo.remember(line, row);
    line.setValue(row, result);
    this.touched(this.model.clockReaders[row - 1]!);
  }

  private move(slot: number, target: number): void {
    const process = this.model.slotProcess[slot]!;
    this.leave(this.at(process));
    this.rates?.moved(process, this.locations[process]!);
    this.locations[process] = target;
    this.enter(this.at(process));
    this.rates?.moved(process, target);
    this.beginToDoubt(process);
    this.soil(process);
  }

  private enter({ initiating, urgent, committed }: LocationModel): void {
    for (let i = 0; i < initiating.length; i++) {
      const slot = initiating[i]!;
      this.place[slot] = this.activeCount;
      this.active[this.activeCount++] = slot;
    }
    if (urgent || committed) this.urgent++;
    if (committed) this.committed++;
  }

  private leave({ initiating, urgent, committed }: LocationModel): void {
    for (let i = 0; i < initiating.length; i++) {
      const at = this.place[initiating[i]!]!;
      const last = this.active[--this.activeCount]!;
      this.active[at] = last;
      this.place[last] = at;
    }
    if (urgent || committed) this.urgent--;
    if (committed) this.committed--;
  }

  /** Finds the cells that the step changed and what reads them. */
  private noteCells(): void {
    const { memory, writes, writeCount } = this.machine;
    const { previous, cellStamp } = this;
    this.stamp++;
    this.changedCount = 0;
    for (let i = 0; i < writeCount; i++) {
      const cell = writes[i]!;
      if (memory[cell] === previous[cell] || cellStamp[cell] === this.stamp) continue;
      cellStamp[cell] = this.stamp;
      this.noteCell(cell);
    }
  }

  private noteCell(cell: number): void {
    const { model } = this;
    this.changedCells[this.changedCount++] = cell;
    this.scans?.set(cell, this.machine.memory[cell]!);
    this.touched(model.cellReaders[cell]!);
    const variable = model.variableOf[cell]!;
    if (variable < 0 || this.variableStamp[variable] === this.stamp) return;
    this.variableStamp[variable] = this.stamp;
    this.touched(model.variableReaders[variable]!);
  }

  private touched(readers: Readers | null): void {
    if (readers === null) return;
    const { slots, processes, rates } = readers;
    for (let i = 0; i < slots.length; i += 2) {
      const first = slots[i]!;
      const end = slots[i + 1]!;
      this.beginToDoubt(this.model.slotProcess[first]!);
      if (end === first + 1) this.slotKnown[first] = 0;
      else this.slotKnown.fill(0, first, end);
    }
    for (let i = 0; i < processes.length; i++) this.soil(processes[i]!);
    for (let i = 0; i < rates.length; i++) this.rates!.soil(rates[i]!);
  }

  private soil(process: number): void {
    if (this.isDirty[process] === 1) return;
    this.isDirty[process] = 1;
    this.dirty[this.dirtyCount++] = process;
  }

  /** Evaluates the invariants that may have changed; false when one does not hold now. */
  private cleanInvariants(): boolean {
    const { line, machine } = this;
    let fine = true;
    while (this.dirtyCount > 0) {
      const process = this.dirty[--this.dirtyCount]!;
      this.isDirty[process] = 0;
      const { invariant, frameSize } = this.at(process);
      line.open();
      if (invariant !== null) {
        machine.openFrame(frameSize);
        if (!invariant(machine, line)) fine = false;
        else if (line.now < line.low || (line.lowOpen && line.now === line.low)) fine = false;
        else if (line.now > line.high || (line.highOpen && line.now === line.high)) fine = false;
      }
      this.setEnd(process, line.high, line.highOpen);
    }
    return fine;
  }

  private setEnd(process: number, end: number, open: boolean): void {
    const { bounded, boundedPlace } = this;
    this.ends[process] = end;
    this.endsOpen[process] = open ? 1 : 0;
    const at = boundedPlace[process]!;
    if (end !== Number.POSITIVE_INFINITY && at < 0) {
      boundedPlace[process] = this.boundedCount;
      bounded[this.boundedCount++] = process;
    } else if (end === Number.POSITIVE_INFINITY && at >= 0) {
      const last = bounded[--this.boundedCount]!;
      bounded[at] = last;
      boundedPlace[last] = at;
      boundedPlace[process] = -1;
    }
  }

  // ------------------------------------------------------------------------------------------ undo

  private takeBack(slots: Int32Array, count: number, before: number): void {
    const { machine, model, previous } = this;
    for (let i = count - 1; i >= 0; i--) this.move(slots[i]!, model.slotSource[slots[i]!]!);
    for (let i = 0; i < this.changedCount; i++) {
      const cell = this.changedCells[i]!;
      machine.memory[cell] = previous[cell]!;
      this.scans?.set(cell, previous[cell]!);
      this.touched(model.cellReaders[cell]!);
      const variable = model.variableOf[cell]!;
      if (variable >= 0) this.touched(model.variableReaders[variable]!);
    }
    // The votes for stopped clocks are those of the state before; the clocks themselves are put back by value.
    this.rates?.update(machine, this.stopRow);
    this.line.now = before;
    this.undoClocks();
    this.cleanInvariants();
  }

  private undoClocks(): void {
    this.undo.takeBack(this.line, (row) => this.touched(this.model.clockReaders[row - 1]!));
  }
}
