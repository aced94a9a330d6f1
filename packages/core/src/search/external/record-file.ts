// A file of states that only grows, written block by block (`records.ts`).

import type { Files } from "../../basics/files.ts";
import { BlockBuilder } from "./block-builder.ts";
import { checksum } from "./checksum.ts";
import { BLOCK_HEADER, BlockReader, DamagedFile, type RecordOrigin, type StateWords } from "./records.ts";

export class RecordFile {
  readonly name: string;
  private readonly files: Files;
  /** What is in the file. */
  private written: number;
  private readonly waiting = new BlockBuilder();
  /** Where the first blocks begin, as far as anybody has asked. */
  private readonly starts = [0];
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
    this.starts.length = 1;
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
    return this.recordAt(at);
  }

  /** The state of a record. */
  stateAt(at: number): StateWords {
    return this.recordAt(at);
  }

  /** With its whole block: nothing rests on bytes whose checksum nobody has looked at. */
  private recordAt(at: number): BlockReader {
    this.flush();
    const start = this.blockWith(at);
    const reader = new BlockReader(this.block(start), start + BLOCK_HEADER);
    while (reader.advance()) if (reader.at === at) return reader;
    throw new DamagedFile(this.name, at);
  }

  /** Where the block begins that holds this byte: blocks stand one behind the other, and know how long they are. */
  private blockWith(at: number): number {
    const { starts } = this;
    let last = starts.at(-1)!;
    // It is the last one that is known, or one behind it; or an earlier one.
    for (;;) {
      const next = last + BLOCK_HEADER + this.headerAt(last).length;
      if (at < last || at < next) break;
      starts.push(next);
      last = next;
    }
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return starts[low]!;
  }

  private headerAt(at: number): { readonly length: number; readonly sum: number } {
    const header = this.files.read(this.name, at, BLOCK_HEADER);
    if (header.length < BLOCK_HEADER) throw new DamagedFile(this.name, at);
    const view = new DataView(header.buffer, header.byteOffset);
    const length = view.getUint32(0, true);
    const isLength = length > 0 && length < 2 ** 30 && at + BLOCK_HEADER + length <= this.written;
    if (!isLength) throw new DamagedFile(this.name, at);
    return { length, sum: view.getUint32(4, true) };
  }

  private block(at: number): Uint8Array {
    const isThere = (this.files.size(this.name) ?? 0) >= at + BLOCK_HEADER;
    if (!isThere) throw new DamagedFile(this.name, at);
    const { length, sum } = this.headerAt(at);
    const payload = this.files.read(this.name, at + BLOCK_HEADER, length);
    if (payload.length < length || checksum(payload) !== sum) throw new DamagedFile(this.name, at);
    return payload;
  }
}
