// Hands out a uniformly random waiting state each time; the seed fixes the order.

import { Prng } from "../basics/prng.ts";
import type { StateId } from "../engine/engine.ts";
import { seed } from "../spec/index.ts";
import { defineOpenList, type OpenList, QueueCounter } from "./open-list.ts";

export const random = defineOpenList({
  name: "random",
  summary: "Any waiting state.",
  params: { seed: seed() },
  examples: ["random()", "random(seed=7)"],
  create: (_, values) => new RandomOpenList(values.seed),
});

export class RandomOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private readonly waiting: StateId[] = [];
  private readonly prng: Prng;

  constructor(seed: number) {
    this.prng = new Prng(seed);
  }

  get size(): number {
    return this.waiting.length;
  }

  push(state: StateId): void {
    this.waiting.push(state);
    this.counter.pushed++;
  }

  pop(): StateId | undefined {
    const last = this.waiting.pop();
    if (last === undefined) return undefined;
    this.counter.popped++;
    const at = this.prng.below(this.waiting.length + 1);
    if (at === this.waiting.length) return last;
    const chosen = this.waiting[at]!;
    this.waiting[at] = last;
    return chosen;
  }
}
