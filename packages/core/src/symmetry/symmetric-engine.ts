// An engine of canonical forms: what it expands and stores stands for all states that symmetry takes it to. Candidates
// come rearranged from the engine behind it, so that whatever would store them unseen is left out here.

import { COVERED, type Engine, type GraphEngine, type StateId } from "../engine/engine.ts";
import { EngineOver } from "../engine/engine-over.ts";
import type { RearrangingEngine } from "../engine/rearranging.ts";
import type { CanonicalForm, UnitSwap } from "./canonical-form.ts";

export class SymmetricEngine extends EngineOver<GraphEngine & RearrangingEngine> implements GraphEngine {
  readonly canonical: CanonicalForm;

  constructor(inner: GraphEngine & RearrangingEngine, canonical: CanonicalForm) {
    super(inner);
    this.canonical = canonical;
  }

  /** The exchanges that made a candidate of the latest expansion what it is. */
  exchangesOf(candidate: number): readonly UnitSwap[] {
    return (this.inner.rearrangedBy(candidate) as readonly UnitSwap[] | undefined) ?? [];
  }

  override expandAll(state: StateId, cost: number): StateId[] {
    const { count } = this.inner.expand(state);
    const fresh: StateId[] = [];
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const id = this.inner.insert(ordinal, state, cost);
      if (id !== COVERED) fresh.push(id);
    }
    return fresh;
  }

  intern(candidate: number, parent: StateId | -1): StateId {
    return this.inner.intern(candidate, parent);
  }

  internAll(state: StateId): ArrayLike<StateId> {
    const { count } = this.inner.expand(state);
    return Array.from({ length: count }, (_, candidate) => this.inner.intern(candidate, state));
  }

  includes(larger: StateId, smaller: StateId): boolean {
    return this.inner.includes(larger, smaller);
  }

  adopt(from: Engine, state: StateId): StateId {
    return this.inner.adopt(from, state);
  }
}
