// How often each edge was taken on the way to a state. Only one path is held at a time; going to another state takes
// back what differs, so neighbours in the tree of the search cost little and no state keeps counts of its own.

import type { Engine, StateId } from "../engine/engine.ts";
import type { LastTransitions } from "./last-transitions.ts";

export class PathCounts {
  private readonly engine: Pick<Engine, "parentOf">;
  private readonly last: Pick<LastTransitions, "of">;
  private readonly counts: Float64Array;
  /** The path that is counted now, from its initial state on; and where each of its states stands in it. */
  private readonly path: StateId[] = [];
  private readonly positions = new Map<StateId, number>();

  constructor(engine: Pick<Engine, "parentOf">, last: Pick<LastTransitions, "of">, edges: number) {
    this.engine = engine;
    this.last = last;
    this.counts = new Float64Array(edges);
  }

  /** Counts by edge, to be read at once. */
  along(state: StateId): Float64Array {
    const fresh: StateId[] = [];
    let at = state;
    for (; at >= 0 && !this.positions.has(at); at = this.engine.parentOf(at)) fresh.push(at);
    const kept = at < 0 ? 0 : this.positions.get(at)! + 1;
    while (this.path.length > kept) {
      const left = this.path.pop()!;
      this.positions.delete(left);
      this.add(left, -1);
    }
    for (const entered of fresh.reverse()) {
      this.positions.set(entered, this.path.length);
      this.path.push(entered);
      this.add(entered, 1);
    }
    return this.counts;
  }

  private add(state: StateId, by: number): void {
    for (const edge of this.last.of(state) ?? []) this.counts[edge]! += by;
  }
}
