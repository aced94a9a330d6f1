// From a stored state back to the steps that lead to it. States remember their parent and which candidate of its
// expansion they were; replaying those numbers in a fresh engine yields the transitions, and disturbs no statistics.

import { type Engine, ordinalsTo, type StateId, type StateStore } from "../engine/engine.ts";
import type { Discrete } from "../semantics/index.ts";
import type { Path } from "./trace.ts";

/** Either semantics: both know the initial states, in one order. */
interface Beginnings {
  initial(): readonly Discrete[];
}

export function rebuildPath(store: StateStore, state: StateId, fresh: Engine, semantics: Beginnings): Path {
  return replayOrdinals(ordinalsTo(store, state), fresh, semantics);
}

/** The first number is that of an initial state, the others are those of steps. */
export function replayOrdinals(ordinals: readonly number[], fresh: Engine, semantics: Beginnings): Path {
  const [first, ...rest] = ordinals;
  fresh.initial();
  let at = fresh.insert(first!, -1, 0);
  const initial = initialIndex(fresh, at, semantics);
  const transitions = rest.map((ordinal, depth) => {
    const expansion = fresh.expand(at);
    const transition = expansion.transition(ordinal);
    // A search that forgets may come back to where it was; with falling costs no state is covered by its predecessors.
    at = fresh.insert(ordinal, at, -depth - 1);
    return transition;
  });
  return { initial, transitions };
}

/** Candidates for initial states may be pieces of one: the discrete part tells which. */
function initialIndex(engine: Engine, state: StateId, semantics: Beginnings): number {
  const { locations, cells } = engine.view(state);
  const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
    Array.from(a).every((value, i) => value === b[i]);
  return semantics.initial().findIndex((initial) => same(initial.locations, locations) && same(initial.cells, cells));
}
