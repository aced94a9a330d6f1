// What predicate abstraction claims where it looks at zones: every symbolic state of a random network against its
// distance in the zone graph. A zone is as far away as the nearest of its valuations.

import { describe, expect, it } from "vitest";
import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../../../src/engine/index.ts";
import { ZoneReader } from "../../../src/search-context/index.ts";
import { type EstimateTrial, query } from "../../../src/testing/index.ts";
import { create, trials } from "../trials.ts";

const SPECS = [
  "predicates()",
  "predicates(split=1)",
  "predicates(split=all)",
  "predicates(refinement, rounds=3, split=all)",
  "predicates(refinement, rounds=auto, split=2)",
];
const MOST_STATES = 1500;

type Read = ReturnType<ZoneReader["read"]>;

/** All symbolic states with their distances in the zone graph; undefined when there are too many. */
function zoneGraph({
  problem,
}: EstimateTrial): readonly { readonly state: Read; readonly distance: number }[] | undefined {
  const { network, target, frameSize } = problem;
  const chosen = chooseAbstraction(network, [query("E<>", target, frameSize)], "extra-lu");
  if (!chosen.ok) return undefined;
  const { abstraction, bounds } = chosen.value;
  const targets = [{ formula: target, frameSize }];
  const options = { targets, abstraction, subsumption: "equality", bounds: boundsByVector(bounds) } as const;
  const engine = createReferenceEngine(network, options);
  const reader = new ZoneReader(engine, network);
  const numbers = new Map<string, number>();
  const stored: Uint8Array[] = [];
  const states: Read[] = [];
  const hits: boolean[] = [];
  const incoming: number[][] = [];
  const enter = (id: number): number => {
    const state = reader.read(id);
    const key = `${Array.from(state.view.locations)} ${Array.from(state.view.cells)} ${state.zone?.bounds}`;
    let number = numbers.get(key);
    if (number === undefined) {
      const bytes = new Uint8Array(engine.encode(id, new Uint8Array(0)));
      engine.encode(id, bytes);
      number = stored.push(bytes) - 1;
      numbers.set(key, number);
      states.push(state);
      hits.push(engine.satisfies(id, 0));
      incoming.push([]);
    }
    return number;
  };
  const { count } = engine.initial();
  for (let ordinal = 0; ordinal < count; ordinal++) {
    engine.initial();
    enter(engine.insert(ordinal, -1, 0));
  }
  // Costs fall, so that no candidate is covered and each says where it leads.
  let cost = 0;
  for (let from = 0; from < stored.length; from++) {
    if (stored.length > MOST_STATES) return undefined;
    const successors = engine.expand(engine.decode(stored[from]!, --cost)).count;
    for (let ordinal = 0; ordinal < successors; ordinal++) {
      const again = engine.decode(stored[from]!, --cost);
      engine.expand(again);
      const to = engine.insert(ordinal, again, --cost);
      incoming[enter(to)]!.push(from);
    }
    if (engine.faults.length > 0) return undefined;
  }
  const distances = hits.map((hit) => (hit ? 0 : Number.POSITIVE_INFINITY));
  const queue = [...hits.keys()].filter((at) => hits[at]);
  for (const at of queue) {
    for (const from of incoming[at]!) {
      if (distances[from] !== Number.POSITIVE_INFINITY) continue;
      distances[from] = distances[at]! + 1;
      queue.push(from);
    }
  }
  return states.map((state, at) => ({ state, distance: distances[at]! }));
}

const graphs = trials.flatMap((trial) => {
  const graph = zoneGraph(trial);
  return graph === undefined ? [] : [{ seed: trial.seed, problem: trial.problem, graph }];
});

describe(`predicates on zones of ${graphs.length} random networks`, () => {
  it.each(SPECS)("%s: 0 inadmissible, 0 unsafe", (spec) => {
    let informed = 0;
    for (const { seed, problem, graph } of graphs) {
      const { heuristic } = create(spec, problem);
      for (const [at, { state, distance }] of graph.entries()) {
        const estimate = heuristic.estimate(state.view, undefined, state.zone);
        if (estimate > 0) informed++;
        if (estimate > distance)
          expect.fail(`network ${seed}, state ${at}: estimate ${estimate}, distance ${distance}`);
      }
    }
    expect(informed).toBeGreaterThan(100);
  });

  it("a finer set of predicates is never further from the truth", () => {
    let raised = 0;
    for (const { seed, problem, graph } of graphs) {
      const rounds = [0, 1, 2, 4].map(
        (count) => create(`predicates(refinement, rounds=${count}, split=2)`, problem).heuristic,
      );
      for (const { state } of graph) {
        const estimates = rounds.map((heuristic) => heuristic.estimate(state.view, undefined, state.zone));
        for (let k = 1; k < estimates.length; k++) {
          if (estimates[k]! < estimates[k - 1]!) expect.fail(`network ${seed}: ${estimates}`);
          if (estimates[k]! > estimates[k - 1]!) raised++;
        }
      }
    }
    expect(raised).toBeGreaterThan(0);
  });
});
