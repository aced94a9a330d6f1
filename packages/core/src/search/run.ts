// Drives a search to its end within its budget; the command line and the web worker share it. Steps are taken in
// slices: between slices others have their turn, within one the host can end a step that does not come back.

import { defined } from "../basics/defined.ts";
import { type Budget, type LimitKind, LimitReached } from "../limits/index.ts";
import { NO_STATISTICS } from "./fault-ledger.ts";
import type { SearchStatistics, SearchStatus } from "./search.ts";

/** What is known so far of a number that random runs show. */
export interface NumberSoFar {
  readonly runs: number;
  readonly estimate?: number;
  readonly lower?: number;
  readonly upper?: number;
}

export interface Progress {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly statistics: SearchStatistics;
  /** How far it is, in words, for what is no search. */
  readonly told?: string;
  readonly soFar?: NumberSoFar;
}

/** Anything that advances by steps. */
export interface Runnable {
  step(): SearchStatus;
  /** Absent: it is no search. */
  readonly statistics?: SearchStatistics;
  /** How far it is, in words. */
  readonly told?: string;
  readonly soFar?: NumberSoFar;
}

/** A search, or a query that is made of several: states are counted. */
export interface CountedRunnable extends Runnable {
  readonly statistics: SearchStatistics;
}

export type RunOutcome = Exclude<SearchStatus, "running"> | LimitKind;

const SECONDS_PER_SLICE = 0.05;
const SECONDS_PER_PROGRESS = 0.25;

export async function run(
  search: Runnable,
  budget: Budget,
  onProgress?: (progress: Progress) => void,
): Promise<RunOutcome> {
  const { environment } = budget;
  const start = environment.now();
  let nextProgress = start + SECONDS_PER_PROGRESS;
  const slice = sliceOf(search, budget);
  for (;;) {
    let status: SearchStatus;
    try {
      status = budget.during(slice);
    } catch (error) {
      if (error instanceof LimitReached) return error.because;
      throw error;
    }
    if (status !== "running") return status;
    const now = environment.now();
    if (onProgress !== undefined && now >= nextProgress) {
      const { statistics = NO_STATISTICS, told, soFar } = search;
      const memoryBytes = environment.memoryBytes();
      onProgress({ seconds: now - start, memoryBytes, statistics, ...defined({ told, soFar }) });
      nextProgress = now + SECONDS_PER_PROGRESS;
    }
    await environment.pause();
  }
}

/** Takes steps until something is to be said or the slice is over. */
function sliceOf(search: Runnable, budget: Budget): () => SearchStatus {
  const { environment } = budget;
  const { stepsPerSlice } = environment;
  // Looking at the time can cost as much as a step, so the number of steps between looks adapts: about a millisecond.
  let stride = 1;
  return () => {
    const start = environment.now();
    let lastLook = start;
    for (let steps = 1; ; steps++) {
      const status = search.step();
      if (status !== "running") return status;
      if (steps < (stepsPerSlice ?? stride)) continue;
      const now = environment.now();
      if (stepsPerSlice !== undefined || now >= start + SECONDS_PER_SLICE || budget.isLate(now)) return "running";
      stride = now - lastLook < 0.001 ? Math.min(stride * 2, 1024) : Math.max(1, stride >> 1);
      lastLook = now;
      steps = 0;
    }
  };
}
