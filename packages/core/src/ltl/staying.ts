// The automata of the classic liveness queries. Both are weak: a cycle accepts as a whole or not at all.

import type { Automaton } from "./automaton.ts";

/** Atom 0 never holds: runs that refute `A<> p`, or show `E[] not p`. */
export const NEVER: Automaton = {
  atoms: 1,
  sets: 0,
  edges: [[{ yes: 0, no: 1, target: 0, marks: 0 }]],
  initial: 0,
};

/**
 * Behind some state in which atom 0 holds, atom 1 never does: runs that refute `p --> q`, where atom 0 is p and not q.
 */
export const NEVER_AFTER: Automaton = {
  atoms: 2,
  sets: 1,
  edges: [
    [
      { yes: 0b01, no: 0b10, target: 1, marks: 0 },
      { yes: 0, no: 0, target: 0, marks: 0 },
    ],
    [{ yes: 0, no: 0b10, target: 1, marks: 1 }],
  ],
  initial: 0,
};
