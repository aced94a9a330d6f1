// The Mersenne Twister MT19937 (Matsumoto and Nishimura 1998): the random source the distance-preserving paper names
// for its random systems. 32-bit words, seeded with one number.

const N = 624;
const M = 397;

export class MersenneTwister {
  private readonly state = new Uint32Array(N);
  private index = N;

  constructor(seed: number) {
    this.state[0] = seed >>> 0;
    for (let i = 1; i < N; i++) {
      const previous = this.state[i - 1]! ^ (this.state[i - 1]! >>> 30);
      this.state[i] = Math.imul(1812433253, previous) + i;
    }
  }

  /** A uniform 32-bit word. */
  next(): number {
    if (this.index === N) this.twist();
    let y = this.state[this.index++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** Uniform in 0 … n − 1. */
  below(n: number): number {
    return Math.floor((this.next() / 2 ** 32) * n);
  }

  private twist(): void {
    for (let i = 0; i < N; i++) {
      const y = (this.state[i]! & 0x80000000) | (this.state[(i + 1) % N]! & 0x7fffffff);
      this.state[i] = this.state[(i + M) % N]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.index = 0;
  }
}
