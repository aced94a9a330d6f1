// A thread that looks at the memory of the process many times a second, also while the main thread is in the middle of
// one long step, and raises a signal there when it passes the ceiling of the moment.

import { createRequire } from "node:module";

/** Places in the memory that both threads see: the ceiling in units (0: none), and the note of who raised the signal. */
const CEILING = 0;
const RAISED = 1;
const UNIT = 1 << 16;
const MILLISECONDS = 10;

/** Runs in the thread; it waits on a word that nobody ever changes. */
const WATCH = `
const shared = new Int32Array(require("node:worker_threads").workerData);
for (;;) {
  Atomics.wait(shared, 2, 0, ${MILLISECONDS});
  const ceiling = Atomics.load(shared, ${CEILING});
  if (ceiling > 0 && process.memoryUsage.rss() / ${UNIT} > ceiling) {
    Atomics.store(shared, ${CEILING}, 0);
    Atomics.store(shared, ${RAISED}, 1);
    process.kill(process.pid, "SIGINT");
  }
}`;

export class MemoryWatch {
  private readonly shared = new Int32Array(new SharedArrayBuffer(12));
  private running = false;

  /** Signals once when the process grows beyond this, until `end`. */
  begin(bytes: number): void {
    if (!this.running) this.start();
    Atomics.store(this.shared, RAISED, 0);
    Atomics.store(this.shared, CEILING, Math.max(1, Math.min(2 ** 30, Math.floor(bytes / UNIT))));
  }

  end(): void {
    Atomics.store(this.shared, CEILING, 0);
  }

  /** Was a signal raised since `begin`? Asked once. */
  hasRaised(): boolean {
    return Atomics.exchange(this.shared, RAISED, 0) === 1;
  }

  private start(): void {
    this.running = true;
    // Elsewhere a signal to oneself ends the process.
    if (process.platform === "win32") return;
    const { Worker } = createRequire(import.meta.url)("node:worker_threads") as typeof import("node:worker_threads");
    new Worker(WATCH, { eval: true, workerData: this.shared.buffer, stdin: false }).unref();
  }
}
