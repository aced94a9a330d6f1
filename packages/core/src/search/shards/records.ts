// States as they travel: how far they are from the start, where their parent is written down, which of its candidates
// they are, and what they are. Everything stands at whole words, so that states are copied word by word and nothing is
// made for a record. Who reads them trusts nothing: what does not decode is told.
//
//   words of the record │ g │ parent: shard, batch (low and high half), index │ ordinal │ state

import type { StateWords } from "../external/records.ts";
import type { StatePlace } from "./shard-mail.ts";

export const RECORD_HEAD = 7;
/** The parent of an initial state. */
const NO_SHARD = -1;
const HALF = 2 ** 32;

export interface StateRecordHead {
  readonly g: number;
  readonly parent: StatePlace | undefined;
  readonly ordinal: number;
}

/** Words that grow; what is written lies behind one another. */
export class RecordBox {
  private words = new Int32Array(1 << 10);
  private used = 0;

  /** In bytes. */
  get size(): number {
    return 4 * this.used;
  }

  add(g: number, parent: StatePlace | undefined, ordinal: number, state: StateWords): void {
    const count = RECORD_HEAD + (state.bytes >> 2);
    if (this.used + count > this.words.length) this.grow(this.used + count);
    const { words, used: at } = this;
    words[at] = count;
    words[at + 1] = g;
    words[at + 2] = parent?.shard ?? NO_SHARD;
    words[at + 3] = parent?.batch ?? 0;
    words[at + 4] = (parent?.batch ?? 0) / HALF;
    words[at + 5] = parent?.index ?? 0;
    words[at + 6] = ordinal;
    const from = state.from - at - RECORD_HEAD;
    for (let i = at + RECORD_HEAD; i < at + count; i++) words[i] = state.words[from + i]!;
    this.used = at + count;
  }

  /** Takes everything out. */
  take(): Uint8Array {
    const taken = this.words.slice(0, this.used);
    this.used = 0;
    return new Uint8Array(taken.buffer);
  }

  private grow(size: number): void {
    const longer = new Int32Array(2 * size);
    longer.set(this.words.subarray(0, this.used));
    this.words = longer;
  }
}

/** Goes through the records of a batch, one after the other. */
export class RecordReader {
  private readonly words: Int32Array;
  private readonly isWhole: boolean;
  private at = 0;
  private end = 0;
  /** What follows is no record. */
  isDamaged = false;

  constructor(bytes: Uint8Array) {
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
    this.words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
    this.isWhole = bytes.length % 4 === 0;
  }

  /** False: there is no other one. */
  next(): boolean {
    const { words, end: at } = this;
    if (this.isDamaged || (at === words.length && this.isWhole)) return false;
    const count = words[at] ?? 0;
    if (count < RECORD_HEAD || count > words.length - at) {
      this.isDamaged = true;
      return false;
    }
    this.at = at;
    this.end = at + count;
    return true;
  }

  get g(): number {
    return this.words[this.at + 1]! >>> 0;
  }

  get ordinal(): number {
    return this.words[this.at + 6]! >>> 0;
  }

  get parent(): StatePlace | undefined {
    const { words, at } = this;
    const shard = words[at + 2]!;
    if (shard === NO_SHARD) return undefined;
    const batch = (words[at + 3]! >>> 0) + HALF * (words[at + 4]! >>> 0);
    return { shard, batch, index: words[at + 5]! >>> 0 };
  }

  /** Lent: a part of the batch. */
  state(into: { words: Int32Array; from: number; bytes: number }): StateWords {
    into.words = this.words;
    into.from = this.at + RECORD_HEAD;
    into.bytes = 4 * (this.end - into.from);
    return into;
  }
}

/** What stands about a state before it; undefined: there is no such record. */
export function recordAt(bytes: Uint8Array, index: number): StateRecordHead | undefined {
  const reader = new RecordReader(bytes);
  for (let i = 0; i <= index; i++) if (!reader.next()) return undefined;
  const { g, parent, ordinal } = reader;
  return { g, parent, ordinal };
}
