// An open list holds the states a search has stored but not yet expanded, and decides which one comes next: it is
// what makes breadth-first, depth-first and best-first search of one and the same loop. Every list reports what
// passed through each of its queues; simple lists have one queue, those that defer states have several.

import type { JointTransition, StateId } from "../engine/engine.ts";

/** What a list may want to know of a state besides its id. Lent by the search: valid during `push` only. */
export interface OpenNode {
  /** -1 for initial states. */
  readonly parent: StateId;
  /** Number of action transitions on the path by which the state was reached. */
  readonly depth: number;
  /** The cost the search promises something about; 0 when it promises nothing. */
  readonly cost: number;
  /** The transition from the parent; absent for initial states and when no list asked for it. */
  readonly transition?: JointTransition;
}

export interface QueueStatistics {
  readonly pushed: number;
  readonly popped: number;
}

export interface OpenList {
  push(state: StateId, node: OpenNode): void;
  /** The next state, or undefined when the list is empty. Swallowed states are handed out too: the loop skips them. */
  pop(): StateId | undefined;
  readonly size: number;
  readonly queues: readonly QueueStatistics[];
  /** How often a deferred state was handed out. */
  readonly contextSwitches?: number;
  /** True once a state was dropped that might have led to the target: then nothing is proved by running empty. */
  readonly incomplete?: boolean;
}

/** Counts pushes and pops of one queue. */
export class QueueCounter implements QueueStatistics {
  pushed = 0;
  popped = 0;
}

/** One line for a list of several lists: what passed through all their queues. */
export function totalOf(list: OpenList): QueueStatistics {
  const total = new QueueCounter();
  for (const { pushed, popped } of list.queues) {
    total.pushed += pushed;
    total.popped += popped;
  }
  return total;
}
