// What a search is, seen from outside: something that is advanced step by step until it finds a target, has seen
// everything, or has to give up. A search knows nothing of clocks on the wall, memory limits or Ctrl-C: `run` does.

import type { Engine, EngineFault, StateId } from "../engine/engine.ts";
import type { QueueStatistics } from "../open-lists/index.ts";
import type { EstimateStatistics } from "../search-context/index.ts";

/**
 * - `found`: a state was met that the goal test accepts; a further `step` goes on behind it.
 * - `exhausted`: everything was seen, and nothing was left out on the way.
 * - `gave-up`: nothing is left to do, but something was left out: absence of a target proves nothing.
 * - `fault`: the model failed while a state was expanded or tested; a further `step` goes on without what failed.
 */
export type SearchStatus = "running" | "found" | "exhausted" | "gave-up" | "fault";

export interface SearchStatistics {
  /** States popped from the open list, the target included; states swallowed before they were popped are not. */
  readonly explored: number;
  /** Successors that were new when they were computed. */
  readonly generated: number;
  /** States that are stored now (what was swallowed is not). */
  readonly stored: number;
  /** Successors computed, covered ones included. */
  readonly transitions: number;
  /** Successors that a stored state covered. */
  readonly covered: number;
  readonly peakOpen: number;
  readonly queues: readonly QueueStatistics[];
  /** CE and UT: states explored from deferred queues. ICB: switches on the way to the state explored last. */
  readonly contextSwitches: number;
  /** What the trace that was found costs, where something other than steps was asked for. */
  readonly cost?: string;
  /** What the estimates said; absent where none was asked. */
  readonly estimates?: readonly EstimateStatistics[];
  /** What is being built before the search begins, and how much of it is done (0 … 1). */
  readonly building?: { readonly heuristic: string; readonly progress: number };
  /** Steps in no interference context of the one before: what `context(…, prune=true)` would leave out. */
  readonly prunable: number;
}

/** Is the state what the search is looking for? States belong to engines, so it is told in which one to look. */
export type Goal = (state: StateId, engine: Engine) => boolean;

/** Only traces of at most `length` transitions count. */
export interface Bound {
  readonly length: number;
  /** Admissible. States are cut off when the way to them and this estimate exceed the length; absent: by the way alone. */
  readonly estimate?: (state: StateId) => number;
}

export interface Search {
  step(): SearchStatus;
  readonly statistics: SearchStatistics;
  /** The state the last `found` was about. */
  readonly target?: StateId;
  /** What the last `fault` was about. */
  readonly fault?: EngineFault | undefined;
  /** The engine that `target` and `fault` speak of, where that is not the one the search was created with. */
  readonly engine?: Engine;
  /** Number of transitions on the way to the target. */
  readonly length?: number;
  /** For searches that forget states: the ordinals from the initial state to the target, or to where the fault is. */
  readonly trail?: readonly number[] | undefined;
  /** What the engine stores is not all that was seen (states were forgotten), or not as the problem sees it. */
  readonly forgetful?: boolean;
  /** Where steps have costs: what the way to the target costs, in words. */
  readonly cost?: string | undefined;
  /** Where steps have costs, after `found`: look on for cheaper traces only. */
  cheaper?(): void;
  /** After `found`: look on for traces of at most this length only. What is then left out does not count as left out. */
  tighten?(length: number): void;
  /** After `found`: do not go on behind the target. */
  turnBack?(): void;
}
