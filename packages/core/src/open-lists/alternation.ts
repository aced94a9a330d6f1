// Takes turns between several lists that hold the same states: each is right about something, and none can lead the
// search astray for long.

import type { StateId } from "../engine/engine.ts";
import type { OpenNode } from "../search-context/index.ts";
import { list } from "../spec/index.ts";
import { defineOpenList, innerList, type OpenList, prunableIn, type QueueStatistics, totalOf } from "./open-list.ts";
import { whyNotInside } from "./traits.ts";

export const alternation = defineOpenList({
  name: "alternation",
  summary: "Takes turns between lists.",
  params: { lists: list(innerList, { doc: "the lists" }) },
  examples: ["alternation([best(hU()), best(distance()), fifo()])", "alternation([best(hU()), context(fifo())])"],
  traits: ({ lists }) => ({
    needsTransitions: lists.some((one) => one.needsTransitions),
    complete: lists.some((one) => one.complete),
    prunes: lists.some((one) => one.prunes),
    refusal: (problem) => lists.map((one) => whyNotInside(one, problem)).find((reason) => reason !== undefined),
    pruning: (context) => lists.map((one) => one.pruning?.(context)).find((test) => test !== undefined),
  }),
  create: (context, { lists }) => new AlternationOpenList(lists.map((one) => one.create(context))),
});

export class AlternationOpenList implements OpenList {
  private readonly lists: readonly OpenList[];
  private readonly done = new Set<StateId>();
  private readonly waiting = new Set<StateId>();
  private turn = 0;

  constructor(lists: readonly OpenList[]) {
    this.lists = lists;
  }

  push(state: StateId, node: OpenNode): void {
    for (const list of this.lists) {
      const before = list.size;
      list.push(state, node);
      // A list may know that the state leads nowhere; if one does, so be it.
      if (list.size > before) this.waiting.add(state);
    }
  }

  pop(): StateId | undefined {
    for (let empty = 0; empty < this.lists.length; ) {
      const state = this.lists[this.turn]!.pop();
      if (state === undefined) {
        empty++;
        this.turn = (this.turn + 1) % this.lists.length;
        continue;
      }
      if (this.done.has(state)) continue;
      this.done.add(state);
      this.waiting.delete(state);
      this.turn = (this.turn + 1) % this.lists.length;
      return state;
    }
    return undefined;
  }

  get size(): number {
    return this.waiting.size;
  }

  get queues(): readonly QueueStatistics[] {
    return this.lists.map(totalOf);
  }

  get prunable(): number {
    return prunableIn(this.lists);
  }

  get incomplete(): boolean {
    return this.lists.every((list) => list.incomplete === true);
  }
}
