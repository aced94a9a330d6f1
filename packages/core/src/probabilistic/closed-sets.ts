// Sets of states in which some choice of each state stays. Who looks for the greatest of them by looking at the whole
// again and again takes away one layer of states each time, and a long chain has as many layers as states; here each
// state that leaves is followed at once by those that lose their last choice by it.

import { type Model, predecessorsOf, type StateSet } from "./model.ts";

export interface Staying {
  /** States that need no choice. */
  readonly needsNone?: StateSet;
  /** By choice: 1 where it may be made; all unless told. */
  readonly usable?: Uint8Array;
}

/** Takes away states of `inside` none of whose choices stays inside. */
export function keepClosed(model: Model, inside: StateSet, { needsNone, usable }: Staying): void {
  const { states, choices, transitions, target } = model;
  const { first, from } = predecessorsOf(model);
  const canStay = (state: number): boolean => {
    for (let choice = choices[state]!; choice < choices[state + 1]!; choice++) {
      if (usable?.[choice] === 0) continue;
      let at = transitions[choice]!;
      while (at < transitions[choice + 1]! && inside[target[at]!]) at++;
      if (at === transitions[choice + 1]!) return true;
    }
    return false;
  };
  const leaves = (state: number): boolean => inside[state] === 1 && !needsNone?.[state] && !canStay(state);
  const gone: number[] = [];
  for (let state = 0; state < states; state++) {
    if (!leaves(state)) continue;
    inside[state] = 0;
    gone.push(state);
  }
  for (let state = gone.pop(); state !== undefined; state = gone.pop()) {
    for (let at = first[state]!; at < first[state + 1]!; at++) {
      const before = from[at]!;
      if (!leaves(before)) continue;
      inside[before] = 0;
      gone.push(before);
    }
  }
}
