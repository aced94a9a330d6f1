// Holds answers about random networks against the oracle. Who answers is handed in, so that engines, searches and
// the whole `check` can be tried in the same way, in tests and in long runs.

import { COVERED, type Engine, type StateId } from "../engine/engine.ts";
import { type Network, type Query, soughtBy } from "../network/index.ts";
import { seededChoices } from "./choices.ts";
import { livelyNetwork } from "./lively-network.ts";
import { createOracle, discreteKey, type Oracle, OracleError } from "./oracle.ts";
import type { RandomFeature } from "./random-network.ts";
import { randomQueries } from "./random-query.ts";

export interface Trial {
  readonly seed: number;
  readonly network: Network;
  readonly features: ReadonlySet<RandomFeature>;
  readonly queries: readonly Query[];
}

/** A network with one query of each kind. */
export function randomTrial(seed: number): Trial {
  const { network, features } = livelyNetwork(seededChoices(seed));
  const queries = randomQueries(network, seededChoices(seed ^ 0x5bd1e995), features.has("diagonals"));
  return { seed, network, features, queries };
}

/** The oracle of a trial with all its answers; undefined when the network is too large for it. */
export function expectedAnswers(
  { network, queries }: Trial,
  maxStates = 3_000,
): { oracle: Oracle; answers: boolean[] } | undefined {
  try {
    const oracle = createOracle(network, queries, { maxStates });
    return { oracle, answers: queries.map((query) => oracle.answer(query)) };
  } catch (error) {
    if (error instanceof OracleError && error.tooLarge) return undefined;
    throw error;
  }
}

/** `unknown`: no answer was given. `undecided`: a grid is not fine enough to contradict. */
export type Judgement = "right" | "wrong" | "unknown" | "undecided";

export function judge(oracle: Oracle, query: Query, expected: boolean, answered: boolean | undefined): Judgement {
  if (answered === undefined) return "unknown";
  if (answered === expected) return "right";
  if (oracle.exact) return "wrong";
  // What a grid reaches is reachable; what it does not reach may lie between its points.
  const sought = soughtBy(query);
  const reachedOnGrid = sought?.kind === "state" && sought.whenFound === (expected ? "satisfied" : "violated");
  return reachedOnGrid ? "wrong" : "undecided";
}

/**
 * All locations and cells that an engine reaches, breadth first; undefined beyond `maxStates` symbolic states. An
 * abstraction that forgets too much shows here first: it reaches more than the oracle does.
 */
export function reachedDiscrete(engine: Engine, maxStates = 20_000): ReadonlySet<string> | undefined {
  const reached = new Set<string>();
  const queue: StateId[] = [];
  const { count } = engine.initial();
  for (let candidate = 0; candidate < count; candidate++) {
    const state = engine.insert(candidate, -1, 0);
    if (state !== COVERED) queue.push(state);
  }
  for (const state of queue) {
    if (queue.length > maxStates) return undefined;
    reached.add(discreteKey(engine.view(state)));
    if (engine.alive(state)) queue.push(...Array.from(engine.expandAll(state, 0)));
  }
  return reached;
}
