// Questions with a bound: so many steps of a chain or MDP by iteration, so much time of a CTMC by uniformisation
// (Baier, Haverkort, Hermanns and Katoen 2003). All terms are positive, so the rounding of one step is a relative
// error, and errors add up; what the Poisson sum leaves out only counts in the upper bound.

import type { Host } from "../host.ts";
import { BackwardSteps, type StepSettings, stepBack } from "../kernel/backward-steps.ts";
import type { Model, Optimum, StateSet, ValueInterval } from "../model.ts";
import { poissonWeights } from "./poisson.ts";

const ROUNDING = 1.2e-16;

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

/** Numbers that are smaller may have lost their digits, since a double cannot hold them; at last they become 0. */
export const TINY = 1e-280;

/** May the product of so many chances, and of a value that they lead to, be too small for a double? */
export function mayVanish({ probability }: Model, steps: number, values?: Float64Array): boolean {
  const leastOf = (list: Float64Array): number => list.reduce((low, x) => (x > 0 ? Math.min(low, x) : low), 1);
  const last = values === undefined ? 1 : leastOf(values);
  return steps * Math.log(leastOf(probability)) + Math.log(last) < Math.log(TINY);
}

/** `left U right` within `steps` steps. */
export function untilWithin(
  model: Model,
  left: StateSet,
  right: StateSet,
  steps: number,
  optimum: Optimum,
  host: Host,
): Float64Array {
  const within = left.map((member, state) => (member && !right[state] ? 1 : 0));
  // Values only grow: where nothing changes nothing will.
  return carried(model, Float64Array.from(right), steps, { optimum, within }, host);
}

/** The values so many steps before, or as many as change anything. */
export function carried(
  model: Model,
  value: Float64Array,
  steps: number,
  settings: StepSettings,
  host: Host,
): Float64Array {
  const back = new BackwardSteps(model, value, settings, host);
  for (let step = 0; step < steps; step++) {
    if (!back.advance()) break;
    if ((step & 0xff) === 0xff) host.tell(`step ${step + 1} of ${steps}`);
  }
  return back.value.slice();
}

/** So many steps through `left` alone, then `value`. */
export function afterSteps(
  model: Model,
  left: StateSet,
  value: Float64Array,
  steps: number,
  optimum: Optimum,
  host: Host,
): Float64Array {
  if (steps === 0) return value;
  const last = new Float64Array(model.states);
  stepBack(model, value, last, { optimum });
  for (let state = 0; state < model.states; state++) if (!left[state]) last[state] = 0;
  return carried(model, last, steps - 1, { optimum, within: left }, host);
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
  host: Host,
): Transient {
  const { chain, rate } = uniformised(model, moving);
  const { left, weights, lost } = poissonWeights(rate * time);
  const events = left + weights.length;
  const back = new BackwardSteps(chain, value, { optimum: "max" }, host);
  // Of what is accumulated: the chance that more than k events happen, over the rate.
  let beyond = 1;
  const factorOf = (k: number): number => {
    const weight = k < left ? 0 : weights[k - left]!;
    if (!accumulate) return weight;
    beyond = Math.max(0, beyond - weight);
    return beyond / rate;
  };
  for (let k = 0; k < events; k++) {
    const factor = factorOf(k);
    if (factor > 0) back.collect(factor);
    if (k + 1 === events || back.advance()) {
      if ((k & 0xff) === 0xff) host.tell(`event ${k + 1} of ${events}`);
      continue;
    }
    // Nothing changes any more: the rest of the weights meets the same values.
    let rest = 0;
    for (let later = k + 1; later < events; later++) rest += factorOf(later);
    back.collect(rest);
    break;
  }
  const highest = value.reduce((most, one) => Math.max(most, one), 0);
  const error = (events * (longestRow(chain) + 60) + 4 * weights.length + 50) * ROUNDING;
  const missing = accumulate ? (lost * time + (1e-15 * events) / rate) * highest : lost * highest;
  return { value: back.sum.slice(), error, lost: missing };
}
