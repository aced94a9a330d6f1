// Estimates per second: states of a breadth-first exploration, each estimated once by every heuristic.
//
//   npm run build && node bench/heuristics.js MODEL … [--states 300] [--heuristics 'hL(),hU(),hadd()']

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { configure, heuristics, loadModel } from "@tracehound/core";
import { chooseAbstraction, createCompiledEngine } from "@tracehound/core/testing";

const models = [];
const options = new Map();
for (let k = 2; k < process.argv.length; k++) {
  if (process.argv[k].startsWith("--")) options.set(process.argv[k].slice(2), process.argv[++k]);
  else models.push(process.argv[k]);
}
const wanted = Number(options.get("states") ?? 300);
const specs = (options.get("heuristics") ?? "hL() hU() hadd() distance() hamming()").split(" ");
const limit = Number(options.get("seconds") ?? 10);

process.stdout.write(
  "| model | states | heuristic | prepare (ms) | first (ms) | estimates per second |\n|---|---|---|---|---|---|\n",
);
for (const model of models) {
  const { network } = loadModel({ name: model, content: readFileSync(model, "utf8") });
  const query = network.queries.find(({ kind }) => kind === "E<>");
  const { bounds, abstraction } = chooseAbstraction(network, [query], "auto").value;
  const target = { formula: query.formula, frameSize: query.frameSize };
  const states = explore(
    createCompiledEngine(network, { targets: [target], abstraction, subsumption: "inclusion", bounds }),
  );
  for (const spec of specs) {
    const start = performance.now();
    const heuristic = configure(heuristics, spec).value.create({
      network,
      target: query.formula,
      frameSize: query.frameSize,
    });
    const prepared = performance.now();
    heuristic.estimate(states[0]);
    const first = performance.now();
    let count = 0;
    while (count < states.length && performance.now() - first < limit * 1000) heuristic.estimate(states[count++]);
    const rate = count / ((performance.now() - first) / 1000);
    process.stdout.write(
      `| ${basename(model)} | ${count} | ${spec} | ${(prepared - start).toFixed(0)} | ${(first - prepared).toFixed(1)} | ${Math.round(rate).toLocaleString("en")} |\n`,
    );
  }
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
