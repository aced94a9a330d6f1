// Estimates per second (of processor time) on fixed states: those of seeded random walks from the initial state, the same
// ones before and after a change. The checksum is over all values, so that equal columns mean equal estimates.
//
//   npm run bench -- heuristics [MODEL …] [--states 200] [--seed 1] [--heuristics 'hL() hU()'] [--seconds 10]
//
// Without models: the shared ones with errors, where they are, and the leader election with a pool of messages.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { configure, heuristics, type ModelFile, type Network, Prng, type Query, type StateId } from "@tracehound/core";
import { chooseAbstraction, type DiscreteView } from "@tracehound/core/testing";
import { seekingEngine } from "./engines.ts";
import { cpuMilliseconds, printHead, printRow, unwrap } from "./measure.ts";
import { generate, readNetwork } from "./models.ts";
import { ERROR_MODELS } from "./places.ts";

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

printHead([
  "model",
  "heuristic",
  "first (ms), preparation included",
  "states",
  "estimates per second",
  "expansions per estimate",
  "checksum",
]);
for (const model of positionals.length > 0 ? positionals : [...sharedModels(), "pool-5"]) measure(model);

function sharedModels(): string[] {
  if (!existsSync(ERROR_MODELS)) return [];
  return readdirSync(ERROR_MODELS)
    .filter((name) => name.endsWith(".xml"))
    .map((name) => join(ERROR_MODELS, name));
}

/** The file of a model; `pool-5` is the leader election of five nodes with the pool. */
function fileOf(model: string): ModelFile {
  const pool = /^pool-(\d+)$/.exec(model);
  if (pool === null) return { name: model, content: readFileSync(model, "utf8") };
  return { name: `${model}.xml`, content: generate("leader", { size: Number(pool[1]), variant: "pool" }) };
}

type Possibly = Extract<Query, { kind: "E<>" }>;

function measure(model: string): void {
  const network = readNetwork(fileOf(model));
  const query = network.queries.find((one): one is Possibly => one.kind === "E<>");
  if (query === undefined) throw new Error(`${model} has no query E<> p`);
  const problem = { network, target: query.formula, frameSize: query.frameSize };
  const { states, rate } = walk(network, query);
  for (const spec of values.heuristics.split(" ")) {
    const start = cpuMilliseconds();
    const heuristic = unwrap(configure(heuristics, spec)).create(problem);
    heuristic.estimate(states[0]!);
    const first = cpuMilliseconds();
    let sum = 0;
    let count = 0;
    // At least half a second, so that what is quick is measured warm: states are then gone through again.
    for (let seconds = 0; seconds < Number(values.seconds) && (count < states.length || seconds < 0.5); ) {
      const value = heuristic.estimate(states[count % states.length]!);
      if (count < states.length) sum = (Math.imul(sum, 31) + (Number.isFinite(value) ? value : -1)) | 0;
      // Looking at the clock takes as long as some estimates.
      if (++count % 16 === 0 || count < 64) seconds = (cpuMilliseconds() - first) / 1000;
    }
    const perSecond = count / ((cpuMilliseconds() - first) / 1000);
    printRow([
      basename(model).replace(".xml", ""),
      spec,
      (first - start).toFixed(0),
      count,
      perSecond < 10 ? perSecond.toFixed(2) : Math.round(perSecond).toLocaleString("en"),
      (rate / perSecond).toFixed(rate / perSecond < 10 ? 1 : 0),
      (sum >>> 0).toString(16),
    ]);
  }
}

/** Different discrete states of seeded random walks, as copies, and how many expansions the engine makes in a second. */
function walk(network: Network, query: Possibly): { states: readonly DiscreteView[]; rate: number } {
  const engine = seekingEngine(network, query, unwrap(chooseAbstraction(network, [query], "auto")));
  const random = Prng.from(Number(values.seed));
  const states: DiscreteView[] = [];
  const seen = new Set<number>();
  const expanded: StateId[] = [];
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
    at = engine.insert(random.below(candidates.count), isInitial ? -1 : at, cost--);
    const discrete = engine.discreteOf(at);
    expanded.push(at);
    if (seen.has(discrete)) continue;
    seen.add(discrete);
    const { locations, cells } = engine.view(at);
    states.push({ locations: Int32Array.from(locations), cells: Int32Array.from(cells) });
  }
  const living = expanded.filter((state) => engine.alive(state));
  const start = cpuMilliseconds();
  let expansions = 0;
  while (cpuMilliseconds() - start < 100) engine.expand(living[expansions++ % living.length]!);
  return { states, rate: expansions / ((cpuMilliseconds() - start) / 1000) };
}
