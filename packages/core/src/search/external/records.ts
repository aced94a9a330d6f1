// States as files hold them. A record is a state with the place of its parent and the step that led to it; records are
// written in blocks with a checksum each, so that a damaged file is found out before anything rests on it.
// Everything stands at whole words, so that states are copied word by word and nothing is made for a record.
//
//   block:  bytes of the payload │ checksum │ records …
//   record: bytes of the state │ column of the parent │ its place there, low and high half │ ordinal │ state, padded

export const BLOCK_HEADER = 8;
export const RECORD_HEADER = 20;
export const HEADER_WORDS = RECORD_HEADER / 4;
/** The column of the parent of an initial state. */
export const NO_PARENT = 0xffffffff;

export interface RecordOrigin {
  /** Column and place of the parent's record. */
  readonly column: number;
  readonly place: number;
  readonly ordinal: number;
}

/** A state as words, of which so many bytes count. */
export interface StateWords {
  readonly words: Int32Array;
  readonly from: number;
  readonly bytes: number;
}

/** A block is not what was written. */
export class DamagedFile extends Error {
  readonly file: string;
  readonly at: number;

  constructor(file: string, at: number) {
    super(`${file} is damaged at byte ${at}`);
    this.name = "DamagedFile";
    this.file = file;
    this.at = at;
  }
}

/** The records of a block, one after the other. */
export class BlockReader implements StateWords, RecordOrigin {
  readonly words: Int32Array;
  /** Behind the block, in its file. */
  readonly end: number;
  private readonly first: number;
  private next = 0;
  /** Of the record at hand: where it stands in its file, and where its state does among the words. */
  at = 0;
  from = 0;
  bytes = 0;
  column = 0;
  place = 0;
  ordinal = 0;

  constructor(payload: Uint8Array, first: number) {
    this.words = new Int32Array(payload.buffer, payload.byteOffset, payload.length >> 2);
    this.first = first;
    this.end = first + payload.length;
  }

  /** Goes to the next record; false: there is none. */
  advance(): boolean {
    const { words, next } = this;
    if (next >= words.length) return false;
    this.at = this.first + 4 * next;
    this.bytes = words[next]!;
    this.column = words[next + 1]! >>> 0;
    this.place = (words[next + 2]! >>> 0) + 2 ** 32 * (words[next + 3]! >>> 0);
    this.ordinal = words[next + 4]!;
    this.from = next + HEADER_WORDS;
    this.next = this.from + wordsFor(this.bytes);
    return true;
  }
}

export const wordsFor = (bytes: number): number => (bytes + 3) >> 2;
