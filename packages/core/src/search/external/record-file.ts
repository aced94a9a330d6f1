// A file of states that only grows, written block by block (`records.ts`).

import type { Files } from "../../basics/files.ts";
import { BlockBuilder } from "./block-builder.ts";
import { checksum } from "./checksum.ts";
import {
  BLOCK_HEADER,
  BlockReader,
  DamagedFile,
  RECORD_HEADER,
  type RecordOrigin,
  type StateWords,
  wordsFor,
} from "./records.ts";

export class RecordFile {
  readonly name: string;
  private readonly files: Files;
  /** What is in the file. */
  private written: number;
  private readonly waiting = new BlockBuilder();
  /** Is there something that the disk may not have yet? */
  isDirty = false;

  constructor(files: Files, name: string, size = 0) {
    this.files = files;
    this.name = name;
    this.written = size;
  }

  /** In bytes, once everything is written. */
  get size(): number {
    return this.written + this.waiting.size;
  }

  append(state: StateWords, column: number, place: number, ordinal: number): void {
    if (this.waiting.isFullFor(state)) this.flush();
    this.waiting.append(state, column, place, ordinal);
  }

  /** Writes what waits; it is not on the disk for good before `sync`. */
  flush(): void {
    const { waiting } = this;
    if (waiting.filled === 0) return;
    // What somebody has cut off behind our back must not be taken for a place.
    const size = this.files.size(this.name) ?? 0;
    if (size !== this.written) throw new DamagedFile(this.name, Math.min(size, this.written));
    this.files.append(this.name, waiting.seal());
    this.written += waiting.size;
    waiting.clear();
    this.isDirty = true;
  }

  sync(): void {
    if (this.isDirty) this.files.sync(this.name);
    this.isDirty = false;
  }

  /** From now on only this much counts; what lies behind it stays until `removeRest`. */
  cutTo(size: number): void {
    this.written = Math.min(this.written, size);
    this.waiting.clear();
  }

  removeRest(): void {
    const there = this.files.size(this.name);
    if (there !== undefined && there > this.written) this.files.truncate(this.name, this.written);
  }

  /** Block by block, between two ends of blocks. */
  *blocks(from: number, to: number): Generator<BlockReader> {
    for (let at = from; at < to; ) {
      // What waits to be written need not be written to be read.
      const isWaiting = at >= this.written;
      const payload = isWaiting ? this.waiting.payload : this.block(at);
      const reader = new BlockReader(payload, at + BLOCK_HEADER);
      at = reader.end;
      yield reader;
    }
  }

  /** Whence the state of a record came. */
  originAt(at: number): RecordOrigin {
    return this.recordAt(at, 0);
  }

  /** The state of a record. */
  stateAt(at: number): StateWords {
    return this.recordAt(at, this.recordAt(at, 0).bytes);
  }

  private recordAt(at: number, bytes: number): BlockReader {
    this.flush();
    const length = RECORD_HEADER + 4 * wordsFor(bytes);
    const record = this.files.read(this.name, at, length);
    if (record.length < length) throw new DamagedFile(this.name, at);
    const reader = new BlockReader(record, at);
    reader.advance();
    return reader;
  }

  private block(at: number): Uint8Array {
    const isThere = (this.files.size(this.name) ?? 0) >= at + BLOCK_HEADER;
    if (!isThere) throw new DamagedFile(this.name, at);
    const header = this.files.read(this.name, at, BLOCK_HEADER);
    const view = new DataView(header.buffer, header.byteOffset);
    const length = view.getUint32(0, true);
    const isLength = length > 0 && length < 2 ** 30 && at + BLOCK_HEADER + length <= this.written;
    const payload = isLength ? this.files.read(this.name, at + BLOCK_HEADER, length) : undefined;
    if (payload === undefined || payload.length < length || checksum(payload) !== view.getUint32(4, true)) {
      throw new DamagedFile(this.name, at);
    }
    return payload;
  }
}
