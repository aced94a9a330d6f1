// The part of the state space that a search has seen, as a picture needs it: states with their parents, the order in
// which they were expanded, and which of them lie on the way to the target.

import { defined } from "../basics/defined.ts";
import type { SearchProbe, Told, WatchedSearch } from "../check/index.ts";
import type { StateId } from "../engine/engine.ts";
import type { Trace } from "../trace/index.ts";

export interface SeenState {
  readonly id: StateId;
  /** -1 for initial states. */
  readonly parent: StateId;
  readonly depth: number;
  /** When it was expanded, from 0; undefined: it was only met. */
  readonly order?: number;
  /** Locations of all processes, in the order of the system. */
  readonly locations: readonly number[];
}

export interface SeenSpace {
  readonly states: readonly SeenState[];
  readonly spec: string;
  /** Whether there is more than is shown. */
  readonly cut: boolean;
}

/** Records the first search of a check, up to so many expansions. */
export class SpaceProbe implements SearchProbe {
  private readonly most: number;
  private readonly whenFull: () => void;
  private readonly order = new Map<StateId, number>();
  private search: WatchedSearch | undefined;

  constructor(most: number, whenFull: () => void) {
    this.most = most;
    this.whenFull = whenFull;
  }

  watch(search: WatchedSearch): Told {
    if (this.search !== undefined) return () => {};
    this.search = search;
    return (state, _depth, engine) => {
      if (engine !== search.engine || this.order.has(state)) return;
      if (this.order.size < this.most) this.order.set(state, this.order.size);
      if (this.order.size >= this.most) this.whenFull();
    };
  }

  get space(): SeenSpace | undefined {
    const { search } = this;
    if (search === undefined) return undefined;
    const { engine, spec } = search;
    const states: SeenState[] = [];
    const depths = new Map<StateId, number>();
    const last = Math.max(-1, ...this.order.keys());
    const { generated } = engine.statistics;
    for (let id = 0; id < Math.max(last + 1, generated) && states.length < 2 * this.most; id++) {
      const order = this.order.get(id);
      // What was swallowed before its turn is no longer there to be looked at.
      if (order === undefined && !engine.alive(id)) continue;
      const parent = engine.parentOf(id);
      const depth = parent < 0 ? 0 : (depths.get(parent) ?? 0) + 1;
      depths.set(id, depth);
      const locations = Array.from(engine.view(id).locations);
      states.push({ id, parent, depth, locations, ...defined({ order }) });
    }
    return { states, spec, cut: this.order.size >= this.most };
  }

  /** Does some valuation of the state satisfy what was looked for? */
  isTarget(state: StateId): boolean {
    if (this.search === undefined) return false;
    const { engine } = this.search;
    return engine.alive(state) && engine.satisfies(state, 0);
  }

  traceTo(state: StateId): Trace | undefined {
    return this.search?.traceTo(state);
  }
}
