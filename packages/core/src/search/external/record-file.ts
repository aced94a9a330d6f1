// A file of states that only grows. A record is a state with the place of its parent and the step that led to it;
// records are written in blocks with a checksum each, so that a damaged file is found out before anything rests on it.

import type { Files } from "../../basics/files.ts";
import { checksum } from "./checksum.ts";

/** Bytes of a block before it is written. */
const BLOCK = 1 << 16;
/** Length of the payload, checksum. */
const BLOCK_HEADER = 8;
/** Length of the state, column of the parent, its place there (low and high half), ordinal. */
const RECORD_HEADER = 20;
/** The column of the parent of an initial state. */
export const NO_PARENT = 0xffffffff;

export interface RecordOrigin {
  /** Column and place of the parent's record. */
  readonly column: number;
  readonly place: number;
  readonly ordinal: number;
}

export interface KeptRecord extends RecordOrigin {
  /** Where the record stands in its file. */
  readonly at: number;
  /** Lent: valid as long as its block is. */
  readonly state: Uint8Array;
}

/** A block is not what was written. */
export class DamagedFile extends Error {
  readonly file: string;

  constructor(file: string, at: number) {
    super(`${file} is damaged at byte ${at}`);
    this.name = "DamagedFile";
    this.file = file;
  }
}

export class RecordFile {
  readonly name: string;
  private readonly files: Files;
  /** What is in the file. */
  private written: number;
  private buffer: Uint8Array | undefined;
  private buffered = 0;
  /** Is there something that the disk may not have yet? */
  isDirty = false;

  constructor(files: Files, name: string, size = 0) {
    this.files = files;
    this.name = name;
    this.written = size;
  }

  /** In bytes, once everything is written. */
  get size(): number {
    return this.written + (this.buffered === 0 ? 0 : BLOCK_HEADER + this.buffered);
  }

  /** Yields where the record stands. */
  append(state: Uint8Array, { column, place, ordinal }: RecordOrigin): number {
    const length = RECORD_HEADER + state.length;
    if (this.buffered > 0 && this.buffered + length > BLOCK) this.flush();
    const buffer = this.room(this.buffered + length);
    const view = new DataView(buffer.buffer, buffer.byteOffset);
    const at = BLOCK_HEADER + this.buffered;
    view.setUint32(at, state.length, true);
    view.setUint32(at + 4, column, true);
    view.setUint32(at + 8, place >>> 0, true);
    view.setUint32(at + 12, Math.floor(place / 2 ** 32), true);
    view.setUint32(at + 16, ordinal, true);
    buffer.set(state, at + RECORD_HEADER);
    this.buffered += length;
    return this.written + at;
  }

  /** Writes what waits; it is not on the disk for good before `sync`. */
  flush(): void {
    const { buffer, buffered } = this;
    if (buffer === undefined || buffered === 0) return;
    const view = new DataView(buffer.buffer, buffer.byteOffset);
    view.setUint32(0, buffered, true);
    view.setUint32(4, checksum(buffer.subarray(BLOCK_HEADER, BLOCK_HEADER + buffered)), true);
    this.files.append(this.name, buffer.subarray(0, BLOCK_HEADER + buffered));
    this.written += BLOCK_HEADER + buffered;
    this.buffered = 0;
    this.buffer = undefined;
    this.isDirty = true;
  }

  sync(): void {
    if (this.isDirty) this.files.sync(this.name);
    this.isDirty = false;
  }

  /** Block by block, between two ends of blocks; with the end of each. */
  *blocks(from: number, to: number): Generator<{ readonly records: Iterable<KeptRecord>; readonly end: number }> {
    for (let at = from; at < to; ) {
      // What waits to be written need not be written to be read.
      const isWaiting = at >= this.written;
      const payload = isWaiting ? this.buffer!.subarray(BLOCK_HEADER, BLOCK_HEADER + this.buffered) : this.block(at);
      const end = at + BLOCK_HEADER + payload.length;
      yield { records: recordsIn(payload, at + BLOCK_HEADER), end };
      at = end;
    }
  }

  /** Whence the state of a record came. */
  originAt(at: number): RecordOrigin {
    this.flush();
    const header = this.files.read(this.name, at, RECORD_HEADER);
    if (header.length < RECORD_HEADER) throw new DamagedFile(this.name, at);
    return originIn(new DataView(header.buffer, header.byteOffset), 0);
  }

  /** The state of a record. */
  stateAt(at: number): Uint8Array {
    this.flush();
    const header = this.files.read(this.name, at, 4);
    const length = new DataView(header.buffer, header.byteOffset).getUint32(0, true);
    return this.files.read(this.name, at + RECORD_HEADER, length);
  }

  private block(at: number): Uint8Array {
    const header = this.files.read(this.name, at, BLOCK_HEADER);
    if (header.length < BLOCK_HEADER) throw new DamagedFile(this.name, at);
    const view = new DataView(header.buffer, header.byteOffset);
    const length = view.getUint32(0, true);
    const payload = length > 0 && length < 2 ** 30 ? this.files.read(this.name, at + BLOCK_HEADER, length) : undefined;
    if (payload === undefined || payload.length < length || checksum(payload) !== view.getUint32(4, true)) {
      throw new DamagedFile(this.name, at);
    }
    return payload;
  }

  private room(payload: number): Uint8Array {
    const { buffer } = this;
    const needed = BLOCK_HEADER + payload;
    if (buffer !== undefined && buffer.length >= needed) return buffer;
    const larger = new Uint8Array(Math.max(needed, Math.min(2 * (buffer?.length ?? 512), BLOCK + BLOCK_HEADER)));
    if (buffer !== undefined) larger.set(buffer);
    this.buffer = larger;
    return larger;
  }
}

function* recordsIn(payload: Uint8Array, first: number): Generator<KeptRecord> {
  const view = new DataView(payload.buffer, payload.byteOffset);
  for (let at = 0; at < payload.length; ) {
    const length = view.getUint32(at, true);
    const state = payload.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length);
    yield { at: first + at, state, ...originIn(view, at) };
    at += RECORD_HEADER + length;
  }
}

function originIn(view: DataView, at: number): RecordOrigin {
  return {
    column: view.getUint32(at + 4, true),
    place: view.getUint32(at + 8, true) + 2 ** 32 * view.getUint32(at + 12, true),
    ordinal: view.getUint32(at + 16, true),
  };
}
