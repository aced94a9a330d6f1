// How two canonical zones of one dimension relate, and a hash for equality tables. Canonical matrices make inclusion
// entry-wise, so one pass answers both directions.

import { INF, sum } from "./bound.ts";
import { isEmpty } from "./dbm.ts";

export type ZoneRelation = "equal" | "subset" | "superset" | "different";

export function equals(a: Int32Array, b: Int32Array, dim: number): boolean {
  return relate(a, b, dim) === "equal";
}

/** a ⊇ b. */
export function includes(a: Int32Array, b: Int32Array, dim: number): boolean {
  if (isEmpty(b)) return true;
  if (isEmpty(a)) return false;
  for (let at = 0; at < dim * dim; at++) if (a[at]! < b[at]!) return false;
  return true;
}

/** What `a` is to `b`. */
export function relate(a: Int32Array, b: Int32Array, dim: number): ZoneRelation {
  if (isEmpty(a)) return isEmpty(b) ? "equal" : "subset";
  if (isEmpty(b)) return "superset";
  let subset = true;
  let superset = true;
  for (let at = 0; at < dim * dim && (subset || superset); at++) {
    if (a[at]! > b[at]!) subset = false;
    else if (a[at]! < b[at]!) superset = false;
  }
  if (subset) return superset ? "equal" : "subset";
  return superset ? "superset" : "different";
}

/** No common valuation, seen from a contradiction of two bounds; may miss longer ones. */
export function obviouslyDisjoint(a: Int32Array, b: Int32Array, dim: number): boolean {
  if (isEmpty(a) || isEmpty(b)) return true;
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const there = a[i * dim + j]!;
      if (there !== INF && sum(there, b[j * dim + i]!) < 0) return true;
    }
  }
  return false;
}

/** Equal zones have equal hashes; all empty zones count as equal. */
export function hashZone(zone: Int32Array, dim: number): number {
  if (isEmpty(zone)) return 0;
  let hash = dim;
  for (let at = 0; at < dim * dim; at++) {
    hash = Math.imul(hash ^ zone[at]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}
