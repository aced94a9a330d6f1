// Solves x = opt(A x + b): component by component against the direction of the steps, by Gauss–Seidel inside of each,
// from 0 upwards, or by policy iteration where that would take too many sweeps. What comes out is then proven: with y
// such that y ≥ A y + x, the vectors x − εy and x + εy satisfy the equations with ≤ and ≥ for an ε as small as what is
// left of the equations in x. Both are checked row by row with every rounding against us, by code that shares nothing
// with the iteration.

import type { ComponentOrder } from "../basics/components.ts";
import type { Host, Watcher } from "./host.ts";
import { type Sweeping, Sweeps } from "./kernel/sweeps.ts";
import { solveByPolicies } from "./policy-iteration.ts";
import { orderOf, type System } from "./system.ts";

/** Half a unit in the last place, a little more. */
const ROUNDING = 1.2e-16;
/** What is smaller is proven to an absolute error: so deep down, products lose their digits, and become 0 at last. */
const TINY = 1e-280;
const MOST_SWEEPS = 200_000;
/** Sweeps after which it is asked how many more there will be; then after twice as many, and so on. */
const ASKED_AFTER = 256;
/** Products of sweeps that are worth another way, and which part of them that way may take. */
const WORTH = 1e8;
const SHARE = 0.05;

export interface Solution {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly estimate: Float64Array;
  /** By unknown: the row that attains the optimum. */
  readonly chosen: Int32Array;
  /** Do the bounds hold for certain? */
  readonly proven: boolean;
  readonly sweeps: number;
}

export function solve(system: System, host: Host): Solution {
  const { unknowns } = system;
  const order = orderOf(system);
  const x = new Float64Array(unknowns);
  const { optimum, constant } = system;
  const sweeps = iterate({ system, order, optimum, constant }, x, 1e-16, host, host.soFar);
  const chosen = new Int32Array(unknowns);
  for (let unknown = 0; unknown < unknowns; unknown++) chosen[unknown] = bestRow(system, x, unknown);
  const bounds = certify(system, order, x, chosen, host);
  return { ...bounds, estimate: x, chosen, sweeps };
}

/** The right-hand side of a row, solved for its own unknown. */
function rowValue({ entries, column, factor, stay }: System, x: Float64Array, row: number, constant: number): number {
  let sum = constant;
  for (let at = entries[row]!; at < entries[row + 1]!; at++) sum += factor[at]! * x[column[at]!]!;
  return sum === 0 ? 0 : sum / (1 - stay[row]!);
}

function bestRow(system: System, x: Float64Array, unknown: number): number {
  const { rows, constant, optimum } = system;
  const sign = optimum === "max" ? 1 : -1;
  let best = rows[unknown]!;
  let value = Number.NEGATIVE_INFINITY;
  for (let row = rows[unknown]!; row < rows[unknown + 1]!; row++) {
    const own = sign * rowValue(system, x, row, constant[row]!);
    if (own > value) [best, value] = [row, own];
  }
  return best;
}

/** Sweeps until values change no more than `precision`; the number of sweeps. */
function iterate(what: Sweeping, x: Float64Array, precision: number, host: Host, watcher?: Watcher): number {
  const { count, first } = what.order;
  const loops = new Sweeps(what, x, host);
  let [sweeps, updates, isFromBelow] = [0, 0, true];
  watcher?.iterating({
    system: what.system,
    order: what.order,
    values: () => {
      loops.finish();
      return x;
    },
    get updates() {
      return updates;
    },
    get isFromBelow() {
      return isFromBelow;
    },
  });
  for (let component = 0; component < count; component++) {
    const [from, end] = [first[component]!, first[component + 1]!];
    if (end - from === 1) {
      updates++;
      loops.sweep(from, end);
      continue;
    }
    let before = Number.POSITIVE_INFINITY;
    let [asked, askNext] = [Number.POSITIVE_INFINITY, ASKED_AFTER];
    for (let sweep = 0, stuck = 0; sweep < MOST_SWEEPS; sweep++) {
      updates += end - from;
      const change = loops.sweep(from, end);
      sweeps++;
      if ((sweep & 0xff) === 0xff) host.tell(`sweep ${sweep + 1}, values change by ${change.toExponential(1)}`);
      if (change <= precision) break;
      if (sweep === askNext) {
        // What another way tries may lie above; where it gives up, all is as it was.
        const before = isFromBelow;
        isFromBelow = false;
        if (byPolicies(what, x, loops, { from, end, sweep, change, asked, precision, host })) break;
        isFromBelow = before;
        [asked, askNext] = [change, 2 * askNext];
      }
      // Rounding keeps the last digits moving.
      stuck = change < 1e-14 && change >= before ? stuck + 1 : 0;
      if (stuck > 8) break;
      before = change;
    }
  }
  loops.finish();
  return sweeps;
}

interface Slow {
  readonly from: number;
  readonly end: number;
  /** How much values change now, and how much they did at half of the sweeps. */
  readonly sweep: number;
  readonly change: number;
  readonly asked: number;
  readonly precision: number;
  readonly host: Host;
}

/** Where sweeps would go on for long: another way to solve the component, if that takes less. */
function byPolicies(what: Sweeping, x: Float64Array, loops: Sweeps, slow: Slow): boolean {
  const { from, end, sweep, change, asked, precision, host } = slow;
  if (asked === Number.POSITIVE_INFINITY) return false;
  const perSweep = Math.log(asked / change) / (sweep / 2);
  const left = perSweep > 0 ? Math.min(MOST_SWEEPS, Math.log(change / precision) / perSweep) : MOST_SWEEPS;
  const { column, unknowns } = what.system;
  const work = (left * (end - from) * (column.length + unknowns)) / unknowns;
  if (work < WORTH) return false;
  host.tell(`eliminating ${(end - from).toLocaleString("en")} states`);
  loops.finish();
  const isSolved = solveByPolicies(what, x, from, end, SHARE * work);
  if (isSolved) loops.resume();
  return isSolved;
}

/** Rows whose value is as good as the best, nearly. */
function nearlyOptimal(system: System, x: Float64Array, chosen: Int32Array): Uint8Array {
  const { unknowns, rows, constant, optimum, stay } = system;
  const near = new Uint8Array(stay.length);
  for (let unknown = 0; unknown < unknowns; unknown++) {
    for (let row = rows[unknown]!; row < rows[unknown + 1]!; row++) {
      const own = rowValue(system, x, row, constant[row]!);
      const gap = optimum === "max" ? x[unknown]! - own : own - x[unknown]!;
      near[row] = row === chosen[unknown] || gap <= 1e-6 * Math.abs(x[unknown]!) ? 1 : 0;
    }
  }
  return near;
}

function certify(
  system: System,
  order: ComponentOrder,
  x: Float64Array,
  chosen: Int32Array,
  host: Host,
): Pick<Solution, "lower" | "upper" | "proven"> {
  const { unknowns, rows, stay } = system;
  const y = new Float64Array(unknowns);
  const near = nearlyOptimal(system, x, chosen);
  const owner = new Int32Array(stay.length);
  for (let unknown = 0; unknown < unknowns; unknown++) owner.fill(unknown, rows[unknown]!, rows[unknown + 1]!);
  // From below, what is missing in a row is what the next sweep adds: a quarter of x leaves room for the rest.
  const scale = x.map((value) => Math.max(value, TINY));
  const earned = Float64Array.from(owner, (unknown) => scale[unknown]!);
  iterate({ system, order, optimum: "max", constant: earned, allowed: near, scale }, y, 0.25, host);
  for (let unknown = 0; unknown < unknowns; unknown++) y[unknown]! *= 1.5;
  let epsilon = sufficient(system, x, y, { owner, near, chosen });
  const lower = new Float64Array(unknowns);
  const upper = new Float64Array(unknowns);
  for (let attempt = 0; attempt < 12 && Number.isFinite(epsilon); attempt++, epsilon *= 4) {
    for (let unknown = 0; unknown < unknowns; unknown++) {
      lower[unknown] = Math.max(0, x[unknown]! - epsilon * y[unknown]!);
      upper[unknown] = x[unknown]! + epsilon * y[unknown]!;
    }
    if (areProven(system, lower, upper, chosen)) return { lower, upper, proven: true };
  }
  lower.fill(0);
  upper.fill(Number.POSITIVE_INFINITY);
  return { lower, upper, proven: false };
}

/** How large ε has to be so that what the rows lack, and what rounding may hide, is made up for. */
function sufficient(
  system: System,
  x: Float64Array,
  y: Float64Array,
  { owner, near, chosen }: { readonly owner: Int32Array; readonly near: Uint8Array; readonly chosen: Int32Array },
): number {
  const { entries, column, factor, stay, constant, terms, optimum } = system;
  let epsilon = 1e-18;
  for (let row = 0; row < stay.length; row++) {
    if (!near[row]) continue;
    const unknown = owner[row]!;
    let sum = constant[row]!;
    let slack = 0;
    for (let at = entries[row]!; at < entries[row + 1]!; at++) {
      sum += factor[at]! * x[column[at]!]!;
      slack += factor[at]! * y[column[at]!]!;
    }
    const kept = 1 - stay[row]!;
    const rounding = (terms[row]! + 2) * ROUNDING * (sum + x[unknown]!);
    const gain = (optimum === "max" ? 1 : -1) * (sum - kept * x[unknown]!);
    // A row that is worse than the chosen one may be so.
    const lacking = (row === chosen[unknown] ? Math.abs(gain) : Math.max(0, gain)) + 3 * rounding;
    const room = kept * y[unknown]! - slack;
    if (lacking > 0) epsilon = Math.max(epsilon, room > 0 ? lacking / room : Number.POSITIVE_INFINITY);
  }
  return epsilon;
}

/**
 * Do the equations hold with ≤ for `lower` and ≥ for `upper`? For a maximum, `upper` must do in all rows, `lower` in
 * the chosen one; for a minimum it is the other way round. Probabilities are known to some units in the last place, so
 * are the sums.
 */
function areProven(system: System, lower: Float64Array, upper: Float64Array, chosen: Int32Array): boolean {
  const { unknowns, rows, optimum } = system;
  for (let unknown = 0; unknown < unknowns; unknown++) {
    for (let row = rows[unknown]!; row < rows[unknown + 1]!; row++) {
      const isChosen = row === chosen[unknown];
      if ((isChosen || optimum === "max") && !isAbove(system, upper, unknown, row)) return false;
      if ((isChosen || optimum === "min") && !isBelow(system, lower, unknown, row)) return false;
    }
  }
  return true;
}

function isAbove(
  { entries, column, factor, stay, constant, terms }: System,
  u: Float64Array,
  unknown: number,
  row: number,
): boolean {
  let sum = constant[row]!;
  for (let at = entries[row]!; at < entries[row + 1]!; at++) sum += factor[at]! * u[column[at]!]!;
  const most = sum * (1 + terms[row]! * ROUNDING) + stay[row]! * u[unknown]! * (1 + 10 * ROUNDING);
  return most * (1 + 4 * ROUNDING) + underflow(terms[row]!) <= u[unknown]!;
}

function isBelow(
  { entries, column, factor, stay, constant, terms }: System,
  l: Float64Array,
  unknown: number,
  row: number,
): boolean {
  let sum = constant[row]!;
  for (let at = entries[row]!; at < entries[row + 1]!; at++) sum += factor[at]! * l[column[at]!]!;
  const least = sum * (1 - terms[row]! * ROUNDING) + stay[row]! * l[unknown]! * (1 - 10 * ROUNDING);
  return l[unknown] === 0 || least * (1 - 4 * ROUNDING) - underflow(terms[row]!) >= l[unknown]!;
}

/** What products of a row may lose, or win, because they are too small for a double. */
const underflow = (terms: number): number => (terms + 4) * Number.MIN_VALUE;
