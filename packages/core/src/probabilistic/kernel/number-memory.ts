// The memory of emitted loops: its size is known before it is made, so that the rows of numbers in it stay where they
// are.

import type { MakeMemory } from "../../basics/linear-memory.ts";

const PAGE = 1 << 16;
/** More than this is not asked for: the plain loops go on. */
const MOST_BYTES = 0xf000_0000;

const aligned = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** The bytes that rows of so many numbers take together. */
export function bytesOf(rows: readonly { readonly length: number; readonly size: 1 | 4 | 8 }[]): number {
  return rows.reduce((sum, { length, size }) => sum + aligned(length * size), 16);
}

export class NumberMemory {
  readonly memory: WebAssembly.Memory;
  /** Address 0 stands for nothing. */
  private top = 16;

  private constructor(memory: WebAssembly.Memory) {
    this.memory = memory;
  }

  /** Undefined: there is not so much. */
  static make(makeMemory: MakeMemory, bytes: number): NumberMemory | undefined {
    if (bytes > MOST_BYTES) return undefined;
    const pages = Math.ceil(bytes / PAGE) + 1;
    try {
      return new NumberMemory(makeMemory({ initial: pages, maximum: pages }));
    } catch {
      return undefined;
    }
  }

  private place(bytes: number): number {
    const address = this.top;
    this.top += aligned(bytes);
    return address;
  }

  ints(length: number): Int32Array {
    return new Int32Array(this.memory.buffer, this.place(4 * length), length);
  }

  floats(length: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.place(8 * length), length);
  }

  bytes(from: Uint8Array): Uint8Array {
    const own = new Uint8Array(this.memory.buffer, this.place(from.length), from.length);
    own.set(from);
    return own;
  }
}
