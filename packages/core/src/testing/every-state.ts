// All states of a small network one by one, for claims that are held against them.

import type { DiscreteView, Engine, StateId } from "../engine/index.ts";

/** In the order in which they are found, up to inclusion; undefined where there are more than so many. */
export function everyState(
  engine: Engine,
  most: number,
  visit: (state: DiscreteView, isStuck: boolean) => void,
): number | undefined {
  const queue: StateId[] = [];
  const { count } = engine.initial();
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const state = engine.insert(ordinal, -1, 0);
    if (state >= 0) queue.push(state);
  }
  for (const state of queue) {
    if (queue.length > most) return undefined;
    const { locations, cells } = engine.view(state);
    const view = { locations: Array.from(locations), cells: Array.from(cells) };
    const before = engine.transitions;
    queue.push(...Array.from(engine.expandAll(state, 0)));
    visit(view, engine.transitions === before);
  }
  return queue.length;
}
