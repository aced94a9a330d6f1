// The machine on which guards and updates run under the monotonicity abstraction: every cell holds the set of values it
// may have. State cells only gather values; frame cells (locals, selects, quantified variables) are overwritten while it
// is certain that the assignment happens. The machine notes which state cells a value depended on, so that a relaxed
// trace can be traced back.

import type { GrowingSet } from "./growing-set.ts";
import { EMPTY, union, type ValueSet } from "./value-set.ts";

export type AbstractEvaluator = (machine: AbstractMachine) => ValueSet;
/** True when the statement certainly returned. */
export type AbstractRunner = (machine: AbstractMachine) => boolean;

/** Thrown when an update is too complex to follow: whoever runs it falls back to "any value". */
export class TooComplex extends Error {}

const BUDGET = 50_000;

export class AbstractMachine {
  /** State cells; frame cells have addresses behind them. */
  readonly cells: readonly GrowingSet[];
  /** Has the process reached the location? */
  readonly reached: (process: number, location: number) => boolean;
  private readonly frameSets: ValueSet[] = [];
  private readonly frameDependencies: (readonly number[])[] = [];
  frame: number;
  top: number;
  /** False inside branches that may not be taken. */
  certain = true;
  result: ValueSet = EMPTY;
  /** State cells read so far, and the part of them that the enclosing conditions read. */
  readonly trail: number[] = [];
  readonly path: number[] = [];
  /** What the running update wrote to state cells, seen by its later statements. */
  private readonly written = new Map<number, ValueSet>();
  /** Cells held at one value, while the reason for something is looked for. */
  readonly pinned = new Map<number, ValueSet>();
  private onWrite: ((cell: number, set: ValueSet) => void) | null = null;
  private budget = BUDGET;
  /** Counts writes that made some set larger or different: how loops see that a round added nothing. */
  changes = 0;

  constructor(cells: readonly GrowingSet[], reached: (process: number, location: number) => boolean) {
    this.cells = cells;
    this.reached = reached;
    this.frame = cells.length;
    this.top = cells.length;
  }

  /** Starts a condition (`onWrite` null) or an update, with one frame whose first cells hold the given sets. */
  begin(frameSize: number, first: readonly ValueSet[], onWrite: ((cell: number, set: ValueSet) => void) | null): void {
    this.frame = this.cells.length;
    this.top = this.cells.length;
    this.push(frameSize);
    for (let i = 0; i < first.length; i++) this.frameSets[i] = first[i]!;
    this.certain = true;
    this.trail.length = 0;
    this.path.length = 0;
    this.onWrite = onWrite;
    this.budget = BUDGET;
  }

  /** Between transitions: what earlier updates of the same transition wrote is no longer seen apart. */
  forgetWritten(): void {
    this.written.clear();
  }

  push(size: number): number {
    const first = this.top;
    this.top += size;
    for (let address = first; address < this.top; address++) {
      this.frameSets[address - this.cells.length] = EMPTY;
      this.frameDependencies[address - this.cells.length] = [];
    }
    return first;
  }

  tick(): void {
    if (--this.budget < 0) throw new TooComplex();
  }

  read(address: number): ValueSet {
    const pinned = this.pinned.get(address);
    if (pinned !== undefined) return pinned;
    const cell = this.cells[address];
    if (cell === undefined) {
      this.trail.push(...this.frameDependencies[address - this.cells.length]!);
      return this.frameSets[address - this.cells.length] ?? EMPTY;
    }
    this.trail.push(address);
    const extra = this.written.get(address);
    return extra === undefined ? cell : union(cell, extra);
  }

  /** A variable that begins to live: parameters, locals, quantified variables. */
  bind(address: number, set: ValueSet, since: number): void {
    const { certain } = this;
    this.certain = true;
    this.write(address, set, true, since);
    this.certain = certain;
  }

  /** `strong`: the address is the only one the assignment can mean. `since`: where in the trail its inputs begin. */
  write(address: number, set: ValueSet, strong: boolean, since: number): void {
    const cell = this.cells[address];
    if (cell !== undefined) {
      this.onWrite?.(address, set);
      const before = this.written.get(address) ?? EMPTY;
      const after = union(before, set);
      if (after !== before) {
        this.written.set(address, after);
        this.changes++;
      }
      return;
    }
    const index = address - this.cells.length;
    const dependencies = [...this.path, ...this.trail.slice(since)];
    const before = this.frameSets[index]!;
    if (strong && this.certain) {
      this.frameSets[index] = set;
      this.frameDependencies[index] = dependencies;
      this.changes++;
    } else {
      const after = union(before, set);
      if (after === before) return;
      this.frameSets[index] = after;
      this.frameDependencies[index] = [...this.frameDependencies[index]!, ...dependencies];
      this.changes++;
    }
  }
}
