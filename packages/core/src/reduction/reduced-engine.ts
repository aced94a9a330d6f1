// An engine that shows only the steps of a stubborn set. Ordinals count what is shown: every engine that reduces for
// the same target chooses the same steps in the same state, so that the number of a candidate is enough to take it
// again.

import { NumberTable } from "../basics/grow.ts";
import type { Engine, Expansion, GraphEngine, StateId } from "../engine/engine.ts";
import { EngineOver } from "../engine/engine-over.ts";
import type { StubbornSets } from "./stubborn-sets.ts";

/** Steps that were possible in the states that were expanded, and how many of them were left out. */
export interface ReductionCount {
  possible: number;
  left: number;
}

export class ReducedEngine extends EngineOver<GraphEngine> implements GraphEngine {
  private readonly sets: StubbornSets;
  private readonly count: ReductionCount;
  private readonly ordinals = new NumberTable(new Int32Array(1024));
  /** What the latest expansion shows; undefined: everything. */
  private shown: readonly number[] | undefined;

  constructor(inner: GraphEngine, sets: StubbornSets, count: ReductionCount) {
    super(inner);
    this.sets = sets;
    this.count = count;
  }

  override initial(): Expansion {
    this.shown = undefined;
    return super.initial();
  }

  override expand(state: StateId): Expansion {
    return this.show(state);
  }

  /** Who watches an engine is told of `expand` and of `expandAll`, so that neither calls the other. */
  private show(state: StateId): Expansion {
    const { locations, cells } = this.inner.view(state);
    const view = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    const whole = this.inner.expand(state);
    const shown = this.sets.choose(view, whole);
    this.shown = shown;
    this.count.possible += whole.count;
    if (shown === undefined) return whole;
    this.count.left += whole.count - shown.length;
    return { count: shown.length, transition: (ordinal) => whole.transition(shown[ordinal]!) };
  }

  override insert(candidate: number, parent: StateId, cost: number): StateId {
    const state = this.inner.insert(this.shown?.[candidate] ?? candidate, parent, cost);
    if (state >= 0) this.ordinals.set(state, candidate);
    return state;
  }

  override expandAll(state: StateId, cost: number): ArrayLike<StateId> {
    const { count } = this.show(state);
    const fresh: StateId[] = [];
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const successor = this.insert(ordinal, state, cost);
      if (successor >= 0) fresh.push(successor);
    }
    return fresh;
  }

  override decode(bytes: Uint8Array, cost?: number): StateId {
    const state = super.decode(bytes, cost);
    if (state >= 0) this.ordinals.set(state, this.inner.ordinalOf(state));
    return state;
  }

  override ordinalOf(state: StateId): number {
    return this.ordinals.get(state);
  }

  intern(candidate: number, parent: StateId | -1): StateId {
    const state = this.inner.intern(this.shown?.[candidate] ?? candidate, parent);
    if (this.inner.parentOf(state) === parent) this.ordinals.set(state, candidate);
    return state;
  }

  internAll(state: StateId): ArrayLike<StateId> {
    const { count } = this.show(state);
    return Array.from({ length: count }, (_, candidate) => this.intern(candidate, state));
  }

  includes(larger: StateId, smaller: StateId): boolean {
    return this.inner.includes(larger, smaller);
  }

  adopt(from: Engine, state: StateId): StateId {
    return this.inner.adopt(from, state);
  }
}
