// Members of a portfolio in threads of their own. A worker runs the same bundle as the command: it finds the request in
// its worker data, answers it and ends. It is told to hurry by any message. What node needs for threads is loaded when
// the first one is started: most questions are answered before.

import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import {
  answerRequest,
  type Environment,
  type MemberDriver,
  type MemberReport,
  type MemberRequest,
  type SearchStatistics,
} from "@tracehound/core";

import { interruptibleInThread } from "../limits/interruptible.ts";
import { canYield, threadCpuClock, yieldTo } from "../limits/threads.ts";

/** The first argument of the bundle says that it runs in a thread, so that others need not ask. */
const MEMBER = "--member";

const threads = (): typeof import("node:worker_threads") => createRequire(import.meta.url)("node:worker_threads");

/** A worker that does not end by itself within this many milliseconds after it was told to is ended. */
const GRACE = 300;

/** What a timer can be set to. */
const LONGEST_TIMER = 2 ** 31 - 1;

interface Job {
  readonly tracehound: "member";
  readonly request: MemberRequest;
  /** When it was asked: the time counts from then on, not from when the thread has started. */
  readonly asked: number;
}

/** Milliseconds by the one clock that all threads share. */
const sharedClock = (): number => performance.timeOrigin + performance.now();

type Message = { readonly report: MemberReport } | { readonly progress: SearchStatistics } | "hit";

/** `bundle` is the file to run; Ctrl-C reaches the members through `signal`. */
export function workerDriver(bundle: URL, signal: AbortSignal): MemberDriver {
  return {
    // Even one core can be shared: the system takes turns more finely than we can.
    threads: Math.max(1, availableParallelism() - 1),
    isYielding: canYield,
    // Waiting alone keeps no process alive.
    sleep: (seconds) =>
      new Promise((resolve) => void setTimeout(resolve, Math.min(1000 * seconds, LONGEST_TIMER)).unref()),
    start(request, onProgress, onHit) {
      const job: Job = { tracehound: "member", request, asked: sharedClock() };
      const { Worker } = threads();
      const worker = new Worker(bundle, { workerData: job, argv: [MEMBER] });
      const report = new Promise<MemberReport | undefined>((resolve, reject) => {
        worker.on("message", (message: Message) => {
          if (message === "hit") onHit?.();
          else if ("report" in message) resolve(message.report);
          else onProgress?.(message.progress);
        });
        worker.once("error", (error: NodeJS.ErrnoException) => {
          if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(undefined);
          else reject(error);
        });
        worker.once("exit", () => resolve(undefined));
      });
      let told = false;
      const cancel = (atOnce = false): void => {
        if (atOnce) void worker.terminate();
        if (told) return;
        told = true;
        worker.postMessage("stop");
        const timer = setTimeout(() => void worker.terminate(), GRACE);
        worker.once("exit", () => clearTimeout(timer));
      };
      const interrupted = (): void => cancel();
      signal.addEventListener("abort", interrupted, { once: true });
      worker.once("exit", () => signal.removeEventListener("abort", interrupted));
      return { report, cancel };
    },
  };
}

/** The request that this thread was started for, if it is such a thread. */
export function ownRequest(): MemberRequest | undefined {
  if (process.argv[2] !== MEMBER) return undefined;
  const job = threads().workerData as Partial<Job> | null;
  return job?.tracehound === "member" ? stillLeft(job as Job) : undefined;
}

function stillLeft({ request, asked }: Job): MemberRequest {
  const { options } = request;
  const { limits } = options;
  if (limits?.seconds === undefined) return request;
  const seconds = Math.max(0, limits.seconds - (sharedClock() - asked) / 1000);
  return { ...request, options: { ...options, limits: { ...limits, seconds } } };
}

export async function serveRequest(request: MemberRequest): Promise<void> {
  const port = threads().parentPort!;
  const signal = { aborted: false };
  port.once("message", () => {
    signal.aborted = true;
  });
  yieldTo(request.firstShare);
  const environment: Environment = {
    now: () => performance.now() / 1000,
    cpu: () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    ...threadCpuClock(),
    memoryBytes: () => process.memoryUsage.rss(),
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
    interruptible: interruptibleInThread,
  };
  const post = (message: Message): void => port.postMessage(message);
  const report = await answerRequest(request, {
    environment,
    signal,
    onProgress: (_query, { statistics }) => post({ progress: statistics }),
    onHit: () => post("hit"),
  });
  post({ report });
  port.close();
}
