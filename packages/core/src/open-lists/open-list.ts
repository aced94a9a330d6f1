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
  /** The least cost of a way that goes on for so many steps; absent where steps are what counts. */
  readonly ahead?: (steps: number) => number;
  /** The transition from the parent; absent for initial states and when no list asked for it. */
  readonly transition?: JointTransition;
}

export interface QueueStatistics {
  readonly pushed: number;
  readonly popped: number;
}

/** Costs of steps as a search uses them: numbers, smaller is better. */
export interface StepCosts {
  readonly start: number;
  /** What the way costs that goes on from `parent`, where it cost `before`. */
  after(before: number, transition: JointTransition, parent: StateId): number;
  /** What a way that cost so much and goes on for so many steps costs at least; absent: no estimate can tell. */
  ahead?(cost: number, steps: number): number;
  /** A cost as people write it. */
  show?(cost: number): string;
}

export interface OpenList {
  push(state: StateId, node: OpenNode): void;
  /** The next state, or undefined when the list is empty. Swallowed states are handed out too: the loop skips them. */
  pop(): StateId | undefined;
  readonly size: number;
  readonly queues: readonly QueueStatistics[];
  /** How often a deferred state was handed out; for ICB, how many switches lead to the state handed out last. */
  readonly contextSwitches?: number;
  /** How often a transition in no context of the one before led to a new state: CE's exact criterion would prune it. */
  readonly prunable?: number;
  /** True once a state was dropped that might have led to the target: then nothing is proved by running empty. */
  readonly incomplete?: boolean;
}

/** Counts pushes and pops of one queue. */
export class QueueCounter implements QueueStatistics {
  pushed = 0;
  popped = 0;
}

/** What lists count together that are made of others; queues of one configuration share one count. */
export function prunableIn(lists: Iterable<OpenList | undefined>): number {
  let most = 0;
  for (const list of lists) most = Math.max(most, list?.prunable ?? 0);
  return most;
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
