// A look into searches while they run, for pictures: who watches is told of every search that starts and of every state
// it expands. All searches go through the engine, so that is where they are watched; those that nobody watches pay
// nothing.

import type { Engine, StateId } from "../../engine/engine.ts";
import type { Problem } from "../../heuristics/index.ts";
import type { SetCourse } from "../../symbolic/index.ts";
import type { Trace } from "../../trace/index.ts";

export interface WatchedSearch {
  readonly spec: string;
  readonly engine: Engine;
  readonly problem: Problem;
  /**
   * States explored so far, as the search itself counts them: a target that ends it counts, though it is not expanded.
   */
  explored(): number;
  /** The estimate the search goes by, once it has asked for one. */
  estimate(): ((state: StateId) => number) | undefined;
  /** Of a search that keeps whole sets: how large they were in each round so far. */
  readonly sets?: () => readonly SetCourse[];
  /** A timed run to a stored state. */
  traceTo(state: StateId): Trace | undefined;
}

export interface SearchProbe {
  /** Returns who is to be told of every state that is expanded. */
  watch(search: WatchedSearch): Told;
}

/** The state, the length of the way there, and the engine that stores it (searches that start again have several). */
export type Told = (state: StateId, depth: number, engine: Engine) => void;

/** The same engine, which from now on tells of every expansion. */
export function tellExpansions(engine: Engine, told: Told): Engine {
  const expand = engine.expand.bind(engine);
  const expandAll = engine.expandAll.bind(engine);
  let depths = new Int32Array(1024);
  let known = 0;
  const depthOf = (state: StateId): number => {
    if (state >= depths.length) {
      const grown = new Int32Array(Math.max(state + 1, 2 * depths.length));
      grown.set(depths);
      depths = grown;
    }
    // Parents have smaller ids, so everything up to here can be filled in.
    for (; known <= state; known++) {
      const parent = engine.parentOf(known);
      depths[known] = parent < 0 ? 0 : depths[parent]! + 1;
    }
    return depths[state]!;
  };
  // Some engines expand all by expanding: that is one expansion, told once.
  let isTold = false;
  return Object.assign(engine, {
    expand(state: StateId) {
      if (!isTold) told(state, depthOf(state), engine);
      return expand(state);
    },
    expandAll(state: StateId, cost: number) {
      told(state, depthOf(state), engine);
      isTold = true;
      try {
        return expandAll(state, cost);
      } finally {
        isTold = false;
      }
    },
  });
}
