// Smallest key first, by a binary heap; among equal keys the newest, since the papers' digits need it
// (algorithms.md, section 4). The key is computed once, when a state is pushed.

import type { StateId } from "../engine/engine.ts";
import { type OpenList, type OpenNode, QueueCounter } from "./open-list.ts";

interface Entry {
  readonly key: number;
  readonly age: number;
  readonly state: StateId;
}

export class BestOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private readonly heap: Entry[] = [];
  private readonly key: (state: StateId, node: OpenNode) => number;
  private readonly ties: "newest" | "oldest";

  constructor(key: (state: StateId, node: OpenNode) => number, ties: "newest" | "oldest" = "newest") {
    this.key = key;
    this.ties = ties;
  }

  get size(): number {
    return this.heap.length;
  }

  /** The smallest key that waits, or Infinity. */
  get least(): number {
    return this.heap[0]?.key ?? Number.POSITIVE_INFINITY;
  }

  push(state: StateId, node: OpenNode): void {
    const entry = { key: this.key(state, node), age: this.counter.pushed++, state };
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
    if (a.key !== b.key) return a.key < b.key;
    return this.ties === "newest" ? a.age > b.age : a.age < b.age;
  }
}
