// A hash table from pairs of small numbers to a number, in typed arrays: what the memos of the relaxed graph are made
// of. Looking something up allocates nothing.

const EMPTY_SLOT = -1;

export class PairTable {
  private first: Int32Array;
  private second: Int32Array;
  private results: Int32Array;
  private mask: number;
  private used = 0;

  constructor(capacity = 1024) {
    this.mask = capacity - 1;
    this.first = new Int32Array(capacity).fill(EMPTY_SLOT);
    this.second = new Int32Array(capacity);
    this.results = new Int32Array(capacity);
  }

  get size(): number {
    return this.used;
  }

  /** −1 when the pair has no entry; numbers that are kept must not be negative. */
  get(a: number, b: number): number {
    const { first, second, mask } = this;
    for (let slot = hash(a, b) & mask; ; slot = (slot + 1) & mask) {
      const key = first[slot]!;
      if (key === EMPTY_SLOT) return -1;
      if (key === a && second[slot] === b) return this.results[slot]!;
    }
  }

  set(a: number, b: number, result: number): void {
    if (this.used * 2 > this.mask) this.grow();
    const { first, second, mask } = this;
    let slot = hash(a, b) & mask;
    while (first[slot] !== EMPTY_SLOT && (first[slot] !== a || second[slot] !== b)) slot = (slot + 1) & mask;
    if (first[slot] === EMPTY_SLOT) this.used++;
    first[slot] = a;
    second[slot] = b;
    this.results[slot] = result;
  }

  clear(): void {
    this.first.fill(EMPTY_SLOT);
    this.used = 0;
  }

  private grow(): void {
    const { first, second, results } = this;
    const capacity = first.length * 2;
    this.mask = capacity - 1;
    this.first = new Int32Array(capacity).fill(EMPTY_SLOT);
    this.second = new Int32Array(capacity);
    this.results = new Int32Array(capacity);
    this.used = 0;
    for (let slot = 0; slot < first.length; slot++) {
      if (first[slot] !== EMPTY_SLOT) this.set(first[slot]!, second[slot]!, results[slot]!);
    }
  }
}

function hash(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
