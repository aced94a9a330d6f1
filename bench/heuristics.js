// Estimates per second (of processor time) on fixed states: those of seeded random walks from the initial state, the same
// ones before and after a change. The checksum is over all values, so that equal columns mean equal estimates.
//
//   npm run build && node bench/heuristics.js [MODEL …] [--states 200] [--seed 1] [--heuristics 'hL() hU()'] [--seconds 10]
//
// Without models: the shared ones with errors, where they are, and the leader election with a pool of messages.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { configure, families, generateModel, heuristics, loadModel } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
} from "@tracehound/core/testing";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    heuristics: { type: "string", default: "hL() hU() hadd()" },
    seconds: { type: "string", default: "10" },
  },
});
const wanted = Number(values.states);
/** Steps of a walk before the next one begins. */
const DEPTH = 100;
/** Processor time in milliseconds. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

process.stdout.write(
  "| model | heuristic | first (ms), preparation included | states | estimates per second | expansions per estimate | checksum |\n|---|---|---|---|---|---|---|\n",
);
for (const model of positionals.length > 0 ? positionals : [...sharedModels(), "pool-5"]) measure(model);

function sharedModels() {
  const folder = new URL("../../shared/models/uppaal-models/error-search/", import.meta.url);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".xml"))
    .map((name) => new URL(name, folder).pathname);
}

/** The file of a model; `pool-5` is the leader election of five nodes with the pool. */
function fileOf(model) {
  const pool = /^pool-(\d+)$/.exec(model);
  if (pool === null) return { name: model, content: readFileSync(model, "utf8") };
  const leader = families.find(({ name }) => name === "leader");
  const options = { size: Number(pool[1]), variant: "pool", correct: false, seed: 1 };
  return { name: `${model}.xml`, content: generateModel(leader, options, "xml") };
}

function measure(model) {
  const { network } = loadModel(fileOf(model));
  const query = network.queries.find(({ kind }) => kind === "E<>");
  const problem = { network, target: query.formula, frameSize: query.frameSize };
  const { states, rate } = walk(network, query);
  for (const spec of values.heuristics.split(" ")) {
    const start = cpu();
    const heuristic = configure(heuristics, spec).value.create(problem);
    heuristic.estimate(states[0]);
    const first = cpu();
    let sum = 0;
    let count = 0;
    // At least half a second, so that what is quick is measured warm: states are then gone through again.
    for (let seconds = 0; seconds < Number(values.seconds) && (count < states.length || seconds < 0.5); ) {
      const value = heuristic.estimate(states[count % states.length]);
      if (count < states.length) sum = (Math.imul(sum, 31) + (Number.isFinite(value) ? value : -1)) | 0;
      // Looking at the clock takes as long as some estimates.
      if (++count % 16 === 0 || count < 64) seconds = (cpu() - first) / 1000;
    }
    const perSecond = count / ((cpu() - first) / 1000);
    const cells = [
      basename(model).replace(".xml", ""),
      spec,
      (first - start).toFixed(0),
      count,
      perSecond < 10 ? perSecond.toFixed(2) : Math.round(perSecond).toLocaleString("en"),
      (rate / perSecond).toFixed(rate / perSecond < 10 ? 1 : 0),
      (sum >>> 0).toString(16),
    ];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
}

/** Different discrete states of seeded random walks, as copies, and how many expansions the engine makes in a second. */
function walk(network, query) {
  const { bounds, abstraction } = chooseAbstraction(network, [query], "auto").value;
  const options = {
    targets: [{ formula: query.formula, frameSize: query.frameSize }],
    abstraction,
    subsumption: "inclusion",
  };
  const compiled = createCompiledEngine(network, { ...options, bounds });
  const engine =
    "unsupported" in compiled
      ? createReferenceEngine(network, { ...options, bounds: boundsByVector(bounds) })
      : compiled;
  const random = randomNumbers(Number(values.seed));
  const states = [];
  const seen = new Set();
  const expanded = [];
  // Each state at a lower cost than all before: nothing is covered, and walks may meet.
  let cost = 1e6;
  for (let steps = 0, at = -1; states.length < wanted && steps < 50 * wanted; steps++) {
    const candidates = at < 0 || steps % DEPTH === 0 ? engine.initial() : engine.expand(at);
    if (candidates.count === 0) {
      if (at < 0) break;
      at = -1;
      continue;
    }
    const isInitial = at < 0 || steps % DEPTH === 0;
    at = engine.insert(Math.floor(random() * candidates.count), isInitial ? -1 : at, cost--);
    const discrete = engine.discreteOf(at);
    expanded.push(at);
    if (seen.has(discrete)) continue;
    seen.add(discrete);
    const { locations, cells } = engine.view(at);
    states.push({ locations: Int32Array.from(locations), cells: Int32Array.from(cells) });
  }
  const living = expanded.filter((state) => engine.alive(state));
  const start = cpu();
  let expansions = 0;
  while (cpu() - start < 100) engine.expand(living[expansions++ % living.length]);
  return { states, rate: expansions / ((cpu() - start) / 1000) };
}

/** Mulberry32. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
