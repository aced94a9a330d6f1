// Clock values along one path as linear expressions over its delays, and zones as inequalities over them. A clock
// that is stopped in a state simply does not gain that state's delay.

import type { ClockAssignment } from "../../semantics/index.ts";
import { constantOf, INF, isStrict, LE_ZERO, le, negate } from "../../zone/index.ts";

/** constant + Σ weight × delay variable; by row, row 0 is the constant 0. */
export interface ClockValue {
  readonly coefficients: ReadonlyMap<number, number>;
  readonly constant: number;
}
export type LinearClockValues = readonly ClockValue[];

/** Σ weight × variable ≤ bound (or <). */
export interface Linear {
  readonly coefficients: ReadonlyMap<number, number>;
  readonly bound: number;
  readonly strict: boolean;
}

/** The values of an initial zone, which is a single point. */
export function start(zone: Int32Array, dim: number): LinearClockValues {
  return Array.from({ length: dim }, (_, row) => ({
    coefficients: new Map<number, number>(),
    constant: row === 0 ? 0 : constantOf(zone[row * dim]!),
  }));
}

export function pass(clocks: LinearClockValues, variable: number, stopped: Uint8Array | null): LinearClockValues {
  return clocks.map((clock, row) => {
    if (row === 0 || stopped?.[row] === 1) return clock;
    return { coefficients: new Map(clock.coefficients).set(variable, 1), constant: clock.constant };
  });
}

export function reset(clocks: LinearClockValues, assignments: readonly ClockAssignment[]): LinearClockValues {
  const result = [...clocks];
  for (const { row, source, value } of assignments) {
    const { coefficients, constant } = result[source]!;
    result[row] = { coefficients, constant: constant + value };
  }
  return result;
}

/** row i − row j ≺ bound, a bound of `zone/`. */
function inequality(clocks: LinearClockValues, i: number, j: number, bound: number): Linear {
  const left = clocks[i]!;
  const right = clocks[j]!;
  const coefficients = new Map(left.coefficients);
  for (const [variable, weight] of right.coefficients) {
    coefficients.set(variable, (coefficients.get(variable) ?? 0) - weight);
  }
  return { coefficients, bound: constantOf(bound) - left.constant + right.constant, strict: isStrict(bound) };
}

/** The clocks lie in the zone. Differences that the bounds against 0 imply are left out. */
export function atZone(zone: Int32Array, clocks: LinearClockValues, dim: number): Linear[] {
  const result: Linear[] = [];
  for (const [i, j, bound] of bounds(zone, dim)) result.push(inequality(clocks, i, j, bound));
  return result;
}

function* bounds(zone: Int32Array, dim: number): Generator<readonly [number, number, number]> {
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const bound = zone[i * dim + j]!;
      if (i === j || bound === INF || (i === 0 && bound === LE_ZERO)) continue;
      if (i !== 0 && j !== 0 && impliedByEnds(zone[i * dim]!, zone[j]!, bound)) continue;
      yield [i, j, bound];
    }
  }
}

function impliedByEnds(upper: number, lower: number, bound: number): boolean {
  if (upper === INF || lower === INF) return false;
  const sum = constantOf(upper) + constantOf(lower);
  const strict = isStrict(upper) || isStrict(lower);
  return sum < constantOf(bound) || (sum === constantOf(bound) && (strict || !isStrict(bound)));
}

/**
 * Ways to keep out of a zone during a delay: since every difference moves one way while time passes, it is enough
 * that one bound fails at the right end, or at both. (A path that slips between two bounds of stopped and running
 * clocks is not covered: then the path counts as not timed.)
 */
export function avoidDuring(
  bad: Int32Array,
  entered: LinearClockValues,
  left: LinearClockValues,
  dim: number,
): Linear[][] {
  return avoid(bad, entered, left, dim, (failing) => failing);
}

/** The same for the time before the end of the delay: at its end the zone may be entered. */
export function avoidBefore(
  bad: Int32Array,
  entered: LinearClockValues,
  left: LinearClockValues,
  dim: number,
): Linear[][] {
  return avoid(bad, entered, left, dim, (failing) => le(constantOf(failing)));
}

function avoid(
  bad: Int32Array,
  entered: LinearClockValues,
  left: LinearClockValues,
  dim: number,
  atTheEnd: (failing: number) => number,
): Linear[][] {
  const ways: Linear[][] = [];
  for (const [i, j, bound] of bounds(bad, dim)) {
    const failing = negate(bound);
    ways.push([inequality(entered, j, i, failing), inequality(left, j, i, atTheEnd(failing))]);
  }
  return ways;
}
