// Several queues, the lowest non-empty one first: what all lists that defer states are made of; they say which level a
// state belongs to. A queue is made when the first state goes into it.

import type { StateId } from "../engine/engine.ts";
import type { OpenNode } from "../search-context/index.ts";
import { type OpenList, prunableIn, type QueueStatistics, totalOf } from "./open-list.ts";

export abstract class Levels implements OpenList {
  private readonly levels: (OpenList | undefined)[] = [];
  private readonly create: () => OpenList;
  private lowest = 0;
  private deferred = 0;
  /** The level that the latest state came from. */
  protected current = 0;
  size = 0;

  constructor(create: () => OpenList) {
    this.create = create;
  }

  abstract push(state: StateId, node: OpenNode): void;

  protected pushAt(level: number, state: StateId, node: OpenNode): void {
    const queue = (this.levels[level] ??= this.create());
    const before = queue.size;
    queue.push(state, node);
    this.size += queue.size - before;
    if (level < this.lowest) this.lowest = level;
  }

  pop(): StateId | undefined {
    for (; this.lowest < this.levels.length; this.lowest++) {
      const queue = this.levels[this.lowest];
      if (queue === undefined || queue.size === 0) continue;
      const before = queue.size;
      const state = queue.pop();
      this.size += queue.size - before;
      if (this.lowest > 0) this.deferred++;
      this.current = this.lowest;
      return state;
    }
    return undefined;
  }

  get contextSwitches(): number {
    return this.deferred;
  }

  get queues(): readonly QueueStatistics[] {
    return Array.from(this.levels, (queue) => (queue === undefined ? { pushed: 0, popped: 0 } : totalOf(queue)));
  }

  get prunable(): number {
    return prunableIn(this.levels);
  }

  get incomplete(): boolean {
    return this.levels.some((queue) => queue?.incomplete === true);
  }
}
