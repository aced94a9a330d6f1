// Members of a portfolio in threads of their own. A worker runs the same bundle as the command: it finds the request in
// its worker data, answers it and ends. It is told to hurry by any message. What node needs for threads is loaded when
// the first one is started: most questions are answered before.

import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { answerRequest, type MemberDriver, type MemberReport, type MemberRequest } from "@tracehound/core";

/** The first argument of the bundle says that it runs in a thread, so that others need not ask. */
const MEMBER = "--member";

const threads = (): typeof import("node:worker_threads") => createRequire(import.meta.url)("node:worker_threads");

/** A worker that does not end by itself within this many milliseconds after it was told to is ended. */
const GRACE = 1000;

/** What a timer can be set to. */
const LONGEST_TIMER = 2 ** 31 - 1;

interface Job {
  readonly tracehound: "member";
  readonly request: MemberRequest;
}

/** `bundle` is the file to run; Ctrl-C reaches the members through `signal`. */
export function workerDriver(bundle: URL, signal: AbortSignal): MemberDriver {
  return {
    threads: availableParallelism() - 1,
    // Waiting alone keeps no process alive.
    sleep: (seconds) =>
      new Promise((resolve) => void setTimeout(resolve, Math.min(1000 * seconds, LONGEST_TIMER)).unref()),
    start(request) {
      const job: Job = { tracehound: "member", request };
      const { Worker } = threads();
      const worker = new Worker(bundle, { workerData: job, argv: [MEMBER] });
      const report = new Promise<MemberReport | undefined>((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", (error: NodeJS.ErrnoException) => {
          if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(undefined);
          else reject(error);
        });
        worker.once("exit", () => resolve(undefined));
      });
      const cancel = (): void => {
        worker.postMessage("stop");
        const timer = setTimeout(() => void worker.terminate(), GRACE);
        worker.once("exit", () => clearTimeout(timer));
      };
      signal.addEventListener("abort", cancel, { once: true });
      worker.once("exit", () => signal.removeEventListener("abort", cancel));
      return { report, cancel };
    },
  };
}

/** The request that this thread was started for, if it is such a thread. */
export function ownRequest(): MemberRequest | undefined {
  if (process.argv[2] !== MEMBER) return undefined;
  const job = threads().workerData as Partial<Job> | null;
  return job?.tracehound === "member" ? job.request : undefined;
}

export async function serveRequest(request: MemberRequest): Promise<void> {
  const port = threads().parentPort!;
  const signal = { aborted: false };
  port.once("message", () => {
    signal.aborted = true;
  });
  const started = performance.now();
  const environment = {
    now: () => performance.now() / 1000,
    // Processor time is known for the whole process only; a thread that computes all the time uses what passes.
    cpu: () => (performance.now() - started) / 1000,
    memoryBytes: () => process.memoryUsage.rss(),
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
  const report = await answerRequest(request, { environment, signal });
  port.postMessage(report);
  port.close();
}
