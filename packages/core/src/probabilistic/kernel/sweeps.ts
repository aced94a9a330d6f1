// Sweeps of Gauss–Seidel over x = opt(A x + b), by two twins with the same arithmetic: plain loops, and emitted ones.
// Making the second ready takes a copy of the equations, in the order in which they are solved, so it begins when the
// first has worked for some time.

import type { ComponentOrder } from "../../basics/components.ts";
import { EMITTED_AFTER, type Host } from "../host.ts";
import type { Optimum } from "../model.ts";
import type { System } from "../system.ts";
import { type Loops, loopsIn } from "./emit-loops.ts";
import { bytesOf, NumberMemory } from "./number-memory.ts";

/** What is iterated: the equations with these constants, rows that count, and by what changes are measured. */
export interface Sweeping {
  readonly system: System;
  readonly order: ComponentOrder;
  readonly optimum: Optimum;
  /** By row. */
  readonly constant: Float64Array;
  /** By row: 1 where it counts; all unless told. */
  readonly allowed?: Uint8Array;
  /** By unknown: changes count relative to this; to the value unless told. */
  readonly scale?: Float64Array;
}

interface Sweeper {
  /** Sweeps over the places `from … end` of the order; the largest change. */
  sweep(from: number, end: number): number;
  /** Writes what was found into the values that were handed in. */
  finish(): void;
  /** Takes the values that were handed in as they are now. */
  resume(): void;
}

export class Sweeps {
  private readonly what: Sweeping;
  private readonly x: Float64Array;
  private readonly host: Host;
  private readonly gain: Float64Array;
  private readonly perUnknown: number;
  private sweeper: Sweeper;
  private work: number;

  constructor(what: Sweeping, x: Float64Array, host: Host) {
    const { stay, column, unknowns } = what.system;
    this.what = what;
    this.x = x;
    this.host = host;
    this.gain = stay.map((share) => 1 / (1 - share));
    this.perUnknown = 1 + column.length / Math.max(1, unknowns);
    this.sweeper = new PlainSweeps(what, x, this.gain);
    this.work = host.emittedAfter ?? EMITTED_AFTER;
  }

  sweep(from: number, end: number): number {
    if (this.work <= 0) this.emit();
    this.work -= (end - from) * this.perUnknown;
    return this.sweeper.sweep(from, end);
  }

  finish(): void {
    this.sweeper.finish();
  }

  resume(): void {
    this.sweeper.resume();
  }

  private emit(): void {
    this.work = Number.POSITIVE_INFINITY;
    this.sweeper = EmittedSweeps.make(this.what, this.x, this.gain, this.host) ?? this.sweeper;
  }
}

class PlainSweeps implements Sweeper {
  private readonly what: Sweeping;
  private readonly x: Float64Array;
  private readonly gain: Float64Array;

  constructor(what: Sweeping, x: Float64Array, gain: Float64Array) {
    this.what = what;
    this.x = x;
    this.gain = gain;
  }

  sweep(from: number, end: number): number {
    const { nodes } = this.what.order;
    let change = 0;
    for (let at = from; at < end; at++) {
      const own = this.update(nodes[at]!);
      if (own > change) change = own;
    }
    return change;
  }

  private update(unknown: number): number {
    const { x, gain } = this;
    const { optimum, constant, allowed, scale } = this.what;
    const { rows, entries, column, factor } = this.what.system;
    const isMax = optimum === "max";
    const worst = isMax ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    let best = worst;
    const last = rows[unknown + 1]!;
    let at = entries[rows[unknown]!]!;
    for (let row = rows[unknown]!; row < last; row++) {
      const end = entries[row + 1]!;
      if (allowed !== undefined && allowed[row] === 0) {
        at = end;
        continue;
      }
      let sum = constant[row]!;
      for (; at < end; at++) sum += factor[at]! * x[column[at]!]!;
      sum *= gain[row]!;
      if (isMax ? sum > best : sum < best) best = sum;
    }
    const before = x[unknown]!;
    // Of an unknown without rows nothing is known to be better than 0.
    if (best === before || best === worst) return 0;
    x[unknown] = best;
    return Math.abs(best - before) / (scale === undefined ? Math.abs(best) : scale[unknown]!);
  }

  finish(): void {}

  resume(): void {}
}

/** The equations once more, in the order of the components: unknowns are numbered by their places. */
class EmittedSweeps implements Sweeper {
  private readonly loop: Loops["sweep"]["max"];
  private readonly addresses: number[];
  private readonly values: Float64Array;
  private readonly x: Float64Array;
  private readonly nodes: Int32Array;

  private constructor(what: Sweeping, x: Float64Array, gain: Float64Array, memory: NumberMemory) {
    const { system, order, optimum, constant, allowed, scale } = what;
    const { unknowns, rows, entries, column, factor } = system;
    const { nodes } = order;
    const own = {
      rows: memory.ints(unknowns + 1),
      entries: memory.ints(entries.length),
      column: memory.ints(column.length),
      factor: memory.floats(factor.length),
      gain: memory.floats(gain.length),
      constant: memory.floats(constant.length),
      allowed: allowed === undefined ? undefined : memory.bytes(allowed),
      x: memory.floats(unknowns),
      scale: scale === undefined ? undefined : memory.floats(unknowns),
    };
    const place = new Int32Array(unknowns);
    for (let at = 0; at < unknowns; at++) place[nodes[at]!] = 8 * at;
    let [toRow, to] = [0, 0];
    for (let at = 0; at < unknowns; at++) {
      const unknown = nodes[at]!;
      own.x[at] = x[unknown]!;
      if (own.scale !== undefined) own.scale[at] = scale![unknown]!;
      for (let row = rows[unknown]!; row < rows[unknown + 1]!; row++, toRow++) {
        own.gain[toRow] = gain[row]!;
        own.constant[toRow] = constant[row]!;
        if (own.allowed !== undefined) own.allowed[toRow] = allowed![row]!;
        for (let entry = entries[row]!; entry < entries[row + 1]!; entry++, to++) {
          own.column[to] = place[column[entry]!]!;
          own.factor[to] = factor[entry]!;
        }
        own.entries[toRow + 1] = to;
      }
      own.rows[at + 1] = toRow;
    }
    const placed = [
      own.rows,
      own.entries,
      own.column,
      own.factor,
      own.gain,
      own.constant,
      own.allowed,
      own.x,
      own.scale,
    ];
    this.addresses = placed.map((row) => row?.byteOffset ?? 0);
    this.loop = loopsIn(memory.memory).sweep[optimum];
    this.values = own.x;
    this.x = x;
    this.nodes = nodes;
  }

  static make(what: Sweeping, x: Float64Array, gain: Float64Array, host: Host): EmittedSweeps | undefined {
    const { unknowns, entries, column } = what.system;
    const bytes = bytesOf([
      { length: unknowns + 1, size: 4 },
      { length: entries.length, size: 4 },
      { length: column.length, size: 4 },
      { length: column.length, size: 8 },
      { length: gain.length, size: 8 },
      { length: gain.length, size: 8 },
      { length: gain.length, size: 1 },
      { length: unknowns, size: 8 },
      { length: unknowns, size: 8 },
    ]);
    const memory = NumberMemory.make(host.makeMemory, bytes);
    return memory === undefined ? undefined : new EmittedSweeps(what, x, gain, memory);
  }

  sweep(from: number, end: number): number {
    const [rows, entries, column, factor, gain, constant, allowed, x, scale] = this.addresses;
    return this.loop(rows!, entries!, column!, factor!, gain!, constant!, allowed!, x!, scale!, from, end);
  }

  finish(): void {
    const { nodes, values, x } = this;
    for (let at = 0; at < nodes.length; at++) x[nodes[at]!] = values[at]!;
  }

  resume(): void {
    const { nodes, values, x } = this;
    for (let at = 0; at < nodes.length; at++) values[at] = x[nodes[at]!]!;
  }
}
