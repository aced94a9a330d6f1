// Members of a portfolio in workers of their own, started by the worker that leads the search. They run the same
// script; one that dies is lost, and the others go on.

import type { HuntSample, MemberDriver, MemberReport } from "@tracehound/core";
import type { FromWorker, ToWorker } from "./protocol.ts";

/** Milliseconds that a member has to end after it was told to. */
const GRACE = 300;

/** `hunted` hears what the members' searches look like. */
export function driver(signal: { readonly aborted: boolean }, hunted: (hunt: HuntSample) => void): MemberDriver {
  const canNest = typeof Worker === "function";
  return {
    threads: canNest ? Math.max(0, navigator.hardwareConcurrency - 1) : 0,
    sleep: (seconds) => new Promise((resolve) => setTimeout(resolve, Math.min(1000 * seconds, 2 ** 31 - 1))),
    start(request, onProgress) {
      const worker = new Worker(self.location.href, { type: "module" });
      let settle: (report: MemberReport | undefined) => void = () => {};
      const report = new Promise<MemberReport | undefined>((resolve) => {
        settle = resolve;
      });
      const send = (message: ToWorker): void => worker.postMessage(message);
      const end = (outcome: MemberReport | undefined): void => {
        clearInterval(watch);
        worker.terminate();
        settle(outcome);
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "answer") end(data.answer as MemberReport);
        else if (data.kind === "failure") end(undefined);
        else {
          for (const hunt of data.sample.hunts ?? []) hunted(hunt);
          if (data.sample.progress !== undefined) onProgress?.(data.sample.progress.statistics);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        end(undefined);
      };
      let told = false;
      const cancel = (atOnce = false): void => {
        if (atOnce) end(undefined);
        if (told) return;
        told = true;
        send({ kind: "stop" });
        setTimeout(() => end(undefined), GRACE);
      };
      const watch = setInterval(() => signal.aborted && cancel(), 100);
      send({ kind: "call", id: 0, name: "member", ask: { request } });
      return { report, cancel };
    },
  };
}
