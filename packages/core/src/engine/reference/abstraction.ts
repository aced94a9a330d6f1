// The abstractions an exploration may use: how a zone is widened before it is stored, and when one stored zone makes
// another superfluous. Which of them is sound for a query is decided elsewhere, by the clock bounds that come in.

import type { Discrete } from "../../semantics/semantics.ts";
import {
  copyZone,
  type Diagonal,
  equals,
  extraDiagonal,
  extraLUPlus,
  extraMPlus,
  type Federation,
  free,
  includes,
  NO_BOUND,
  selectRows,
  subsumedALU,
} from "../../zone/index.ts";
import type { Subsumption } from "./state-store.ts";

export type AbstractionName = "extra-lu" | "extra-m" | "alu" | "local-time" | "none";
/** Those with one time for all processes; `local-time` is a zone graph of its own (see `local-time.ts`). */
export type GlobalAbstraction = Exclude<AbstractionName, "local-time">;
export type SubsumptionName = "inclusion" | "equality";

/** Largest constants that clocks are compared with, from a location vector on. */
export interface LocationBounds {
  /** By row, the greatest over all processes; lent until the next call. */
  at(locations: Int32Array): { readonly lower: Int32Array; readonly upper: Int32Array };
  /** Comparisons between clocks; where there are any, zones are widened in a way that respects them. */
  readonly diagonals: readonly Diagonal[];
}

export interface Abstraction extends Subsumption {
  readonly name: GlobalAbstraction;
  /** The zones to take instead of this one (which may be changed). */
  widen(discrete: Discrete, zone: Int32Array): Federation;
  /** The same zones in the form they are stored in: without the rows of clocks that are forgotten. */
  pack(discrete: Discrete, zone: Int32Array): Federation;
  /** The zone without what it says about clocks that are not looked at again before they are set. */
  forget(discrete: Discrete, zone: Int32Array): Int32Array;
  /** A zone that was widened before in the form it is stored in, and a stored zone with all its rows. */
  compress(discrete: Discrete, zone: Int32Array): Int32Array;
  unpack(discrete: Discrete, stored: Int32Array): Int32Array;
}

export function createAbstraction(
  name: GlobalAbstraction,
  subsumption: SubsumptionName,
  bounds: LocationBounds | null,
  dim: number,
): Abstraction {
  const covers = subsumption === "equality" || name !== "alu" ? plain(subsumption) : bySimulation(need(bounds), dim);
  const form = packing(name, bounds, dim);
  const widen: Abstraction["widen"] = (discrete, zone) =>
    form.pack(discrete, zone).map((packed) => form.unpack(discrete, packed));
  const forget = name === "none" || bounds === null ? asItIs : forgetting(bounds, dim);
  return { name, covers, widen, forget, ...form };
}

const asItIs: Packing["unpack"] = (_discrete, zone) => zone;

function forgetting(bounds: LocationBounds, dim: number): Abstraction["forget"] {
  return ({ locations }, zone) => {
    const { lower, upper } = bounds.at(locations);
    let rest = zone;
    for (let row = 1; row < dim; row++) {
      if (lower[row] !== NO_BOUND || upper[row] !== NO_BOUND) continue;
      if (rest === zone) rest = copyZone(zone);
      free(rest, dim, row);
    }
    return rest;
  };
}

type Packing = Pick<Abstraction, "pack" | "compress" | "unpack">;

function packing(name: GlobalAbstraction, bounds: LocationBounds | null, dim: number): Packing {
  const whole = { compress: asItIs, unpack: asItIs };
  if (name === "none") return { pack: (_discrete, zone) => [zone], ...whole };
  if (name === "alu") {
    const forget = forgetting(need(bounds), dim);
    return { pack: (discrete, zone) => [forget(discrete, zone)], ...whole };
  }
  return extrapolating(name, need(bounds), dim);
}

/** Zones of one discrete state are stored with the same rows, so they compare as they are. */
function plain(subsumption: SubsumptionName): Subsumption["covers"] {
  const sizeOf = (zone: Int32Array) => Math.round(Math.sqrt(zone.length));
  return subsumption === "equality" ? (a, b) => equals(a, b, sizeOf(a)) : (a, b) => includes(a, b, sizeOf(a));
}

function bySimulation(bounds: LocationBounds, dim: number): Subsumption["covers"] {
  return (a, b, { locations }) => {
    const { lower, upper } = bounds.at(locations);
    return subsumedALU(b, a, dim, lower, upper);
  };
}

/**
 * Extrapolation forgets all about clocks without bounds, so their rows are left out before it (which also saves it
 * most of its work in networks with many clocks) and are fresh when the zone is used again.
 */
function extrapolating(name: "extra-lu" | "extra-m", bounds: LocationBounds, dim: number): Packing {
  const activeRows = (lower: Int32Array, upper: Int32Array): number[] => {
    const rows = [0];
    for (let row = 1; row < dim; row++) if (lower[row] !== NO_BOUND || upper[row] !== NO_BOUND) rows.push(row);
    return rows;
  };
  const compressed = (zone: Int32Array, rows: readonly number[]) =>
    rows.length === dim ? zone : selectRows(zone, dim, rows);
  return {
    compress({ locations }, zone) {
      const { lower, upper } = bounds.at(locations);
      return compressed(zone, activeRows(lower, upper));
    },
    pack({ locations }, zone) {
      const { lower, upper } = bounds.at(locations);
      const rows = activeRows(lower, upper);
      const packed = compressed(zone, rows);
      const few = Int32Array.from(rows, (row) => lower[row]!);
      const fewUpper = Int32Array.from(rows, (row) => upper[row]!);
      if (bounds.diagonals.length > 0) {
        // Clocks that are compared with each other are active everywhere.
        const among = bounds.diagonals.map(({ i, j, bound }) => ({ i: rows.indexOf(i), j: rows.indexOf(j), bound }));
        return extraDiagonal(packed, rows.length, larger(few, fewUpper), among);
      }
      if (name === "extra-lu") extraLUPlus(packed, rows.length, few, fewUpper);
      else extraMPlus(packed, rows.length, larger(few, fewUpper));
      return [packed];
    },
    unpack({ locations }, stored) {
      if (stored.length === dim * dim) return stored;
      const { lower, upper } = bounds.at(locations);
      const rows = activeRows(lower, upper);
      const back = new Int32Array(dim).fill(-1);
      for (const [packed, row] of rows.entries()) back[row] = packed;
      return selectRows(stored, rows.length, back);
    },
  };
}

function larger(lower: Int32Array, upper: Int32Array): Int32Array {
  return lower.map((bound, row) => Math.max(bound, upper[row]!));
}

function need(bounds: LocationBounds | null): LocationBounds {
  if (bounds === null) throw new Error("this abstraction needs clock bounds");
  return bounds;
}
