// Interns discrete states: equal locations and cells get one number and one object. A plain open-addressing table
// over hashes; the vectors themselves stay in the objects, so the table holds nothing but numbers.

import type { Discrete } from "../../semantics/semantics.ts";
import type { DiscreteId } from "../engine.ts";

export class DiscreteStore {
  private readonly states: Discrete[] = [];
  private readonly hashes: number[] = [];
  /** Number of a state + 1; 0 is free. The length is a power of two, at most half full. */
  private table = new Int32Array(1024);

  get size(): number {
    return this.states.length;
  }

  get(id: DiscreteId): Discrete {
    return this.states[id]!;
  }

  intern(discrete: Discrete): DiscreteId {
    const hash = hashOf(discrete);
    const slot = this.slotOf(discrete, hash);
    if (this.table[slot] !== 0) return this.table[slot]! - 1;
    this.states.push(discrete);
    this.hashes.push(hash);
    this.table[slot] = this.states.length;
    if (2 * this.states.length > this.table.length) this.grow();
    return this.states.length - 1;
  }

  /** The interned object equal to this one, or this one if there is none. */
  canonical(discrete: Discrete): Discrete {
    const id = this.table[this.slotOf(discrete, hashOf(discrete))]! - 1;
    return id < 0 ? discrete : this.states[id]!;
  }

  /** Where the state stands in the table, or would. */
  private slotOf(discrete: Discrete, hash: number): number {
    const mask = this.table.length - 1;
    let slot = hash & mask;
    for (; this.table[slot] !== 0; slot = (slot + 1) & mask) {
      const id = this.table[slot]! - 1;
      if (this.hashes[id] === hash && same(this.states[id]!, discrete)) break;
    }
    return slot;
  }

  private grow(): void {
    const table = new Int32Array(2 * this.table.length);
    const mask = table.length - 1;
    for (const [id, hash] of this.hashes.entries()) {
      let slot = hash & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.table = table;
  }
}

function same(a: Discrete, b: Discrete): boolean {
  return sameValues(a.locations, b.locations) && sameValues(a.cells, b.cells);
}

function sameValues(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function hashOf({ locations, cells }: Discrete): number {
  let hash = 0x2545f491;
  for (let i = 0; i < locations.length; i++) hash = mix(hash, locations[i]!);
  for (let i = 0; i < cells.length; i++) hash = mix(hash, cells[i]!);
  return hash ^ (hash >>> 15);
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return mixed ^ (mixed >>> 13);
}
