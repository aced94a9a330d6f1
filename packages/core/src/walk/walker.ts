// One state of a walk and how it changes: locations, cells and clocks in place, nothing allocated per step. A step is
// tried on the state itself and taken back when an invariant forbids it. Guards and invariants are kept as windows of
// absolute time, and evaluated again only after something they read has changed.

import { Machine } from "../engine/evaluate/index.ts";
import { ModelFault } from "../engine/index.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { ClockLine } from "./clock-line.ts";
import { GuardCircuit } from "./guard-circuit.ts";
import type { LocationModel, Readers, WalkModel } from "./model.ts";

const OK = 1;
const LOW_OPEN = 2;
const HIGH_OPEN = 4;
const FAILS = 8;

export class Walker {
  readonly model: WalkModel;
  readonly machine: Machine;
  private readonly guards: GuardCircuit | null;
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
  private readonly dirty: Int32Array;
  private dirtyCount = 0;
  private readonly isDirty: Uint8Array;
  private readonly previous: Int32Array;
  /** Cells that the latest step changed. */
  readonly changedCells: number[] = [];
  /** How often each row is stopped, by whom, and whose rates have to be asked again. */
  private readonly votes: Int32Array;
  private readonly stoppedBy: number[][];
  private readonly rateDirty: Int32Array;
  private rateDirtyCount = 0;
  private readonly isRateDirty: Uint8Array;
  private readonly changedRows: number[] = [];
  private readonly newRows: number[] = [];
  /** What the latest step did to clocks: rows, and bases and stopped flags before it. */
  private readonly undoRows: number[] = [];
  private readonly undoBases: number[] = [];
  private readonly undoStopped: number[] = [];
  private readonly variableStamp: Int32Array;
  private stamp = 0;
  /** By process: is the data of all its edges known not to fail? */
  private readonly isSound: Uint8Array;
  /** By slot, where the flags say that its guard or channel fails. */
  private readonly slotFaults = new Map<number, ModelFault>();
  /** The fault that the latest failed `fire` met. */
  fault: ModelFault | null = null;

  constructor(model: WalkModel) {
    const { network } = model;
    this.model = model;
    this.machine = new Machine(network.cells);
    this.guards = model.guards === null ? null : new GuardCircuit(model.guards);
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
    this.dirty = new Int32Array(processes);
    this.isDirty = new Uint8Array(processes);
    this.previous = new Int32Array(network.cells);
    this.votes = new Int32Array(network.clocks.length + 1);
    this.stoppedBy = network.processes.map(() => []);
    this.rateDirty = new Int32Array(processes);
    this.isRateDirty = new Uint8Array(processes);
    this.isSound = new Uint8Array(processes);
    this.variableStamp = new Int32Array(network.variables.length);
  }

  /** Puts the walk there; false when an invariant is violated, as it may be in an initial state. */
  reset({ locations, cells, now, base, stopped }: Checkpoint): boolean {
    const { line, machine } = this;
    machine.memory.set(cells, 0);
    machine.beginStep();
    this.guards?.load(machine.memory);
    this.locations.set(locations);
    line.now = now;
    line.base.set(base);
    line.stopped.set(stopped);
    this.slotKnown.fill(0);
    this.isSound.fill(0);
    this.activeCount = 0;
    this.urgent = 0;
    this.committed = 0;
    this.dirtyCount = 0;
    this.isDirty.fill(0);
    this.rateDirtyCount = 0;
    this.isRateDirty.fill(0);
    this.votes.fill(0);
    for (const rows of this.stoppedBy) rows.length = 0;
    for (let process = 0; process < locations.length; process++) {
      this.enter(this.at(process));
      this.soil(process);
      this.soilRates(process);
    }
    if (this.model.hasRates) this.updateRates();
    const fine = this.cleanInvariants();
    this.forgetUndo();
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
    const { model, locations } = this;
    const { riskyProcesses } = model;
    if (riskyProcesses.length === 0) return null;
    const mayMove = this.committed === 0 ? null : model.commitment.at(locations);
    for (let at = 0; at < riskyProcesses.length; at++) {
      const process = riskyProcesses[at]!;
      if (this.isSound[process] === 1) continue;
      const { risky } = this.at(process);
      for (let i = 0; i < risky.length; i++) {
        const slot = risky[i]!;
        if (mayMove !== null && !mayMove(model.edges[model.slotEdge[slot]!]!.edge)) continue;
        if (this.slotKnown[slot] === 0) this.evaluate(slot);
        if ((this.slotFlags[slot]! & FAILS) !== 0) return { slot, fault: this.slotFaults.get(slot)! };
      }
      if (mayMove === null) this.isSound[process] = 1;
    }
    return null;
  }

  private evaluate(slot: number): void {
    const { line, machine, model } = this;
    const edge = model.edges[model.slotEdge[slot]!]!;
    this.slotKnown[slot] = 1;
    if (this.guards?.isShut(slot) === true) {
      this.slotFlags[slot] = 0;
      return;
    }
    this.openFrame(slot, edge.frameSize);
    line.open();
    try {
      if (!edge.guard(machine, line) || line.isEmpty) {
        this.slotFlags[slot] = 0;
        return;
      }
      this.slotChannel[slot] = edge.channel === null ? -1 : edge.channel(machine);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.slotFlags[slot] = FAILS;
      this.slotFaults.set(slot, error);
      return;
    }
    this.slotLow[slot] = line.low;
    this.slotHigh[slot] = line.high;
    this.slotFlags[slot] = OK | (line.lowOpen ? LOW_OPEN : 0) | (line.highOpen ? HIGH_OPEN : 0);
  }

  /** Cuts the line's window by a slot's guard. */
  cutBy(slot: number): void {
    const flags = this.slotFlags[slot]!;
    this.line.cutLow(this.slotLow[slot]!, (flags & LOW_OPEN) !== 0);
    this.line.cutHigh(this.slotHigh[slot]!, (flags & HIGH_OPEN) !== 0);
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
    const count = model.edges[model.slotEdge[slot]!]!.edge.selects.length;
    for (let i = 0; i < count; i++) machine.memory[machine.frame + i] = model.selects[from + i]!;
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
    let first = -1;
    let high = Number.POSITIVE_INFINITY;
    for (let process = 0; process < ends.length; process++) {
      const end = ends[process]!;
      if (end < high || (end === high && endsOpen[process] === 1)) {
        high = end;
        first = process;
      }
    }
    if (first >= 0) line.cutHigh(high, endsOpen[first] === 1);
  }

  // ------------------------------------------------------------------------------------------ steps

  /**
   * Takes the slots' joint step at a moment when their guards hold, updates in the order given. False when a target
   * invariant forbids it or the model fails (`fault`); the state is then as before.
   */
  fire(slots: Int32Array, count: number, moment: number): boolean {
    const { line, machine, model } = this;
    const before = line.now;
    this.fault = null;
    this.copyCells(machine.memory, this.previous);
    machine.assignments.length = 0;
    machine.assignmentSpans.length = 0;
    machine.beginStep();
    line.now = moment;
    try {
      this.runUpdates(slots, count);
    } catch (error) {
      line.now = before;
      this.copyCells(this.previous, machine.memory);
      this.undoClocks();
      if (!(error instanceof ModelFault)) throw error;
      this.fault = error;
      return false;
    }
    for (let i = 0; i < count; i++) this.move(slots[i]!, model.edges[model.slotEdge[slots[i]!]!]!.edge.target);
    this.noteCells();
    let fine = false;
    try {
      if (model.hasRates) this.updateRates();
      fine = this.cleanInvariants();
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.fault = error;
    }
    if (fine) {
      this.forgetUndo();
      return true;
    }
    this.takeBack(slots, count, before);
    return false;
  }

  private copyCells(from: Int32Array, to: Int32Array): void {
    const { writable } = this.model;
    for (let range = 0; range < writable.length; range += 2) {
      const end = writable[range + 1]!;
      for (let cell = writable[range]!; cell < end; cell++) to[cell] = from[cell]!;
    }
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
    const { assignments } = machine;
    for (let i = 0; i < assignments.length; i += 3) {
      this.assign(assignments[i]!, assignments[i + 1]!, assignments[i + 2]!, i / 3);
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
    this.rememberClock(row);
    line.setValue(row, result);
    this.touched(this.model.clockReaders[row - 1]!);
  }

  private move(slot: number, target: number): void {
    const process = this.model.slotProcess[slot]!;
    this.leave(this.at(process));
    this.locations[process] = target;
    this.enter(this.at(process));
    this.isSound[process] = 0;
    this.soil(process);
    this.soilRates(process);
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
    const { memory } = this.machine;
    const { previous, model } = this;
    this.stamp++;
    this.changedCells.length = 0;
    const { writable } = model;
    for (let range = 0; range < writable.length; range += 2) {
      const end = writable[range + 1]!;
      for (let cell = writable[range]!; cell < end; cell++) {
        if (memory[cell] !== previous[cell]) this.noteCell(cell);
      }
    }
  }

  private noteCell(cell: number): void {
    const { model } = this;
    this.changedCells.push(cell);
    this.guards?.set(cell, this.machine.memory[cell]!);
    this.touched(model.cellReaders[cell]!);
    const variable = model.variableOf[cell]!;
    if (variable < 0 || this.variableStamp[variable] === this.stamp) return;
    this.variableStamp[variable] = this.stamp;
    this.touched(model.variableReaders[variable]!);
  }

  private touched(readers: Readers | null): void {
    if (readers === null) return;
    const { edges, processes, rated } = readers;
    for (let i = 0; i < edges.length; i++) {
      const { edge, firstSlot, endSlot } = this.model.edges[edges[i]!]!;
      this.isSound[edge.process] = 0;
      if (endSlot === firstSlot + 1) this.slotKnown[firstSlot] = 0;
      else this.slotKnown.fill(0, firstSlot, endSlot);
    }
    for (let i = 0; i < processes.length; i++) this.soil(processes[i]!);
    for (let i = 0; i < rated.length; i++) this.soilRates(rated[i]!);
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
      this.ends[process] = line.high;
      this.endsOpen[process] = line.highOpen ? 1 : 0;
    }
    return fine;
  }

  private soilRates(process: number): void {
    if (this.isRateDirty[process] === 1) return;
    this.isRateDirty[process] = 1;
    this.rateDirty[this.rateDirtyCount++] = process;
  }

  /** Asks the rates that may have changed, and stops or starts clocks accordingly. */
  private updateRates(): void {
    const { changedRows, line, machine, newRows, votes } = this;
    changedRows.length = 0;
    while (this.rateDirtyCount > 0) {
      const process = this.rateDirty[--this.rateDirtyCount]!;
      this.isRateDirty[process] = 0;
      const rows = this.stoppedBy[process]!;
      for (let i = 0; i < rows.length; i++) {
        votes[rows[i]!]!--;
        changedRows.push(rows[i]!);
      }
      rows.length = 0;
      const { rates, frameSize } = this.at(process);
      if (rates.length === 0) continue;
      machine.openFrame(frameSize);
      // A rate that fails must leave no vote behind.
      newRows.length = 0;
      for (let i = 0; i < rates.length; i++) rates[i]!(machine, newRows);
      for (let i = 0; i < newRows.length; i++) {
        rows.push(newRows[i]!);
        votes[newRows[i]!]!++;
        changedRows.push(newRows[i]!);
      }
    }
    for (let i = 0; i < changedRows.length; i++) {
      const row = changedRows[i]!;
      const stopped = votes[row]! > 0 ? 1 : 0;
      if (stopped === line.stopped[row]) continue;
      this.rememberClock(row);
      line.setStopped(row, stopped);
      this.touched(this.model.clockReaders[row - 1]!);
    }
  }

  // ------------------------------------------------------------------------------------------ undo

  private takeBack(slots: Int32Array, count: number, before: number): void {
    const { machine, model, previous } = this;
    for (let i = count - 1; i >= 0; i--) this.move(slots[i]!, model.slotSource[slots[i]!]!);
    for (const cell of this.changedCells) {
      machine.memory[cell] = previous[cell]!;
      this.guards?.set(cell, previous[cell]!);
      this.touched(model.cellReaders[cell]!);
      const variable = model.variableOf[cell]!;
      if (variable >= 0) this.touched(model.variableReaders[variable]!);
    }
    // The votes for stopped clocks are those of the state before; the clocks themselves are put back by value.
    if (model.hasRates) this.updateRates();
    this.line.now = before;
    this.undoClocks();
    this.cleanInvariants();
  }

  private rememberClock(row: number): void {
    this.undoRows.push(row);
    this.undoBases.push(this.line.base[row]!);
    this.undoStopped.push(this.line.stopped[row]!);
  }

  private undoClocks(): void {
    for (let i = this.undoRows.length - 1; i >= 0; i--) {
      const row = this.undoRows[i]!;
      this.line.base[row] = this.undoBases[i]!;
      this.line.stopped[row] = this.undoStopped[i]!;
      this.touched(this.model.clockReaders[row - 1]!);
    }
    this.forgetUndo();
  }

  private forgetUndo(): void {
    this.undoRows.length = 0;
    this.undoBases.length = 0;
    this.undoStopped.length = 0;
  }
}
