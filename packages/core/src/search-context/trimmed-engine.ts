// An engine of a network with additional cells, seen as one of the plain network: estimates and lists read views
// without what was added behind the plain network's cells.

import type { DiscreteView, Engine, StateId } from "../engine/engine.ts";
import { EngineOver } from "../engine/engine-over.ts";

export class TrimmedEngine extends EngineOver {
  private readonly cells: number;

  constructor(whole: Engine, cells: number) {
    super(whole);
    this.cells = cells;
  }

  override view(state: StateId): DiscreteView {
    const { locations, cells } = super.view(state);
    return { locations, cells: Array.from({ length: this.cells }, (_, cell) => cells[cell]!) };
  }
}
