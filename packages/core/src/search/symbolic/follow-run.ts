// A run that diagrams found, taken again by an engine, state after state: what comes of it are ordinals, as of any
// other search. Diagrams tell where a run goes, not by which edges: where several lead to the same place and differ in
// clocks, the others are tried in turn.

import type { Engine, StateId } from "../../engine/engine.ts";
import type { Discrete } from "../../semantics/semantics.ts";

/** Expansions that are tried, for each state of the run. */
const PATIENCE = 20;

/** Where the run ends in the engine; undefined where the engine does not go this way, because something fails on it. */
export function followRun(engine: Engine, run: readonly Discrete[]): StateId | undefined {
  const ways: StateId[][] = [];
  for (let tries = 0; tries < PATIENCE * run.length; tries++) {
    const depth = ways.length;
    const state = depth === 0 ? -1 : ways[depth - 1]!.at(-1);
    if (state === undefined) {
      // Nothing goes on from here: the next of those before.
      ways.pop();
      if (ways.length === 0) return undefined;
      ways.at(-1)!.pop();
      continue;
    }
    if (depth === run.length) return state;
    ways.push(matching(engine, state, run[depth]!, run.length - depth));
  }
  return undefined;
}

/** The successors at a place; what is nearer to the end is never covered by what is not. */
function matching(engine: Engine, state: StateId | -1, wanted: Discrete, left: number): StateId[] {
  const { count } = state < 0 ? engine.initial() : engine.expand(state);
  const found: StateId[] = [];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const reached = engine.insert(ordinal, state, left);
    if (reached >= 0 && isAt(engine, reached, wanted)) found.push(reached);
  }
  return found.reverse();
}

function isAt(engine: Engine, state: StateId, { locations, cells }: Discrete): boolean {
  const view = engine.view(state);
  return (
    locations.every((location, process) => view.locations[process] === location) &&
    cells.every((value, cell) => view.cells[cell] === value)
  );
}
