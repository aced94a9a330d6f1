// The part of the closed list that is in memory. A column holds all states of one estimate and one partition, so that
// every duplicate of a state, and every zone that could include it, lies in the same column. What was not used for
// longest makes room for others, and is read again when it is needed.

import type { Engine } from "../../engine/engine.ts";
import type { RecordFile } from "./record-file.ts";
import type { StateBytes } from "./state-bytes.ts";

/** The states of one depth in a column, which stand together: up to where, and how many they are. */
export interface Layer {
  readonly g: number;
  readonly end: number;
  readonly count: number;
}

/** What is loaded as a whole. */
export interface Loadable {
  /** In the order in which they were settled. */
  readonly files: readonly RecordFile[];
}

export interface Column extends Loadable {
  readonly number: number;
  readonly h: number;
  readonly partition: number;
  readonly file: RecordFile;
  /** By depth, the least first. */
  readonly layers: Layer[];
}

interface Resident {
  readonly engine: Engine;
  /** Files of the column that it has. */
  loaded: number;
}

export class ResidentColumns {
  private readonly resident = new Map<Loadable, Resident>();
  private readonly fresh: () => Engine;
  private readonly bytes: StateBytes;
  private readonly memoryBytes: number;
  /** Bytes that were read into memory again. */
  read = 0;

  constructor(fresh: () => Engine, bytes: StateBytes, memoryBytes: number) {
    this.fresh = fresh;
    this.bytes = bytes;
    this.memoryBytes = memoryBytes;
  }

  has(column: Loadable): boolean {
    return this.resident.has(column);
  }

  /** The column's states in an engine. Yields now and then while they are read. */
  *load(column: Loadable): Generator<void, Engine> {
    const resident = this.resident.get(column) ?? { engine: this.fresh(), loaded: 0 };
    this.resident.delete(column);
    while (resident.loaded < column.files.length) {
      const file = column.files[resident.loaded]!;
      for (const records of file.blocks(0, file.size)) {
        while (records.advance()) this.bytes.read(resident.engine, records);
        yield;
      }
      this.read += file.size;
      resident.loaded++;
    }
    // What is used last stands last.
    this.resident.set(column, resident);
    this.makeRoom();
    return resident.engine;
  }

  /** Its engine has what was settled last. */
  know(column: Loadable): void {
    const resident = this.resident.get(column);
    if (resident !== undefined) resident.loaded = column.files.length;
  }

  forget(column: Loadable): void {
    this.resident.delete(column);
  }

  private makeRoom(): void {
    let used = 0;
    for (const { engine } of this.resident.values()) used += engine.statistics.memoryBytes;
    for (const [column, { engine }] of this.resident) {
      if (used <= this.memoryBytes || this.resident.size === 1) return;
      used -= engine.statistics.memoryBytes;
      this.resident.delete(column);
    }
  }
}
