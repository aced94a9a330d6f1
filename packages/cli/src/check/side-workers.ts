// Sides of a partitioned search in threads of their own: a worker runs the same bundle as the command, finds its
// request in its worker data, searches, and ends. All else goes through the memory that they share.

import { createRequire } from "node:module";
import { availableParallelism, cpus } from "node:os";
import { type SideDriver, type SideRequest, serveSide } from "@tracehound/core";

/** The first argument of the bundle says that it runs in a thread, so that others need not ask. */
const SIDE = "--side";

const threads = (): typeof import("node:worker_threads") => createRequire(import.meta.url)("node:worker_threads");

export function sideDriver(bundle: URL, signal: AbortSignal): SideDriver {
  return {
    cores: availableParallelism(),
    watchIdle() {
      const [start, before] = [performance.now(), idleMilliseconds()];
      return () => (idleMilliseconds() - before) / Math.max(1, performance.now() - start);
    },
    start(request, onLost) {
      const { Worker } = threads();
      const worker = new Worker(bundle, { workerData: { tracehound: "side", request }, argv: [SIDE] });
      // Whatever happens to whoever waits for it, it keeps no process alive.
      worker.unref();
      let isOver = false;
      const end = (): void => {
        isOver = true;
        signal.removeEventListener("abort", end);
        void worker.terminate();
      };
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (!isOver) onLost(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : (error.stack ?? error.message));
      });
      // One that has done its part leaves with 0.
      worker.once("exit", (code) => {
        if (!isOver && code !== 0) onLost(`its thread has ended with ${code}`);
      });
      signal.addEventListener("abort", end, { once: true });
      return { end };
    },
  };
}

/** Of all cores together, since the machine was started. */
function idleMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

/** What this thread was started for, if it is such a thread. */
export function ownSide(): SideRequest | undefined {
  if (process.argv[2] !== SIDE) return undefined;
  const data = threads().workerData as { tracehound?: string; request?: SideRequest } | null;
  return data?.tracehound === "side" ? data.request : undefined;
}

export function serveOwnSide(request: SideRequest): void {
  serveSide(request, () => performance.now() / 1000);
}
