// A small seeded generator of random numbers, so that a seed fixes a search on every machine. Not for cryptography.

export class Prng {
  private state: number;

  constructor(seed: number) {
    // Neighbouring seeds should not give neighbouring sequences: spread the seed before first use.
    this.state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x5bd1e995) | 0;
    this.next();
  }

  /** The sequence from a state on, as it is: seeds that stand in regressions mean what they meant. */
  static from(state: number): Prng {
    const prng = new Prng(0);
    prng.state = state | 0;
    return prng;
  }

  /** 32 uniform bits (a Weyl sequence passed through a mixing function). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** Uniform in 0 … bound − 1. */
  below(bound: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * bound);
  }

  /** Uniform in [0, 1). */
  fraction(): number {
    return this.next() / 0x1_0000_0000;
  }

  shuffle(items: number[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = items[i]!;
      items[i] = items[j]!;
      items[j] = kept;
    }
  }
}
