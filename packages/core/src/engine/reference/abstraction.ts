// The abstractions an exploration may use: how a zone is widened before it is stored, and when one stored zone makes
// another superfluous. Which of them is sound for a query is decided elsewhere, by the clock bounds that come in.

import {
  copyZone,
  type Diagonal,
  equals,
  extraDiagonal,
  extraLUPlus,
  extraMPlus,
  type Federation,
  includes,
  subsumedALU,
} from "../../zone/index.ts";
import type { Discrete } from "./semantics.ts";
import type { Subsumption } from "./state-store.ts";

export type AbstractionName = "extra-lu" | "extra-m" | "alu" | "none";
export type SubsumptionName = "inclusion" | "equality";

/** Largest constants that clocks are compared with, from a location vector on. */
export interface LocationBounds {
  /** By row, the greatest over all processes; lent until the next call. */
  at(locations: Int32Array): { readonly lower: Int32Array; readonly upper: Int32Array };
  /** Comparisons between clocks; where there are any, zones are widened in a way that respects them. */
  readonly diagonals: readonly Diagonal[];
}

export interface Abstraction extends Subsumption {
  readonly name: AbstractionName;
  /** The zones to store instead of this one (which may be changed). */
  widen(discrete: Discrete, zone: Int32Array): Federation;
}

export function createAbstraction(
  name: AbstractionName,
  subsumption: SubsumptionName,
  bounds: LocationBounds | null,
  dim: number,
): Abstraction {
  const covers: Subsumption["covers"] =
    subsumption === "equality"
      ? (a, b) => equals(a, b, dim)
      : name === "alu"
        ? (a, b, { locations }) => {
            const { lower, upper } = need(bounds).at(locations);
            return subsumedALU(b, a, dim, lower, upper);
          }
        : (a, b) => includes(a, b, dim);
  return { name, covers, widen: widening(name, bounds, dim) };
}

function widening(name: AbstractionName, bounds: LocationBounds | null, dim: number): Abstraction["widen"] {
  if (name === "none" || name === "alu") return (_discrete, zone) => [zone];
  const { diagonals } = need(bounds);
  return ({ locations }, zone) => {
    const { lower, upper } = need(bounds).at(locations);
    if (diagonals.length > 0) return extraDiagonal(copyZone(zone), dim, larger(lower, upper), diagonals);
    if (name === "extra-lu") extraLUPlus(zone, dim, lower, upper);
    else extraMPlus(zone, dim, larger(lower, upper));
    return [zone];
  };
}

function larger(lower: Int32Array, upper: Int32Array): Int32Array {
  return lower.map((bound, row) => Math.max(bound, upper[row]!));
}

function need(bounds: LocationBounds | null): LocationBounds {
  if (bounds === null) throw new Error("this abstraction needs clock bounds");
  return bounds;
}
