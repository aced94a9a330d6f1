// What the core has to be told about the outside world. It is pure: time, memory, a way to let other work happen in
// between (a Ctrl-C handler, a message from the page) and a way to end work that does not come back are handed in.

import type { MakeMemory } from "../basics/linear-memory.ts";

export interface Limits {
  readonly seconds?: number;
  readonly memoryBytes?: number;
}

export interface Environment {
  /** Wall-clock seconds since any fixed moment. */
  now(): number;
  /** Seconds of processor time of the whole process since any fixed moment; wall-clock time where that is not known. */
  cpu(): number;
  /** The same for the calling thread alone; absent where the platform cannot tell. */
  threadCpu?(): number;
  /** Memory of the whole process in bytes; 0 where that is not known. */
  memoryBytes(): number;
  /** Makes the memory of compiled engines and estimates; absent where the host does not care. */
  readonly makeMemory?: MakeMemory;
  /** Resolves once pending events were handled. */
  pause(): Promise<void>;
  /** Pause after this many steps, not after some time: who takes turns with others then does so reproducibly. */
  readonly stepsPerSlice?: number;
  /**
   * Runs work and stops it in the middle, wherever it is, when it takes longer, when the process grows larger, or when
   * the user interrupts: then it throws `LimitReached`, and what the work was changing is left as it was at that
   * moment. Absent where the host cannot do so; then limits are seen between steps only.
   */
  interruptible?<T>(work: () => T, limits: Limits): T;
}

/** `AbortSignal` fits. */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** For tests and callers without limits: never pauses, measures nothing. */
export const stillEnvironment: Environment = {
  now: () => 0,
  cpu: () => 0,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};
