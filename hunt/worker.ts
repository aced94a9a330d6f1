// A thread that tries the seeds it is sent, one after the other.

import { parentPort } from "node:worker_threads";
import { trial } from "./hunt.ts";
import { HUNTS } from "./hunts/index.ts";

export interface Order {
  readonly hunt: string;
  readonly seed: number;
}

export interface Report extends Order {
  readonly counts: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
  readonly seconds: number;
}

parentPort!.on("message", async ({ hunt: name, seed }: Order) => {
  const hunt = HUNTS.find((one) => one.name === name)!;
  const start = performance.now();
  const { counts, wrong } = await Promise.resolve()
    .then(() => trial(hunt, seed))
    .catch((error) => ({ counts: { thrown: 1 }, wrong: [String(error?.stack ?? error)] }));
  const seconds = (performance.now() - start) / 1000;
  parentPort!.postMessage({ hunt: name, seed, counts, wrong, seconds } satisfies Report);
});
