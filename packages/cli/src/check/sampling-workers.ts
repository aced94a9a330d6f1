// Random runs in threads of their own: each makes every so-manieth chunk of runs and sends it, until it is told to
// stop.

import { createRequire } from "node:module";
import { answerSampling, type SampleChunk, type SampleRequest, type SamplingDriver } from "@tracehound/core";

/** The first argument of the bundle says that it runs in a thread, so that others need not ask. */
const SAMPLER = "--sampler";

const threads = (): typeof import("node:worker_threads") => createRequire(import.meta.url)("node:worker_threads");

/** More would only share the cores there are. */
const MOST_THREADS = 64;

export function samplingDriver(bundle: URL, signal: AbortSignal): SamplingDriver {
  return {
    threads: MOST_THREADS - 1,
    start(request, onChunk, onLost) {
      const { Worker } = threads();
      const worker = new Worker(bundle, { workerData: { tracehound: "sampler", request }, argv: [SAMPLER] });
      let isOver = false;
      const stop = (): void => {
        isOver = true;
        signal.removeEventListener("abort", stop);
        void worker.terminate();
      };
      const lost = (): void => {
        if (isOver) return;
        isOver = true;
        onLost();
      };
      worker.on("message", (chunk: SampleChunk) => {
        if (isOver) return;
        // After a fault of the model nothing more comes, and nothing more counts.
        if (chunk.fault !== undefined) isOver = true;
        onChunk(chunk);
      });
      worker.once("error", lost);
      worker.once("exit", lost);
      signal.addEventListener("abort", stop, { once: true });
      return { stop };
    },
  };
}

/** What this thread was started for, if it is such a thread. */
export function ownSampling(): SampleRequest | undefined {
  if (process.argv[2] !== SAMPLER) return undefined;
  const data = threads().workerData as { tracehound?: string; request?: SampleRequest } | null;
  return data?.tracehound === "sampler" ? data.request : undefined;
}

export async function serveSampling(request: SampleRequest): Promise<void> {
  const port = threads().parentPort!;
  await answerSampling(
    request,
    (chunk) => port.postMessage(chunk, [chunk.outcomes.buffer as ArrayBuffer]),
    // The thread is ended from outside; pausing lets messages leave.
    () => new Promise((resolve) => setImmediate(() => resolve(false))),
  );
}
