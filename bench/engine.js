// The compiled engine by itself: whole zone graphs and state spaces, breadth first, with CPU time from the emission of
// the module to the last state. TChecker's files are read from ../shared/models where that exists; with TCK_REACH
// naming a `tck-reach` binary, its CPU time on the same file stands beside ours.
//
//   npm run bench -- engine [--only NAME] [--abstraction extra-lu|alu]

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { families, loadModel } from "@tracehound/core";
import { chooseAbstraction, createCompiledEngine } from "@tracehound/core/testing";

const options = new Map();
for (let at = 2; at < process.argv.length; at += 2) {
  options.set(process.argv[at].replace(/^--/, ""), process.argv[at + 1]);
}
const models = new URL("../../shared/models/", import.meta.url);
const wish = options.get("abstraction") ?? "extra-lu";

/** A model, the number of states to expand (all of them by default), the number of visited states to meet. */
const ROWS = [
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

function source({ file, family, size }) {
  if (file !== undefined) {
    const url = new URL(file, models);
    return existsSync(url) ? { name: file, content: readFileSync(url, "utf8") } : null;
  }
  const model = families.find(({ name }) => name === family);
  const variant = model.variants[0]?.name;
  return { name: "model.xta", content: model.generate({ size, correct: false, variant, seed: 1 }).xta };
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function measure(row) {
  const model = source(row);
  if (model === null) return null;
  const start = cpu();
  const { network } = loadModel(model, { lints: false });
  const loaded = cpu();
  const chosen = chooseAbstraction(network, [], wish);
  const { abstraction, bounds } = chosen.value;
  const engine = createCompiledEngine(network, { targets: [], abstraction, subsumption: "inclusion", bounds });
  if ("unsupported" in engine) throw new Error(engine.unsupported);
  const created = cpu();
  const { count } = engine.initial();
  let size = 0;
  for (let candidate = 0; candidate < count; candidate++) if (engine.insert(candidate, -1, 0) >= 0) size++;
  let visited = 0;
  const most = row.most ?? Number.POSITIVE_INFINITY;
  // Breadth first: ids are given in the order of discovery.
  for (let next = 0; next < size && visited < most; ) {
    const run = engine.expandRun(next, Math.min(64, most - visited));
    next = run.next;
    size = run.size;
    visited += run.explored;
  }
  const explored = cpu();
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

function tchecker(file) {
  const binary = process.env.TCK_REACH;
  if (binary === undefined || file === undefined) return undefined;
  const path = fileURLToPath(new URL(file, models));
  const { stderr } = spawnSync("/usr/bin/time", ["-f", "%U %S", binary, "-a", "covreach", "-s", "bfs", path], {
    encoding: "utf8",
  });
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return 1000 * (user + system);
}

const columns = [
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
];
process.stdout.write(`| ${columns.join(" | ")} |\n|${columns.map(() => "---").join("|")}|\n`);
for (const row of ROWS) {
  const name = row.file ?? `${row.family} ${row.size}`;
  if (options.has("only") && !name.includes(options.get("only"))) continue;
  const result = measure(row);
  if (result === null) {
    process.stdout.write(`| ${name} | not here: ../shared/models is missing |\n`);
    continue;
  }
  const { visited, stored, transitions, memoryBytes, load, emit, run, lanes } = result;
  const verdict = row.visited === undefined || row.visited === visited ? "" : ` (expected ${row.visited})`;
  const theirs = tchecker(row.file);
  const cells = [
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
  ];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}
