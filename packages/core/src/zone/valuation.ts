// Points of a zone, in exact rationals: membership, choosing one, and how long a point may wait inside the zone.
// A point lists the clocks of rows 1 … dim − 1, in order.

import { defined } from "../basics/defined.ts";
import { ceil, compare, minus, ONE, over, plus, type Rational, rational, ZERO } from "../basics/rational.ts";
import { constantOf, INF, isStrict, le, lt } from "./bound.ts";
import { isEmpty } from "./dbm.ts";

/** An interval of rationals; `upper` absent means unbounded. */
export interface Interval {
  readonly lower: Rational;
  readonly lowerStrict: boolean;
  readonly upper?: Rational;
  readonly upperStrict: boolean;
}

export function satisfiesBound(difference: Rational, bound: number): boolean {
  if (bound === INF) return true;
  const sign = compare(difference, rational(constantOf(bound)));
  return isStrict(bound) ? sign < 0 : sign <= 0;
}

export function contains(zone: Int32Array, dim: number, point: readonly Rational[]): boolean {
  if (isEmpty(zone)) return false;
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      if (!satisfiesBound(minus(coordinate(point, i), coordinate(point, j)), zone[i * dim + j]!)) return false;
    }
  }
  return true;
}

/** All points that lie between the same whole numbers, clocks and differences of clocks alike. */
export function regionOf(point: readonly Rational[]): Int32Array {
  const dim = point.length + 1;
  const zone = new Int32Array(dim * dim);
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const difference = minus(coordinate(point, i), coordinate(point, j));
      const above = Number(ceil(difference));
      zone[i * dim + j] = difference.d === 1n ? le(above) : lt(above);
    }
  }
  return zone;
}

function coordinate(point: readonly Rational[], row: number): Rational {
  return row === 0 ? ZERO : point[row - 1]!;
}

/** The least value where there is one, else the middle, else a half above an open lower end. */
export function pickEarly(interval: Interval): Rational {
  if (!interval.lowerStrict) return interval.lower;
  if (interval.upper === undefined) return plus(interval.lower, rational(1, 2));
  return over(plus(interval.lower, interval.upper), plus(ONE, ONE));
}

/**
 * A point of a non-empty zone, clock by clock: in a canonical matrix every value that fits the clocks chosen so far
 * can be completed, so `pick` may take any value of the interval it is shown.
 */
export function sample(zone: Int32Array, dim: number, pick: (interval: Interval) => Rational = pickEarly): Rational[] {
  if (isEmpty(zone)) throw new Error("an empty zone has no points");
  const point: Rational[] = [];
  for (let row = 1; row < dim; row++) point.push(pick(feasible(zone, dim, point, row)));
  return point;
}

/** The values of the clock of `row` that fit the clocks of the rows before it. */
function feasible(zone: Int32Array, dim: number, point: readonly Rational[], row: number): Interval {
  let lower = rational(-constantOf(zone[row]!));
  let lowerStrict = isStrict(zone[row]!);
  let upper: Rational | undefined;
  let upperStrict = true;
  for (let j = 0; j < row; j++) {
    const at = coordinate(point, j);
    const below = zone[j * dim + row]!;
    if (below !== INF) {
      const value = minus(at, rational(constantOf(below)));
      const sign = compare(value, lower);
      if (sign > 0 || (sign === 0 && isStrict(below))) {
        lower = value;
        lowerStrict = isStrict(below);
      }
    }
    const above = zone[row * dim + j]!;
    if (above !== INF) {
      const value = plus(at, rational(constantOf(above)));
      const sign = upper === undefined ? -1 : compare(value, upper);
      if (sign < 0 || (sign === 0 && isStrict(above))) {
        upper = value;
        upperStrict = isStrict(above);
      }
    }
  }
  return { lower, lowerStrict, ...defined({ upper }), upperStrict };
}

/**
 * The delays d ≥ 0 after which the point, all clocks running, lies in the zone; undefined when there are none.
 * Differences do not change while time passes, so only the bounds against 0 ask for a delay.
 */
export function delayInterval(zone: Int32Array, dim: number, point: readonly Rational[]): Interval | undefined {
  if (isEmpty(zone)) return undefined;
  let lower = ZERO;
  let lowerStrict = false;
  let upper: Rational | undefined;
  let upperStrict = true;
  for (let i = 1; i < dim; i++) {
    const value = coordinate(point, i);
    for (let j = 1; j < dim; j++) {
      if (!satisfiesBound(minus(value, coordinate(point, j)), zone[i * dim + j]!)) return undefined;
    }
    const above = zone[i * dim]!;
    if (above !== INF) {
      const limit = minus(rational(constantOf(above)), value);
      const sign = upper === undefined ? -1 : compare(limit, upper);
      if (sign < 0 || (sign === 0 && isStrict(above))) {
        upper = limit;
        upperStrict = isStrict(above);
      }
    }
    const below = minus(rational(-constantOf(zone[i]!)), value);
    const sign = compare(below, lower);
    if (sign > 0 || (sign === 0 && isStrict(zone[i]!))) {
      lower = below;
      lowerStrict = isStrict(zone[i]!);
    }
  }
  if (upper !== undefined) {
    const sign = compare(lower, upper);
    if (sign > 0 || (sign === 0 && (lowerStrict || upperStrict))) return undefined;
  }
  return { lower, lowerStrict, ...defined({ upper }), upperStrict };
}
