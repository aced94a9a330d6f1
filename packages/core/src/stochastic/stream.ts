// Random numbers of one run. Every run has its own stream, fixed by the seed and the run's number, so that runs can be
// made in any order, on any number of workers, and each of them again. The generator is sfc32 (Doty-Humphrey's small
// fast counting generator), its state spread by a mixing function so that neighbouring numbers give unrelated streams.

export class Stream {
  private a = 0;
  private b = 0;
  private c = 0;
  private counter = 1;

  constructor(seed = 0, run = 0) {
    this.begin(seed, run);
  }

  /** Starts the stream of that run; the object can be used again for another. */
  begin(seed: number, run: number): void {
    this.a = mix((seed | 0) ^ 0x9e3779b9);
    this.b = mix(Math.imul(Math.floor(seed / 0x1_0000_0000) | 0, 0x85ebca6b) ^ this.a);
    this.c = mix((run | 0) ^ Math.imul(this.b, 0xc2b2ae35));
    this.a = mix(this.a ^ Math.floor(run / 0x1_0000_0000) ^ this.c);
    this.counter = 1;
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** 32 uniform bits. */
  bits(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in [0, 1), with 53 bits. */
  fraction(): number {
    return ((this.bits() >>> 5) * 67108864 + (this.bits() >>> 6)) / 9007199254740992;
  }

  /** Uniform in 0 … bound − 1. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** Exponential with rate 1. */
  exponential(): number {
    return -Math.log(1 - this.fraction());
  }

  /** Standard normal (Marsaglia's polar method; the second number is not kept, so that a draw is a draw). */
  normal(): number {
    for (;;) {
      const u = 2 * this.fraction() - 1;
      const v = 2 * this.fraction() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) return u * Math.sqrt((-2 * Math.log(s)) / s);
    }
  }
}

/** Mixes all bits into all bits (Murmur3's finaliser). */
function mix(value: number): number {
  let bits = (value + 0x6d2b79f5) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
