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

export interface Column {
  readonly number: number;
  readonly h: number;
  readonly partition: number;
  readonly file: RecordFile;
  /** By depth, the least first. */
  readonly layers: Layer[];
}

export class ResidentColumns {
  private readonly engines = new Map<Column, Engine>();
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

  /** The column's states in an engine. Yields now and then while they are read. */
  *load(column: Column): Generator<void, Engine> {
    let engine = this.engines.get(column);
    this.engines.delete(column);
    if (engine === undefined) {
      engine = this.fresh();
      const { file } = column;
      for (const records of file.blocks(0, file.size)) {
        while (records.advance()) this.bytes.read(engine, records);
        yield;
      }
      this.read += file.size;
    }
    // What is used last stands last.
    this.engines.set(column, engine);
    this.makeRoom();
    return engine;
  }

  private makeRoom(): void {
    let used = 0;
    for (const engine of this.engines.values()) used += engine.statistics.memoryBytes;
    for (const [column, engine] of this.engines) {
      if (used <= this.memoryBytes || this.engines.size === 1) return;
      used -= engine.statistics.memoryBytes;
      this.engines.delete(column);
    }
  }
}
