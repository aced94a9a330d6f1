// The machine that expressions and updates run on: one array of int32 memory (the state's cells, then a stack of
// frames), the location vector, and the list of clock assignments an update leaves behind. Compiled closures take
// the machine as their only argument, so one compiled network serves any number of states.

import { grown } from "../../basics/grow.ts";
import type { Span } from "../../diagnostics/index.ts";
import { ModelFault } from "../fault.ts";

/** An expression made ready to run; yields int32. */
export type Evaluator = (machine: Machine) => number;
/** A statement made ready to run; true when it returned from its function. */
export type Runner = (machine: Machine) => boolean;

/** Loop rounds and calls one step may take before the model is declared endless. */
export const STEP_BUDGET = 10_000_000;

export class Machine {
  readonly cells: number;
  /** State cells from 0, frames behind them. Reallocated when the stack grows: never keep it across a call. */
  memory: Int32Array;
  locations: Int32Array;
  /** First cell of the frame that expressions see, and the end of the stack. */
  frame: number;
  top: number;
  /** What the latest `return` yielded: a value, or the address of an array or struct. */
  result = 0;
  /** Triples row, source row, value, in order; see `ClockAssignment`. */
  assignments: number[] = [];
  assignmentSpans: (Span | undefined)[] = [];
  /** How many of them there are; the arrays keep their length for whoever clears them by setting this. */
  assigned = 0;
  /** Writes to cells below this one are noted: none, unless the caller asks for them. */
  noted = 0;
  /** Where was written since `writeCount` was set to 0; a cell may stand there more than once. */
  writes = new Int32Array(64);
  writeCount = 0;
  private steps = 0;

  constructor(cells: number) {
    this.cells = cells;
    this.memory = new Int32Array(cells + 64);
    this.locations = new Int32Array(0);
    this.frame = cells;
    this.top = cells;
  }

  /** Puts a state on the machine and opens one empty frame. */
  load(locations: Int32Array, cells: ArrayLike<number>, frameSize: number): void {
    this.memory.set(cells, 0);
    this.locations = locations;
    this.beginStep();
    this.openFrame(frameSize);
  }

  /** Gives the budget of loop rounds and calls anew; for those who keep one state on the machine and change it. */
  beginStep(): void {
    this.steps = 0;
  }

  /** Loop rounds and calls since the budget was given. */
  get rounds(): number {
    return this.steps;
  }

  /** Makes a frame of that size the only one. */
  openFrame(size: number): void {
    this.frame = this.cells;
    this.top = this.cells;
    this.push(size);
  }

  /** Reserves cells at the end of the stack and yields the first. */
  push(size: number): number {
    const first = this.top;
    this.top += size;
    if (this.top > this.memory.length) this.memory = grown(this.memory, this.top);
    return first;
  }

  /** Copies cells as if all were read before any is written. A few are sooner copied than asked for to be copied. */
  copy(to: number, from: number, size: number): void {
    const { memory } = this;
    if (size > 16) memory.copyWithin(to, from, from + size);
    else if (to < from) for (let i = 0; i < size; i++) memory[to + i] = memory[from + i]!;
    else for (let i = size - 1; i >= 0; i--) memory[to + i] = memory[from + i]!;
  }

  setFrame(values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) this.memory[this.frame + i] = values[i]!;
  }

  /** Called once per loop round and per call. */
  tick(span: Span | undefined): void {
    if (++this.steps > STEP_BUDGET) {
      throw new ModelFault("endless", `this does not end within ${STEP_BUDGET} rounds and calls`, span);
    }
  }

  assign(row: number, source: number, value: number, span: Span | undefined): void {
    const at = 3 * this.assigned;
    this.assignments[at] = row;
    this.assignments[at + 1] = source;
    this.assignments[at + 2] = value;
    this.assignmentSpans[this.assigned++] = span;
  }

  clearAssignments(): void {
    this.assignments = [];
    this.assignmentSpans = [];
    this.assigned = 0;
  }

  /**
   * Somebody is about to read these cells, or where a process is: told only by what was compiled to tell it
   * (`Compiler.watches`).
   */
  watch(_address: number, _size: number): void {}
  watchLocation(_process: number): void {}

  noteWrite(cell: number): void {
    if (this.writeCount === this.writes.length) this.writes = grown(this.writes, this.writeCount + 1);
    this.writes[this.writeCount++] = cell;
  }

  noteWrites(first: number, count: number): void {
    const end = Math.min(first + count, this.noted);
    for (let cell = first; cell < end; cell++) this.noteWrite(cell);
  }
}
