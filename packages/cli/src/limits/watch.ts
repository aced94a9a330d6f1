// A thread that hears Ctrl-C and looks at the memory of the process many times a second, also while the main thread is
// in the middle of one long step. Node hands signals to the main thread between events only, and forgets those that
// wait when `vm` takes over Ctrl-C; so nobody but `vm` listens here: the thread stays inside `vm` all the time, and
// work of the main thread goes there for as long as it lasts. Of two places inside `vm` a signal ends the one that
// was entered last. Why so: docs/decisions/0006-limits-by-interruption.md.

import { createRequire } from "node:module";

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

const USER = { silent: 0, interrupted: 1, known: 2 } as const;

const UNIT = 1 << 16;
const MILLISECONDS = 10;

/** Whoever has not taken notice of Ctrl-C so many milliseconds later is ended without being asked. */
const PATIENCE = 800;
const TRY = 200;

/** Runs in the thread. */
const THREAD = `
const { workerData, parentPort } = require("node:worker_threads");
const shared = new Int32Array(workerData);
const raise = () => process.kill(process.pid, "SIGINT");
const pause = () => Atomics.wait(shared, ${WORD.never}, 0, ${MILLISECONDS});
const isHeard = () => Atomics.load(shared, ${WORD.hears}) === 1;
globalThis.watch = () => {
  for (;;) {
    pause();
    const ceiling = Atomics.load(shared, ${WORD.ceiling});
    if (ceiling > 0 && process.platform !== "win32" && process.memoryUsage.rss() / ${UNIT} > ceiling && isHeard()) {
      Atomics.store(shared, ${WORD.ceiling}, 0);
      Atomics.store(shared, ${WORD.outgrown}, 1);
      raise();
    }
  }
};
const script = new (require("node:vm").Script)("watch()");
for (let left = false; !left; ) {
  try {
    script.runInThisContext({ breakOnSigint: true });
  } catch (error) {
    if (error.code !== "ERR_SCRIPT_EXECUTION_INTERRUPTED") throw error;
    if (Atomics.exchange(shared, ${WORD.outgrown}, 0) === 1) {
      // It was meant for the work, which may be over, or began before this thread listened.
      if (!isHeard()) continue;
      Atomics.store(shared, ${WORD.outgrown}, 1);
      raise();
      continue;
    }
    left = true;
  }
}
// The second Ctrl-C means it: nobody listens any more, so the signal ends the process.
if (Atomics.compareExchange(shared, ${WORD.user}, ${USER.silent}, ${USER.interrupted}) === ${USER.known}) raise();
parentPort.postMessage("interrupted");
for (let tries = 1; Atomics.load(shared, ${WORD.user}) === ${USER.interrupted}; tries++) {
  // Work that began meanwhile hears it a second time; not more often than it needs to end.
  if (isHeard()) raise();
  else if (tries * ${TRY} > ${PATIENCE}) {
    require("node:fs").writeSync(2, "interrupted\\n");
    raise();
  }
  Atomics.wait(shared, ${WORD.never}, 0, ${TRY});
}
watch();
`;

export class Watch {
  private readonly shared = new Int32Array(new SharedArrayBuffer(4 * Object.keys(WORD).length));
  private readonly onInterrupt: () => void;
  private running = false;

  /** `onInterrupt` hears of a Ctrl-C that ended no work. */
  constructor(onInterrupt: () => void) {
    this.onInterrupt = onInterrupt;
  }

  /** From now on Ctrl-C is heard; before, it ends the process. */
  start(): void {
    if (this.running) return;
    this.running = true;
    const { Worker } = createRequire(import.meta.url)("node:worker_threads") as typeof import("node:worker_threads");
    const thread = new Worker(THREAD, { eval: true, workerData: this.shared.buffer, stdin: false });
    thread.on("message", () => this.isInterrupted() && this.onInterrupt());
    thread.unref();
  }

  /** Has the user interrupted, and nobody taken notice yet? */
  isInterrupted(): boolean {
    return Atomics.load(this.shared, WORD.user) === USER.interrupted;
  }

  /** Somebody takes notice: the next Ctrl-C ends the process. */
  notice(): void {
    Atomics.store(this.shared, WORD.user, USER.known);
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

  /** Was the signal that ended work raised because of memory? Asked once. */
  hasOutgrown(): boolean {
    return Atomics.exchange(this.shared, WORD.outgrown, 0) === 1;
  }
}
