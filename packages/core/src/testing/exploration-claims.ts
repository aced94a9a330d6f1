// What exploring with fewer interleavings claims, held against the whole graph of a small network without clocks: the
// same locations are entered, and nothing is possible any more in the same states.

import { createReferenceEngine, type Engine } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { C2cEngine, persistentSets } from "../reduction/index.ts";
import { everyState } from "./every-state.ts";

export interface ExplorationClaims {
  /** States of the whole graph, and of what was explored of it. */
  readonly whole: number;
  readonly states: number;
  readonly wrong: readonly string[];
}

/** Undefined where the graph has more states than that. */
export function explorationClaims(network: Network, mostStates: number): ExplorationClaims | undefined {
  const engine = () =>
    createReferenceEngine(network, { targets: [], abstraction: "none", subsumption: "equality", bounds: null });
  const whole = everything(engine(), mostStates);
  if (whole === undefined) return undefined;
  const fewer = everything(new C2cEngine(engine(), persistentSets(network)), mostStates);
  if (fewer === undefined) return { whole: whole.states, states: mostStates, wrong: ["more states than there are"] };
  const missing = [...whole.kept].filter((one) => !fewer.kept.has(one));
  const added = [...fewer.kept].filter((one) => !whole.kept.has(one));
  const wrong = [...missing.map((one) => `${one} is missing`), ...added.map((one) => `${one} is not there`)];
  return { whole: whole.states, states: fewer.states, wrong };
}

/** What has to be kept, as words. */
function everything(engine: Engine, most: number): { readonly kept: Set<string>; readonly states: number } | undefined {
  const kept = new Set<string>();
  const states = everyState(engine, most, ({ locations, cells }, isStuck) => {
    for (const [process, location] of Array.from(locations).entries()) kept.add(`location ${process}.${location}`);
    if (isStuck) kept.add(`the deadlock ${Array.from(locations)} ${Array.from(cells)}`);
  });
  return states === undefined ? undefined : { kept, states };
}
