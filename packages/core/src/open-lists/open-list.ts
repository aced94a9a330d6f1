// An open list holds the states a search has stored but not yet expanded, and decides which one comes next: it is
// what makes breadth-first, depth-first and best-first search of one and the same loop. Every list reports what
// passed through each of its queues; simple lists have one queue, those that defer states have several.

import type { StateId } from "../engine/engine.ts";
import type { Problem } from "../heuristics/index.ts";
import type { OpenNode, SearchContext, StepCosts } from "../search-context/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { Param } from "../spec/component.ts";
import {
  type Component,
  ComponentFamily,
  type Created,
  defineCreated,
  type Params,
  type Refusal,
} from "../spec/index.ts";
import { component } from "../spec/params.ts";

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
  /** How often a deferred state was handed out; for ICB, how many switches lead to the state handed out last. */
  readonly contextSwitches?: number;
  /** How often a transition in no context of the one before led to a new state: CE's exact criterion would prune it. */
  readonly prunable?: number;
  /** True once a state was dropped that might have led to the target: then nothing is proved by running empty. */
  readonly incomplete?: boolean;
}

/** A list that knows the smallest first key that waits. */
export interface RankedList extends OpenList {
  /** Infinity where nothing waits. */
  readonly least: number;
}

/** Need this step from this state not be taken? Asked before its result is stored. */
export type Pruning = (parent: StateId, transition: JointTransition) => boolean;

/** States are duplicates only where the list says so: an engine that knows more of them, and by what cost one stays. */
export interface Exactness {
  stage(context: SearchContext): SearchContext;
  costs(stage: SearchContext): StepCosts;
}

/** What a list asks for, and what may be relied on. */
export interface OpenListTraits {
  /** Does the list ask by which transition a state was reached? */
  readonly needsTransitions: boolean;
  /** Hands out targets in the order of their traces' lengths, if states are reopened when a shorter path is found. */
  readonly shortestFirst: boolean;
  /** The same where steps have costs: the list looks at costs, not at the order in which states come. */
  readonly cheapestFirst: boolean;
  /** Hands out every state that might lead to the target. */
  readonly complete: boolean;
  /** Leaves steps out because others lead to the target as well. */
  readonly prunes: boolean;
  /** Tells states apart by more than the engine does; must be the outermost list of a search. */
  readonly exact?: Exactness;
  /** Several engines that divide the states among them may each have one: made so that its least key is known. */
  ranked?(context: SearchContext): RankedList;
  /** Why the list must not be used for a problem. */
  refusal?(problem: Problem): Refusal | undefined;
  /** A test for steps that need not be taken; undefined when there is none. */
  pruning?(context: SearchContext): Pruning | undefined;
}

/** A list with its arguments, before it meets a problem. */
export interface OpenListConfig extends OpenListTraits {
  readonly spec: string;
  create(context: SearchContext): OpenList;
}

/** Speaks of the open lists without knowing them; `index.ts` lists them. */
export const openListFamily = new ComponentFamily<OpenListConfig>("open list");

/** A list that another one is made of. */
export const innerList: Param<OpenListConfig> = component(() => openListFamily.registry, {
  doc: "the list each queue is made of",
});

const USUAL: OpenListTraits = {
  needsTransitions: false,
  shortestFirst: false,
  cheapestFirst: false,
  complete: true,
  prunes: false,
};

/**
 * One object says everything about a list. It keeps every state, in no promised order, unless `traits` say otherwise.
 */
export const defineOpenList = <const P extends Params>(
  definition: Created<P, OpenListTraits, SearchContext, OpenList>,
): Component<OpenListConfig> => defineCreated(USUAL, definition);

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
