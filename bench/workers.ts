// One exploration by several engines that share one memory and divide the states among them (`--workers`), beside one
// engine. The machine need not be idle: what counts is processor time of threads. Two engines that explore the same
// model side by side, each for itself, show what the machine gives to two threads at best: they share its caches and
// its memory (the ceiling).
//
//   npm run bench -- workers [--workers 2] [--runs 5] [--only NAME]

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { exploreNetwork, type ModelFile, type SideDriver, type SideRequest, serveSide } from "@tracehound/core";
import { printHead, printRow } from "./measure.ts";
import { type ModelRow, present, readNetwork } from "./models.ts";

const MODELS: readonly ModelRow[] = [
  { family: "fischer", size: 9 },
  { family: "philosophers", size: 14 },
  { family: "philosophers", size: 15 },
];

/** `alone`: one engine; `divided`: the first side, which starts the others; `side`: one of these. */
type Task =
  | { readonly kind: "alone"; readonly source: ModelFile }
  | { readonly kind: "divided"; readonly source: ModelFile; readonly workers: number }
  | { readonly kind: "side"; readonly request: SideRequest };

interface Measured {
  readonly stored: number;
  readonly transitions: number;
  /** Processor seconds, by thread; and seconds on the wall. */
  readonly cpu: readonly number[];
  readonly wall: number;
}

/** Seconds of this thread; Linux counts them to the nanosecond. */
function threadCpu(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e9;
}

function inThread<T>(task: Task): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: task });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

const environment = {
  now: () => performance.now() / 1000,
  cpu: () => 0,
  memoryBytes: () => 0,
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

async function explored(source: ModelFile, workers: number): Promise<Measured> {
  const network = readNetwork(source);
  const others: Promise<number>[] = [];
  const sides: SideDriver = {
    cores: workers,
    start(request) {
      others.push(inThread<number>({ kind: "side", request }));
      return { end() {} };
    },
  };
  const [before, started] = [threadCpu(), performance.now()];
  const wish = workers === 1 ? {} : { workers: { count: workers, isAuto: false }, sides };
  const { statistics, because } = await exploreNetwork(network, wish, environment);
  if (because !== undefined) throw new Error(`not explored: ${because}`);
  const own = threadCpu() - before;
  const wall = (performance.now() - started) / 1000;
  const { stored, transitions } = statistics;
  return { stored, transitions, cpu: [own, ...(await Promise.all(others))], wall };
}

async function serve(task: Task): Promise<void> {
  if (task.kind === "side") {
    const before = threadCpu();
    serveSide(task.request, environment.now);
    parentPort!.postMessage(threadCpu() - before);
    return;
  }
  parentPort!.postMessage(await explored(task.source, task.kind === "alone" ? 1 : task.workers));
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { workers: { type: "string" }, runs: { type: "string" }, only: { type: "string" } },
  });
  const workers = Number(values.workers ?? 2);
  const runs = Number(values.runs ?? 5);
  printHead([
    "model",
    "stored",
    "one engine, CPU s",
    `slowest of ${workers}, CPU s`,
    "speed-up",
    "ceiling",
    "of the ceiling",
    "wall: speed-up, ceiling",
  ]);
  for (const { name, source } of present(MODELS, values.only ?? "")) {
    const rows: { one: number; slowest: number; gain: number; ceiling: number; wall: number; wallCeiling: number }[] =
      [];
    let stored = 0;
    for (let run = 0; run < runs; run++) {
      const alone: Task = { kind: "alone", source };
      const one = await inThread<Measured>(alone);
      const beside = await Promise.all(Array.from({ length: workers }, () => inThread<Measured>(alone)));
      const divided = await inThread<Measured>({ kind: "divided", source, workers });
      if (divided.stored !== one.stored || divided.transitions !== one.transitions) {
        console.log(
          `(run ${run}: ${divided.stored} stored and ${divided.transitions} transitions, one engine ${one.stored} and ${one.transitions})`,
        );
      }
      stored = one.stored;
      const slowest = Math.max(...divided.cpu);
      rows.push({
        one: one.cpu[0]!,
        slowest,
        gain: one.cpu[0]! / slowest,
        ceiling: (workers * one.cpu[0]!) / Math.max(...beside.map(({ cpu }) => cpu[0]!)),
        wall: one.wall / divided.wall,
        wallCeiling: (workers * one.wall) / Math.max(...beside.map(({ wall }) => wall)),
      });
    }
    const of = (pick: (row: (typeof rows)[number]) => number): string => median(rows.map(pick)).toFixed(2);
    printRow([
      name,
      String(stored),
      of(({ one }) => one),
      of(({ slowest }) => slowest),
      `${of(({ gain }) => gain)} ×`,
      `${of(({ ceiling }) => ceiling)} ×`,
      of(({ gain, ceiling }) => gain / ceiling),
      `${of(({ wall }) => wall)}, ${of(({ wallCeiling }) => wallCeiling)}`,
    ]);
  }
}

if (isMainThread) await main();
else await serve(workerData as Task);
