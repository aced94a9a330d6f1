// Ends work that does not come back: node's `vm` runs it under a watchdog of its own thread, which stops JavaScript and
// WebAssembly alike wherever they are. It knows of time and of Ctrl-C; memory is looked at by another thread, which
// raises the same signal as Ctrl-C and leaves a note that it was not the user. That thread also hears the Ctrl-C that
// ends no work, because none is under way.

import { getHeapStatistics } from "node:v8";
import { Script } from "node:vm";
import { LimitReached, type Limits } from "@tracehound/core";
import { Watch } from "./watch.ts";

const WORK = Symbol.for("tracehound.work");
const script = new Script('globalThis[Symbol.for("tracehound.work")]()');
const place = globalThis as unknown as { [WORK]?: () => unknown };

/** The longest time that `vm` can be told, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Share of what V8 gives a heap at most; beyond it the process would be ended without a word. */
const SAFE_SHARE = 0.9;

/**
 * The thread that watches costs as much as answering a small question does. So it begins when these milliseconds are
 * over, or when there is something larger to do; until then Ctrl-C ends the process, as in its first moments.
 */
const MOMENT = 50;

export interface Interruption {
  /** Soon Ctrl-C is heard; until then it ends the process. */
  listen(): void;
  /** Work on something small, which may be done again from the start: what is not over at once is undefined. */
  briefly<T>(work: () => T): T | undefined;
  /** What comes in the next moments is small: nobody need watch over it yet. */
  trust(): void;
  /** Kept when it is heard. */
  listening(): Promise<void>;
  interruptible<T>(work: () => T, limits: Limits): T;
  /** The same for work that Ctrl-C ends while the command goes on. */
  attempt<T>(work: () => T): T;
  /** A wait between two attempts: a Ctrl-C meanwhile ends the next one. */
  between(wait: Promise<void>): Promise<void>;
  /** Is work under way that may be ended at any moment? Whoever is in the middle of something then stays there. */
  isWorking(): boolean;
}

/** In a thread: time only. Whoever started the thread ends it for other reasons. */
export const interruptibleInThread = <T>(work: () => T, { seconds }: Limits): T => {
  try {
    return underWatch(work, seconds, false);
  } catch (error) {
    throw codeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new LimitReached("time") : error;
  }
};

/**
 * In the main thread. `onInterrupt` hears of Ctrl-C once, whenever that is; the next one ends the process. `onIdle`
 * hears whenever work is over.
 */
export function createInterruption(onInterrupt: () => void, onIdle: () => void): Interruption {
  let isInterrupted = false;
  let isWorking = false;
  let isBetween = false;
  let trustedUntil = Number.NEGATIVE_INFINITY;
  const interrupt = (): void => {
    if (isBetween) return;
    watch.notice();
    if (isInterrupted) return;
    isInterrupted = true;
    onInterrupt();
  };
  const watch = new Watch(interrupt);
  const limited = <T>(work: () => T, { seconds, memoryBytes }: Limits): T => {
    watch.start();
    const bytes = Math.min(memoryBytes ?? Number.POSITIVE_INFINITY, heapCeiling());
    // Inside, where no signal is missed any more.
    const watched = (): T => {
      // The thread that hears of it later than this looks whether work has begun, and ends it.
      if (watch.isInterrupted()) throw new LimitReached("interrupted");
      watch.begin(bytes);
      try {
        return work();
      } finally {
        watch.end();
        watch.stayForSignal();
      }
    };
    try {
      isWorking = true;
      return underWatch(watched, seconds, true);
    } catch (error) {
      switch (codeOf(error)) {
        case "ERR_SCRIPT_EXECUTION_TIMEOUT":
          throw new LimitReached("time");
        case "ERR_SCRIPT_EXECUTION_INTERRUPTED":
          throw new LimitReached(watch.hasOutgrown() ? "memory" : "interrupted");
        default:
          throw error;
      }
    } finally {
      // Work that is ended by force does not come to its own `finally`.
      watch.end();
      isWorking = false;
      onIdle();
    }
  };
  return {
    listen: () => watch.start(),
    briefly(work) {
      if (watch.isStarted) return undefined;
      try {
        return interruptibleInThread(work, { seconds: MOMENT / 1000 });
      } catch (error) {
        if (error instanceof LimitReached) return undefined;
        throw error;
      }
    },
    trust() {
      trustedUntil = process.uptime() + MOMENT / 1000;
    },
    listening: () => watch.listening(),
    isWorking: () => isWorking,
    async between(wait) {
      isBetween = true;
      try {
        await wait;
      } finally {
        isBetween = false;
      }
    },
    interruptible(work, limits) {
      if (!watch.isStarted && process.uptime() < trustedUntil) return work();
      // The second Ctrl-C ends the process, as everywhere.
      if (isInterrupted) return interruptibleInThread(work, limits);
      try {
        return limited(work, limits);
      } catch (error) {
        if (error instanceof LimitReached && error.because === "interrupted") interrupt();
        throw error;
      }
    },
    attempt(work) {
      try {
        const result = limited(work, {});
        // It was heard too late to end the work.
        if (watch.isInterrupted()) throw new LimitReached("interrupted");
        return result;
      } finally {
        if (watch.isInterrupted()) watch.forget();
      }
    },
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
