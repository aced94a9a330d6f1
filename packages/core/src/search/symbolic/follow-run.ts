// A run that diagrams found, taken again by an engine, state after state: what comes of it are ordinals, as of any
// other search.

import type { Engine, StateId } from "../../engine/engine.ts";
import type { Discrete } from "../../semantics/semantics.ts";

/** Where the run ends in the engine; undefined where the engine does not go this way, because something fails on it. */
export function followRun(engine: Engine, run: readonly Discrete[]): StateId | undefined {
  let state: StateId | -1 = -1;
  for (const [at, wanted] of run.entries()) {
    const { count } = at === 0 ? engine.initial() : engine.expand(state);
    let next: StateId | undefined;
    for (let ordinal = 0; ordinal < count && next === undefined; ordinal++) {
      const reached = engine.insert(ordinal, state, run.length - at);
      if (reached >= 0 && isAt(engine, reached, wanted)) next = reached;
    }
    if (next === undefined) return undefined;
    state = next;
  }
  return state < 0 ? undefined : state;
}

function isAt(engine: Engine, state: StateId, { locations, cells }: Discrete): boolean {
  const view = engine.view(state);
  return (
    locations.every((location, process) => view.locations[process] === location) &&
    cells.every((value, cell) => view.cells[cell] === value)
  );
}
