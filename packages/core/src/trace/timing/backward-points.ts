// Exact points of zones, found backwards: which valuation a step came from, and how long ago its delay began. In a
// canonical zone any choice that fits the clocks fixed so far can be completed, so clocks are chosen one by one.

import { defined } from "../../basics/defined.ts";
import type { ClockAssignment } from "../../semantics/index.ts";
import {
  compare,
  constantOf,
  INF,
  type Interval,
  isStrict,
  minus,
  plus,
  type Rational,
  rational,
  satisfiesBound,
  times,
  ZERO,
} from "../../zone/index.ts";

/** Values by row; row 0 is the constant 0. */
export type Point = readonly Rational[];
type PartialPoint = (Rational | undefined)[];

/**
 * Completes a valuation of some rows to a point of the zone. The time clock, which is the last row, is chosen least;
 * all others are chosen greatest, which lets earlier steps happen early.
 */
export function complete(zone: Int32Array, dim: number, fixed: PartialPoint): Point {
  const point = [...fixed];
  point[0] = ZERO;
  const time = dim - 1;
  point[time] ??= pickNear(feasible(zone, dim, point, time));
  for (let row = 1; row < time; row++) point[row] ??= pickFar(feasible(zone, dim, point, row));
  return point as Rational[];
}

/** The least value where there is one; else a half above it, or less where the interval is short. */
export function pickNear({ lower, lowerStrict, upper }: Interval): Rational {
  if (!lowerStrict) return lower;
  const half = rational(1, 2);
  if (upper === undefined) return plus(lower, half);
  const middle = times(minus(upper, lower), half);
  return plus(lower, compare(middle, half) < 0 ? middle : half);
}

/** The greatest value where there is one; else a half below it, or less where the interval is short. */
function pickFar(interval: Interval): Rational {
  const { lower, upper, upperStrict } = interval;
  if (upper === undefined) return pickNear(interval);
  if (!upperStrict) return upper;
  const half = rational(1, 2);
  const middle = times(minus(upper, lower), half);
  return minus(upper, compare(middle, half) < 0 ? middle : half);
}

/** The values of a row that fit the rows chosen so far. */
function feasible(zone: Int32Array, dim: number, point: PartialPoint, row: number): Interval {
  const builder = new IntervalBuilder();
  for (let other = 0; other < dim; other++) {
    const at = point[other];
    if (at === undefined || other === row) continue;
    const below = zone[other * dim + row]!;
    if (below !== INF) builder.atLeast(minus(at, rational(constantOf(below))), isStrict(below));
    const above = zone[row * dim + other]!;
    if (above !== INF) builder.atMost(plus(at, rational(constantOf(above))), isStrict(above));
  }
  return builder.interval();
}

/** A point of `leave` from which the assignments lead to `after`. */
export function before(leave: Int32Array, dim: number, assignments: readonly ClockAssignment[], after: Point): Point {
  // Follow every row to the row and offset its value comes from; source 0 means a constant.
  const origin = Array.from({ length: dim }, (_, row) => ({ row, offset: 0 }));
  for (const { row, source, value } of assignments) {
    const from = origin[source]!;
    origin[row] = { row: from.row, offset: from.offset + value };
  }
  const fixed: PartialPoint = new Array(dim).fill(undefined);
  for (let row = 1; row < dim; row++) {
    const { row: from, offset } = origin[row]!;
    if (from !== 0) fixed[from] = minus(after[row]!, rational(offset));
  }
  return complete(leave, dim, fixed);
}

/** The delays d ≥ 0 such that the point minus d lies in the zone (all clocks run); undefined when there are none. */
export function delaysSince(zone: Int32Array, dim: number, point: Point): Interval | undefined {
  const builder = new IntervalBuilder();
  builder.atLeast(ZERO, false);
  for (let i = 1; i < dim; i++) {
    for (let j = 1; j < dim; j++) {
      if (i !== j && !satisfiesBound(minus(point[i]!, point[j]!), zone[i * dim + j]!)) return undefined;
    }
    const above = zone[i * dim]!;
    if (above !== INF) builder.atLeast(minus(point[i]!, rational(constantOf(above))), isStrict(above));
    const below = zone[i]!;
    if (below !== INF) builder.atMost(plus(point[i]!, rational(constantOf(below))), isStrict(below));
  }
  return builder.isEmpty() ? undefined : builder.interval();
}

export class IntervalBuilder {
  private lower = ZERO;
  private lowerStrict = false;
  private hasLower = false;
  private upper: Rational | undefined;
  private upperStrict = true;

  atLeast(value: Rational, strict: boolean): void {
    const sign = this.hasLower ? compare(value, this.lower) : 1;
    if (sign > 0 || (sign === 0 && strict)) {
      this.lower = value;
      this.lowerStrict = strict;
      this.hasLower = true;
    }
  }

  atMost(value: Rational, strict: boolean): void {
    const sign = this.upper === undefined ? -1 : compare(value, this.upper);
    if (sign < 0 || (sign === 0 && strict)) {
      this.upper = value;
      this.upperStrict = strict;
    }
  }

  isEmpty(): boolean {
    if (this.upper === undefined) return false;
    const sign = compare(this.lower, this.upper);
    return sign > 0 || (sign === 0 && (this.lowerStrict || this.upperStrict));
  }

  interval(): Interval {
    const { lower, lowerStrict, upper, upperStrict } = this;
    return { lower, lowerStrict, ...defined({ upper }), upperStrict };
  }
}
