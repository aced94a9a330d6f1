// One search on one model, in this process: what it explored, how long it took, how long the trace is. No trace is
// rebuilt and nothing is printed, so that tables over many runs can be made in one sitting.

import { readFileSync } from "node:fs";
import {
  type BuildReport,
  configure,
  type Formula,
  families,
  type ModelFile,
  type Network,
  type Query,
  reasonOf,
  SearchContext,
  type SearchStatus,
  searches,
} from "@tracehound/core";
import { chooseAbstraction, type Engine } from "@tracehound/core/testing";
import { seekingEngine } from "./engines.ts";
import { cpuSeconds, unwrap } from "./measure.ts";
import { familyNamed, generate, readNetwork } from "./models.ts";

export interface Model {
  readonly network: Network;
  readonly target: { readonly formula: Formula; readonly frameSize: number };
  readonly query: Query;
}

/** `A_4`, `H_5 forward-no`, `csmacd 15`, or the path of a model. */
export function loadNetwork(name: string): Model {
  const network = readNetwork(fileOf(name));
  const query = network.queries[0];
  if (query === undefined || !("formula" in query)) throw new Error(`${name} does not begin with a query of a state`);
  const formula: Formula = query.kind === "A[]" ? { kind: "not", part: query.formula } : query.formula;
  return { network, target: { formula, frameSize: query.frameSize }, query };
}

const LETTERS: Readonly<Record<string, string>> = {
  A: "arbiter",
  H: "hanoi",
  R: "random",
  F: "fischer",
  M: "mutex",
  N: "mutex",
  C: "tram",
};

function fileOf(name: string): ModelFile {
  const [whole, size] = name.split(" ");
  if (families.some((family) => family.name === whole)) {
    return { name: `${name}.xml`, content: generate(whole!, { size: Number(size) }) };
  }
  const match = /^([A-Z])_(\d+)(?: (?!seed)([A-Za-z-]+))?(?: seed (\d+))?$/.exec(name);
  if (match === null) return { name, content: readFileSync(name, "utf8") };
  const [, letter, count, variant, seed = 1] = match;
  const family = LETTERS[letter!]!;
  const chosen = variant ?? (letter === "N" ? "N" : familyNamed(family).variants[0]!.name);
  const content = generate(family, { size: Number(count), variant: chosen, seed: Number(seed) });
  return { name: `${name}.xml`, content };
}

export interface SearchRun {
  /** As the search says, the limit that ended it, or why it cannot be run at all. */
  readonly status: SearchStatus | "time" | "memory" | `refused: ${string}`;
  readonly explored: number;
  readonly generated: number;
  readonly length?: number | undefined;
  readonly seconds: number;
  readonly build?: BuildReport | undefined;
  /** What was said of the initial state. */
  readonly first?: number | null | undefined;
  readonly memoryMB: number;
}

const refused = (why: string): SearchRun => {
  return { status: `refused: ${why}`, explored: 0, generated: 0, seconds: 0, memoryMB: 0 };
};

/** Advances until something is found, nothing is left, or the limits are reached. */
export function runSearch(
  { network, target, query }: Model,
  spec: string,
  { seconds = 60, memory = 3e9 } = {},
): SearchRun {
  const config = unwrap(configure(searches, spec));
  const chosen = chooseAbstraction(network, [query], "auto");
  if (!chosen.ok) return refused(chosen.diagnostics[0]!.message);
  const create = (): Engine => seekingEngine(network, target, chosen.value);
  const problem = { network, target: target.formula, frameSize: target.frameSize, clock: cpuSeconds };
  const refusal = config.refusal?.(problem);
  if (refusal !== undefined) return refused(reasonOf(refusal));
  const start = cpuSeconds();
  const context = new SearchContext(create(), problem, create);
  const search = config.create(context, (state, engine) => engine.satisfies(state, 0));
  let status: SearchRun["status"] = "running";
  // Building goes by small steps, too, so that it ends in time.
  for (const building of [...context.constructions.values()].flat()) {
    while (status === "running" && building.advance()) if (cpuSeconds() - start > seconds) status = "time";
  }
  for (let steps = 0; status === "running"; steps++) {
    status = search.step();
    if (steps % 16 === 0 && cpuSeconds() - start > seconds) status = status === "running" ? "time" : status;
    if (steps % 4096 === 0 && context.engine.statistics.memoryBytes > memory) status = "memory";
  }
  const { explored, generated } = search.statistics;
  const [estimate] = context.estimateStatistics;
  return {
    status,
    explored,
    generated,
    length: status === "found" ? search.found?.length : undefined,
    seconds: cpuSeconds() - start,
    build: estimate?.build,
    first: estimate?.first,
    memoryMB: context.engine.statistics.memoryBytes / 1e6,
  };
}
