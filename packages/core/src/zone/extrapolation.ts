// Extrapolations: they forget what no guard can see, so that a search meets finitely many zones (Behrmann, Bouyer,
// Larsen and Pelánek 2006, definitions 4 to 7). L and U hold, per row, the largest constant a clock is compared with
// from below (x ≥ c, x > c) and from above (x ≤ c, x < c); NO_BOUND says that it is never compared so.

import { INF, LE_ZERO, lt } from "./bound.ts";
import { close, constrain, copyZone, isEmpty } from "./dbm.ts";
import { includes } from "./relation.ts";

/** −∞ in tables of L and U. */
export const NO_BOUND = -0x40000000;

/** Extra_M: bounds beyond M, one entry at a time. True when the zone changed, here and below. */
export function extraM(zone: Int32Array, dim: number, max: Int32Array): boolean {
  return extraLU(zone, dim, max, max);
}

/** Extra⁺_M. */
export function extraMPlus(zone: Int32Array, dim: number, max: Int32Array): boolean {
  return extraLUPlus(zone, dim, max, max);
}

/** Extra_LU. */
export function extraLU(zone: Int32Array, dim: number, lower: Int32Array, upper: Int32Array): boolean {
  if (isEmpty(zone)) return false;
  let changed = false;
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const at = i * dim + j;
      const bound = zone[at]!;
      if (i === j || bound === INF) continue;
      const limit = limitOf(upper, j);
      if (i !== 0 && bound > 2 * limitOf(lower, i)) zone[at] = INF;
      else if (isBelow(bound, limit)) zone[at] = limit === NO_BOUND ? forgotten(i) : lt(-limit);
      changed ||= zone[at] !== bound;
    }
  }
  if (changed) close(zone, dim);
  return changed;
}

/**
 * Extra⁺_LU: also forgets all differences with a clock whose least value in the zone is out of sight. Row 0 comes
 * last, because the least values of the *given* zone decide.
 */
export function extraLUPlus(zone: Int32Array, dim: number, lower: Int32Array, upper: Int32Array): boolean {
  if (isEmpty(zone)) return false;
  let changed = false;
  for (let i = 1; i < dim; i++) {
    const limit = limitOf(lower, i);
    const wholeRow = isBelow(zone[i]!, limit);
    for (let j = 0; j < dim; j++) {
      const at = i * dim + j;
      if (i === j || zone[at] === INF) continue;
      if (wholeRow || zone[at]! > 2 * limit || isBelow(zone[j]!, limitOf(upper, j))) {
        zone[at] = INF;
        changed = true;
      }
    }
  }
  for (let j = 1; j < dim; j++) {
    const limit = limitOf(upper, j);
    if (!isBelow(zone[j]!, limit)) continue;
    const bound = limit === NO_BOUND ? LE_ZERO : lt(-limit);
    changed ||= zone[j] !== bound;
    zone[j] = bound;
  }
  if (changed) close(zone, dim);
  return changed;
}

function limitOf(table: Int32Array, row: number): number {
  return row === 0 ? 0 : table[row]!;
}

/** Is the constant c of the bound so small that −c > limit? */
function isBelow(bound: number, limit: number): boolean {
  return bound < -2 * limit - 1;
}

/** What remains of x_i − x_j ≺ c when no constant is ever compared with x_j from above. */
function forgotten(i: number): number {
  return i === 0 ? LE_ZERO : INF;
}

/** A constraint x_i − x_j ≺ bound between two clocks that some guard, invariant or query tests. */
export interface Diagonal {
  readonly i: number;
  readonly j: number;
  readonly bound: number;
}

/**
 * Extrapolation where clocks are compared with each other (after Bengtsson and Yi 2003): the zone is cut along the
 * diagonals, each piece is widened by Extra⁺_M and put back on its side of every diagonal. Then each new valuation
 * has one in the piece that agrees on every diagonal and, clock by clock, is equal or beyond M on both sides: a
 * bisimulation, provided that M of either clock is at least |bound| plus what clocks are reset to. Returns new
 * zones; one, unless a diagonal crosses a zone that is widened.
 */
export function extraDiagonal(
  zone: Int32Array,
  dim: number,
  max: Int32Array,
  diagonals: readonly Diagonal[],
): Int32Array[] {
  if (isEmpty(zone)) return [];
  const trial = copyZone(zone);
  // Bounds that were forgotten may follow from those that are left: then nothing is widened.
  if (!extraMPlus(trial, dim, max) || includes(zone, trial, dim)) return [trial];
  let pieces: { zone: Int32Array; sides: Diagonal[] }[] = [{ zone, sides: [] }];
  for (const diagonal of diagonals) {
    const other: Diagonal = { i: diagonal.j, j: diagonal.i, bound: -1 - diagonal.bound };
    const next: typeof pieces = [];
    for (const piece of pieces) {
      for (const side of [diagonal, other]) {
        const part = copyZone(piece.zone);
        if (constrain(part, dim, side.i, side.j, side.bound)) next.push({ zone: part, sides: [...piece.sides, side] });
      }
    }
    pieces = next;
  }
  return pieces.map((piece) => {
    const widened = copyZone(piece.zone);
    extraMPlus(widened, dim, max);
    for (const side of piece.sides) constrain(widened, dim, side.i, side.j, side.bound);
    return widened;
  });
}
