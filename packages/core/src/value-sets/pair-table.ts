// A hash table from pairs of small numbers to a number, in a typed array: what the memos of the relaxed graph are made
// of. Looking something up allocates nothing, and an entry lies in one line of the processor's cache.

const EMPTY_SLOT = -1;
/** An entry: the pair, its result, and one word that only keeps entries from straddling cache lines. */
const STRIDE = 4;

export class PairTable {
  private entries: Int32Array;
  private mask: number;
  private used = 0;

  constructor(capacity = 1024) {
    this.mask = capacity - 1;
    this.entries = new Int32Array(capacity * STRIDE).fill(EMPTY_SLOT);
  }

  get size(): number {
    return this.used;
  }

  /** −1 when the pair has no entry; numbers that are kept must not be negative. */
  get(a: number, b: number): number {
    const { entries, mask } = this;
    for (let slot = hash(a, b) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * STRIDE;
      const key = entries[at]!;
      if (key === a && entries[at + 1] === b) return entries[at + 2]!;
      if (key === EMPTY_SLOT) return -1;
    }
  }

  set(a: number, b: number, result: number): void {
    if (this.used * 2 > this.mask) this.grow();
    const { entries, mask } = this;
    let at = (hash(a, b) & mask) * STRIDE;
    while (entries[at] !== EMPTY_SLOT && (entries[at] !== a || entries[at + 1] !== b)) {
      at = (at + STRIDE) & (mask * STRIDE);
    }
    if (entries[at] === EMPTY_SLOT) this.used++;
    entries[at] = a;
    entries[at + 1] = b;
    entries[at + 2] = result;
  }

  clear(): void {
    this.entries.fill(EMPTY_SLOT);
    this.used = 0;
  }

  private grow(): void {
    const { entries } = this;
    this.mask = 2 * this.mask + 1;
    this.entries = new Int32Array(2 * entries.length).fill(EMPTY_SLOT);
    this.used = 0;
    for (let at = 0; at < entries.length; at += STRIDE) {
      if (entries[at] !== EMPTY_SLOT) this.set(entries[at]!, entries[at + 1]!, entries[at + 2]!);
    }
  }
}

function hash(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
