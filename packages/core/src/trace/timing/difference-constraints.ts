// The moments of the steps of a path, as unknowns of difference constraints: along one path every clock shows the time
// since the step that set it, so a guard or an invariant speaks of the distance of two moments. Where all clocks run
// this costs no zones: a path is solved in a few sweeps over what its steps ask, however many clocks there are.

import type { Network } from "../../network/index.ts";
import type { ClockAssignment, Constraint, Constraints } from "../../semantics/index.ts";
import { constantOf, INF, isStrict } from "../../zone/index.ts";
import { type Expired, TimingAborted } from "../timing-problem.ts";

/** Moments as value + small · ε with an ε below every other difference: strict bounds need no smallest number. */
export interface Moments {
  readonly value: Float64Array;
  readonly small: Float64Array;
}

export function compareMoments({ value, small }: Moments, a: number, b: number): number {
  return value[a]! - value[b]! || small[a]! - small[b]!;
}

/** time[later] − time[earlier] ≤ bound, or < when strict. */
export interface Distance {
  later: number;
  readonly earlier: number;
  readonly bound: number;
  readonly strict: boolean;
}

/** A clock shows the time since `moment`, plus `offset`. */
interface Origin {
  readonly moment: number;
  readonly offset: number;
}

/** Moment 0 is the beginning, k is step k, the last one is the end. */
export class Schedule {
  readonly end: number;
  readonly dim: number;
  private readonly distances: Distance[] = [];
  /** By clock row. */
  private readonly origins: Origin[];

  constructor({ clocks }: Network, steps: number) {
    this.end = steps + 1;
    this.dim = clocks.length + 1;
    this.origins = [{ moment: 0, offset: 0 }, ...clocks.map(({ initial }) => ({ moment: 0, offset: initial }))];
  }

  /** One moment is not before another. */
  order(first: number, second: number): void {
    this.distances.push({ later: first, earlier: second, bound: 0, strict: false });
  }

  /** What the distances have to be; kept by reference. */
  ask(distance: Distance): void {
    this.distances.push(distance);
  }

  assign(moment: number, assignments: readonly ClockAssignment[]): void {
    for (const { row, source, value } of assignments) {
      const from = this.origins[source]!;
      this.origins[row] = source === 0 ? { moment, offset: value } : { ...from, offset: from.offset + value };
    }
  }

  /** The constraints hold at a moment. */
  require(moment: number, constraints: Constraints): void {
    for (const constraint of constraints) this.distances.push(this.distanceOf(moment, constraint));
  }

  /** A clock is "now minus its origin plus its offset": now cancels out in a difference of clocks. */
  distanceOf(moment: number, { left, right, value, strict }: Constraint): Distance {
    const since = (row: number): Origin => (row === 0 ? { moment, offset: 0 } : this.origins[row]!);
    const [a, b] = [since(left), since(right)];
    return { later: b.moment, earlier: a.moment, bound: value - a.offset + b.offset, strict };
  }

  /** The earliest moments that meet everything, the end lying in a zone if one is given; undefined: there are none. */
  moments(zone?: Int32Array, expired?: Expired): Moments | undefined {
    const { dim } = this;
    const atEnd: Distance[] = [];
    for (let left = 0; zone !== undefined && left < dim; left++) {
      for (let right = 0; right < dim; right++) {
        const bound = zone[left * dim + right]!;
        if (left === right || bound === INF) continue;
        const constraint = { left, right, value: constantOf(bound), strict: isStrict(bound) };
        atEnd.push(this.distanceOf(this.end, constraint));
      }
    }
    return earliest([...this.distances, ...atEnd], this.end + 1, expired);
  }
}

/**
 * Bellman and Ford, from everything at 0 upwards: the least solution, each moment as early as it can be. Sweeps go to
 * and fro, since what a step waits for lies before it and what a deadline holds back lies behind it.
 */
function earliest(distances: readonly Distance[], count: number, expired?: Expired): Moments | undefined {
  const value = new Float64Array(count);
  const small = new Float64Array(count);
  const raise = ({ later, earlier, bound, strict }: Distance): boolean => {
    const least = value[later]! - bound;
    const leastSmall = small[later]! + (strict ? 1 : 0);
    if (value[earlier]! > least || (value[earlier] === least && small[earlier]! >= leastSmall)) return false;
    value[earlier] = least;
    small[earlier] = leastSmall;
    return true;
  };
  for (let round = 0; round <= count; round++) {
    if (expired?.() === true) throw new TimingAborted();
    let changed = false;
    for (let i = 0; i < distances.length; i++) {
      if (raise(distances[round % 2 === 0 ? i : distances.length - 1 - i]!)) changed = true;
    }
    if (!changed) return { value, small };
  }
  return undefined;
}
