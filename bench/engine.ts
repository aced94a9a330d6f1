// The compiled engine by itself: whole zone graphs and state spaces, breadth first, with CPU time from the emission of
// the module to the last state. TChecker's files are read from ../shared/models where that exists; with TCK_REACH
// naming a `tck-reach` binary, its CPU time on the same file stands beside ours.
//
//   npm run bench -- engine [--only NAME] [--abstraction extra-lu|alu]

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ModelFile } from "@tracehound/core";
import { exploringEngine } from "./engines.ts";
import { cpuMilliseconds, printHead, printRow } from "./measure.ts";
import { type ModelRow, present, readNetwork } from "./models.ts";
import { SHARED_MODELS } from "./places.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, abstraction: { type: "string", default: "extra-lu" } },
});

type Row = ModelRow & {
  /** How many states to expand; all of them by default. */
  readonly most?: number;
  /** How many visited states to meet. */
  readonly visited?: number;
};

const ROWS: readonly Row[] = [
  { file: "tchecker/fischer_8.tck", visited: 40536 },
  { file: "tchecker/fischer_9.tck", visited: 135485 },
  { file: "tchecker/csmacd_8.tck", visited: 20738 },
  { file: "tchecker/csmacd_10.tck", visited: 144898 },
  { file: "tchecker/critical-region_4.tck", visited: 76130 },
  { file: "tchecker/fddi_10.tck", visited: 10219 },
  { family: "philosophers", size: 12, visited: 531440 },
  { family: "philosophers", size: 14, visited: 4782968 },
  { family: "train-gate", size: 1000, most: 1000 },
  { family: "milner", size: 1000, most: 2000 },
];

interface Measured {
  readonly visited: number;
  readonly stored: number;
  readonly transitions: number;
  readonly memoryBytes: number;
  /** Milliseconds. */
  readonly load: number;
  readonly emit: number;
  readonly run: number;
  readonly lanes: number;
}

function measure(model: ModelFile, most: number): Measured {
  const start = cpuMilliseconds();
  const network = readNetwork(model);
  const loaded = cpuMilliseconds();
  const engine = exploringEngine(network, values.abstraction);
  const created = cpuMilliseconds();
  const { count } = engine.initial();
  let size = 0;
  for (let candidate = 0; candidate < count; candidate++) if (engine.insert(candidate, -1, 0) >= 0) size++;
  let visited = 0;
  // Breadth first: ids are given in the order of discovery.
  for (let next = 0; next < size && visited < most; ) {
    const run = engine.expandRun(next, Math.min(64, most - visited));
    next = run.next;
    size = run.size;
    visited += run.explored;
  }
  const explored = cpuMilliseconds();
  const { stored, transitions, memoryBytes } = engine.statistics;
  return {
    visited,
    stored,
    transitions,
    memoryBytes,
    load: loaded - start,
    emit: created - loaded,
    run: explored - created,
    lanes: engine.laneBits,
  };
}

/** Milliseconds of its process. */
function tchecker(file: string | undefined): number | undefined {
  const binary = process.env.TCK_REACH;
  if (binary === undefined || file === undefined) return undefined;
  const path = join(SHARED_MODELS, file);
  const { stderr } = spawnSync("/usr/bin/time", ["-f", "%U %S", binary, "-a", "covreach", "-s", "bfs", path], {
    encoding: "utf8",
  });
  const [user, system] = stderr.trim().split("\n").at(-1)!.split(" ").map(Number);
  return 1000 * (user! + system!);
}

printHead([
  "model",
  "visited",
  "stored",
  "transitions",
  "read ms",
  "emit ms",
  "run ms",
  "states/s",
  "bytes/state",
  "lanes",
  "TChecker ms",
  "ratio",
]);
for (const { row, name, source } of present(ROWS, values.only)) {
  const result = measure(source, row.most ?? Number.POSITIVE_INFINITY);
  const { visited, stored, transitions, memoryBytes, load, emit, run, lanes } = result;
  const verdict = row.visited === undefined || row.visited === visited ? "" : ` (expected ${row.visited})`;
  const theirs = tchecker(row.file);
  printRow([
    name,
    `${visited}${verdict}`,
    stored,
    transitions,
    load.toFixed(0),
    emit.toFixed(0),
    run.toFixed(0),
    ((1000 * visited) / run).toFixed(0),
    (memoryBytes / stored).toFixed(1),
    lanes,
    theirs?.toFixed(0) ?? "–",
    theirs === undefined ? "–" : (theirs / (emit + run)).toFixed(1),
  ]);
}
