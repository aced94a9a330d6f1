// Zones as people read them: `x = 3 && 1 <= y - x < 4`. Constraints that follow from others are left out (Larsen,
// Larsson, Pettersson and Yi 1997), clocks with a fixed distance are written as equations.

import { constantOf, INF, isStrict, LE_ZERO, sum } from "./bound.ts";
import { isEmpty } from "./dbm.ts";

/** x_i − x_j ≺ bound, or equal to the bound's value. */
export interface ReadableConstraint {
  readonly i: number;
  readonly j: number;
  readonly bound: number;
  readonly equation: boolean;
}

/**
 * Constraints that together with "no clock is negative" define the zone. Clocks whose distance is fixed form groups;
 * each group is tied to its first member by equations, and between first members only bounds that no path over other
 * first members implies are kept.
 */
export function readableConstraints(zone: Int32Array, dim: number): ReadableConstraint[] {
  const leader = Array.from({ length: dim }, (_, row) => row);
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < i; j++) {
      if (leader[j] === j && zone[j * dim + i] !== INF && sum(zone[i * dim + j]!, zone[j * dim + i]!) === 0) {
        leader[i] = j;
        break;
      }
    }
  }
  const result: ReadableConstraint[] = [];
  for (let i = 0; i < dim; i++) {
    const j = leader[i]!;
    if (j !== i) result.push({ i, j, bound: zone[i * dim + j]!, equation: true });
  }
  const leaders = leader.filter((row, index) => row === index);
  for (const i of leaders) {
    for (const j of leaders) {
      const bound = zone[i * dim + j]!;
      if (i === j || bound === INF || (i === 0 && bound === LE_ZERO)) continue;
      const implied = leaders.some(
        (k) => k !== i && k !== j && zone[i * dim + k] !== INF && sum(zone[i * dim + k]!, zone[k * dim + j]!) <= bound,
      );
      if (!implied) result.push({ i, j, bound, equation: false });
    }
  }
  return result;
}

/** `names` are the clocks of rows 1 … dim − 1. */
export function zoneToString(zone: Int32Array, dim: number, names: readonly string[]): string {
  if (isEmpty(zone)) return "false";
  const constraints = readableConstraints(zone, dim);
  const parts: string[] = [];
  const done = new Set<ReadableConstraint>();
  for (const constraint of constraints) {
    if (done.has(constraint)) continue;
    const { i, j, bound, equation } = constraint;
    if (equation) {
      parts.push(`${term(names, i, j)} = ${constantOf(bound)}`);
      continue;
    }
    const opposite = constraints.find((other) => !other.equation && other.i === j && other.j === i);
    if (opposite !== undefined) done.add(opposite);
    // Written from the side of the later clock, so that 0 never stands on the left.
    const above = i > j ? constraint : opposite;
    const below = i > j ? opposite : constraint;
    parts.push(range(term(names, Math.max(i, j), Math.min(i, j)), above?.bound, below?.bound));
  }
  return parts.length === 0 ? "true" : parts.join(" && ");
}

/** The whole matrix: row i, column j bounds x_i − x_j, and x_0 is always 0. */
export function zoneToMatrix(zone: Int32Array, dim: number): string[][] {
  return Array.from({ length: dim }, (_, i) =>
    Array.from({ length: dim }, (_, j) => {
      const bound = zone[i * dim + j]!;
      return bound === INF ? "∞" : `${isStrict(bound) ? "<" : "≤"} ${constantOf(bound)}`;
    }),
  );
}

function term(names: readonly string[], i: number, j: number): string {
  const left = names[i - 1] ?? `x${i}`;
  return j === 0 ? left : `${left} - ${names[j - 1] ?? `x${j}`}`;
}

function range(text: string, above: number | undefined, below: number | undefined): string {
  const high = above === undefined ? "" : `${isStrict(above) ? "<" : "<="} ${constantOf(above)}`;
  if (below === undefined) return `${text} ${high}`;
  const low = -constantOf(below) || 0;
  if (above === undefined) return `${text} ${isStrict(below) ? ">" : ">="} ${low}`;
  return `${low} ${isStrict(below) ? "<" : "<="} ${text} ${high}`;
}
