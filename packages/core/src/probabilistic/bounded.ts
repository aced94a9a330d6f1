// Questions with a bound: so many steps of a chain or MDP by iteration, so much time of a CTMC by uniformisation
// (Baier, Haverkort, Hermanns and Katoen 2003). All terms are positive, so the rounding of one step is a relative
// error, and errors add up; what the Poisson sum leaves out only counts in the upper bound.

import type { Model, Optimum, StateSet, ValueInterval } from "./model.ts";
import { poissonWeights } from "./poisson.ts";
import type { Pulse } from "./solve.ts";

const ROUNDING = 1.2e-16;

/**
 * One step backwards: opt over choices of the weighted values of successors. States outside of `within` keep what
 * `outside` says.
 */
export function stepBack(
  model: Model,
  from: Float64Array,
  into: Float64Array,
  optimum: Optimum,
  within?: StateSet,
  earned?: Float64Array,
): void {
  const { states, choices, transitions, target, probability } = model;
  const isMax = optimum === "max";
  // Rows are neighbours, so one index runs through all of them.
  let [choice, at] = [0, 0];
  for (let state = 0; state < states; state++) {
    const last = choices[state + 1]!;
    if (within !== undefined && within[state] === 0) {
      into[state] = from[state]!;
      choice = last;
      at = transitions[last]!;
      continue;
    }
    let best = isMax ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    for (; choice < last; choice++) {
      let sum = earned === undefined ? 0 : earned[choice]!;
      const end = transitions[choice + 1]!;
      for (; at < end; at++) sum += probability[at]! * from[target[at]!]!;
      if (isMax ? sum > best : sum < best) best = sum;
    }
    into[state] = best;
  }
}

/** The most numbers that are added in one step. */
export function longestRow({ transitions }: Model): number {
  let most = 0;
  for (let choice = 0; choice + 1 < transitions.length; choice++)
    most = Math.max(most, transitions[choice + 1]! - transitions[choice]!);
  return most;
}

/**
 * Numbers with a relative error, as an interval; `most` bounds them from above, `added` and `missing` are further
 * errors.
 */
export function widened(value: Float64Array, error: number, most: number, added = 0, missing = 0): ValueInterval {
  return {
    lower: value.map((x) => Math.max(0, x * (1 - error) - missing)),
    upper: value.map((x) => Math.min(most, x * (1 + error) + added)),
  };
}

/** `left U right` within `steps` steps. */
export function untilWithin(
  model: Model,
  left: StateSet,
  right: StateSet,
  steps: number,
  optimum: Optimum,
  pulse: Pulse,
): Float64Array {
  const within = left.map((member, state) => (member && !right[state] ? 1 : 0));
  let value: Float64Array = Float64Array.from(right);
  let next: Float64Array = new Float64Array(model.states);
  for (let step = 0; step < steps; step++) {
    stepBack(model, value, next, optimum, within);
    // Values only grow: where nothing changes nothing will.
    const isDone = step > 0 && same(value, next);
    [value, next] = [next, value];
    if (isDone) break;
    pulse();
  }
  return value;
}

function same(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** So many steps through `left` alone, then `value`. */
export function afterSteps(
  model: Model,
  left: StateSet,
  value: Float64Array,
  steps: number,
  optimum: Optimum,
  pulse: Pulse,
): Float64Array {
  let current: Float64Array = value;
  let next: Float64Array = new Float64Array(model.states);
  for (let step = 0; step < steps; step++) {
    stepBack(model, current, next, optimum);
    for (let state = 0; state < model.states; state++) if (!left[state]) next[state] = 0;
    [current, next] = [next, step === 0 ? new Float64Array(model.states) : current];
    pulse();
  }
  return current;
}

/** The chain whose steps come at one rate, in states of `moving`; the others stay as they are. */
function uniformised(model: Model, moving: StateSet): { readonly chain: Model; readonly rate: number } {
  const { states, choices, transitions, target, probability, exit } = model;
  let most = 0;
  for (let state = 0; state < states; state++) if (moving[state]) most = Math.max(most, exit![state]!);
  const rate = most === 0 ? 1 : 1.02 * most;
  const [to, p, rows] = [[] as number[], [] as number[], new Int32Array(states + 1)];
  for (let state = 0; state < states; state++) {
    let own = 0;
    const moves = moving[state] === 1 && exit![state]! > 0;
    if (moves) {
      for (let at = transitions[choices[state]!]!; at < transitions[choices[state + 1]!]!; at++) {
        if (target[at] === state) own += probability[at]!;
        else {
          to.push(target[at]!);
          p.push((probability[at]! * exit![state]!) / rate);
        }
      }
    }
    to.push(state);
    p.push(moves ? 1 - (exit![state]! * (1 - own)) / rate : 1);
    rows[state + 1] = to.length;
  }
  const chain = {
    states,
    choices: Int32Array.from({ length: states + 1 }, (_, at) => at),
    transitions: rows,
    target: Int32Array.from(to),
    probability: Float64Array.from(p),
  };
  return { chain, rate };
}

export interface Transient {
  readonly value: Float64Array;
  /** Relative error, and what the sum leaves out. */
  readonly error: number;
  readonly lost: number;
}

/** The expected `value` after `time`, or what is earned until then at the rates `value` (`accumulate`). */
export function transient(
  model: Model,
  value: Float64Array,
  moving: StateSet,
  time: number,
  accumulate: boolean,
  pulse: Pulse,
): Transient {
  const { chain, rate } = uniformised(model, moving);
  const { left, weights, lost } = poissonWeights(rate * time);
  const events = left + weights.length;
  const sum = new Float64Array(model.states);
  let current: Float64Array = value;
  let next: Float64Array = new Float64Array(model.states);
  // Of what is accumulated: the chance that more than k events happen, over the rate.
  let beyond = 1;
  for (let k = 0; k < events; k++) {
    const weight = k < left ? 0 : weights[k - left]!;
    if (accumulate) beyond = Math.max(0, beyond - weight);
    const factor = accumulate ? beyond / rate : weight;
    if (factor > 0) for (let state = 0; state < model.states; state++) sum[state]! += factor * current[state]!;
    if (k + 1 < events) {
      stepBack(chain, current, next, "max");
      const isDone = same(current, next);
      [current, next] = [next, k === 0 ? new Float64Array(model.states) : current];
      pulse();
      if (isDone) {
        // Nothing changes any more: the rest of the weights meets the same values.
        let rest = 0;
        for (let later = k + 1; later < events; later++) {
          const own = later < left ? 0 : weights[later - left]!;
          if (accumulate) beyond = Math.max(0, beyond - own);
          rest += accumulate ? beyond / rate : own;
        }
        for (let state = 0; state < model.states; state++) sum[state]! += rest * current[state]!;
        break;
      }
    }
  }
  const highest = value.reduce((most, one) => Math.max(most, one), 0);
  const error = (events * (longestRow(chain) + 60) + 4 * weights.length + 50) * ROUNDING;
  const missing = accumulate ? (lost * time + (1e-15 * events) / rate) * highest : lost * highest;
  return { value: sum, error, lost: missing };
}
