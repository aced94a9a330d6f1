// The graph as solvers read it: finished, in plain arrays, whoever made it. A chain has one choice per state.

export interface Model {
  readonly states: number;
  /** By state, one more at the end: its first choice. Choices of a state are neighbours. */
  readonly choices: Int32Array;
  /** By choice, one more at the end: its first transition. */
  readonly transitions: Int32Array;
  readonly target: Int32Array;
  readonly probability: Float64Array;
  /** Of a `ctmc`, by state: the sum of its rates; 0 where nothing happens. */
  readonly exit?: Float64Array;
}

/** By state: 1 for its members. */
export type StateSet = Uint8Array;

export type Optimum = "min" | "max";

/** Values by state, and how far off they may be: each lies between `lower` and `upper`. */
export interface ValueInterval {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export function complement(set: StateSet): StateSet {
  return set.map((member) => 1 - member);
}

/** The states that lead to each state, as a row: `from[first[s] … first[s + 1])`. */
export interface Predecessors {
  readonly first: Int32Array;
  readonly from: Int32Array;
}

const known = new WeakMap<Model, Predecessors>();

export function predecessorsOf(model: Model): Predecessors {
  const before = known.get(model);
  if (before !== undefined) return before;
  const { states, choices, transitions, target, probability } = model;
  const first = new Int32Array(states + 1);
  for (let at = 0; at < target.length; at++) if (probability[at]! > 0) first[target[at]! + 1]!++;
  for (let state = 0; state < states; state++) first[state + 1]! += first[state]!;
  const place = first.slice();
  const from = new Int32Array(first[states]!);
  for (let state = 0; state < states; state++) {
    for (let at = transitions[choices[state]!]!; at < transitions[choices[state + 1]!]!; at++) {
      if (probability[at]! > 0) from[place[target[at]!]!++] = state;
    }
  }
  const result = { first, from };
  known.set(model, result);
  return result;
}
