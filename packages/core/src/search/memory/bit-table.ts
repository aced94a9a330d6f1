// Bitstate hashing (Holzmann 1988): of every state only a few bits of a large table are kept. A state whose bits are
// all set is taken for one that was seen; since that may be wrong, absence of a target is never claimed.

import type { Engine, StateId } from "../../engine/engine.ts";

const HASHES = 3;

export class BitTable {
  private readonly bits: Uint8Array;
  private readonly mask: number;
  private bytes = new Uint8Array(1 << 10);

  /** 2^`logarithm` bits. */
  constructor(logarithm: number) {
    this.bits = new Uint8Array(2 ** Math.max(0, logarithm - 3));
    this.mask = 2 ** logarithm - 1;
  }

  /** Sets the bits of a state; were some of them not set before? */
  add(engine: Engine, state: StateId): boolean {
    let size = engine.encode(state, this.bytes);
    if (size > this.bytes.length) {
      this.bytes = new Uint8Array(2 * size);
      size = engine.encode(state, this.bytes);
    }
    let fresh = false;
    let hash = hashOf(this.bytes, size, 0x811c9dc5);
    const step = hashOf(this.bytes, size, 0x2545f491) | 1;
    for (let k = 0; k < HASHES; k++) {
      const at = (hash >>> 0) & this.mask;
      const bit = 1 << (at & 7);
      if ((this.bits[at >>> 3]! & bit) === 0) {
        fresh = true;
        this.bits[at >>> 3]! |= bit;
      }
      hash = (hash + step) | 0;
    }
    return fresh;
  }
}

function hashOf(bytes: Uint8Array, size: number, seed: number): number {
  let hash = seed;
  for (let i = 0; i < size; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 13);
}
