// Two priority queues of numbers (states, for us) behind one interface: a heap for any keys, and the survey's matrix of
// buckets (Fig. 5) for keys that are small whole numbers, as g and h are when every step costs one. Both hand out the
// same states in the same order.

export interface PriorityQueue {
  readonly size: number;
  /** The smallest first key that waits, or Infinity. */
  readonly least: number;
  /** `keys` is lent. Among equal keys the greater `rank` comes first. */
  push(keys: ArrayLike<number>, rank: number, state: number): void;
  pop(): number | undefined;
}

interface Entry {
  readonly keys: readonly number[];
  readonly rank: number;
  readonly state: number;
}

export class HeapQueue implements PriorityQueue {
  private readonly heap: Entry[] = [];

  get size(): number {
    return this.heap.length;
  }

  get least(): number {
    return this.heap[0]?.keys[0] ?? Number.POSITIVE_INFINITY;
  }

  push(keys: ArrayLike<number>, rank: number, state: number): void {
    const entry = { keys: Array.from(keys), rank, state };
    let at = this.heap.length;
    this.heap.push(entry);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!before(entry, this.heap[up]!)) break;
      this.heap[at] = this.heap[up]!;
      at = up;
    }
    this.heap[at] = entry;
  }

  pop(): number | undefined {
    const top = this.heap[0];
    if (top === undefined) return undefined;
    const moved = this.heap.pop()!;
    if (this.heap.length > 0) this.sink(moved);
    return top.state;
  }

  private sink(entry: Entry): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.heap.length) break;
      if (child + 1 < this.heap.length && before(this.heap[child + 1]!, this.heap[child]!)) child++;
      if (!before(this.heap[child]!, entry)) break;
      this.heap[at] = this.heap[child]!;
      at = child;
    }
    this.heap[at] = entry;
  }
}

function before(a: Entry, b: Entry): boolean {
  for (let i = 0; i < a.keys.length; i++) {
    if (a.keys[i] !== b.keys[i]) return a.keys[i]! < b.keys[i]!;
  }
  return a.rank > b.rank;
}

/** Keys below this fit into buckets; others need the heap. */
const MOST = 1 << 12;

interface Bucket {
  readonly states: number[];
  /** Of the oldest, when the oldest comes first. */
  head: number;
}

/** A row of buckets by the second key. */
interface Row {
  readonly buckets: (Bucket | undefined)[];
  lowest: number;
  size: number;
}

/** For one or two keys and ties by age; pushes must come in the order of age. */
export class BucketQueue implements PriorityQueue {
  private readonly rows: (Row | undefined)[] = [];
  private lowest = 0;
  private readonly newest: boolean;
  size = 0;

  constructor(newest: boolean) {
    this.newest = newest;
  }

  static takes(keys: ArrayLike<number>): boolean {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      if (!(key >= 0 && key < MOST && Number.isInteger(key))) return false;
    }
    return keys.length <= 2;
  }

  get least(): number {
    return this.row() === undefined ? Number.POSITIVE_INFINITY : this.lowest;
  }

  push(keys: ArrayLike<number>, _rank: number, state: number): void {
    const first = keys[0]!;
    const second = keys.length > 1 ? keys[1]! : 0;
    const row = (this.rows[first] ??= { buckets: [], lowest: 0, size: 0 });
    const bucket = (row.buckets[second] ??= { states: [], head: 0 });
    bucket.states.push(state);
    row.size++;
    this.size++;
    if (first < this.lowest) this.lowest = first;
    if (second < row.lowest) row.lowest = second;
  }

  pop(): number | undefined {
    const row = this.row();
    if (row === undefined) return undefined;
    for (; ; row.lowest++) {
      const bucket = row.buckets[row.lowest];
      if (bucket === undefined || bucket.head === bucket.states.length) continue;
      row.size--;
      this.size--;
      return this.take(bucket);
    }
  }

  /** Everything that waits, with its keys, in the order of age within a bucket; the queue is empty afterwards. */
  *drain(keys: number): Generator<readonly [keys: readonly number[], state: number]> {
    for (const [first, row] of this.rows.entries()) {
      for (const [second, bucket] of (row?.buckets ?? []).entries()) {
        if (bucket === undefined) continue;
        const both = keys > 1 ? [first, second] : [first];
        for (let i = bucket.head; i < bucket.states.length; i++) yield [both, bucket.states[i]!];
      }
    }
    this.rows.length = 0;
    this.size = 0;
  }

  private row(): Row | undefined {
    for (; this.lowest < this.rows.length; this.lowest++) {
      const row = this.rows[this.lowest];
      if (row !== undefined && row.size > 0) return row;
    }
    return undefined;
  }

  private take(bucket: Bucket): number {
    if (this.newest) return bucket.states.pop()!;
    const state = bucket.states[bucket.head++]!;
    // Forget what was handed out now and then.
    if (bucket.head > 1024 && bucket.head * 2 > bucket.states.length) {
      bucket.states.splice(0, bucket.head);
      bucket.head = 0;
    }
    return state;
  }
}
