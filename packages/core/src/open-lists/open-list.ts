// An open list holds the states a search has stored but not yet expanded, and decides which one comes next: it is
// what makes breadth-first, depth-first and best-first search of one and the same loop. Every list reports what
// passed through each of its queues; simple lists have one queue, those that defer states have several.

import type { StateId } from "../engine/engine.ts";

/** What a list may want to know of a state besides its id. Lent by the search: valid during `push` only. */
export interface OpenNode {
  /** -1 for initial states. */
  readonly parent: StateId;
  /** Number of action transitions on the path by which the state was reached. */
  readonly depth: number;
  /** The cost the search promises something about; 0 when it promises nothing. */
  readonly cost: number;
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
}

/** Counts pushes and pops of one queue. */
export class QueueCounter implements QueueStatistics {
  pushed = 0;
  popped = 0;
}
