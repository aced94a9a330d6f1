// Where several sides of one search meet: each works by itself and comes to the next barrier when it is done, with a
// few numbers for the others. It lies in memory that threads share. A side waits without asking again and again; who
// ends the search wakes everybody.
//
// What a side publishes before a barrier is read by others behind it. Each number belongs to one of two barriers that
// take turns, so that nobody changes a number that somebody may still be reading: it is published after the one barrier
// and before the other, and read before the other one is come to again.

/** What sides tell each other, by the barrier before which they do. */
const WORDS = {
  /** How many barriers the side has come to; with `ENDED`, once the search is over. */
  arrived: 0,
  /** Behind expanding: states of the level are left. */
  unfinished: 1,
  /**
   * Behind storing what others sent: states of the level are left somewhere; new states; a target, its number + 1;
   * faults of the model.
   */
  incomplete: 2,
  fresh: 3,
  target: 4,
  faults: 5,
  /** Bytes in the mailbox, which goes with the faults. */
  letter: 6,
  /** Why it has broken off, for ever. */
  failure: 7,
} as const;
export type SideWord = Exclude<keyof typeof WORDS, "arrived">;

/** Numbers that grow, for statistics; they are told before the second barrier. */
export const COUNTERS = [
  "explored",
  "transitions",
  "generated",
  "stored",
  "covered",
  "size",
  "next",
  "deadlocks",
  "sent",
  "received",
  "idleSeconds",
] as const;
/** Best first: the least key that waits, and what the way to the best target costs that was met; Infinity: none. */
const ORDERS = ["leastKey", "targetCost"] as const;
export type SideOrder = (typeof ORDERS)[number];
export type SideCounter = (typeof COUNTERS)[number];

/** Why a side breaks off: no memory, bounds that do not fit, a mistake of ours. */
export const FAILURES = { memory: 1, bounds: 2, ours: 3 } as const;

const WORDS_PER_SIDE = 16;
const COUNTERS_PER_SIDE = 16;
/** Behind the counters: what estimates said. */
const NUMBERS_PER_SIDE = 48;
const MAILBOX_BYTES = 1 << 16;
const ENDED = 1 << 30;
/** Looks at the others before a side goes to sleep: mostly they are nearly there. */
const LOOKS = 200;

export class Rendezvous {
  readonly memory: SharedArrayBuffer;
  readonly sides: number;
  private readonly words: Int32Array;
  private readonly counters: Float64Array;

  constructor(sides: number, memory: SharedArrayBuffer = new SharedArrayBuffer(bytesFor(sides))) {
    this.sides = sides;
    this.memory = memory;
    this.words = new Int32Array(memory, 0, WORDS_PER_SIDE * sides);
    this.counters = new Float64Array(memory, 4 * WORDS_PER_SIDE * sides, NUMBERS_PER_SIDE * sides);
  }

  publish(side: number, word: SideWord, value: number): void {
    Atomics.store(this.words, at(side, word), value);
  }

  told(side: number, word: SideWord): number {
    return Atomics.load(this.words, at(side, word));
  }

  /** What all sides say, together. */
  sum(word: SideWord): number {
    let sum = 0;
    for (let side = 0; side < this.sides; side++) sum += this.told(side, word);
    return sum;
  }

  count(side: number, counter: SideCounter, value: number): void {
    this.counters[NUMBERS_PER_SIDE * side + COUNTERS.indexOf(counter)] = value;
  }

  countsOf(side: number): Record<SideCounter, number> {
    const first = NUMBERS_PER_SIDE * side;
    return Object.fromEntries(COUNTERS.map((counter, at) => [counter, this.counters[first + at]!])) as Record<
      SideCounter,
      number
    >;
  }

  order(side: number, what: SideOrder, value: number): void {
    this.counters[NUMBERS_PER_SIDE * side + COUNTERS.length + ORDERS.indexOf(what)] = value;
  }

  orderOf(side: number, what: SideOrder): number {
    return this.counters[NUMBERS_PER_SIDE * side + COUNTERS.length + ORDERS.indexOf(what)]!;
  }

  /** Room for what the estimates of a side said; told before the second barrier, as counters are. */
  estimatesOf(side: number): Float64Array {
    const first = NUMBERS_PER_SIDE * side;
    return this.counters.subarray(first + COUNTERS_PER_SIDE, first + NUMBERS_PER_SIDE);
  }

  /** Comes to a barrier; which one it is. */
  arrive(side: number): number {
    const place = at(side, "arrived");
    const barrier = Atomics.add(this.words, place, 1) + 1;
    Atomics.notify(this.words, place);
    return barrier;
  }

  /** Have all come to it? */
  isMet(barrier: number): boolean {
    return this.absent(barrier) === undefined;
  }

  /** Sleeps until all have come to it, the search is over, or the time is up. */
  wait(barrier: number, milliseconds = Number.POSITIVE_INFINITY): void {
    for (let look = 0; look < LOOKS; look++) if (this.isMet(barrier)) return;
    for (;;) {
      const absent = this.absent(barrier);
      if (absent === undefined || this.isOver) return;
      const place = at(absent, "arrived");
      const seen = Atomics.load(this.words, place);
      if (seen >= barrier) continue;
      if (Atomics.wait(this.words, place, seen, milliseconds) === "timed-out") return;
    }
  }

  get isOver(): boolean {
    return Atomics.load(this.words, at(0, "arrived")) >= ENDED;
  }

  /** Everybody stops, also who waits: what they wait for has changed. */
  end(): void {
    for (let side = 0; side < this.sides; side++) {
      const place = at(side, "arrived");
      Atomics.or(this.words, place, ENDED);
      Atomics.notify(this.words, place);
    }
  }

  /** Leaves something for the others to read, plain data; what does not fit is left out, one field after the other. */
  post(side: number, ...versions: readonly unknown[]): void {
    const box = this.mailbox(side);
    const letter = versions
      .map((version) => asBytes(JSON.stringify(version)))
      .find(({ length }) => length <= box.length);
    if (letter === undefined) throw new Error("a letter to the other sides does not fit");
    box.set(letter);
    this.publish(side, "letter", letter.length);
  }

  /** What a side has left; undefined: nothing. */
  letter(side: number): unknown {
    const length = this.told(side, "letter");
    return length === 0 ? undefined : JSON.parse(asText(this.mailbox(side).slice(0, length)));
  }

  private mailbox(side: number): Uint8Array {
    return new Uint8Array(this.memory, headBytes(this.sides) + MAILBOX_BYTES * side, MAILBOX_BYTES);
  }

  private absent(barrier: number): number | undefined {
    for (let side = 0; side < this.sides; side++) {
      if (Atomics.load(this.words, at(side, "arrived")) < barrier) return side;
    }
    return undefined;
  }
}

const at = (side: number, word: keyof typeof WORDS): number => WORDS_PER_SIDE * side + WORDS[word];
const headBytes = (sides: number): number => (4 * WORDS_PER_SIDE + 8 * NUMBERS_PER_SIDE) * sides;
const bytesFor = (sides: number): number => headBytes(sides) + MAILBOX_BYTES * sides;

/** As UTF-16, since the core knows no encoders. */
function asBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[2 * i] = code;
    bytes[2 * i + 1] = code >>> 8;
  }
  return bytes;
}

function asText(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 2) parts.push(String.fromCharCode(bytes[i]! | (bytes[i + 1]! << 8)));
  return parts.join("");
}
