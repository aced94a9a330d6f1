// Members of a portfolio in workers of their own, started by the worker that leads the search. They run the same
// script; one that dies is lost, and the others go on.

import type { MemberDriver, MemberReport } from "@tracehound/core";
import type { FromWorker, ToWorker } from "./protocol.ts";

/** Milliseconds that a member has to end after it was told to. */
const GRACE = 1000;

export function driver(signal: { readonly aborted: boolean }): MemberDriver {
  const canNest = typeof Worker === "function";
  return {
    threads: canNest ? Math.max(0, navigator.hardwareConcurrency - 1) : 0,
    sleep: (seconds) => new Promise((resolve) => setTimeout(resolve, Math.min(1000 * seconds, 2 ** 31 - 1))),
    start(request) {
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
      };
      worker.onerror = (event) => {
        event.preventDefault();
        end(undefined);
      };
      const cancel = (): void => {
        send({ kind: "stop" });
        setTimeout(() => end(undefined), GRACE);
      };
      const watch = setInterval(() => signal.aborted && cancel(), 100);
      send({ kind: "call", id: 0, name: "member", ask: { request } });
      return { report, cancel };
    },
  };
}
