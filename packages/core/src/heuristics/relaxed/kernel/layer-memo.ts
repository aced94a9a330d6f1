// How many layers follow on an abstract state, for the states that were met: the graphs of different states soon run
// into each other, and where only their height is asked for nothing more need be built then. Abstract states are
// compared in full, so this is exact; when the table is full it starts afresh.

import { grown } from "../../../basics/grow.ts";
import type { CellHistory } from "./cell-history.ts";

/** Numbers that the kept states may take up in all. */
const MAX_WORDS = 1 << 22;
const SLOTS = 1 << 16;

export class LayerMemo {
  private readonly cells: CellHistory;
  private readonly locationLayer: Int32Array;
  /** Location facts that matter. */
  private readonly facts: Int32Array;
  /** Words of one state: what the cells have gathered, then locations as bits. */
  private readonly width: number;
  private readonly current: Int32Array;
  private words = new Int32Array(1 << 12);
  /** By state: layers that follow; UNKNOWN while the graph in which it was met is built. */
  private readonly rest = new Float64Array(SLOTS >> 1);
  private count = 0;
  private readonly slots = new Int32Array(SLOTS).fill(-1);
  /** The states of the graph being built, by layer; −1 for one that was given up. */
  private readonly path: number[] = [];
  private isOpen = false;

  /** `relevant`: 1 for location facts that matter. */
  constructor(cells: CellHistory, locationLayer: Int32Array, relevant: Uint8Array) {
    this.cells = cells;
    this.locationLayer = locationLayer;
    this.facts = Int32Array.from([...relevant.keys()].filter((fact) => relevant[fact] === 1));
    this.width = cells.width + ((this.facts.length + 31) >> 5);
    this.current = new Int32Array(this.width);
  }

  start(): void {
    // A graph that was given up leaves states of which nothing is known.
    if (this.isOpen) this.clear();
    this.isOpen = true;
    this.path.length = 0;
  }

  /** How many layers follow on the abstract state as it is; −1 when that is not known, but will be in the end. */
  recall(): number {
    const { current, width, slots, words } = this;
    let slot = this.load() & (SLOTS - 1);
    for (; slots[slot] !== -1; slot = (slot + 1) & (SLOTS - 1)) {
      const state = slots[slot]!;
      const at = state * width;
      let same = 0;
      while (same < width && words[at + same] === current[same]) same++;
      // The same state again: nothing that matters has grown, and nothing will.
      if (same === width) return this.rest[state] === UNKNOWN ? Number.POSITIVE_INFINITY : this.rest[state]!;
    }
    if (this.count === this.rest.length || (this.count + 1) * width > MAX_WORDS) {
      this.clear();
      this.path.push(-1);
      return -1;
    }
    slots[slot] = this.count;
    this.rest[this.count] = UNKNOWN;
    this.path.push(this.count);
    this.store();
    return -1;
  }

  /** The graph has so many layers in all. */
  finish(layers: number): number {
    this.isOpen = false;
    for (let layer = 0; layer < this.path.length; layer++) {
      const state = this.path[layer]!;
      if (state >= 0) this.rest[state] = layers - layer;
    }
    return layers;
  }

  clear(): void {
    this.slots.fill(-1);
    this.count = 0;
    this.path.fill(-1);
  }

  /** Writes the state down and yields a hash of it. */
  private load(): number {
    const { current, cells, facts, locationLayer } = this;
    cells.write(current);
    let hash = 0;
    for (let at = 0; at < cells.width; at++) hash = (Math.imul(hash, 31) + current[at]!) | 0;
    for (let at = 0, to = cells.width; at < facts.length; to++) {
      let bits = 0;
      for (const end = Math.min(at + 32, facts.length); at < end; at++) {
        bits = (bits << 1) | (locationLayer[facts[at]!]! < UNREACHED ? 1 : 0);
      }
      current[to] = bits;
      hash = (Math.imul(hash, 31) + bits) | 0;
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return hash ^ (hash >>> 13);
  }

  private store(): void {
    const { width } = this;
    const at = this.count++ * width;
    this.words = grown(this.words, at + width);
    this.words.set(this.current, at);
  }
}

const UNKNOWN = -1;
/** Layers of locations that are not reached lie above. */
const UNREACHED = 1 << 29;
