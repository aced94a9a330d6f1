// Unbounded questions: the probability of `left U right`, and what is earned until states are reached. Values 0, 1 and
// infinite are found on the graph, the others solve equations.

import type { Host } from "../host.ts";
import type { Model, Optimum, StateSet, ValueInterval } from "../model.ts";
import { complement } from "../model.ts";
import { probabilityOne, probabilityZero } from "../qualitative.ts";
import { type Solution, solve } from "../solve.ts";
import { type System, systemOf } from "../system.ts";

export interface Solved extends ValueInterval {
  readonly estimate: Float64Array;
  readonly proven: boolean;
  /** By state, the choice that attains the value; −1 where any will do. */
  readonly scheduler: Int32Array;
  readonly zero: StateSet;
  readonly one: StateSet;
}

export function untilProbability(model: Model, left: StateSet, right: StateSet, optimum: Optimum, host: Host): Solved {
  const zero = probabilityZero(model, left, right, optimum);
  const one = probabilityOne(model, left, right, optimum);
  const value = Float64Array.from(one);
  const sought = zero.map((member, state) => (member || one[state] ? 0 : 1));
  const system = systemOf(model, { optimum, sought, value, collapse: optimum === "max" });
  host.soFar?.asking(value, 1);
  const solution = solve(system, host);
  return { ...spread(model, system, solution, value, 1), zero, one };
}

/** Expected rewards until `target`; infinite where it may be missed. */
export function reachReward(
  model: Model,
  earned: Float64Array,
  target: StateSet,
  optimum: Optimum,
  host: Host,
): Solved {
  const everywhere = new Uint8Array(model.states).fill(1);
  // Where the best way to resolve choices misses the target, a minimum is infinite; a maximum, where any of them does.
  const sure = probabilityOne(model, everywhere, target, optimum === "min" ? "max" : "min");
  const value = new Float64Array(model.states);
  for (let state = 0; state < model.states; state++) value[state] = sure[state] ? 0 : Number.POSITIVE_INFINITY;
  const sought = sure.map((member, state) => (member && !target[state] ? 1 : 0));
  const { transitions, target: to } = model;
  const isAllowed = (choice: number): boolean => {
    for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++) if (!sure[to[at]!]) return false;
    return true;
  };
  const system = systemOf(model, { optimum, sought, value, earned, isAllowed, collapse: optimum === "min" });
  host.soFar?.asking(value, Number.POSITIVE_INFINITY);
  const solution = solve(system, host);
  return { ...spread(model, system, solution, value, Number.POSITIVE_INFINITY), zero: target, one: complement(sure) };
}

/** The values of the unknowns by state, with those that were known. */
function spread(
  model: Model,
  system: System,
  solution: Solution,
  value: Float64Array,
  most: number,
): Omit<Solved, "zero" | "one"> {
  const { states } = model;
  const [lower, upper, estimate] = [value.slice(), value.slice(), value.slice()];
  const scheduler = new Int32Array(states).fill(-1);
  const owner = new Int32Array(model.choices[states]!);
  for (let state = 0; state < states; state++) {
    owner.fill(state, model.choices[state]!, model.choices[state + 1]!);
    if (model.choices[state + 1]! - model.choices[state]! === 1) scheduler[state] = model.choices[state]!;
    const unknown = system.unknown[state]!;
    if (unknown < 0) continue;
    lower[state] = solution.lower[unknown]!;
    upper[state] = Math.min(most, solution.upper[unknown]!);
    estimate[state] = Math.min(most, solution.estimate[unknown]!);
  }
  for (let unknown = 0; unknown < system.unknowns; unknown++) {
    const row = solution.chosen[unknown]!;
    if (row >= system.rows[unknown + 1]!) continue;
    const choice = system.choice[row]!;
    scheduler[owner[choice]!] = choice;
  }
  return { lower, upper, estimate, scheduler, proven: solution.proven };
}
