// An engine in front of another one that answers everything as that one does. Who wants something else of an engine
// extends it and says only what is different.

import type { DiscreteId, DiscreteView, Engine, EngineFault, EngineStatistics, Expansion, StateId } from "./engine.ts";

export class EngineOver<E extends Engine = Engine> implements Engine {
  protected readonly inner: E;

  constructor(inner: E) {
    this.inner = inner;
  }

  get name(): Engine["name"] {
    return this.inner.name;
  }

  initial(): Expansion {
    return this.inner.initial();
  }

  expand(state: StateId): Expansion {
    return this.inner.expand(state);
  }

  insert(candidate: number, parent: StateId, cost: number): StateId {
    return this.inner.insert(candidate, parent, cost);
  }

  expandAll(state: StateId, cost: number): ArrayLike<StateId> {
    return this.inner.expandAll(state, cost);
  }

  alive(state: StateId): boolean {
    return this.inner.alive(state);
  }

  discreteOf(state: StateId): DiscreteId {
    return this.inner.discreteOf(state);
  }

  view(state: StateId): DiscreteView {
    return this.inner.view(state);
  }

  satisfies(state: StateId, target: number): boolean {
    return this.inner.satisfies(state, target);
  }

  parentOf(state: StateId): StateId | -1 {
    return this.inner.parentOf(state);
  }

  ordinalOf(state: StateId): number {
    return this.inner.ordinalOf(state);
  }

  encode(state: StateId, into: Uint8Array): number {
    return this.inner.encode(state, into);
  }

  decode(bytes: Uint8Array, cost?: number): StateId {
    return this.inner.decode(bytes, cost);
  }

  release(state: StateId): void {
    this.inner.release(state);
  }

  get transitions(): number {
    return this.inner.transitions;
  }

  get statistics(): EngineStatistics {
    return this.inner.statistics;
  }

  get faults(): readonly EngineFault[] {
    return this.inner.faults;
  }
}
