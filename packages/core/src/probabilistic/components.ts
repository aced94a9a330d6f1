// The maximal end components of an MDP: where a way to resolve choices stays for ever (de Alfaro 1997).

import { orderedComponents } from "../basics/components.ts";
import { keepClosed } from "./closed-sets.ts";
import type { Model, StateSet } from "./model.ts";

/**
 * By state: the end component that it is in, −1 without one. Only states of `within` and choices that `isAllowed`
 * count.
 */
export function endComponents(
  model: Model,
  within: StateSet,
  isAllowed: (choice: number) => boolean = () => true,
): { readonly of: Int32Array; readonly count: number } {
  const { states, choices, transitions, target } = model;
  const member = within.slice();
  const usable = new Uint8Array(transitions.length);
  const owner = new Int32Array(transitions.length);
  for (let state = 0; state < states; state++) {
    for (let choice = choices[state]!; choice < choices[state + 1]!; choice++) {
      owner[choice] = state;
      usable[choice] = member[state] && isAllowed(choice) ? 1 : 0;
    }
  }
  for (;;) {
    keepClosed(model, member, { usable });
    const successor = (state: number, k: number): number => {
      const at = transitions[choices[state]!]! + k;
      if (at >= transitions[choices[state + 1]!]!) return -2;
      const to = target[at]!;
      return usable[choiceOf(model, state, at)] && member[to] ? to : -1;
    };
    const { of, count } = orderedComponents(states, (state) => member[state] === 1, successor);
    let changed = false;
    for (let state = 0; state < states; state++) {
      if (!member[state]) continue;
      let isLeft = false;
      for (let choice = choices[state]!; choice < choices[state + 1]!; choice++) {
        if (!usable[choice]) continue;
        let stays = true;
        for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++)
          if (of[target[at]!] !== of[state]) stays = false;
        if (stays) isLeft = true;
        else {
          usable[choice] = 0;
          changed = true;
        }
      }
      if (!isLeft) {
        member[state] = 0;
        changed = true;
      }
    }
    if (!changed) return { of, count };
  }
}

/** The choice of a state to which a transition belongs. */
function choiceOf({ choices, transitions }: Model, state: number, at: number): number {
  let choice = choices[state]!;
  while (transitions[choice + 1]! <= at) choice++;
  return choice;
}
