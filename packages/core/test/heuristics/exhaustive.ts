// All reachable states of a member of a model family with their true distances to the target of its first query: for
// untimed families, where discrete states are all there is.

import { chooseAbstraction, createCompiledEngine, type DiscreteView } from "../../src/engine/index.ts";
import { families } from "../../src/families/index.ts";
import type { Problem } from "../../src/heuristics/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Network, Query } from "../../src/network/index.ts";

export interface WholeGraph {
  readonly problem: Problem;
  readonly states: readonly DiscreteView[];
  readonly steps: readonly (readonly [number, number])[];
  readonly distances: readonly number[];
}

export interface FamilyProblem {
  readonly network: Network;
  readonly query: Query;
  readonly problem: Problem;
}

export function familyProblem(name: string, size: number, variant?: string, correct = false): FamilyProblem {
  const family = families.find((one) => one.name === name)!;
  const options = { size, variant: variant ?? family.variants[0]!.name, correct, seed: 1 };
  const { network } = loadModel({ name: `${name}.xml`, content: generateModel(family, options, "xml") });
  const query = network!.queries[0]!;
  if (query.kind !== "E<>") throw new Error("the family asks for something else");
  return {
    network: network!,
    query,
    problem: { network: network!, target: query.formula, frameSize: query.frameSize },
  };
}

export function wholeGraph(name: string, size: number, variant?: string): WholeGraph {
  const { network, query, problem } = familyProblem(name, size, variant);
  const chosen = chooseAbstraction(network, [query], "extra-lu");
  if (!chosen.ok) throw new Error(chosen.diagnostics[0]!.message);
  const { bounds, abstraction } = chosen.value;
  const targets = [{ formula: problem.target, frameSize: problem.frameSize }];
  const engine = createCompiledEngine(network, { targets, abstraction, subsumption: "inclusion", bounds });
  if ("unsupported" in engine) throw new Error(engine.unsupported);
  const numbers = new Map<number, number>();
  const ids: number[] = [];
  const states: DiscreteView[] = [];
  const enter = (id: number): number => {
    const discrete = engine.discreteOf(id);
    let number = numbers.get(discrete);
    if (number === undefined) {
      number = states.length;
      numbers.set(discrete, number);
      ids.push(id);
      const { locations, cells } = engine.view(id);
      states.push({ locations: Array.from(locations), cells: Array.from(cells) });
    }
    return number;
  };
  const keys = new Map<string, number>();
  const key = ({ locations, cells }: DiscreteView): string => `${Array.from(locations)} ${Array.from(cells)}`;
  engine.initial();
  enter(engine.insert(0, -1, 0));
  for (let head = 0; head < ids.length; head++) for (const id of Array.from(engine.expandAll(ids[head]!, 0))) enter(id);
  for (const [at, state] of states.entries()) keys.set(key(state), at);
  const steps: [number, number][] = [];
  // Successors that were known already are no new states: a fresh engine shows where each candidate leads.
  for (const [at, id] of ids.entries()) {
    const { count } = engine.expand(id);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      engine.expand(id);
      // A lower cost than any before: never covered.
      const successor = engine.insert(ordinal, id, -1 - steps.length);
      steps.push([at, keys.get(key(engine.view(successor)))!]);
    }
  }
  const incoming: number[][] = states.map(() => []);
  for (const [from, to] of steps) incoming[to]!.push(from);
  const distances = states.map(() => Number.POSITIVE_INFINITY);
  const queue = states.flatMap((_, at) => (engine.satisfies(ids[at]!, 0) ? [at] : []));
  for (const at of queue) distances[at] = 0;
  for (let head = 0; head < queue.length; head++) {
    for (const from of incoming[queue[head]!]!) {
      if (distances[from] !== Number.POSITIVE_INFINITY) continue;
      distances[from] = distances[queue[head]!]! + 1;
      queue.push(from);
    }
  }
  return { problem, states, steps, distances };
}
