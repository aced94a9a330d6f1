// What blocks each process in a state where nothing can happen any more, and who stops time there.

import type { Network } from "../network/index.ts";
import {
  type ConcreteSemantics,
  type ConcreteState,
  clockValue,
  createConcreteSemantics,
  WhyNotExplainer,
} from "../semantics/index.ts";
import { compare, type Rational, rational, rationalToString } from "../zone/index.ts";
import type { Standstill } from "./why.ts";

/** More processes are not listed: whoever reads this looks for a pattern. */
const MOST_PROCESSES = 100;
const MOST_REASONS = 3;

/** Undefined where something can still happen. */
export function standstillIn(network: Network, state: ConcreteState): Standstill | undefined {
  const semantics = createConcreteSemantics(network);
  if (!semantics.isDeadlocked(state)) return undefined;
  const explainer = new WhyNotExplainer(network);
  const blocked = network.processes.slice(0, MOST_PROCESSES).map(({ name, locations, edges }, process) => {
    const here = state.locations[process]!;
    const leaving = edges.filter((edge) => network.edges[edge]!.source === here);
    return {
      process: name,
      location: locations[here]!.name,
      edges: leaving.map((edge) => ({
        to: locations[network.edges[edge]!.target]!.name,
        reasons: [...new Set(explainer.explainNever(state, edge).map(({ sentence }) => sentence))].slice(
          0,
          MOST_REASONS,
        ),
      })),
    };
  });
  const last = semantics.delays(state).at(-1);
  const more = network.processes.length - blocked.length;
  return {
    ...(last?.upper === undefined
      ? {}
      : {
          time: {
            most: rationalToString(last.upper),
            strict: last.upperStrict,
            by: keepersOf(network, semantics, state, last.upper),
          },
        }),
    processes: blocked,
    ...(more > 0 ? { more } : {}),
  };
}

/** Locations in which time stands still, or the parts of invariants that are used up then. */
function keepersOf(network: Network, semantics: ConcreteSemantics, state: ConcreteState, most: Rational): string[] {
  const still = network.processes.flatMap(({ name, locations }, process) => {
    const location = locations[state.locations[process]!]!;
    return location.urgent || location.committed ? [`${name}.${location.name}`] : [];
  });
  if (still.length > 0) return still;
  const invariant = semantics.discrete.invariant(state) ?? [];
  const last = semantics.delay(state, most);
  const used = invariant.flatMap(({ left, right, value, strict }) => {
    if (left === 0 || right !== 0 || compare(clockValue(last, left - 1), rational(value)) !== 0) return [];
    return [`${network.clocks[left - 1]!.name} ${strict ? "<" : "<="} ${value}`];
  });
  return [...new Set(used)];
}
