// How far estimates are from the truth: every reachable state of an untimed model, its distance to the target, and what
// each estimate misses of it. Dräger, Finkbeiner and Podelski 2009 draw this as figures 6 and 7.

import type { Result } from "../diagnostics/index.ts";
import {
  boundsByVector,
  chooseAbstraction,
  createReferenceEngine,
  type DiscreteView,
  type StateId,
} from "../engine/index.ts";
import { heuristics, type Problem } from "../heuristics/index.ts";
import type { Formula, Network, Query } from "../network/index.ts";
import { configure } from "../spec/index.ts";

export interface EstimateError {
  readonly distance: number;
  /** (distance − estimate) / distance: 0 is exact, 1 knows nothing. */
  readonly error: number;
}

/** All states from which there is a way to the target, with their distances. */
export class DistanceMap {
  private readonly problem: Problem;
  private readonly states: readonly DiscreteView[];
  private readonly distances: readonly number[];

  private constructor(problem: Problem, states: readonly DiscreteView[], distances: readonly number[]) {
    this.problem = problem;
    this.states = states;
    this.distances = distances;
  }

  /** For a query about one state: `E<>` what is asked for, `A[]` what must not be. Zones are left out of account. */
  static of(network: Network, query: Extract<Query, { readonly formula: Formula }>): Result<DistanceMap> {
    const formula: Formula = query.kind === "A[]" ? { kind: "not", part: query.formula } : query.formula;
    const problem = { network, target: formula, frameSize: query.frameSize };
    const chosen = chooseAbstraction(network, [query], "extra-lu");
    if (!chosen.ok) return chosen;
    const { abstraction, bounds } = chosen.value;
    const engine = createReferenceEngine(network, {
      targets: [{ formula, frameSize: query.frameSize }],
      abstraction,
      subsumption: "inclusion",
      bounds: boundsByVector(bounds),
    });
    const numbers = new Map<number, number>();
    const ids: StateId[] = [];
    const states: DiscreteView[] = [];
    const enter = (id: StateId): number => {
      const discrete = engine.discreteOf(id);
      const known = numbers.get(discrete);
      if (known !== undefined) return known;
      numbers.set(discrete, states.length);
      ids.push(id);
      const { locations, cells } = engine.view(id);
      states.push({ locations: Int32Array.from(locations), cells: Int32Array.from(cells) });
      return states.length - 1;
    };
    engine.initial();
    enter(engine.insert(0, -1, 0));
    const incoming: number[][] = [];
    let cost = 0;
    for (let head = 0; head < ids.length; head++) {
      const id = ids[head]!;
      const { count } = engine.expand(id);
      for (let ordinal = 0; ordinal < count; ordinal++) {
        engine.expand(id);
        // Costs fall, so that nothing is covered and every candidate says where it leads.
        const to = enter(engine.insert(ordinal, id, --cost));
        (incoming[to] ??= []).push(head);
      }
    }
    const targets = [...ids.keys()].filter((at) => engine.satisfies(ids[at]!, 0));
    return {
      ok: true,
      diagnostics: [],
      value: new DistanceMap(problem, states, backwards(targets, incoming, ids.length)),
    };
  }

  /** What the estimate misses in every state that is not a target itself. */
  errorsOf(spec: string): Result<readonly EstimateError[]> {
    const config = configure(heuristics, spec);
    if (!config.ok) return config;
    const heuristic = config.value.create(this.problem);
    const errors = this.states.flatMap((state, at) => {
      const distance = this.distances[at]!;
      if (distance === 0 || distance === Number.POSITIVE_INFINITY) return [];
      return [{ distance, error: (distance - heuristic.estimate(state)) / distance }];
    });
    return { ok: true, diagnostics: [], value: errors };
  }
}

/** Steps to the nearest target, breadth first against the arrows. */
function backwards(targets: readonly number[], incoming: readonly (readonly number[])[], count: number): number[] {
  const distances = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
  for (const at of targets) distances[at] = 0;
  const queue = [...targets];
  for (const at of queue) {
    for (const from of incoming[at] ?? []) {
      if (distances[from] !== Number.POSITIVE_INFINITY) continue;
      distances[from] = distances[at]! + 1;
      queue.push(from);
    }
  }
  return distances;
}
