// Random runs in workers of their own: each makes every so-manieth chunk of runs and sends it, until it is told to
// stop.

import { answerSampling, type SamplingDriver } from "@tracehound/core";
import type { Answer, Ask, FromWorker, Sample, ToWorker } from "./protocol.ts";

export function samplingDriver(signal: { readonly aborted: boolean }): SamplingDriver {
  return {
    threads: typeof Worker === "function" ? Math.max(0, navigator.hardwareConcurrency - 1) : 0,
    start(request, onChunk, onLost) {
      const worker = new Worker(self.location.href, { type: "module" });
      const stop = (): void => {
        clearInterval(watch);
        worker.terminate();
      };
      const watch = setInterval(() => signal.aborted && stop(), 100);
      const lost = (): void => {
        stop();
        onLost();
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "failure") lost();
        else if (data.kind === "progress" && data.sample.chunk !== undefined) onChunk(data.sample.chunk);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        lost();
      };
      const message: ToWorker = { kind: "call", id: 0, name: "sample", ask: { request } };
      worker.postMessage(message);
      return { stop };
    },
  };
}

/** Chunk after chunk for another worker. */
export async function sample(
  { request }: Ask<"sample">,
  tell: (sample: Sample) => void,
  signal: { readonly aborted: boolean },
): Promise<Answer<"sample">> {
  const pause = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(signal.aborted)));
  await answerSampling(request, (chunk) => tell({ chunk }), pause);
  return true;
}
