// What persistent sets under the proviso C2c claim in a search, held against the whole graph of a small network without
// clocks: in whatever order states are expanded, with states that are opened again at less cost or without, a target is
// reached exactly if it can be, and the way there is one of the whole engine.

import { Prng } from "../basics/prng.ts";
import { createReferenceEngine, type GraphEngine, ordinalsTo, type StateId } from "../engine/index.ts";
import type { Formula, Network } from "../network/index.ts";
import { C2cEngine, persistentObstacle, persistentSets } from "../reduction/index.ts";

/** Which of the states that wait is next; `costs`: by their depth, so that shorter ways open states again. */
const ORDERS = [
  { name: "breadth first", costs: false, next: () => 0 },
  { name: "depth first", costs: true, next: (count: number) => count - 1 },
  { name: "any", costs: true, next: (count: number, prng: Prng) => prng.below(count) },
  { name: "any, without costs", costs: false, next: (count: number, prng: Prng) => prng.below(count) },
] as const;

export interface C2cClaims {
  /** States of the whole graph, and of what each order expanded of it in the end; a target ends none of them early. */
  readonly whole: number;
  readonly expanded: number;
  readonly wrong: readonly string[];
}

/** Undefined where the graph has more states than that, or the sets are refused. */
export function c2cClaims(network: Network, formula: Formula, most: number, seed: number): C2cClaims | undefined {
  if (persistentObstacle(network, formula) !== undefined) return undefined;
  const create = (): GraphEngine =>
    createReferenceEngine(network, {
      targets: [{ formula, frameSize: 1 }],
      abstraction: "none",
      subsumption: "equality",
      bounds: null,
    });
  const whole = create();
  const { count } = whole.initial();
  for (let ordinal = 0; ordinal < count; ordinal++) whole.intern(ordinal, -1);
  let isReachable = false;
  for (let state = 0; state < whole.statistics.stored; state++) {
    if (state > most) return undefined;
    isReachable ||= whole.satisfies(state, 0);
    whole.internAll(state);
  }
  // What fails is no step: then sets say nothing about it.
  if (whole.faults.length > 0) return undefined;
  const sets = persistentSets(network, formula);
  const wrong: string[] = [];
  let expanded = 0;
  for (const { name, costs, next } of ORDERS) {
    const engine = new C2cEngine(create(), sets);
    const prng = new Prng(seed);
    const depths = new Map<StateId, number>();
    const waiting: StateId[] = [];
    engine.initial();
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const state = engine.insert(ordinal, -1, 0);
      if (state >= 0) waiting.push(state);
    }
    let found: StateId | undefined;
    while (waiting.length > 0) {
      const [state] = waiting.splice(next(waiting.length, prng), 1) as [StateId];
      if (!engine.alive(state)) continue;
      if (engine.satisfies(state, 0)) found ??= state;
      expanded++;
      const depth = (depths.get(state) ?? 0) + 1;
      for (const successor of Array.from(engine.expandAll(state, costs ? depth : 0))) {
        depths.set(successor, depth);
        waiting.push(successor);
      }
    }
    if ((found !== undefined) !== isReachable) wrong.push(`${name}: the target is ${isReachable ? "missed" : "met"}`);
    if (found !== undefined && !leadsThere(create(), ordinalsTo(engine, found))) wrong.push(`${name}: no way there`);
  }
  return { whole: whole.statistics.stored, expanded, wrong };
}

function leadsThere(engine: GraphEngine, [first, ...ordinals]: readonly number[]): boolean {
  engine.initial();
  let at = engine.intern(first!, -1);
  for (const ordinal of ordinals) {
    if (ordinal >= engine.expand(at).count) return false;
    at = engine.intern(ordinal, at);
  }
  return engine.satisfies(at, 0);
}
