// What a search is, seen from outside: something that is advanced step by step until it finds a target, has seen
// everything, or has to give up. A search knows nothing of clocks on the wall, memory limits or Ctrl-C: `run` does.

import type { Engine, EngineFault, StateId, StateRecord } from "../engine/engine.ts";
import type { QueueStatistics } from "../open-lists/index.ts";
import type { EstimateStatistics } from "../search-context/index.ts";
import type { ListedStates, SetCourse, SymbolicStatistics } from "../symbolic/index.ts";

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
  /**
   * States that an estimate saw no way from, of a search that ended: shown to have none, or taken on the estimate's
   * word.
   */
  readonly deadEnds?: DeadEndStatistics;
  /** Of a search on disk: bytes, buckets that were settled, candidates that were known already or swallowed. */
  readonly disk?: DiskStatistics;
  /** Of a search that many machines made: what the broker and the audit say of it. */
  readonly job?: JobStatistics;
  /** Of a search by decision diagrams; `explored` says no more than a number can. */
  readonly symbolic?: SymbolicStatistics;
  /** Of beams: states in which nothing can happen and that are no targets, where ways ended without success. */
  readonly stuck?: number;
  /** What was interchangeable, block by block; absent where every state stood for itself. */
  readonly symmetry?: readonly (readonly string[])[];
  /** Steps that were possible where partial-order reduction looked, and how many of them it left out. */
  readonly reduction?: { readonly possible: number; readonly left: number };
  /** Of a search by several engines that divide the states among them: what each has done. */
  readonly workers?: readonly WorkerStatistics[];
  /** What is being built before the search begins, and how much of it is done (0 … 1). */
  readonly building?: { readonly heuristic: string; readonly progress: number };
  /** It was ended before its first step: the engine, or what a walk knows of the model, was being made. */
  readonly preparing?: true;
  /** Of a member of a portfolio whose estimate was not ready in time. */
  readonly standIn?: StandInStatistics;
  /** Of a search that makes its abstraction finer. */
  readonly refinement?: RefinementStatistics;
  /** Steps in no interference context of the one before: what `context(…, prune=true)` would leave out. */
  readonly prunable: number;
}

export interface WorkerStatistics {
  readonly explored: number;
  /** Successors that belong to others, and those of others that belong to this one. */
  readonly sent: number;
  readonly received: number;
  /** For how long it waited for others. */
  readonly idleSeconds: number;
}

export interface JobStatistics {
  readonly shards: number;
  /** Discrete states that were stored. */
  readonly discrete: number;
  /** Batches that were read twice, and those that were read again by a new owner. */
  readonly redelivered: number;
  readonly replayed: number;
  /** Was every batch that was sent received? */
  readonly audit: "complete" | "incomplete";
}

export interface DiskStatistics {
  readonly written: number;
  readonly read: number;
  readonly buckets: number;
  readonly duplicates: number;
  readonly included: number;
}

export interface DeadEndStatistics {
  readonly checked: number;
  readonly trusted: number;
}

/** What a search went by while its own estimate was being prepared for longer than it was allowed. */
export interface StandInStatistics {
  /** The estimate that was not ready, and after what time. */
  readonly of: string;
  readonly allowed: string;
  /** What stood in for it; absent: nothing that is ready at once tells the first state from a target. */
  readonly by?: string;
  /** States explored by it. */
  readonly explored: number;
  /** The estimate was ready later, and the search has begun by it. */
  readonly replaced: boolean;
}

export interface RefinementStatistics {
  /** How often the abstraction was made finer. */
  readonly times: number;
  /** The estimate of the latest round. */
  readonly estimate: string;
  /** Why it is made no finer: it is as fine as can be, or what a finer one may cost ran out while it was built. */
  readonly ended?: "finest" | "time" | "memory";
}

/** Is the state what the search is looking for? States belong to engines, so it is told in which one to look. */
export type GoalTest = (state: StateId, engine: Engine) => boolean;

/** Only traces of at most `length` transitions count; or that cost at most so much, where the search counts costs. */
export interface Bound {
  readonly length: number;
  /**
   * Admissible. States are cut off when the way to them and this estimate exceed the length; absent: by the way alone.
   */
  readonly estimate?: (state: StateId) => number;
}

/** Where a search has got to, as a path: nobody needs the search's engine to take it again. */
export interface Arrival {
  /**
   * The candidate taken in each expansion, that of the initial state first; empty where an initial state cannot be
   * made.
   */
  ordinals(): readonly number[];
  /** Where the state is stored, for who goes on from there; searches that start again have several engines. */
  readonly place?: StoredState | undefined;
}

export interface StoredState {
  readonly engine: Engine;
  readonly state: StateId;
}

/** A state that was found. */
export interface Found extends Arrival {
  /** Number of transitions. */
  readonly length: number;
  /** Where steps have costs: what the way costs, in words. */
  readonly cost?: string | undefined;
}

/** A fault of the model, and the way to where it was met. */
export interface Failed extends EngineFault, Arrival {}

export interface Search {
  step(): SearchStatus;
  readonly statistics: SearchStatistics;
  /** Of the latest round alone, where a search is made of several. */
  readonly latest?: SearchStatistics | undefined;
  /** What the last `found` was about. */
  readonly found?: Found | undefined;
  /** What the last `fault` was about. */
  readonly fault?: Failed | undefined;
  /** All that was seen, as the problem sees it; absent once states were forgotten. */
  readonly record?: StateRecord | undefined;
  /** All that was seen, as a diagram, of a search that keeps whole sets: asked once everything was seen. */
  diagram?(): ListedStates;
  /**
   * Of a search that keeps whole sets, asked before its first step: from now on it notes how large they are, round by
   * round. What comes back tells what was noted so far, once for every reading of the network.
   */
  watchSets?(): () => readonly SetCourse[];
  /** Gives back what it holds besides memory, such as threads. What was recorded stays. */
  end?(): void;
  /** After `found`: do not go on behind it. */
  turnBack(): void;
}

/** A search that can go on to better traces. */
export interface Improvable extends Search {
  /**
   * From now on only better traces count: cheaper than the one found last where steps have costs, else of at most this
   * length. What is left out because of it does not count as left out.
   */
  improve(length: number): void;
}

export function isImprovable(search: Search): search is Improvable {
  return "improve" in search;
}
