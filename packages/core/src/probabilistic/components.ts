// Strongly connected components (Tarjan 1972, without recursion), and the maximal end components of an MDP: where a way
// to resolve choices stays for ever (de Alfaro 1997).

import { keepClosed } from "./closed-sets.ts";
import type { Model, StateSet } from "./model.ts";

export interface ComponentOrder {
  /** By node; −1 for those that are left out. Successors of a component have smaller numbers. */
  readonly of: Int32Array;
  readonly count: number;
  /** Nodes by component, in order: those of component c are `nodes[first[c] … first[c + 1])`. */
  readonly nodes: Int32Array;
  readonly first: Int32Array;
}

/** `edge(node, k)`: the k-th successor, −1 to leave it out, −2 behind the last one. */
export function componentsOf(
  size: number,
  isIn: (node: number) => boolean,
  edge: (node: number, k: number) => number,
): ComponentOrder {
  const of = new Int32Array(size).fill(-1);
  const number = new Int32Array(size);
  const low = new Int32Array(size);
  const next = new Int32Array(size);
  const stack: number[] = [];
  const path: number[] = [];
  const nodes: number[] = [];
  const first: number[] = [0];
  let time = 0;
  let count = 0;
  for (let root = 0; root < size; root++) {
    if (number[root] !== 0 || !isIn(root)) continue;
    path.push(root);
    number[root] = low[root] = ++time;
    stack.push(root);
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      const to = edge(node, next[node]!++);
      if (to >= 0) {
        if (number[to] === 0) {
          number[to] = low[to] = ++time;
          stack.push(to);
          path.push(to);
        } else if (of[to]! < 0 && number[to]! < low[node]!) low[node] = number[to]!;
        continue;
      }
      if (to === -1) continue;
      path.pop();
      const before = path[path.length - 1];
      if (before !== undefined && low[node]! < low[before]!) low[before] = low[node]!;
      if (low[node] !== number[node]) continue;
      for (;;) {
        const member = stack.pop()!;
        of[member] = count;
        nodes.push(member);
        if (member === node) break;
      }
      first.push(nodes.length);
      count++;
    }
  }
  return { of, count, nodes: Int32Array.from(nodes), first: Int32Array.from(first) };
}

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
    const { of, count } = componentsOf(states, (state) => member[state] === 1, successor);
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
