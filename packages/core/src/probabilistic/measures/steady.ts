// The long run of a chain. In a bottom component, what is earned per unit of time is what is earned between two visits
// of one of its states, divided by the time between them; both are expected rewards with proven bounds. Bottom
// components count as likely as they are reached.

import { orderedComponents } from "../../basics/components.ts";
import type { Host } from "../host.ts";
import type { Model, StateSet, ValueInterval } from "../model.ts";
import { solve } from "../solve.ts";
import { systemOf } from "../system.ts";
import { untilProbability } from "./unbounded.ts";

const ROUNDING = 1.2e-16;

export interface LongRun {
  readonly interval: ValueInterval;
  readonly estimate: Float64Array;
  readonly proven: boolean;
}

/** What is known of the rates that are averaged: what bounds an average, and the relative error of each of them. */
export interface RateBounds {
  readonly most: number;
  readonly error: number;
}

/** The long-run average of `rate` from every state. */
export function steadyState(model: Model, rate: Float64Array, { most, error }: RateBounds, host: Host): LongRun {
  const { states } = model;
  const bottoms = bottomComponents(model);
  const lower = new Float64Array(states);
  const upper = new Float64Array(states);
  const estimate = new Float64Array(states);
  let proven = true;
  const all = new Uint8Array(states).fill(1);
  for (const members of bottoms) {
    const gain = averageIn(model, members, rate, host);
    proven &&= gain.proven;
    const set: StateSet = new Uint8Array(states);
    for (const state of members) set[state] = 1;
    const reach = bottoms.length === 1 ? undefined : untilProbability(model, all, set, "max", host);
    proven &&= reach?.proven ?? true;
    for (let state = 0; state < states; state++) {
      lower[state]! += (reach?.lower[state] ?? 1) * gain.lower * (1 - 4 * ROUNDING);
      upper[state]! += (reach?.upper[state] ?? 1) * gain.upper * (1 + 4 * ROUNDING);
      estimate[state]! += (reach?.estimate[state] ?? 1) * gain.estimate;
    }
  }
  const rounding = (bottoms.length + 2) * ROUNDING + error;
  return {
    interval: {
      lower: lower.map((x) => x * (1 - rounding)),
      upper: upper.map((x) => Math.min(most, x * (1 + rounding))),
    },
    estimate,
    proven,
  };
}

function bottomComponents({ states, choices, transitions, target }: Model): number[][] {
  const successor = (state: number, k: number): number => {
    const at = transitions[choices[state]!]! + k;
    return at < transitions[choices[state + 1]!]! ? target[at]! : -2;
  };
  const { of, count, nodes, first } = orderedComponents(states, () => true, successor);
  const leaves = new Uint8Array(count);
  for (let state = 0; state < states; state++) {
    for (let at = transitions[choices[state]!]!; at < transitions[choices[state + 1]!]!; at++)
      if (of[target[at]!] !== of[state]) leaves[of[state]!] = 1;
  }
  const bottoms: number[][] = [];
  for (let component = 0; component < count; component++) {
    if (!leaves[component]) bottoms.push(Array.from(nodes.subarray(first[component]!, first[component + 1]!)));
  }
  return bottoms;
}

interface Average {
  readonly lower: number;
  readonly upper: number;
  readonly estimate: number;
  readonly proven: boolean;
}

/**
 * The way back to a state that is visited often is short: so many steps of the chain from everywhere tell which one it
 * is.
 */
const TRIAL_STEPS = 300;

function mostVisited(
  { states, choices, transitions, target, probability, exit }: Model,
  members: readonly number[],
): number {
  let share = new Float64Array(states);
  let next = new Float64Array(states);
  for (const state of members) share[state] = 1 / members.length;
  for (let step = 0; step < TRIAL_STEPS; step++) {
    next.fill(0);
    for (const state of members) {
      // Half of it stays, so that nothing alternates.
      next[state]! += share[state]! / 2;
      for (let at = transitions[choices[state]!]!; at < transitions[choices[state + 1]!]!; at++)
        next[target[at]!]! += (share[state]! * probability[at]!) / 2;
    }
    [share, next] = [next, share];
  }
  const weight = (state: number): number =>
    share[state]! * (exit === undefined || exit[state] === 0 ? 1 : 1 / exit[state]!);
  return members.reduce((best, state) => (weight(state) > weight(best) ? state : best));
}

function averageIn(model: Model, members: readonly number[], rate: Float64Array, host: Host): Average {
  const { choices, transitions, target, probability, exit } = model;
  const home = mostVisited(model, members);
  const sojourn = (state: number): number => (exit === undefined ? 1 : exit[state] === 0 ? 1 : 1 / exit[state]!);
  if (members.length === 1) return { lower: rate[home]!, upper: rate[home]!, estimate: rate[home]!, proven: true };
  const sought = new Uint8Array(model.states);
  for (const state of members) if (state !== home) sought[state] = 1;
  /** Of one visit of `home` and the way back: what is earned at these rates. */
  const cycle = (of: (state: number) => number): Average => {
    const earned = new Float64Array(transitions.length - 1);
    for (const state of members) earned[choices[state]!] = of(state) * sojourn(state);
    const system = systemOf(model, {
      optimum: "max",
      sought,
      value: new Float64Array(model.states),
      earned,
      collapse: false,
    });
    const { lower, upper, estimate, proven } = solve(system, host);
    const total = (values: Float64Array): number => {
      let sum = earned[choices[home]!]!;
      for (let at = transitions[choices[home]!]!; at < transitions[choices[home + 1]!]!; at++) {
        const unknown = system.unknown[target[at]!]!;
        if (unknown >= 0) sum += probability[at]! * values[unknown]!;
      }
      return sum;
    };
    const rounding = (transitions[choices[home + 1]!]! - transitions[choices[home]!]! + 6) * ROUNDING;
    return {
      lower: total(lower) * (1 - rounding),
      upper: total(upper) * (1 + rounding),
      estimate: total(estimate),
      proven,
    };
  };
  const earned = cycle((state) => rate[state]!);
  const time = cycle(() => 1);
  return {
    lower: (earned.lower / time.upper) * (1 - 2 * ROUNDING),
    upper: (earned.upper / time.lower) * (1 + 2 * ROUNDING),
    estimate: earned.estimate / time.estimate,
    proven: earned.proven && time.proven,
  };
}
