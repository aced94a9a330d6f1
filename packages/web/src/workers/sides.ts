// One search on several cores: its sides run in workers that the searching one starts, and meet in memory that they
// share. Browsers give such memory only to pages that keep others out (`crossOriginIsolated`), as `tracehound serve`
// tells them to; elsewhere there is one thread.

import { type SideDriver, serveSide } from "@tracehound/core";
import { environment } from "./environment.ts";
import type { Answer, Ask, FromWorker, ToWorker } from "./protocol.ts";

export function sideDriver(signal: { readonly aborted: boolean }): SideDriver | undefined {
  if (!self.crossOriginIsolated || typeof Worker !== "function") return undefined;
  return {
    cores: navigator.hardwareConcurrency,
    start(request, onLost) {
      const worker = new Worker(self.location.href, { type: "module" });
      let isOver = false;
      const end = (): void => {
        isOver = true;
        clearInterval(watch);
        worker.terminate();
      };
      // It waits for others in a way that no message comes through.
      const watch = setInterval(() => signal.aborted && end(), 100);
      const lost = (why: string): void => {
        if (!isOver) onLost(why);
        end();
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "answer") end();
        else if (data.kind === "failure") lost(data.words);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        lost(event.message);
      };
      const message: ToWorker = { kind: "call", id: 0, name: "side", ask: { request } };
      worker.postMessage(message);
      return { end };
    },
  };
}

/** Comes back when the search is over. */
export function side({ request }: Ask<"side">): Answer<"side"> {
  serveSide(request, environment.now);
  return true;
}
