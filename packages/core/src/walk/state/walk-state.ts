// One state of a walk and how it changes: locations, cells and clocks in place, nothing allocated per step. A step is
// tried on the state itself and taken back when an invariant forbids it. What is known of guards (`guard-windows.ts`),
// invariants (`invariants.ts`) and rates (`rates.ts`) is forgotten where a step changed something that they read.

import { Machine } from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import type { Checkpoint } from "../checkpoint.ts";
import { ClockLine } from "../clock-origins.ts";
import { Rates } from "../compile/rates.ts";
import type { Readers } from "../compile/reader-index.ts";
import { storeConstants } from "../compile/updates.ts";
import { openFrameOf, type WalkModel } from "../compile/walk-network.ts";
import { ClockUndo } from "./clock-undo.ts";
import { Doubts } from "./fault-watch.ts";
import { GuardWindows, UNKNOWN } from "./guard-windows.ts";
import { Invariants } from "./invariant-deadlines.ts";
import { Presence } from "./location-index.ts";

export class Walker {
  readonly model: WalkModel;
  readonly machine: Machine;
  readonly line: ClockLine;
  readonly presence: Presence;
  readonly windows: GuardWindows;
  readonly invariants: Invariants;
  readonly doubts: Doubts;
  /** Null where no clock ever stands still. */
  private readonly rates: Rates | null;
  private readonly stopRow: (row: number, stopped: 0 | 1) => void;
  private readonly undo = new ClockUndo();
  /** Steps that are to be kept lead to states of which this holds; null: everywhere. */
  within: (() => boolean) | null = null;
  /** Was a step refused for that alone? Who asks forgets it. */
  heldBack = false;
  /** The cells as they were before the latest step. */
  private readonly previous: Int32Array;
  /** Cells that the latest step changed, the first `changedCount` of them. */
  readonly changedCells: Int32Array;
  changedCount = 0;
  private readonly cellStamp: Int32Array;
  private readonly variableStamp: Int32Array;
  private stamp = 0;
  /** The fault that the latest failed `fire` met. */
  fault: ModelFault | null = null;

  constructor(model: WalkModel) {
    const { network } = model;
    this.model = model;
    this.machine = new Machine(network.cells);
    this.machine.noted = network.cells;
    this.line = new ClockLine(network.clocks.length);
    this.presence = new Presence(model);
    this.machine.locations = this.presence.locations;
    this.windows = new GuardWindows(model, this.machine, this.line);
    this.invariants = new Invariants(this.presence, this.machine, this.line);
    this.doubts = new Doubts(model, this.presence, this.windows);
    this.previous = new Int32Array(network.cells);
    this.changedCells = new Int32Array(network.cells);
    this.cellStamp = new Int32Array(network.cells);
    this.variableStamp = new Int32Array(network.variables.length);
    this.rates = model.rates === null ? null : new Rates(model.rates, network.clocks.length, this.locations);
    this.stopRow = (row, stopped) => {
      if (stopped === this.line.stopped[row]) return;
      this.undo.remember(this.line, row);
      this.line.setStopped(row, stopped);
      this.touched(this.model.clockReaders[row - 1]!);
    };
  }

  get locations(): Int32Array {
    return this.presence.locations;
  }

  /** Puts the walk there; false when an invariant is violated, as it may be in an initial state. */
  reset({ locations, cells, now, base, stopped }: Checkpoint): boolean {
    const { line, machine } = this;
    machine.memory.set(cells, 0);
    this.previous.set(cells);
    machine.beginStep();
    line.now = now;
    line.base.set(base);
    line.stopped.set(stopped);
    this.presence.restart(locations);
    this.windows.restart();
    this.doubts.restart();
    this.invariants.restart();
    this.rates?.restart();
    this.rates?.update(machine, this.stopRow);
    const fine = this.invariants.clean();
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

  /**
   * Takes the slots' joint step at a moment when their guards hold, updates in the order given. False when a target
   * invariant forbids it or the model fails (`fault`); the state is then as before, as it is unless the step is to be
   * kept.
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
    for (let i = 0; i < count; i++) this.move(model.slotProcess[slots[i]!]!, model.slotTarget[slots[i]!]!);
    this.noteCells();
    let fine = false;
    try {
      this.rates?.update(machine, this.stopRow);
      fine = this.invariants.clean();
      if (fine && keep && this.within !== null && !this.within()) {
        fine = false;
        this.heldBack = true;
      }
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
      const update = model.updateOf[slots[i]!] ?? null;
      if (update === null) continue;
      this.setToConstants(update.resets);
      storeConstants(update.stores, machine);
      if (update.rest === null) continue;
      openFrameOf(slots[i]!, update.frameSize, machine, model);
      update.rest(machine);
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

  private setToConstants(resets: Int32Array): void {
    const { line, machine } = this;
    for (let i = 0; i < resets.length; i += 2) {
      const row = resets[i]!;
      // Behind an assignment that waits for the end of the step, wait as well.
      if (machine.assigned > 0) machine.assign(row, 0, resets[i + 1]!, undefined);
      else {
        this.undo.remember(line, row);
        line.setValue(row, resets[i + 1]!);
        this.touched(this.model.clockReaders[row - 1]!);
      }
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

  private move(process: number, target: number): void {
    this.rates?.moved(process, this.locations[process]!);
    this.presence.move(process, target);
    this.rates?.moved(process, target);
    this.doubts.begin(process);
    this.invariants.soil(process);
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
    this.windows.scans?.set(cell, this.machine.memory[cell]!);
    this.touched(model.cellReaders[cell]!);
    const variable = model.variableOf[cell]!;
    if (variable < 0 || this.variableStamp[variable] === this.stamp) return;
    this.variableStamp[variable] = this.stamp;
    this.touched(model.variableReaders[variable]!);
  }

  /** What looks at something that has changed has to look again. */
  private touched(readers: Readers | null): void {
    if (readers === null) return;
    const { slots, ranges, processes, rates, risky } = readers;
    const { flags } = this.windows;
    for (let i = 0; i < slots.length; i++) flags[slots[i]!] = UNKNOWN;
    for (let i = 0; i < ranges.length; i += 2) flags.fill(UNKNOWN, ranges[i]!, ranges[i + 1]!);
    for (let i = 0; i < processes.length; i++) this.invariants.soil(processes[i]!);
    for (let i = 0; i < risky.length; i++) this.doubts.begin(risky[i]!);
    for (let i = 0; i < rates.length; i++) this.rates!.soil(rates[i]!);
  }

  private takeBack(slots: Int32Array, count: number, before: number): void {
    const { machine, model, previous } = this;
    for (let i = count - 1; i >= 0; i--) this.move(model.slotProcess[slots[i]!]!, model.slotSource[slots[i]!]!);
    for (let i = 0; i < this.changedCount; i++) {
      const cell = this.changedCells[i]!;
      machine.memory[cell] = previous[cell]!;
      this.windows.scans?.set(cell, previous[cell]!);
      this.touched(model.cellReaders[cell]!);
      const variable = model.variableOf[cell]!;
      if (variable >= 0) this.touched(model.variableReaders[variable]!);
    }
    // The votes for stopped clocks are those of the state before; the clocks themselves are put back by value.
    this.rates?.update(machine, this.stopRow);
    this.line.now = before;
    this.undoClocks();
    this.invariants.clean();
  }

  private undoClocks(): void {
    this.undo.takeBack(this.line, (row) => this.touched(this.model.clockReaders[row - 1]!));
  }
}
