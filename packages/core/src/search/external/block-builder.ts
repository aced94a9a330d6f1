// A block of records while it is filled: states with the place of their parent and the step that led to them, behind
// room for the length and the checksum of the block.

import { checksum } from "./checksum.ts";
import { BLOCK_HEADER, HEADER_WORDS, RECORD_HEADER, type StateWords, wordsFor } from "./records.ts";

/** Bytes of a block before it is written. */
const BLOCK = 1 << 16;

export class BlockBuilder {
  private buffer: Int32Array | undefined;
  /** Bytes of its records. */
  filled = 0;

  /** Bytes of the whole block. */
  get size(): number {
    return this.filled === 0 ? 0 : BLOCK_HEADER + this.filled;
  }

  /** Would one more record make it too long? */
  isFullFor({ bytes }: StateWords): boolean {
    return this.filled > 0 && this.filled + RECORD_HEADER + 4 * wordsFor(bytes) > BLOCK;
  }

  append({ words, from, bytes }: StateWords, column: number, place: number, ordinal: number): void {
    const count = wordsFor(bytes);
    const length = RECORD_HEADER + 4 * count;
    const buffer = this.room(this.filled + length);
    let at = (BLOCK_HEADER + this.filled) >> 2;
    buffer[at] = bytes;
    buffer[at + 1] = column;
    buffer[at + 2] = place >>> 0;
    buffer[at + 3] = Math.floor(place / 2 ** 32);
    buffer[at + 4] = ordinal;
    at += HEADER_WORDS;
    for (let i = 0; i < count; i++) buffer[at + i] = words[from + i]!;
    this.filled += length;
  }

  /** Its records, lent. */
  get payload(): Uint8Array {
    return new Uint8Array(this.buffer!.buffer, BLOCK_HEADER, this.filled);
  }

  /** The block as it is written, lent. */
  seal(): Uint8Array {
    const buffer = this.buffer!;
    buffer[0] = this.filled;
    buffer[1] = checksum(this.payload);
    return new Uint8Array(buffer.buffer, 0, BLOCK_HEADER + this.filled);
  }

  clear(): void {
    this.buffer = undefined;
    this.filled = 0;
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
