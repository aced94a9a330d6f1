// Engines whose states stand for all that symmetry takes them to, and how a way through them becomes a run.

import { CanonicalForm, keepsBounds, SymmetricEngine, type Symmetry, unfold } from "../../symmetry/index.ts";
import type { EngineSetup } from "./engines.ts";

/** Undefined where clocks are told apart that symmetry exchanges, so that zones do not have the same rows. */
export function symmetricSetup(setup: EngineSetup, symmetry: Symmetry): EngineSetup | undefined {
  if (setup.parts !== undefined && !keepsBounds(symmetry, setup.parts.bounds)) return undefined;
  const form = new CanonicalForm(symmetry);
  const create = (): SymmetricEngine => new SymmetricEngine(setup.createRearranged(form), form);
  return {
    ...setup,
    // Cells that are added may tell units apart.
    create: (extended) => (extended === undefined ? create() : setup.create(extended)),
    retrace: (ordinals, semantics) => {
      const { locations, cells, transitions, real } = unfold(symmetry.network, ordinals, create());
      const isFirst = (initial: { locations: ArrayLike<number>; cells: ArrayLike<number> }): boolean =>
        locations.every((location, p) => location === initial.locations[p]) &&
        cells.every((value, cell) => value === initial.cells[cell]);
      return { path: { initial: semantics.initial().findIndex(isFirst), transitions }, real };
    },
  };
}
