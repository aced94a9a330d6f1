// A file of states that only grows. A record is a state with the place of its parent and the step that led to it;
// records are written in blocks with a checksum each, so that a damaged file is found out before anything rests on it.
// Everything stands at whole words, so that states are copied word by word and nothing is made for a record.
//
//   block:  bytes of the payload │ checksum │ records …
//   record: bytes of the state │ column of the parent │ its place there, low and high half │ ordinal │ state, padded

import type { Files } from "../../basics/files.ts";
import { checksum } from "./checksum.ts";

/** Bytes of a block before it is written. */
const BLOCK = 1 << 16;
const BLOCK_HEADER = 8;
const RECORD_HEADER = 20;
const HEADER_WORDS = RECORD_HEADER / 4;
/** The column of the parent of an initial state. */
export const NO_PARENT = 0xffffffff;

export interface RecordOrigin {
  /** Column and place of the parent's record. */
  readonly column: number;
  readonly place: number;
  readonly ordinal: number;
}

/** A state as words, of which so many bytes count. */
export interface StateWords {
  readonly words: Int32Array;
  readonly from: number;
  readonly bytes: number;
}

/** A block is not what was written. */
export class DamagedFile extends Error {
  readonly file: string;
  readonly at: number;

  constructor(file: string, at: number) {
    super(`${file} is damaged at byte ${at}`);
    this.name = "DamagedFile";
    this.file = file;
    this.at = at;
  }
}

/** The records of a block, one after the other. */
export class BlockReader implements StateWords, RecordOrigin {
  readonly words: Int32Array;
  /** Behind the block, in its file. */
  readonly end: number;
  private readonly first: number;
  private next = 0;
  /** Of the record at hand: where it stands in its file, and where its state does among the words. */
  at = 0;
  from = 0;
  bytes = 0;
  column = 0;
  place = 0;
  ordinal = 0;

  constructor(payload: Uint8Array, first: number) {
    this.words = new Int32Array(payload.buffer, payload.byteOffset, payload.length >> 2);
    this.first = first;
    this.end = first + payload.length;
  }

  /** Goes to the next record; false: there is none. */
  advance(): boolean {
    const { words, next } = this;
    if (next >= words.length) return false;
    this.at = this.first + 4 * next;
    this.bytes = words[next]!;
    this.column = words[next + 1]! >>> 0;
    this.place = (words[next + 2]! >>> 0) + 2 ** 32 * (words[next + 3]! >>> 0);
    this.ordinal = words[next + 4]!;
    this.from = next + HEADER_WORDS;
    this.next = this.from + wordsFor(this.bytes);
    return true;
  }
}

export class RecordFile {
  readonly name: string;
  private readonly files: Files;
  /** What is in the file. */
  private written: number;
  private buffer: Int32Array | undefined;
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

  append({ words, from, bytes }: StateWords, column: number, place: number, ordinal: number): void {
    const count = wordsFor(bytes);
    const length = RECORD_HEADER + 4 * count;
    if (this.buffered > 0 && this.buffered + length > BLOCK) this.flush();
    const buffer = this.room(this.buffered + length);
    let at = (BLOCK_HEADER + this.buffered) >> 2;
    buffer[at++] = bytes;
    buffer[at++] = column;
    buffer[at++] = place >>> 0;
    buffer[at++] = Math.floor(place / 2 ** 32);
    buffer[at++] = ordinal;
    for (let i = 0; i < count; i++) buffer[at + i] = words[from + i]!;
    this.buffered += length;
  }

  /** Writes what waits; it is not on the disk for good before `sync`. */
  flush(): void {
    const { buffer, buffered } = this;
    if (buffer === undefined || buffered === 0) return;
    const block = new Uint8Array(buffer.buffer, 0, BLOCK_HEADER + buffered);
    buffer[0] = buffered;
    buffer[1] = checksum(block.subarray(BLOCK_HEADER));
    // What somebody has cut off behind our back must not be taken for a place.
    const size = this.files.size(this.name) ?? 0;
    if (size !== this.written) throw new DamagedFile(this.name, Math.min(size, this.written));
    this.files.append(this.name, block);
    this.written += BLOCK_HEADER + buffered;
    this.buffered = 0;
    this.buffer = undefined;
    this.isDirty = true;
  }

  sync(): void {
    if (this.isDirty) this.files.sync(this.name);
    this.isDirty = false;
  }

  /** From now on only this much counts; what lies behind it stays until `removeRest`. */
  cutTo(size: number): void {
    this.written = Math.min(this.written, size);
    this.buffered = 0;
    this.buffer = undefined;
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
      const payload = isWaiting ? new Uint8Array(this.buffer!.buffer, BLOCK_HEADER, this.buffered) : this.block(at);
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

  private room(payload: number): Int32Array {
    const { buffer } = this;
    const needed = (BLOCK_HEADER + payload) >> 2;
    if (buffer !== undefined && buffer.length >= needed) return buffer;
    const usual = (BLOCK + BLOCK_HEADER) >> 2;
    const larger = new Int32Array(Math.max(needed, Math.min(2 * (buffer?.length ?? 128), usual)));
    if (buffer !== undefined) larger.set(buffer);
    this.buffer = larger;
    return larger;
  }
}

const wordsFor = (bytes: number): number => (bytes + 3) >> 2;
