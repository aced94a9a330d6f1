// The same loop over states with zones, all of which are stored at one cost: what a run comes to stands in the zone.

import type { StateId } from "../../engine/engine.ts";
import { BestFirst } from "./best-first.ts";

export abstract class BestFirstZones extends BestFirst {
  /** Pushes a state that was stored; `atLeast`: what the one before it comes to. */
  protected abstract enter(state: StateId, atLeast: number): void;

  protected begin(): void {
    const { count } = this.engine.initial();
    for (let i = 0; i < count; i++) {
      const state = this.engine.insert(i, -1, 0);
      if (state >= 0 && this.engine.alive(state)) this.enter(state, 0);
    }
  }

  protected expand(state: StateId, least: number): void {
    for (const next of Array.from(this.engine.expandAll(state, 0))) {
      // A later sibling of the same step may have swallowed it already.
      if (this.engine.alive(next)) this.enter(next, least);
    }
  }
}
