// Drives a search to its end within limits. This is the only code that knows of clocks on the wall, memory and
// cancellation; the command line and the web worker share it. The core is pure, so time, memory and the way to let
// other work happen in between (a Ctrl-C handler, a message from the page) are handed in.

import type { SearchStatistics, SearchStatus } from "./search.ts";

export interface Limits {
  readonly seconds?: number;
  readonly memoryBytes?: number;
}

export interface Environment {
  /** Wall-clock seconds since any fixed moment. */
  now(): number;
  /** Seconds of processor time since any fixed moment; wall-clock time where that is not known. */
  cpu(): number;
  /** Memory of the whole process in bytes; 0 where that is not known. */
  memoryBytes(): number;
  /** Resolves once pending events were handled. */
  pause(): Promise<void>;
  /** Pause after this many steps, not after some time: who takes turns with others then does so reproducibly. */
  readonly stepsPerSlice?: number;
}

/** `AbortSignal` fits. */
export interface CancelSignal {
  readonly aborted: boolean;
}

export interface Progress {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly statistics: SearchStatistics;
}

/** Anything that advances by steps and can be counted: a search, or a query that is made of several. */
export interface Runnable {
  step(): SearchStatus;
  readonly statistics: SearchStatistics;
}

export type RunOutcome = Exclude<SearchStatus, "running"> | "time" | "memory" | "interrupted";

const SECONDS_PER_SLICE = 0.05;
const SECONDS_PER_PROGRESS = 0.25;

export async function run(
  search: Runnable,
  limits: Limits,
  environment: Environment,
  signal?: CancelSignal,
  onProgress?: (progress: Progress) => void,
): Promise<RunOutcome> {
  const start = environment.now();
  const deadline = limits.seconds === undefined ? Number.POSITIVE_INFINITY : start + limits.seconds;
  let sliceEnd = start + SECONDS_PER_SLICE;
  let nextProgress = start + SECONDS_PER_PROGRESS;
  // Looking at the time can cost as much as a step, so the number of steps between looks adapts: about a millisecond.
  let stride = 1;
  let lastLook = start;
  for (let steps = 1; ; steps++) {
    const status = search.step();
    if (status !== "running") return status;
    if (steps < (environment.stepsPerSlice ?? stride)) continue;
    const now = environment.now();
    stride = now - lastLook < 0.001 ? Math.min(stride * 2, 1024) : Math.max(1, stride >> 1);
    lastLook = now;
    steps = 0;
    if (now >= deadline) return "time";
    if (now < sliceEnd && environment.stepsPerSlice === undefined) continue;
    if (limits.memoryBytes !== undefined && environment.memoryBytes() > limits.memoryBytes) return "memory";
    if (onProgress !== undefined && now >= nextProgress) {
      onProgress({ seconds: now - start, memoryBytes: environment.memoryBytes(), statistics: search.statistics });
      nextProgress = now + SECONDS_PER_PROGRESS;
    }
    await environment.pause();
    if (signal?.aborted) return "interrupted";
    sliceEnd = environment.now() + SECONDS_PER_SLICE;
  }
}

/** For tests and callers without limits: never pauses, measures nothing. */
export const stillEnvironment: Environment = {
  now: () => 0,
  cpu: () => 0,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};
