// Smallest key first. Keys are compared one after the other (`tiebreaking`); among equal keys the newest state comes
// first, since the papers' digits need it (`ties` may say otherwise). Keys are computed once, when a state is pushed.
// States whose key is Infinity by a safe estimate cannot reach the target and are not kept.

import type { StateId } from "../engine/engine.ts";
import type { Key } from "./evaluator.ts";
import { type OpenList, type OpenNode, QueueCounter } from "./open-list.ts";
import { Prng } from "./prng.ts";

export type Ties = "newest" | "oldest" | "random";

interface Entry {
  readonly keys: readonly number[];
  readonly age: number;
  readonly state: StateId;
}

export interface BestOptions {
  readonly ties?: Ties;
  /** May states with an infinite key be dropped? */
  readonly safe?: boolean;
  readonly seed?: number;
}

export class BestOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private readonly heap: Entry[] = [];
  private readonly keys: readonly Key[];
  private readonly ties: Ties;
  private readonly safe: boolean;
  private readonly prng: Prng;

  constructor(keys: Key | readonly Key[], { ties = "newest", safe = false, seed = 1 }: BestOptions = {}) {
    this.keys = typeof keys === "function" ? [keys] : keys;
    this.ties = ties;
    this.safe = safe;
    this.prng = new Prng(seed);
  }

  get size(): number {
    return this.heap.length;
  }

  /** The smallest first key that waits, or Infinity. */
  get least(): number {
    return this.heap[0]?.keys[0] ?? Number.POSITIVE_INFINITY;
  }

  push(state: StateId, node: OpenNode): void {
    const keys = this.keys.map((key) => key(state, node));
    if (this.safe && keys.includes(Number.POSITIVE_INFINITY)) return;
    const age = this.ties === "random" ? this.prng.next() : this.counter.pushed;
    this.counter.pushed++;
    const entry = { keys, age, state };
    let at = this.heap.length;
    this.heap.push(entry);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.before(entry, this.heap[up]!)) break;
      this.heap[at] = this.heap[up]!;
      at = up;
    }
    this.heap[at] = entry;
  }

  pop(): StateId | undefined {
    const top = this.heap[0];
    if (top === undefined) return undefined;
    this.counter.popped++;
    const moved = this.heap.pop()!;
    if (this.heap.length > 0) this.sink(moved);
    return top.state;
  }

  private sink(entry: Entry): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.heap.length) break;
      if (child + 1 < this.heap.length && this.before(this.heap[child + 1]!, this.heap[child]!)) child++;
      if (!this.before(this.heap[child]!, entry)) break;
      this.heap[at] = this.heap[child]!;
      at = child;
    }
    this.heap[at] = entry;
  }

  private before(a: Entry, b: Entry): boolean {
    for (let i = 0; i < a.keys.length; i++) {
      if (a.keys[i] !== b.keys[i]) return a.keys[i]! < b.keys[i]!;
    }
    return this.ties === "oldest" ? a.age < b.age : a.age > b.age;
  }
}
