// Draws the k best waiting states at a time and hands them out before it looks at what came in meanwhile. So a list
// makes k-best-first search; with `beam`, whatever is not among the k best is dropped, and nothing is proved by running
// empty once something was.

import type { StateId } from "../engine/engine.ts";
import type { OpenNode } from "../search-context/index.ts";
import { flag, integer } from "../spec/index.ts";
import { defineOpenList, innerList, type OpenList, QueueCounter } from "./open-list.ts";
import { traitsAround } from "./traits.ts";

export const batch = defineOpenList({
  name: "batch",
  summary: "Draws the k best states at a time; as a beam, it drops the others.",
  params: {
    open: innerList,
    k: integer({ doc: "how many", min: 1, default: 10 }),
    beam: flag({ doc: "drop what is not among the k best", default: false }),
  },
  examples: ["batch(best(hU()), k=3)", "batch(fifo(), k=2, beam=true)"],
  traits: ({ open, beam }) => ({ ...traitsAround(open), complete: !beam && open.complete }),
  create: (context, { open, k, beam }) => new BatchOpenList(() => open.create(context), k, beam),
});

export class BatchOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private readonly create: () => OpenList;
  private readonly k: number;
  private readonly beam: boolean;
  private waiting: OpenList;
  /** The batch, the next state last. */
  private readonly batch: StateId[] = [];
  incomplete = false;

  constructor(create: () => OpenList, k: number, beam: boolean) {
    this.create = create;
    this.waiting = create();
    this.k = k;
    this.beam = beam;
  }

  get size(): number {
    return this.waiting.size + this.batch.length;
  }

  push(state: StateId, node: OpenNode): void {
    const before = this.waiting.size;
    this.waiting.push(state, node);
    this.counter.pushed += this.waiting.size - before;
  }

  pop(): StateId | undefined {
    if (this.batch.length === 0) this.draw();
    const state = this.batch.pop();
    if (state !== undefined) this.counter.popped++;
    return state;
  }

  get prunable(): number {
    return this.waiting.prunable ?? 0;
  }

  private draw(): void {
    while (this.batch.length < this.k) {
      const state = this.waiting.pop();
      if (state === undefined) break;
      this.batch.push(state);
    }
    this.batch.reverse();
    this.incomplete ||= this.waiting.incomplete === true;
    if (!this.beam || this.waiting.size === 0) return;
    this.incomplete = true;
    this.waiting = this.create();
  }
}
