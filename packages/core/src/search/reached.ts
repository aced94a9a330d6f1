// The way to where a search has got to. A stored state knows its parents, and stays where it is; a search that forgets
// states remembers the ordinals itself.

import { type Engine, ordinalsTo, type StateId } from "../engine/engine.ts";
import type { Arrival } from "./search.ts";

/** `trail`: the ordinals, where the engine does not know all parents. Kept as they are now. */
export function reachedIn(engine: Engine, state: StateId | -1, trail?: readonly number[]): Arrival {
  if (trail === undefined) return { place: { engine, state }, ordinals: () => ordinalsTo(engine, state) };
  const ordinals = [...trail];
  return { place: { engine, state }, ordinals: () => ordinals };
}
