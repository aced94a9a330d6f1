// Probabilities that are 0 or 1 are found on the graph alone, without numbers (Baier and Katoen 2008, §10.6.1: the sets
// of states where "left U right" has probability 0 or 1, for the best and the worst way to resolve choices).

import { keepClosed } from "./closed-sets.ts";
import { type Model, type Optimum, predecessorsOf, type StateSet } from "./model.ts";

/** States from which `right` is reached through `left` on some path: the others have maximal probability 0. */
export function canReach(model: Model, left: StateSet, right: StateSet): StateSet {
  const { first, from } = predecessorsOf(model);
  const reached = right.slice();
  const stack: number[] = [];
  for (let state = 0; state < model.states; state++) if (right[state]) stack.push(state);
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    for (let at = first[state]!; at < first[state + 1]!; at++) {
      const before = from[at]!;
      if (reached[before] || !left[before]) continue;
      reached[before] = 1;
      stack.push(before);
    }
  }
  return reached;
}

/** States from which `right` is reached with positive probability however choices are resolved. */
function mustReach(model: Model, left: StateSet, right: StateSet): StateSet {
  const reached = right.slice();
  const { first, from } = predecessorsOf(model);
  const stack: number[] = [];
  for (let state = 0; state < model.states; state++) if (right[state]) stack.push(state);
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    for (let at = first[state]!; at < first[state + 1]!; at++) {
      const before = from[at]!;
      if (reached[before] || !left[before] || !everyChoice(model, before, reached)) continue;
      reached[before] = 1;
      stack.push(before);
    }
  }
  return reached;
}

function everyChoice({ choices, transitions, target }: Model, state: number, reached: StateSet): boolean {
  for (let choice = choices[state]!; choice < choices[state + 1]!; choice++) {
    let meets = false;
    for (let at = transitions[choice]!; at < transitions[choice + 1]! && !meets; at++)
      meets = reached[target[at]!] === 1;
    if (!meets) return false;
  }
  return true;
}

export function probabilityZero(model: Model, left: StateSet, right: StateSet, optimum: Optimum): StateSet {
  return (optimum === "max" ? canReach : mustReach)(model, left, right).map((member) => 1 - member);
}

export function probabilityOne(model: Model, left: StateSet, right: StateSet, optimum: Optimum): StateSet {
  return optimum === "max" ? someSurely(model, left, right) : allSurely(model, left, right);
}

/** However choices are resolved: nothing on the way leads to where `right` can be avoided for ever. */
function allSurely(model: Model, left: StateSet, right: StateSet): StateSet {
  const avoiding = probabilityZero(model, left, right, "min");
  const before = right.map((member) => 1 - member);
  return canReach(model, before, avoiding).map((member) => 1 - member);
}

/** For some way to resolve choices: the greatest set in which one can go on without leaving it, and reach `right`. */
function someSurely(model: Model, left: StateSet, right: StateSet): StateSet {
  const { states, choices, transitions, target } = model;
  const { first, from } = predecessorsOf(model);
  let stay: StateSet = canReach(model, left, right);
  for (;;) {
    keepClosed(model, stay, { needsNone: right });
    const next = right.slice();
    const stack: number[] = [];
    for (let state = 0; state < states; state++) if (right[state]) stack.push(state);
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      for (let at = first[state]!; at < first[state + 1]!; at++) {
        const before = from[at]!;
        if (next[before] || !left[before] || !stay[before]) continue;
        let found = false;
        for (let choice = choices[before]!; choice < choices[before + 1]! && !found; choice++) {
          let [stays, meets] = [true, false];
          for (let step = transitions[choice]!; step < transitions[choice + 1]!; step++) {
            if (!stay[target[step]!]) stays = false;
            if (next[target[step]!]) meets = true;
          }
          found = stays && meets;
        }
        if (!found) continue;
        next[before] = 1;
        stack.push(before);
      }
    }
    if (next.every((member, state) => member === stay[state])) return next;
    stay = next;
  }
}

/** States whose next one lies in `set` for certain: for every way to resolve choices, or for some. */
export function surelyNext(model: Model, set: StateSet, optimum: Optimum): StateSet {
  const { states, choices, transitions, target, probability } = model;
  const isSure = (choice: number): boolean => {
    for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++)
      if (probability[at] !== 0 && !set[target[at]!]) return false;
    return true;
  };
  return Uint8Array.from({ length: states }, (_, state) => {
    let [some, every] = [false, true];
    for (let choice = choices[state]!; choice < choices[state + 1]!; choice++)
      if (isSure(choice)) some = true;
      else every = false;
    return (optimum === "max" ? some : every) ? 1 : 0;
  });
}

/**
 * States from which `right` is reached through `left` within so many steps for certain, or perhaps: for every way to
 * resolve choices, or for some.
 */
export function reachedWithin(
  model: Model,
  left: StateSet,
  right: StateSet,
  { steps, optimum, how }: { readonly steps: number; readonly optimum: Optimum; readonly how: "surely" | "perhaps" },
): StateSet {
  const { states, choices, transitions, target, probability } = model;
  const isSure = how === "surely";
  let sure = right.slice();
  for (let step = 0; step < steps; step++) {
    const next = sure.slice();
    let isMoving = false;
    for (let state = 0; state < states; state++) {
      if (sure[state] || !left[state]) continue;
      let [some, every] = [false, true];
      for (let choice = choices[state]!; choice < choices[state + 1]!; choice++) {
        let leads = isSure;
        for (let at = transitions[choice]!; at < transitions[choice + 1]! && leads === isSure; at++)
          leads = probability[at] === 0 ? isSure : sure[target[at]!] === 1;
        if (leads) some = true;
        else every = false;
      }
      if (!(optimum === "max" ? some : every)) continue;
      next[state] = 1;
      isMoving = true;
    }
    sure = next;
    if (!isMoving) break;
  }
  return sure;
}
