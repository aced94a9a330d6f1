// Cells and frames of which only some values are known, in the course of one step: known cells are read and written,
// writes of others are noted as effects, and what was read without being known is remembered.

import type { Expression, IndexedRef, Network, Place } from "../../network/index.ts";
import { Faulty, type KnownValue, Lost } from "./known-values.ts";

/** A write: of a value, or of a difference to what was there. */
export interface CellEffect {
  readonly cell: number;
  readonly op: "set" | "add";
  readonly value: KnownValue;
}

export interface ClockReset {
  readonly clock: number;
  readonly value: KnownValue;
}

interface Reference {
  readonly space: "state" | "frame";
  readonly frame: PartialFrame;
  readonly base: number;
}
export type PartialFrame = (KnownValue | Reference)[];

const MOST_TURNS = 20_000;

export abstract class PartialState {
  protected readonly network: Network;
  protected readonly isKnown: (cell: number) => boolean;
  protected readonly locationOf: (process: number) => KnownValue;
  /** Values of the known cells; the others are not looked at. */
  readonly cells: Int32Array;
  /** Values of other cells, from the moment they are written until the step ends. */
  protected readonly written = new Map<number, KnownValue>();
  readonly effects: CellEffect[] = [];
  readonly resets: ClockReset[] = [];
  protected frame: PartialFrame = [];
  protected trying = 0;
  /** Of a function that is tried: it may write there, and nowhere else. */
  protected within: PartialFrame | undefined;
  protected turns = 0;
  protected reads = new Set<number>();
  protected asked = new Set<number>();

  constructor(network: Network, isKnown: (cell: number) => boolean, locationOf: (process: number) => KnownValue) {
    this.network = network;
    this.isKnown = isKnown;
    this.locationOf = locationOf;
    this.cells = Int32Array.from(network.initialValues);
  }

  /** Begins a step: nothing is written yet, the first cells of the frame are the select values. */
  begin(cells: ArrayLike<number>, selects: readonly number[]): void {
    this.cells.set(cells);
    this.written.clear();
    this.effects.length = 0;
    this.resets.length = 0;
    this.frame = [...selects];
    this.turns = 0;
    this.trying = 0;
    this.within = undefined;
  }

  /** The value of an expression, where nothing may be written. */
  protected abstract tried(expression: Expression): KnownValue;

  /** With a frame cell bound. */
  bound<T>(cell: number, value: number, work: () => T): T {
    const before = this.frame[cell];
    this.frame[cell] = value;
    try {
      return work();
    } finally {
      this.frame[cell] = before;
    }
  }

  /** May neither cells nor clocks be written? */
  protected get isPure(): boolean {
    return this.trying > 0 || this.within !== undefined;
  }

  /** The index that a clock, channel or process reference names. */
  index({ base, steps }: IndexedRef): KnownValue {
    return this.moved(base, steps);
  }

  protected turn(): void {
    if (++this.turns > MOST_TURNS) throw new Lost();
  }

  protected load(place: Place, offset: number): KnownValue {
    const at = this.address(place);
    if (at === undefined) {
      this.readRange(place);
      return undefined;
    }
    if (at.space === "frame") return at.frame[at.base + offset] as KnownValue;
    const cell = at.base + offset;
    if (this.isKnown(cell)) return this.cells[cell];
    if (this.written.has(cell)) return this.written.get(cell);
    this.reads.add(cell);
    return undefined;
  }

  protected store(place: Place, offset: number, value: KnownValue): void {
    const at = this.address(place);
    if (at === undefined || this.trying > 0) throw new Lost();
    const cell = at.base + offset;
    if (at.space === "frame") {
      if (this.within !== undefined && at.frame !== this.frame) throw new Lost();
      at.frame[cell] = value;
      return;
    }
    if (this.isPure) throw new Lost();
    if (this.isKnown(cell)) {
      if (value === undefined) throw new Lost();
      this.cells[cell] = value;
    } else {
      this.written.set(cell, value);
    }
    this.effects.push({ cell, op: "set", value });
  }

  protected stateCell(place: Place): KnownValue {
    const at = this.address(place);
    return at?.space === "state" ? at.base : undefined;
  }

  protected address({ space, base, offset, steps }: Place): Reference | undefined {
    if (space === "reference") {
      const to = this.frame[base] as Reference;
      const at = this.moved(to.base + offset, steps);
      return at === undefined ? undefined : { ...to, base: at };
    }
    const at = this.moved(base + offset, steps);
    return at === undefined ? undefined : { space, frame: this.frame, base: at };
  }

  private moved(base: number, steps: Place["steps"]): KnownValue {
    let at: KnownValue = base;
    for (const { index, first, count, stride } of steps) {
      const value = this.tried(index);
      if (value === undefined) at = undefined;
      else if (value < first || value >= first + count) throw new Faulty();
      else if (at !== undefined) at += (value - first) * stride;
    }
    return at;
  }

  /** Every cell that the place may mean is read. */
  private readRange({ space, base, offset, steps }: Place): void {
    if (space !== "state") throw new Lost();
    const most = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, steps.at(-1)?.stride ?? 1);
    for (let cell = base + offset; cell < base + offset + most; cell++) this.reads.add(cell);
  }
}
