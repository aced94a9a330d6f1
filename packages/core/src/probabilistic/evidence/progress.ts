// One way to resolve choices that attains given values: among the choices that keep the value of a state, one that
// leads nearer to a target. A choice that keeps the value may lead round in a circle for ever, so being the best is not
// enough (Baier and Katoen 2008, §10.6.1).

import type { Model, StateSet } from "../model.ts";
import { predecessorsOf } from "../model.ts";

/** Values are known to so many digits. */
const TOLERANCE = 1e-9;

/** By state: its choice; the first one where nothing leads to a target. */
export function progressing(model: Model, targets: StateSet, value: Float64Array): Int32Array {
  const { states, choices, transitions, target, probability } = model;
  const chosen = Int32Array.from({ length: states }, (_, state) => choices[state]!);
  const reached = targets.slice();
  const { first, from } = predecessorsOf(model);
  const keeps = (state: number, choice: number): boolean => {
    let sum = 0;
    for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++)
      sum += probability[at]! * value[target[at]!]!;
    return sum >= value[state]! * (1 - TOLERANCE);
  };
  const leadsOn = (choice: number): boolean => {
    for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++) if (reached[target[at]!]) return true;
    return false;
  };
  const queue: number[] = [];
  for (let state = 0; state < states; state++) if (targets[state]) queue.push(state);
  for (let next = 0; next < queue.length; next++) {
    const state = queue[next]!;
    for (let at = first[state]!; at < first[state + 1]!; at++) {
      const before = from[at]!;
      if (reached[before]) continue;
      for (let choice = choices[before]!; choice < choices[before + 1]!; choice++) {
        if (!leadsOn(choice) || !keeps(before, choice)) continue;
        chosen[before] = choice;
        reached[before] = 1;
        queue.push(before);
        break;
      }
    }
  }
  return chosen;
}
