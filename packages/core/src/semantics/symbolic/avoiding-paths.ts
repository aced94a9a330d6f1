// Paths on which something never happens, zone by zone: where time can pass without meeting `avoid`, and where such a
// path may end for good. `E[] p` avoids "not p", `p --> q` is refuted by a path behind p that avoids q. A path is
// maximal when it loops, when nothing can happen any more (a deadlock), or when time passes for ever.

import {
  delayOf,
  type Federation,
  INF,
  intersectFederations,
  pastOf,
  reduce,
  subtract,
  subtractZone,
  universe,
} from "../../zone/index.ts";
import type { Discrete, SymbolicSemantics } from "../semantics.ts";
import { pastUntil } from "./delay-until.ts";

/**
 * The points reached from `entry` by a delay on which every point, the first and the last included, avoids `avoid`.
 * For one convex bad zone b: either b is not behind the point at all, or the delay starts when b is over already.
 * Several bad zones intersect, because of two starts that serve different zones the later one serves both.
 */
export function delayAvoiding(entry: Int32Array, avoid: Federation, dim: number): Int32Array[] {
  const ahead = delayOf([entry], dim);
  let result: Int32Array[] = ahead;
  for (const bad of avoid) {
    const behind = delayOf([bad], dim);
    const before = subtract(ahead, behind, dim);
    const after = delayOf(
      subtractZone(entry, bad, dim).flatMap((piece) => intersectFederations([piece], behind, dim)),
      dim,
    );
    result = intersectFederations(result, reduce([...before, ...after], dim), dim);
  }
  return reduce(result, dim);
}

/** Time successors within the invariant that stay out of `avoid`; over-approximated where clocks are stopped. */
export function elapseAvoiding(
  semantics: SymbolicSemantics,
  discrete: Discrete,
  entry: Int32Array,
  avoid: Federation,
): Int32Array[] {
  const { dim } = semantics;
  const elapsed = semantics.elapse(discrete, entry);
  if (avoid.length === 0) return [...elapsed];
  if (semantics.timeStops(discrete) || semantics.stopped(discrete) !== null) return subtract(elapsed, avoid, dim);
  return reduce(intersectFederations(elapsed, delayAvoiding(entry, avoid, dim), dim), dim);
}

/** The points of `zone` that are deadlocked and from which waiting to the end of the invariant meets no `avoid`. */
export function stuckAvoiding(
  semantics: SymbolicSemantics,
  discrete: Discrete,
  zone: Int32Array,
  avoid: Federation,
): Int32Array[] {
  const { dim } = semantics;
  const dead = semantics.dead(discrete, zone);
  if (dead.length === 0 || avoid.length === 0 || semantics.timeStops(discrete)) return [...dead];
  if (semantics.stopped(discrete) !== null) return subtract(dead, avoid, dim);
  // A synchronisation on an urgent channel stops time even where its target's invariant forbids the step.
  const ahead = intersectFederations(avoid, [semantics.invariant(discrete)], dim);
  return subtract(dead, pastUntil(ahead, semantics.urgentZones(discrete), dim), dim);
}

/**
 * The points of `zone` from which time can pass for ever without meeting `avoid`. Read from the invariant and the
 * urgent synchronisations, never from whether the (extrapolated) zone is bounded.
 */
export function foreverAvoiding(
  semantics: SymbolicSemantics,
  discrete: Discrete,
  zone: Int32Array,
  avoid: Federation,
): Int32Array[] {
  if (semantics.timeStops(discrete)) return [];
  const { dim } = semantics;
  const invariant = semantics.invariant(discrete);
  const stopped = semantics.stopped(discrete);
  if (stopped !== null) {
    // A superset is enough here, since a trace decides: only clocks that run can meet the end of the invariant.
    for (let row = 1; row < dim; row++) if (stopped[row] !== 1 && invariant[row * dim]! !== INF) return [];
    return subtract([zone], avoid, dim);
  }
  const obstacles = [...avoid, ...subtractZone(universe(dim), invariant, dim), ...semantics.urgentZones(discrete)];
  return subtract([zone], pastOf(obstacles, dim), dim);
}
