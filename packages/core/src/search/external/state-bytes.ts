// States as words on disk: as they lie in memory where engines understand that of each other, else in the form that
// every engine reads; and the partition to which all zones of a discrete state belong.

import { type CarryingStore, type COVERED, carries, type Engine, type StateId } from "../../engine/engine.ts";
import type { StateWords } from "./records.ts";

export interface StateBytes {
  /** What is written by another form is not understood. */
  readonly form: string;
  /** Lent: valid until the next state is written. */
  write(engine: Engine, state: StateId): StateWords;
  read(engine: Engine, state: StateWords, cost?: number): StateId | typeof COVERED;
  /** Of the state that was written last. */
  hash(engine: Engine, state: StateId): number;
}

export function stateBytesOf(engine: Engine): StateBytes {
  return carries(engine) ? new CarriedStates(engine.form!) : new EncodedStates();
}

class CarriedStates implements StateBytes {
  readonly form: string;
  private readonly lent = { words: new Int32Array(256), from: 0, bytes: 0 };

  constructor(form: string) {
    this.form = form;
  }

  write(engine: Engine, state: StateId): StateWords {
    const store = engine as Engine & CarryingStore;
    const { lent } = this;
    let size = store.carry(state, lent.words);
    if (size > lent.words.length) {
      lent.words = new Int32Array(2 * size);
      size = store.carry(state, lent.words);
    }
    lent.bytes = 4 * size;
    return lent;
  }

  read(engine: Engine, { words, from, bytes }: StateWords, cost = 0): StateId | typeof COVERED {
    return (engine as Engine & CarryingStore).take(words, cost, from, bytes >> 2);
  }

  hash(engine: Engine): number {
    const { discreteWords } = engine as Engine & CarryingStore;
    const { words } = this.lent;
    let hash = 0x2545f491;
    for (let i = 0; i < discreteWords; i++) hash = mixed(hash, words[i]!);
    return finished(hash);
  }
}

class EncodedStates implements StateBytes {
  readonly form = "encoded";
  private words = new Int32Array(1 << 10);

  write(engine: Engine, state: StateId): StateWords {
    let size = engine.encode(state, new Uint8Array(this.words.buffer));
    if (size > 4 * this.words.length) {
      this.words = new Int32Array(size);
      size = engine.encode(state, new Uint8Array(this.words.buffer));
    }
    return { words: this.words, from: 0, bytes: size };
  }

  read(engine: Engine, { words, from, bytes }: StateWords, cost = 0): StateId | typeof COVERED {
    return engine.decode(new Uint8Array(words.buffer, words.byteOffset + 4 * from, bytes), cost);
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
