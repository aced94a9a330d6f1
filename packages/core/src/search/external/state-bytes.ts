// States as bytes on disk: as they lie in memory where engines understand that of each other, else in the form that
// every engine reads; and the partition to which all zones of a discrete state belong.

import { type CarryingStore, type COVERED, carries, type Engine, type StateId } from "../../engine/engine.ts";

export interface StateBytes {
  /** What is written by another form is not understood. */
  readonly form: string;
  /** Lent: valid until the next state is written. */
  write(engine: Engine, state: StateId): Uint8Array;
  read(engine: Engine, bytes: Uint8Array, cost?: number): StateId | typeof COVERED;
  /** Of the state that was written last. */
  hash(engine: Engine, state: StateId): number;
}

export function stateBytesOf(engine: Engine): StateBytes {
  return carries(engine) ? new CarriedStates(engine.form!) : new EncodedStates();
}

class CarriedStates implements StateBytes {
  readonly form: string;
  private words = new Int32Array(256);
  /** Bytes from files stand at any place, words only at some. */
  private aligned = new Int32Array(256);

  constructor(form: string) {
    this.form = form;
  }

  write(engine: Engine, state: StateId): Uint8Array {
    const store = engine as Engine & CarryingStore;
    let size = store.carry(state, this.words);
    if (size > this.words.length) {
      this.words = new Int32Array(2 * size);
      size = store.carry(state, this.words);
    }
    return new Uint8Array(this.words.buffer, 0, 4 * size);
  }

  read(engine: Engine, bytes: Uint8Array, cost = 0): StateId | typeof COVERED {
    const size = bytes.length >> 2;
    if (this.aligned.length < size) this.aligned = new Int32Array(2 * size);
    new Uint8Array(this.aligned.buffer).set(bytes);
    return (engine as Engine & CarryingStore).take(this.aligned.subarray(0, size), cost);
  }

  hash(engine: Engine): number {
    const { discreteWords } = engine as Engine & CarryingStore;
    let hash = 0x2545f491;
    for (let i = 0; i < discreteWords; i++) hash = mixed(hash, this.words[i]!);
    return finished(hash);
  }
}

class EncodedStates implements StateBytes {
  readonly form = "encoded";
  private bytes = new Uint8Array(1 << 12);

  write(engine: Engine, state: StateId): Uint8Array {
    const size = engine.encode(state, this.bytes);
    if (size > this.bytes.length) {
      this.bytes = new Uint8Array(2 * size);
      engine.encode(state, this.bytes);
    }
    return this.bytes.subarray(0, size);
  }

  read(engine: Engine, bytes: Uint8Array, cost = 0): StateId | typeof COVERED {
    return engine.decode(bytes, cost);
  }

  hash(engine: Engine, state: StateId): number {
    const { locations, cells } = engine.view(state);
    let hash = 0x2545f491;
    for (let i = 0; i < locations.length; i++) hash = mixed(hash, locations[i]!);
    for (let i = 0; i < cells.length; i++) hash = mixed(hash, cells[i]!);
    return finished(hash);
  }
}

const mixed = (hash: number, word: number): number => Math.imul(hash ^ (hash >>> 15) ^ word, 0x9e3779b1);
const finished = (hash: number): number => (hash ^ (hash >>> 13)) >>> 0;
