// Static memory of a compiled network: regions are reserved while the code is emitted, tables among them are filled
// once the memory exists. Everything behind `end` belongs to the store.

/** Below it nothing stands that belongs to one program alone. */
export const FIRST_ADDRESS = 1024;

export class MemoryMap {
  private top: number;
  /** How much of what is reserved is room. */
  roomBytes = 0;
  private readonly tables: { address: number; words: Int32Array }[] = [];

  /** `first`: the first address; several programs that share one memory begin at different ones. */
  constructor(first: number = FIRST_ADDRESS) {
    this.top = first;
  }

  reserve(bytes: number, align = 16): number {
    this.top = Math.ceil(this.top / align) * align;
    const address = this.top;
    this.top += bytes;
    return address;
  }

  /**
   * Room that is used as far as it is needed; pages that are never touched cost nothing, so it does not count as used.
   */
  room(bytes: number): number {
    this.roomBytes += bytes;
    return this.reserve(bytes);
  }

  /** A table of int32 that the code reads. */
  table(values: ArrayLike<number>): number {
    const words = Int32Array.from(values);
    const address = this.reserve(Math.max(4, words.byteLength));
    this.tables.push({ address, words });
    return address;
  }

  /** Fills a region that was reserved before its contents were known. */
  tableAt(address: number, values: ArrayLike<number>): void {
    this.tables.push({ address, words: Int32Array.from(values) });
  }

  get end(): number {
    return Math.ceil(this.top / 64) * 64;
  }

  fill(memory: ArrayBufferLike): void {
    for (const { address, words } of this.tables) new Int32Array(memory, address, words.length).set(words);
  }
}
