// One component of x = opt(A x + b) by policy iteration (Howard 1960): the equations of one row per unknown are solved
// by elimination, then each unknown takes the best row, until none changes. Sweeps need as many rounds as runs are
// long; this does not.

import type { Sweeping } from "./kernel/sweeps.ts";
import { type Arithmetic, eliminateStates, type StateEquation } from "./state-elimination.ts";

const MOST_POLICIES = 50;
/** A row is better by more than rounding. */
const GAIN = 1e-13;

const doubles: Arithmetic<number> = {
  zero: 0,
  plus: (a, b) => a + b,
  times: (a, b) => a * b,
  over: (a, b) => a / b,
  isZero: (a) => a === 0,
};

/** Solves the places `from … end` of the order, within so many products; false, and `x` as it was: it takes more. */
export function solveByPolicies(what: Sweeping, x: Float64Array, from: number, end: number, most: number): boolean {
  const members = what.order.nodes.subarray(from, end);
  const place = new Map<number, number>();
  for (const [at, unknown] of members.entries()) place.set(unknown, at);
  const before = Float64Array.from(members, (unknown) => x[unknown]!);
  const policy = Int32Array.from(members, (unknown) => bestRow(what, x, unknown, -1));
  for (let round = 0; round < MOST_POLICIES; round++) {
    const equations = Array.from(policy, (row) => equationOf(what, x, row, place));
    const values = policy.includes(-1) ? undefined : eliminateStates(equations, doubles, most);
    if (values === undefined) break;
    for (const [at, unknown] of members.entries()) x[unknown] = values[at]!;
    let isMoving = false;
    for (const [at, unknown] of members.entries()) {
      const row = bestRow(what, x, unknown, policy[at]!);
      if (row !== policy[at]) isMoving = true;
      policy[at] = row;
    }
    if (!isMoving) return true;
  }
  for (const [at, unknown] of members.entries()) x[unknown] = before[at]!;
  return false;
}

/** The best row; the one at hand unless another is better. */
function bestRow(
  { system, optimum, constant, allowed }: Sweeping,
  x: Float64Array,
  unknown: number,
  own: number,
): number {
  const { rows, entries, column, factor, stay } = system;
  const rowValue = (row: number): number => {
    let sum = constant[row]!;
    for (let at = entries[row]!; at < entries[row + 1]!; at++) sum += factor[at]! * x[column[at]!]!;
    return sum / (1 - stay[row]!);
  };
  const sign = optimum === "max" ? 1 : -1;
  let best = own;
  let value = own < 0 ? Number.NEGATIVE_INFINITY : sign * rowValue(own);
  for (let row = rows[unknown]!; row < rows[unknown + 1]!; row++) {
    if (row === own || allowed?.[row] === 0) continue;
    const other = sign * rowValue(row);
    if (best < 0 || other > value + GAIN * Math.abs(value)) [best, value] = [row, other];
  }
  return best;
}

/** A row with what lies outside of the component as a constant. */
function equationOf(
  { system, constant }: Sweeping,
  x: Float64Array,
  row: number,
  place: ReadonlyMap<number, number>,
): StateEquation<number> {
  const { entries, column, factor, leak } = system;
  const to = new Map<number, number>();
  let [sum, exit] = [constant[row]!, leak[row]!];
  for (let at = entries[row]!; at < entries[row + 1]!; at++) {
    const next = place.get(column[at]!);
    if (next !== undefined) to.set(next, factor[at]!);
    else {
      sum += factor[at]! * x[column[at]!]!;
      exit += factor[at]!;
    }
  }
  return { to, exit, constant: sum };
}
