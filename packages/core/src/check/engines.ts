// Which engine a query gets: the abstraction that is sound for it, the clock bounds it needs, its targets.

import type { Result } from "../diagnostics/index.ts";
import { chooseAbstraction } from "../engine/abstraction.ts";
import { type ClockBounds, combineBounds } from "../engine/clock-bounds.ts";
import {
  type AbstractionName,
  createReferenceEngine,
  type LocationBounds,
  type ReferenceEngine,
  type SubsumptionName,
  type Target,
} from "../engine/index.ts";
import type { Network, Query } from "../network/index.ts";
import type { AbstractionChoice } from "./options.ts";

export interface EngineSetup {
  readonly abstraction: AbstractionName;
  readonly bounds: LocationBounds;
  /** A new, empty engine; all engines of one setup give the same candidates in the same order. */
  create(): ReferenceEngine;
}

export function setUpEngine(
  network: Network,
  queries: readonly Query[],
  targets: readonly Target[],
  requested: AbstractionChoice,
  subsumption: SubsumptionName = "inclusion",
): Result<EngineSetup> {
  const chosen = chooseAbstraction(network, queries, requested);
  if (!chosen.ok) return chosen;
  const { abstraction } = chosen.value;
  const bounds = locationBounds(chosen.value.bounds);
  const create = () => createReferenceEngine(network, { targets, abstraction, subsumption, bounds });
  return { ok: true, value: { abstraction, bounds, create }, diagnostics: chosen.diagnostics };
}

/** Bounds per location vector, by row; the arrays are lent until the next call. */
export function locationBounds(bounds: ClockBounds): LocationBounds {
  const lower = new Int32Array(bounds.clockCount + 1);
  const upper = new Int32Array(bounds.clockCount + 1);
  return {
    diagonals: bounds.diagonals,
    at(locations) {
      combineBounds(bounds, locations, lower, upper);
      return { lower, upper };
    },
  };
}
