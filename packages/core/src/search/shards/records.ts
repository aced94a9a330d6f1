// States as they travel: how far they are from the start, where their parent is written down, which of its candidates
// they are, and what they are. Numbers are little endian. Who reads them trusts nothing: what does not decode is told.
//
//   length u32 │ g u32 │ parent: shard u32, batch f64, index u32 │ ordinal u32 │ state

import type { StatePlace } from "./shard-mail.ts";

export const RECORD_HEAD = 28;
/** The parent of an initial state. */
const NO_SHARD = 0xffffffff;

export interface StateRecordHead {
  readonly g: number;
  readonly parent: StatePlace | undefined;
  readonly ordinal: number;
}

export interface TravellingState extends StateRecordHead {
  readonly state: Uint8Array;
}

/** Bytes that grow; what is written lies behind one another. */
export class RecordBox {
  private bytes = new Uint8Array(1 << 12);
  private view = new DataView(this.bytes.buffer);
  size = 0;
  records = 0;

  add({ g, parent, ordinal }: StateRecordHead, state: Uint8Array): void {
    this.makeRoom(this.size + RECORD_HEAD + state.length);
    const { view, size } = this;
    view.setUint32(size, RECORD_HEAD + state.length, true);
    view.setUint32(size + 4, g, true);
    view.setUint32(size + 8, parent?.shard ?? NO_SHARD, true);
    view.setFloat64(size + 12, parent?.batch ?? 0, true);
    view.setUint32(size + 20, parent?.index ?? 0, true);
    view.setUint32(size + 24, ordinal, true);
    this.bytes.set(state, size + RECORD_HEAD);
    this.size = size + RECORD_HEAD + state.length;
    this.records++;
  }

  /** Takes everything out. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.size);
    this.size = 0;
    this.records = 0;
    return taken;
  }

  private makeRoom(size: number): void {
    if (size <= this.bytes.length) return;
    const grown = new Uint8Array(2 * size);
    grown.set(this.bytes.subarray(0, this.size));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}

/** Undefined: this is no row of records. States are views of the bytes. */
export function readRecords(bytes: Uint8Array): readonly TravellingState[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: TravellingState[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length - at < RECORD_HEAD) return undefined;
    const length = view.getUint32(at, true);
    if (length < RECORD_HEAD || length > bytes.length - at) return undefined;
    const shard = view.getUint32(at + 8, true);
    const parent =
      shard === NO_SHARD
        ? undefined
        : { shard, batch: view.getFloat64(at + 12, true), index: view.getUint32(at + 20, true) };
    const g = view.getUint32(at + 4, true);
    const ordinal = view.getUint32(at + 24, true);
    records.push({ g, parent, ordinal, state: bytes.subarray(at + RECORD_HEAD, at + length) });
    at += length;
  }
  return records;
}
