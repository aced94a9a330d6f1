// Last in, first out: depth-first search. Among the successors of one state the last candidate comes first.

import type { StateId } from "../engine/engine.ts";
import { defineOpenList, type OpenList, QueueCounter } from "./open-list.ts";

export const lifo = defineOpenList({
  name: "lifo",
  summary: "Last in, first out.",
  params: {},
  examples: ["lifo()"],
  create: () => new LifoOpenList(),
});

export class LifoOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  protected readonly stack: StateId[] = [];

  get size(): number {
    return this.stack.length;
  }

  push(state: StateId): void {
    this.stack.push(state);
    this.counter.pushed++;
  }

  pop(): StateId | undefined {
    const state = this.stack.pop();
    if (state !== undefined) this.counter.popped++;
    return state;
  }
}
