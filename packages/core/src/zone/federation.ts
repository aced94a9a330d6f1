// Unions of zones. Complements of zones are not zones, so whatever asks when something is *not* possible (priorities,
// deadlock, urgency with clock guards) works on lists of non-empty zones of one dimension, which may overlap.

import type { Rational } from "../basics/rational.ts";
import { INF, negate } from "./bound.ts";
import { constrain, copyZone, delay, intersect, isEmpty, past } from "./dbm.ts";
import { includes, obviouslyDisjoint } from "./relation.ts";
import { contains } from "./valuation.ts";

export type Federation = readonly Int32Array[];

/** The valuations of `zone` that are not in `minus`, as disjoint zones. */
export function subtractZone(zone: Int32Array, minus: Int32Array, dim: number): Int32Array[] {
  if (isEmpty(zone)) return [];
  if (obviouslyDisjoint(zone, minus, dim)) return [copyZone(zone)];
  const pieces: Int32Array[] = [];
  const rest = copyZone(zone);
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const bound = minus[i * dim + j]!;
      // `rest` shrinks with every cut, so bounds that others imply are skipped here.
      if (i === j || bound === INF || bound >= rest[i * dim + j]!) continue;
      const piece = copyZone(rest);
      if (constrain(piece, dim, j, i, negate(bound))) pieces.push(piece);
      if (!constrain(rest, dim, i, j, bound)) return pieces;
    }
  }
  return pieces;
}

export function subtract(from: Federation, minus: Federation, dim: number): Int32Array[] {
  let left = from.filter((zone) => !isEmpty(zone)).map(copyZone);
  for (const zone of minus) left = left.flatMap((piece) => subtractZone(piece, zone, dim));
  return left;
}

export function intersectFederations(a: Federation, b: Federation, dim: number): Int32Array[] {
  const result: Int32Array[] = [];
  for (const one of a) {
    for (const other of b) {
      const both = copyZone(one);
      if (intersect(both, dim, other)) result.push(both);
    }
  }
  return result;
}

/** a ⊇ b. */
export function federationIncludes(a: Federation, b: Federation, dim: number): boolean {
  return b.every((zone) => {
    let left = [copyZone(zone)].filter((piece) => !isEmpty(piece));
    for (const cover of a) {
      if (left.length === 0) break;
      left = left.flatMap((piece) => subtractZone(piece, cover, dim));
    }
    return left.length === 0;
  });
}

export function delayOf(federation: Federation, dim: number): Int32Array[] {
  return federation.map((zone) => {
    const result = copyZone(zone);
    delay(result, dim);
    return result;
  });
}

export function pastOf(federation: Federation, dim: number): Int32Array[] {
  return federation.map((zone) => {
    const result = copyZone(zone);
    past(result, dim);
    return result;
  });
}

/** Drops empty zones and zones that lie in another one. */
export function reduce(federation: Federation, dim: number): Int32Array[] {
  const kept: Int32Array[] = [];
  for (const zone of federation) {
    if (isEmpty(zone) || kept.some((other) => includes(other, zone, dim))) continue;
    for (let k = kept.length - 1; k >= 0; k--) if (includes(zone, kept[k]!, dim)) kept.splice(k, 1);
    kept.push(zone);
  }
  return kept;
}

/**
 * The valuations from which some delay leads into `good` while every valuation on the way, the last one included,
 * avoids `bad` (Cassez et al. 2005, for timed games): for convex g and b, either b is never ahead, or g is met
 * before b is.
 */
export function predt(good: Federation, bad: Federation, dim: number): Int32Array[] {
  const result: Int32Array[] = [];
  for (const g of good) {
    const goodPast = pastOf([g], dim);
    let ways: Int32Array[] = goodPast;
    for (const b of bad) {
      const badPast = pastOf([b], dim);
      const never = subtract(goodPast, badPast, dim);
      const before = pastOf(subtract(intersectFederations([g], badPast, dim), [b], dim), dim);
      ways = reduce(intersectFederations(ways, [...never, ...before], dim), dim);
    }
    result.push(...ways);
  }
  return reduce(result, dim);
}

export function federationContains(federation: Federation, dim: number, point: readonly Rational[]): boolean {
  return federation.some((zone) => contains(zone, dim, point));
}
