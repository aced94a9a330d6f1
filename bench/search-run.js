// One search on one model, in this process: what it explored, how long it took, how long the trace is. No trace is
// rebuilt and nothing is printed, so that tables over many runs can be made in one sitting.

import { readFileSync } from "node:fs";
import { configure, families, generateModel, loadModel, SearchContext, searches } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
} from "@tracehound/core/testing";

export const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** `A_4`, `H_5 forward-no`, `csmacd 15`, or the path of a model. */
export function loadNetwork(name, query = 1) {
  const { network, diagnostics } = loadModel(fileOf(name));
  if (network === null) throw new Error(`${name}: ${diagnostics[0]?.message}`);
  const asked = network.queries[query - 1];
  const formula = asked.kind === "A[]" ? { kind: "not", part: asked.formula } : asked.formula;
  return { network, target: { formula, frameSize: asked.frameSize }, query: asked };
}

const LETTERS = { A: "arbiter", H: "hanoi", R: "random", F: "fischer", M: "mutex", N: "mutex", C: "tram" };

function fileOf(name) {
  const match = /^([A-Z])_(\d+)(?: (?!seed)([A-Za-z-]+))?(?: seed (\d+))?$/.exec(name);
  const [whole, size] = name.split(" ");
  const named = families.find((family) => family.name === whole);
  if (named !== undefined) return generated(named, name, { size: Number(size) });
  if (match === null) return { name, content: readFileSync(name, "utf8") };
  const [, letter, count, variant, seed] = match;
  const family = families.find((one) => one.name === LETTERS[letter]);
  const chosen = variant ?? (letter === "N" ? "N" : family.variants[0].name);
  return generated(family, name, { size: Number(count), variant: chosen, seed: Number(seed ?? 1) });
}

function generated(family, name, { size, variant = family.variants[0].name, seed = 1 }) {
  return { name: `${name}.xml`, content: generateModel(family, { size, variant, correct: false, seed }, "xml") };
}

/** Advances until something is found, nothing is left, or the limits are reached. */
export function runSearch({ network, target, query }, spec, { seconds = 60, memory = 3e9 } = {}) {
  const config = configure(searches, spec);
  if (!config.ok) throw new Error(config.diagnostics[0].message);
  const chosen = chooseAbstraction(network, [query], "auto");
  if (!chosen.ok) return { status: chosen.diagnostics[0].message };
  const { bounds, abstraction } = chosen.value;
  const options = { targets: [target], abstraction, subsumption: "inclusion" };
  const create = () => {
    const engine = createCompiledEngine(network, { ...options, bounds });
    return "unsupported" in engine
      ? createReferenceEngine(network, { ...options, bounds: boundsByVector(bounds) })
      : engine;
  };
  const problem = { network, target: target.formula, frameSize: target.frameSize, clock: cpuSeconds };
  const refusal = config.value.refusal?.(problem);
  if (refusal !== undefined) return { status: refusal };
  const start = cpuSeconds();
  const context = new SearchContext(create(), problem, create);
  const search = config.value.create(context, (state, engine) => engine.satisfies(state, 0));
  let status = "running";
  for (let steps = 0; status === "running"; steps++) {
    status = search.step();
    if (steps % 256 === 0 && cpuSeconds() - start > seconds) status = status === "running" ? "time" : status;
    if (steps % 4096 === 0 && context.engine.statistics.memoryBytes > memory) status = "memory";
  }
  const { explored, generated } = search.statistics;
  const [estimate] = context.estimateStatistics;
  return {
    status,
    explored,
    generated,
    length: status === "found" ? search.length : undefined,
    seconds: cpuSeconds() - start,
    build: estimate?.build,
    first: estimate?.first,
    memoryMB: context.engine.statistics.memoryBytes / 1e6,
  };
}
