// A batch of states as a message: whose it is, its number among those of its sender for this shard, and a checksum, so
// that what is not ours, or was damaged, is told from what is.
//
//   "TH01" │ checksum u32 of all behind it │ number u32 │ sender, 12 letters │ records

import { checksum } from "@tracehound/core";

const MAGIC = 0x31304854;
const HEAD = 24;
const SENDER_LETTERS = 12;

export interface Batch {
  readonly sender: string;
  readonly number: number;
  readonly records: Uint8Array;
}

export function writeBatch({ sender, number, records }: Batch): Uint8Array {
  const bytes = new Uint8Array(HEAD + records.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(8, number, true);
  bytes.set(new TextEncoder().encode(sender.slice(0, SENDER_LETTERS)), 12);
  bytes.set(records, HEAD);
  view.setUint32(4, checksum(bytes.subarray(8)), true);
  return bytes;
}

/** Undefined: it is none. */
export function readBatch(bytes: Uint8Array): Batch | undefined {
  if (bytes.length < HEAD) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== checksum(bytes.subarray(8))) return undefined;
  const sender = new TextDecoder().decode(bytes.subarray(12, HEAD));
  return { sender, number: view.getUint32(8, true), records: bytes.subarray(HEAD) };
}
