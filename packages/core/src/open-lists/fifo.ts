// First in, first out: breadth-first search. The queue is kept in fixed-size chunks so that neither end moves memory.

import type { StateId } from "../engine/engine.ts";
import { defineOpenList, type OpenList, QueueCounter } from "./open-list.ts";

export const fifo = defineOpenList({
  name: "fifo",
  summary: "First in, first out.",
  params: {},
  examples: ["fifo()"],
  traits: () => ({ shortestFirst: true }),
  create: () => new FifoOpenList(),
});

const CHUNK = 1 << 12;

export class FifoOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private chunks: Float64Array[] = [new Float64Array(CHUNK)];
  private head = 0;
  private tail = 0;
  private firstChunk = 0;

  get size(): number {
    return this.counter.pushed - this.counter.popped;
  }

  push(state: StateId): void {
    if (this.tail === CHUNK) {
      this.chunks.push(new Float64Array(CHUNK));
      this.tail = 0;
    }
    this.chunks[this.chunks.length - 1]![this.tail++] = state;
    this.counter.pushed++;
  }

  pop(): StateId | undefined {
    if (this.size === 0) return undefined;
    if (this.head === CHUNK) {
      this.head = 0;
      this.firstChunk++;
      // Drop spent chunks now and then, not one by one: `splice` moves the rest.
      if (this.firstChunk > 64 && this.firstChunk * 2 > this.chunks.length) {
        this.chunks = this.chunks.slice(this.firstChunk);
        this.firstChunk = 0;
      }
    }
    this.counter.popped++;
    return this.chunks[this.firstChunk]![this.head++]!;
  }
}
