// What stubborn sets claim, held against the whole graph of a small network without clocks, state by state, whether a
// reduced search would visit it or not: where a target can be reached, one of the steps that are left leads nearer to
// it; and where deadlocks are looked for, one leads nearer to each of them.

import { createReferenceEngine, type ReferenceEngine, type StateId } from "../engine/index.ts";
import type { Formula, Network } from "../network/index.ts";
import { type Dependence, StubbornSets } from "../reduction/index.ts";

/** All states of a network, and where a formula holds. */
export interface WholeGraph {
  readonly network: Network;
  readonly formula: Formula;
  readonly engine: ReferenceEngine;
  readonly successors: readonly (readonly StateId[])[];
  readonly targets: readonly StateId[];
}

export interface StubbornClaims {
  readonly states: number;
  /** Steps that were possible and left out. */
  readonly left: number;
  readonly wrong: readonly string[];
}

/** Undefined where the graph has more states than that. */
export function stubbornClaims(network: Network, formula: Formula, mostStates: number): StubbornClaims | undefined {
  const graph = wholeGraph(network, formula, mostStates);
  return graph && stubbornClaimsOn(graph);
}

/** Who doubts that a rule is needed passes a dependence that lacks it. */
export function stubbornClaimsOn(graph: WholeGraph, dependence?: Dependence): StubbornClaims {
  const { network, formula, engine, successors, targets } = graph;
  const sets = new StubbornSets(network, { formula, frameSize: 1 }, dependence);
  const shown = successors.map((list, state) => {
    const { locations, cells } = engine.view(state);
    const view = { locations: [...Array.from(locations)], cells: [...Array.from(cells)] };
    return sets.choose(view, engine.expand(state)) ?? [...list.keys()];
  });
  const wrong: string[] = [];
  for (const goals of formula.kind === "deadlock" ? targets.map((target) => [target]) : [targets]) {
    const distance = distancesTo(goals, successors);
    for (const [state, here] of distance.entries()) {
      if (here === 0 || here === Number.POSITIVE_INFINITY) continue;
      const nearest = Math.min(...shown[state]!.map((ordinal) => distance[successors[state]![ordinal]!]!));
      if (nearest !== here - 1) wrong.push(`state ${state}: ${here} steps to ${goals}, ${nearest} behind those left`);
    }
  }
  const left = successors.reduce((sum, list, state) => sum + list.length - shown[state]!.length, 0);
  return { states: successors.length, left, wrong };
}

export function wholeGraph(network: Network, formula: Formula, mostStates: number): WholeGraph | undefined {
  const targets = [{ formula, frameSize: 1 }];
  const engine = createReferenceEngine(network, {
    targets,
    abstraction: "none",
    subsumption: "equality",
    bounds: null,
  });
  const { count } = engine.initial();
  let known = 0;
  for (let ordinal = 0; ordinal < count; ordinal++) known = Math.max(known, engine.intern(ordinal, -1) + 1);
  const successors: StateId[][] = [];
  for (let state = 0; state < known; state++) {
    if (known > mostStates) return undefined;
    const expansion = engine.expand(state);
    successors.push(Array.from({ length: expansion.count }, (_, ordinal) => engine.intern(ordinal, state)));
    for (const next of successors[state]!) known = Math.max(known, next + 1);
  }
  const met = [...successors.keys()].filter((state) => engine.satisfies(state, 0));
  return { network, formula, engine, successors, targets: met };
}

function distancesTo(goals: readonly StateId[], successors: WholeGraph["successors"]): number[] {
  const before: StateId[][] = successors.map(() => []);
  for (const [from, list] of successors.entries()) for (const to of list) before[to]!.push(from);
  const distance = successors.map(() => Number.POSITIVE_INFINITY);
  for (const goal of goals) distance[goal] = 0;
  const queue = [...goals];
  for (const at of queue) {
    for (const from of before[at]!) {
      if (distance[from] !== Number.POSITIVE_INFINITY) continue;
      distance[from] = distance[at]! + 1;
      queue.push(from);
    }
  }
  return distance;
}
