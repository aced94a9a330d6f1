// A batch of states as a message: whose it is, its number among those of its sender for this shard, and a checksum, so
// that what is not ours, or was damaged, is told from what is. Everything stands at whole words.
//
//   "TH02" │ checksum of all behind it │ number │ sender, 12 letters │ records

const MAGIC = 0x32304854;
const HEAD = 24;
const SENDER_LETTERS = 12;

export interface Batch {
  readonly sender: string;
  readonly number: number;
  readonly records: Uint8Array;
}

export function writeBatch({ sender, number, records }: Batch): Uint8Array {
  const bytes = new Uint8Array(HEAD + records.length);
  const words = new Int32Array(bytes.buffer);
  words[0] = MAGIC;
  words[2] = number;
  bytes.set(new TextEncoder().encode(sender.slice(0, SENDER_LETTERS)), 12);
  bytes.set(records, HEAD);
  words[1] = wordsum(words);
  return bytes;
}

/** Undefined: it is none. */
export function readBatch(message: Uint8Array): Batch | undefined {
  if (message.length < HEAD || message.length % 4 !== 0) return undefined;
  // Messages stand anywhere in what the network has brought.
  const bytes = message.byteOffset % 4 === 0 ? message : new Uint8Array(message);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  if (words[0] !== MAGIC || words[1] !== wordsum(words)) return undefined;
  const sender = new TextDecoder().decode(bytes.subarray(12, HEAD));
  return { sender, number: words[2]! >>> 0, records: bytes.subarray(HEAD) };
}

/** Every step can be undone, so that no change of a single word stays unseen; a CRC takes ten times as long. */
function wordsum(words: Int32Array): number {
  let sum = words.length;
  for (let at = 2; at < words.length; at++) {
    sum = Math.imul(sum ^ words[at]!, 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum;
}
