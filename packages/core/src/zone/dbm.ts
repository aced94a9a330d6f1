// Zones as difference bound matrices, the plain twin of the emitted kernel. A zone of `dim − 1` clocks is an
// Int32Array of dim × dim bounds, row by row; entry (i, j) bounds x_i − x_j, and row 0 is the constant 0. Every
// function takes and leaves canonical (tightest) matrices; a zone is empty exactly when entry (0, 0) is negative.

import { add, checked, INF, LE_ZERO, LT_ZERO, le, sum } from "./bound.ts";

/** All valuations with no clock below 0. */
export function universe(dim: number): Int32Array {
  return fillUniverse(new Int32Array(dim * dim), dim);
}

/** The single valuation in which every clock is 0. */
export function zero(dim: number): Int32Array {
  return new Int32Array(dim * dim);
}

export function fillUniverse(target: Int32Array, dim: number): Int32Array {
  target.fill(INF);
  for (let i = 0; i < dim; i++) {
    target[i] = LE_ZERO;
    target[i * dim + i] = LE_ZERO;
  }
  return target;
}

export function copyZone(zone: Int32Array): Int32Array {
  return zone.slice();
}

export function isEmpty(zone: Int32Array): boolean {
  return zone[0]! < 0;
}

function makeEmpty(zone: Int32Array): false {
  zone[0] = LT_ZERO;
  return false;
}

/** Floyd–Warshall, for matrices that are not canonical yet; false when the zone is empty. */
export function close(zone: Int32Array, dim: number): boolean {
  for (let k = 0; k < dim; k++) {
    for (let i = 0; i < dim; i++) {
      const ik = zone[i * dim + k]!;
      if (ik === INF) continue;
      for (let j = 0; j < dim; j++) {
        const through = sum(ik, zone[k * dim + j]!);
        if (through < zone[i * dim + j]!) zone[i * dim + j] = checked(through);
      }
      if (zone[i * dim + i]! < 0) return makeEmpty(zone);
    }
  }
  return true;
}

/** Does some valuation of the zone satisfy x_i − x_j ≺ bound? */
export function allows(zone: Int32Array, dim: number, i: number, j: number, bound: number): boolean {
  return !isEmpty(zone) && sum(bound, zone[j * dim + i]!) >= 0;
}

/** Intersects with x_i − x_j ≺ bound in O(dim²); false when nothing is left. */
export function constrain(zone: Int32Array, dim: number, i: number, j: number, bound: number): boolean {
  if (isEmpty(zone)) return false;
  if (bound >= zone[i * dim + j]!) return true;
  if (sum(bound, zone[j * dim + i]!) < 0) return makeEmpty(zone);
  // Every shorter path uses the new edge exactly once: p → i, the new edge, j → q.
  zone[i * dim + j] = bound;
  for (let p = 0; p < dim; p++) {
    const before = zone[p * dim + i]!;
    if (before === INF) continue;
    // What lies between may be larger than an entry: only the whole path is one.
    const toNew = sum(before, bound);
    for (let q = 0; q < dim; q++) {
      const after = zone[j * dim + q]!;
      if (after === INF) continue;
      const through = toNew + after + (toNew & after & 1);
      if (through < zone[p * dim + q]!) zone[p * dim + q] = checked(through);
    }
  }
  return true;
}

export function intersect(zone: Int32Array, dim: number, other: Int32Array): boolean {
  if (isEmpty(zone)) return false;
  if (isEmpty(other)) return makeEmpty(zone);
  let tightened = false;
  for (let at = 0; at < dim * dim; at++) {
    if (other[at]! < zone[at]!) {
      zone[at] = other[at]!;
      tightened = true;
    }
  }
  return tightened ? close(zone, dim) : true;
}

/** Lets time pass without end: upper bounds of single clocks go, differences stay. */
export function delay(zone: Int32Array, dim: number): void {
  if (isEmpty(zone)) return;
  for (let i = 1; i < dim; i++) zone[i * dim] = INF;
}

/**
 * Lets time pass while the clocks of the marked rows stand still. The exact result need not be a zone; this is the
 * least zone around it: a running clock may outgrow every stopped one (and 0), all other bounds keep their supremum.
 */
export function delayStopped(zone: Int32Array, dim: number, stopped: ArrayLike<number>): void {
  if (isEmpty(zone)) return;
  for (let i = 1; i < dim; i++) {
    if (stopped[i]) continue;
    zone[i * dim] = INF;
    for (let j = 1; j < dim; j++) if (stopped[j]) zone[i * dim + j] = INF;
  }
}

/** All valuations from which some delay leads into the zone. */
export function past(zone: Int32Array, dim: number): void {
  if (isEmpty(zone)) return;
  for (let i = 1; i < dim; i++) {
    // Going back stops when the first clock meets 0; then x_i ≥ x_i − x_j for whichever x_j that is.
    let lower = LE_ZERO;
    for (let j = 1; j < dim; j++) lower = Math.min(lower, zone[j * dim + i]!);
    zone[i] = lower;
  }
}

/** Forgets everything about a clock but that it is not negative. */
export function free(zone: Int32Array, dim: number, x: number): void {
  if (isEmpty(zone)) return;
  for (let i = 0; i < dim; i++) {
    if (i === x) continue;
    zone[x * dim + i] = INF;
    zone[i * dim + x] = zone[i * dim]!;
  }
}

export function resetTo(zone: Int32Array, dim: number, x: number, value: number): boolean {
  return assignClock(zone, dim, x, 0, value);
}

/**
 * x := y + value, where y = 0 stands for the constant 0 and y = x shifts. False when some valuation would make the
 * clock negative, which is a fault of the model; the zone then still holds all results.
 */
export function assignClock(zone: Int32Array, dim: number, x: number, y: number, value: number): boolean {
  if (isEmpty(zone)) return true;
  for (let i = 0; i < dim; i++) {
    if (i === x) continue;
    zone[x * dim + i] = add(zone[y * dim + i]!, le(value));
    zone[i * dim + x] = add(zone[i * dim + y]!, le(-value));
  }
  return zone[x]! <= LE_ZERO;
}

/**
 * The zone over other rows: row k of the result is row `rows[k]` of the zone, or a fresh unconstrained clock where
 * that is −1; rows that are not named are projected away. `rows[0]` must be 0. Fills `target`.
 */
export function selectRows(
  zone: Int32Array,
  dim: number,
  rows: ArrayLike<number>,
  target: Int32Array = new Int32Array(rows.length * rows.length),
): Int32Array {
  const size = rows.length;
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const i = rows[a]!;
      const j = rows[b]!;
      let bound = INF;
      if (a === b) bound = LE_ZERO;
      // A fresh clock is at least 0, so x_i minus it is at most x_i.
      else if (i >= 0) bound = zone[i * dim + Math.max(j, 0)]!;
      target[a * size + b] = bound;
    }
  }
  if (isEmpty(zone)) target[0] = LT_ZERO;
  return target;
}
