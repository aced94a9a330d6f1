// Estimates per second (of processor time): states of a breadth-first exploration, each estimated once by every heuristic.
//
//   npm run build && node bench/heuristics.js MODEL … [--states 300] [--heuristics 'hL() hU()'] [--seconds 10]

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { configure, heuristics, loadModel } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
} from "@tracehound/core/testing";

const models = [];
const options = new Map();
for (let k = 2; k < process.argv.length; k++) {
  if (process.argv[k].startsWith("--")) options.set(process.argv[k].slice(2), process.argv[++k]);
  else models.push(process.argv[k]);
}
const wanted = Number(options.get("states") ?? 300);
const specs = (options.get("heuristics") ?? "hL() hU() hadd() distance() hamming()").split(" ");
const cpu = () => process.cpuUsage().user / 1000;
const limit = Number(options.get("seconds") ?? 10);

process.stdout.write(
  "| model | states | heuristic | prepare (ms) | first (ms) | estimates per second |\n|---|---|---|---|---|---|\n",
);
for (const model of models) {
  const { network } = loadModel({ name: model, content: readFileSync(model, "utf8") });
  const query = network.queries.find(({ kind }) => kind === "E<>");
  const { bounds, abstraction } = chooseAbstraction(network, [query], "auto").value;
  const target = { formula: query.formula, frameSize: query.frameSize };
  const states = explore(createEngine(network, { targets: [target], abstraction, subsumption: "inclusion", bounds }));
  for (const spec of specs) {
    const start = cpu();
    const heuristic = configure(heuristics, spec).value.create({
      network,
      target: query.formula,
      frameSize: query.frameSize,
    });
    const prepared = cpu();
    heuristic.estimate(states[0]);
    const first = cpu();
    let count = 0;
    while (count < states.length && cpu() - first < limit * 1000) heuristic.estimate(states[count++]);
    const rate = count / ((cpu() - first) / 1000);
    process.stdout.write(
      `| ${basename(model)} | ${count} | ${spec} | ${(prepared - start).toFixed(0)} | ${(first - prepared).toFixed(1)} | ${Math.round(rate).toLocaleString("en")} |\n`,
    );
  }
}

/** Compiled where that is possible. */
function createEngine(network, { bounds, ...options }) {
  const engine = createCompiledEngine(network, { ...options, bounds });
  if (!("unsupported" in engine)) return engine;
  return createReferenceEngine(network, { ...options, bounds: boundsByVector(bounds) });
}

/** The first states in breadth-first order, as copies of their discrete parts. */
function explore(engine) {
  const ids = [];
  const seen = new Set();
  const states = [];
  const take = (id) => {
    if (id < 0) return;
    ids.push(id);
    const discrete = engine.discreteOf(id);
    if (seen.has(discrete)) return;
    seen.add(discrete);
    const { locations, cells } = engine.view(id);
    states.push({ locations: Int32Array.from(locations), cells: Int32Array.from(cells) });
  };
  const initial = engine.initial();
  for (let ordinal = 0; ordinal < initial.count; ordinal++) take(engine.insert(ordinal, -1, 0));
  for (let head = 0; head < ids.length && states.length < wanted; head++) {
    const candidates = engine.expand(ids[head]);
    for (let ordinal = 0; ordinal < candidates.count; ordinal++) take(engine.insert(ordinal, ids[head], 0));
  }
  return states.slice(0, wanted);
}
