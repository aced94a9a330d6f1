// Fixed states to ask estimates for: different discrete states of seeded random walks, the same ones before and after a
// change.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelFile, type Network, Prng, type Query, type StateId } from "@tracehound/core";
import { chooseAbstraction, type DiscreteView } from "@tracehound/core/testing";
import { seekingEngine } from "./engines.ts";
import { cpuMilliseconds, unwrap } from "./measure.ts";
import { generate } from "./models.ts";
import { ERROR_MODELS } from "./places.ts";

/** Steps of a walk before the next one begins. */
const DEPTH = 100;

/** The shared models with errors, where they are. */
export function errorModels(): string[] {
  if (!existsSync(ERROR_MODELS)) return [];
  return readdirSync(ERROR_MODELS)
    .filter((name) => name.endsWith(".xml"))
    .map((name) => join(ERROR_MODELS, name));
}

/** The file of a model; `pool-5` is the leader election of five nodes with the pool. */
export function fileOf(model: string): ModelFile {
  const pool = /^pool-(\d+)$/.exec(model);
  if (pool === null) return { name: model, content: readFileSync(model, "utf8") };
  return { name: `${model}.xml`, content: generate("leader", { size: Number(pool[1]), variant: "pool" }) };
}

type Possibly = Extract<Query, { kind: "E<>" }>;

/** The first query for a state. */
export function firstSought(network: Network): Possibly {
  const query = network.queries.find((one): one is Possibly => one.kind === "E<>");
  if (query === undefined) throw new Error("the model has no query E<> p");
  return query;
}

/**
 * Different discrete states of seeded random walks, as copies, and how many expansions the engine makes in a second.
 */
export function walkedStates(
  network: Network,
  query: Possibly,
  { wanted, seed }: { readonly wanted: number; readonly seed: number },
): { states: readonly DiscreteView[]; rate: number } {
  const engine = seekingEngine(network, query, unwrap(chooseAbstraction(network, [query], "auto")));
  const random = Prng.from(seed);
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
