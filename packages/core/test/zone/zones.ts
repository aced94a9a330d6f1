// Random zones and the naive twin of a zone: a predicate over points of a grid. Coordinates are integers that count
// eighths, so strict bounds between up to three clocks can be told apart exactly.

import * as fc from "fast-check";
import { constantOf, constrain, INF, isStrict, le, lt, universe } from "../../src/zone/index.ts";

export const SCALE = 8;

export interface RawConstraint {
  readonly i: number;
  readonly j: number;
  readonly bound: number;
}

export function boundArbitrary(limit: number): fc.Arbitrary<number> {
  return fc
    .tuple(fc.integer({ min: -limit, max: limit }), fc.boolean())
    .map(([value, strict]) => (strict ? lt(value) : le(value)));
}

export function constraintArbitrary(dim: number, limit: number): fc.Arbitrary<RawConstraint> {
  return fc
    .tuple(fc.nat(dim - 1), fc.nat(dim - 1), boundArbitrary(limit))
    .filter(([i, j]) => i !== j)
    .map(([i, j, bound]) => ({ i, j, bound }));
}

/** Non-empty zones: constraints that would empty the zone are left out. */
export function zoneArbitrary(dim: number, limit = 4): fc.Arbitrary<Int32Array> {
  return fc.array(constraintArbitrary(dim, limit), { maxLength: 2 * dim }).map((constraints) => {
    let zone = universe(dim);
    for (const { i, j, bound } of constraints) {
      const next = zone.slice();
      if (constrain(next, dim, i, j, bound)) zone = next;
    }
    return zone;
  });
}

/** Is the point (eighths, clocks only) in the zone? Written without the zone library. */
export function has(zone: Int32Array, dim: number, point: readonly number[]): boolean {
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const bound = zone[i * dim + j]!;
      if (bound === INF) continue;
      const difference = (i === 0 ? 0 : point[i - 1]!) - (j === 0 ? 0 : point[j - 1]!);
      const limit = SCALE * constantOf(bound);
      if (isStrict(bound) ? difference >= limit : difference > limit) return false;
    }
  }
  return true;
}

/** All points with coordinates 0, step, 2·step, … up to `max` (in whole units). */
export function* grid(clocks: number, max: number, step: number): Generator<number[]> {
  const point = new Array<number>(clocks).fill(0);
  for (;;) {
    yield point.slice();
    let k = 0;
    while (k < clocks) {
      point[k]! += step;
      if (point[k]! <= max * SCALE) break;
      point[k++] = 0;
    }
    if (k === clocks) return;
  }
}

/** `numbers` as multiples of `step` from 0 to `max` units. */
export function steps(max: number, step: number): number[] {
  return Array.from({ length: Math.floor((max * SCALE) / step) + 1 }, (_, k) => k * step);
}

/** The first point on which two predicates differ; one `expect` for thousands of points. */
export function firstDifference<Point extends readonly number[]>(
  points: Iterable<Point>,
  one: (point: Point) => boolean,
  other: (point: Point) => boolean,
): Point | undefined {
  for (const point of points) if (one(point) !== other(point)) return point;
  return undefined;
}
