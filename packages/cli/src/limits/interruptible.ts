// Ends work that does not come back: node's `vm` runs it under a watchdog of its own thread, which stops JavaScript and
// WebAssembly alike wherever they are. It knows of time and of Ctrl-C; memory is looked at by a second thread, which
// raises the same signal as Ctrl-C and leaves a note that it was not the user.

import { getHeapStatistics } from "node:v8";
import { Script } from "node:vm";
import { LimitReached, type Limits } from "@tracehound/core";
import { MemoryWatch } from "./memory-watch.ts";

const WORK = Symbol.for("tracehound.work");
const script = new Script('globalThis[Symbol.for("tracehound.work")]()');
const place = globalThis as unknown as { [WORK]?: () => unknown };

/** The longest time that `vm` can be told, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Share of what V8 gives a heap at most; beyond it the process would be ended without a word. */
const SAFE_SHARE = 0.9;

export interface Interruption {
  interruptible<T>(work: () => T, limits: Limits): T;
  /** The same for work that Ctrl-C ends while the command goes on. */
  attempt<T>(work: () => T): T;
  /** Was this signal raised by the watch over memory, too late for the work that it should have ended? */
  isOurs(): boolean;
}

/** In a thread: time only. Whoever started the thread ends it for other reasons. */
export const interruptibleInThread = <T>(work: () => T, { seconds }: Limits): T => {
  try {
    return underWatch(work, seconds, false);
  } catch (error) {
    throw codeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new LimitReached("time") : error;
  }
};

/** In the main thread. `onInterrupt` hears of a Ctrl-C that ended work, since no handler does. */
export function createInterruption(isInterrupted: () => boolean, onInterrupt: () => void): Interruption {
  const watch = new MemoryWatch();
  const limited = <T>(work: () => T, { seconds, memoryBytes }: Limits, breakOnSigint: boolean): T => {
    watch.begin(Math.min(memoryBytes ?? Number.POSITIVE_INFINITY, heapCeiling()));
    try {
      return underWatch(work, seconds, breakOnSigint);
    } catch (error) {
      switch (codeOf(error)) {
        case "ERR_SCRIPT_EXECUTION_TIMEOUT":
          throw new LimitReached("time");
        case "ERR_SCRIPT_EXECUTION_INTERRUPTED":
          throw new LimitReached(watch.hasRaised() ? "memory" : "interrupted");
        default:
          throw error;
      }
    } finally {
      watch.end();
    }
  };
  return {
    interruptible(work, limits) {
      try {
        // The second Ctrl-C ends the process, as everywhere.
        return limited(work, limits, !isInterrupted());
      } catch (error) {
        if (error instanceof LimitReached && error.because === "interrupted") onInterrupt();
        throw error;
      }
    },
    attempt: (work) => limited(work, {}, true),
    isOurs: () => watch.hasRaised(),
  };
}

function underWatch<T>(work: () => T, seconds = Number.POSITIVE_INFINITY, breakOnSigint: boolean): T {
  place[WORK] = work;
  const timeout = Math.max(1, Math.ceil(1000 * seconds));
  return script.runInThisContext({ ...(timeout > LONGEST ? {} : { timeout }), breakOnSigint }) as T;
}

/** What the process may grow to before the heap of this thread is full: memory outside of it does not count. */
function heapCeiling(): number {
  const { total_heap_size, heap_size_limit } = getHeapStatistics();
  return process.memoryUsage.rss() - total_heap_size + SAFE_SHARE * heap_size_limit;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
