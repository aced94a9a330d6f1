// A thread that hears Ctrl-C and looks at the memory of the process many times a second, also while the main thread is
// in the middle of one long step. Node hands signals to the main thread between events only, and forgets those that
// wait when `vm` takes over Ctrl-C; so nobody but `vm` listens here: the thread stays inside `vm` all the time, and
// work of the main thread goes there for as long as it lasts. Of two places inside `vm` a signal ends the one that
// was entered last. Why so: docs/decisions/0006-limits-by-interruption.md.

import { createRequire } from "node:module";
import type { Worker } from "node:worker_threads";

/** Words that both threads see. */
const WORD = {
  /** What the process may grow to, in units; 0: anything. */
  ceiling: 0,
  /** A signal was raised because of memory, and nobody has heard it yet. */
  outgrown: 1,
  /** The main thread is inside `vm`: a signal ends its work. */
  hears: 2,
  /** What the user has said. */
  user: 3,
  /** Nobody ever changes it, so one can wait on it. */
  never: 4,
} as const;

/** `raised`: the thread has passed it on as a signal, which comes for sure while the main thread stays inside `vm`. */
const USER = { silent: 0, interrupted: 1, known: 2, raised: 3 } as const;

const UNIT = 1 << 16;
const MILLISECONDS = 10;

/** Whoever has not taken notice of Ctrl-C so many milliseconds later is ended without being asked. */
const PATIENCE = 800;
const TRY = 200;

/** Names the process without which nobody waits for an answer: whoever is killed cannot end what it has started. */
export const PARENT = "TRACEHOUND_PARENT";
/** One look in so many is for it. */
const LOOKS = 50;

/** Runs in the thread. */
const THREAD = `
const { workerData, parentPort } = require("node:worker_threads");
const shared = new Int32Array(workerData);
const raise = () => process.kill(process.pid, "SIGINT");
const pause = () => Atomics.wait(shared, ${WORD.never}, 0, ${MILLISECONDS});
const isHeard = () => Atomics.load(shared, ${WORD.hears}) === 1;
const parent = Number(process.env.${PARENT} || 0);
globalThis.watch = () => {
  for (let looks = 0; ; looks++) {
    pause();
    if (parent > 0 && looks % ${LOOKS} === 0 && process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    const ceiling = Atomics.load(shared, ${WORD.ceiling});
    if (ceiling > 0 && process.platform !== "win32" && process.memoryUsage.rss() / ${UNIT} > ceiling && isHeard()) {
      Atomics.store(shared, ${WORD.ceiling}, 0);
      Atomics.store(shared, ${WORD.outgrown}, 1);
      raise();
    }
  }
};
const script = new (require("node:vm").Script)("watch()");
parentPort.postMessage("listening");
const isAsked = () => [${USER.interrupted}, ${USER.raised}].includes(Atomics.load(shared, ${WORD.user}));
/** Leaving \`vm\` ceases to hear first and looks for a raised signal then: one of the two threads sees the other. */
const passOn = () => {
  if (Atomics.compareExchange(shared, ${WORD.user}, ${USER.interrupted}, ${USER.raised}) !== ${USER.interrupted}) return true;
  if (isHeard()) return raise(), true;
  Atomics.compareExchange(shared, ${WORD.user}, ${USER.raised}, ${USER.interrupted});
  Atomics.notify(shared, ${WORD.user});
  return false;
};
const untilInterrupted = () => {
  for (;;) {
    try {
      script.runInThisContext({ breakOnSigint: true });
    } catch (error) {
      if (error.code !== "ERR_SCRIPT_EXECUTION_INTERRUPTED") throw error;
      if (Atomics.exchange(shared, ${WORD.outgrown}, 0) === 0) return;
      // It was meant for the work, which may be over, or began before this thread listened.
      if (!isHeard()) continue;
      Atomics.store(shared, ${WORD.outgrown}, 1);
      raise();
    }
  }
};
do {
  untilInterrupted();
  // The second Ctrl-C means it: nobody listens any more, so the signal ends the process.
  if (Atomics.compareExchange(shared, ${WORD.user}, ${USER.silent}, ${USER.interrupted}) === ${USER.known}) raise();
  parentPort.postMessage("interrupted");
  for (let tries = 1; isAsked(); tries++) {
    // Work that began meanwhile hears of it by a second signal.
    if (passOn()) Atomics.wait(shared, ${WORD.user}, ${USER.raised}, ${TRY});
    else if (tries * ${TRY} <= ${PATIENCE}) Atomics.wait(shared, ${WORD.user}, ${USER.interrupted}, ${TRY});
    else {
      require("node:fs").writeSync(2, "interrupted\\n");
      raise();
    }
  }
} while (Atomics.load(shared, ${WORD.user}) === ${USER.silent});
watch();
`;

export class Watch {
  private readonly shared = new Int32Array(new SharedArrayBuffer(4 * Object.keys(WORD).length));
  private readonly onInterrupt: () => void;
  private thread: Worker | undefined;
  private isListening = false;

  /** `onInterrupt` hears of a Ctrl-C that ended no work. */
  constructor(onInterrupt: () => void) {
    this.onInterrupt = onInterrupt;
  }

  get isStarted(): boolean {
    return this.thread !== undefined;
  }

  /** Soon Ctrl-C is heard; until then it ends the process, or only the work under way. */
  start(): Worker {
    this.thread ??= this.begun();
    return this.thread;
  }

  /** Kept when Ctrl-C is heard, whatever happens. */
  async listening(): Promise<void> {
    const thread = this.start();
    if (this.isListening) return;
    // Nothing else may keep the process alive.
    thread.ref();
    await new Promise((resolve) => thread.once("message", resolve));
    thread.unref();
  }

  private begun(): Worker {
    const threads = createRequire(import.meta.url)("node:worker_threads") as typeof import("node:worker_threads");
    const thread = new threads.Worker(THREAD, { eval: true, workerData: this.shared.buffer, stdin: false });
    thread.on("message", (message) => {
      if (message === "listening") this.isListening = true;
      else if (this.isInterrupted()) this.onInterrupt();
    });
    thread.unref();
    return thread;
  }

  /** Has the user interrupted, and nobody taken notice yet? */
  isInterrupted(): boolean {
    const user = Atomics.load(this.shared, WORD.user);
    return user === USER.interrupted || user === USER.raised;
  }

  /** Somebody takes notice: the next Ctrl-C ends the process. */
  notice(): void {
    this.answer(USER.known);
  }

  /** Somebody takes notice and goes on: the next Ctrl-C is heard like the first. */
  forget(): void {
    this.answer(USER.silent);
  }

  private answer(user: number): void {
    Atomics.store(this.shared, WORD.user, user);
    Atomics.notify(this.shared, WORD.user);
  }

  /** Until `end` a signal ends the work, and one is raised when the process grows beyond so many bytes. */
  begin(bytes: number): void {
    Atomics.store(this.shared, WORD.hears, 1);
    Atomics.store(this.shared, WORD.ceiling, Math.max(1, Math.min(2 ** 30, Math.floor(bytes / UNIT))));
  }

  end(): void {
    Atomics.store(this.shared, WORD.ceiling, 0);
    Atomics.store(this.shared, WORD.hears, 0);
  }

  /**
   * Still inside `vm`, after `end`: a signal that was raised for the work is waited for; outside it would hit nobody.
   */
  stayForSignal(): void {
    while (Atomics.load(this.shared, WORD.user) === USER.raised) {
      Atomics.wait(this.shared, WORD.user, USER.raised, TRY);
    }
  }

  /** Was the signal that ended work raised because of memory? Asked once. */
  hasOutgrown(): boolean {
    return Atomics.exchange(this.shared, WORD.outgrown, 0) === 1;
  }
}
