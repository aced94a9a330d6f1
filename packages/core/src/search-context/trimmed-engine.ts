// An engine of a network with additional cells, seen as one of the plain network: estimates and lists read views without
// what was added behind the plain network's cells.

import type {
  DiscreteId,
  DiscreteView,
  Engine,
  EngineFault,
  EngineStatistics,
  Expansion,
  StateId,
} from "../engine/engine.ts";

export class TrimmedEngine implements Engine {
  private readonly whole: Engine;
  private readonly cells: number;

  constructor(whole: Engine, cells: number) {
    this.whole = whole;
    this.cells = cells;
  }

  view(state: StateId): DiscreteView {
    const { locations, cells } = this.whole.view(state);
    return { locations, cells: Array.from({ length: this.cells }, (_, cell) => cells[cell]!) };
  }

  get name(): Engine["name"] {
    return this.whole.name;
  }

  initial(): Expansion {
    return this.whole.initial();
  }

  expand(state: StateId): Expansion {
    return this.whole.expand(state);
  }

  insert(candidate: number, parent: StateId, cost: number): StateId {
    return this.whole.insert(candidate, parent, cost);
  }

  expandAll(state: StateId, cost: number): ArrayLike<StateId> {
    return this.whole.expandAll(state, cost);
  }

  alive(state: StateId): boolean {
    return this.whole.alive(state);
  }

  discreteOf(state: StateId): DiscreteId {
    return this.whole.discreteOf(state);
  }

  satisfies(state: StateId, target: number): boolean {
    return this.whole.satisfies(state, target);
  }

  parentOf(state: StateId): StateId | -1 {
    return this.whole.parentOf(state);
  }

  ordinalOf(state: StateId): number {
    return this.whole.ordinalOf(state);
  }

  encode(state: StateId, into: Uint8Array): number {
    return this.whole.encode(state, into);
  }

  decode(bytes: Uint8Array, cost?: number): StateId {
    return this.whole.decode(bytes, cost);
  }

  release(state: StateId): void {
    this.whole.release(state);
  }

  get transitions(): number {
    return this.whole.transitions;
  }

  get statistics(): EngineStatistics {
    return this.whole.statistics;
  }

  get faults(): readonly EngineFault[] {
    return this.whole.faults;
  }
}
