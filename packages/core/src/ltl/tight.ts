// Tight automata (Kupferman and Sheinvald-Faragy 2006; survey, section 5, footnote 2): one that accepts u vω along a
// lasso of the same shape, so that a shortest lasso in the product is a shortest counterexample. A state says of every
// subformula that looks ahead whether it holds *exactly* in the next position (Lichtenstein and Pnueli 1985); what
// holds depends on the rest of the word alone, which is the same after each turn, and so is the state. Such automata
// are large: one state for each way in which subformulas may hold, so there is a limit.

import type { Automaton, AutomatonEdge } from "./automaton.ts";
import type { Ltl } from "./formulas.ts";
import { TooLarge } from "./translate.ts";

/** Subformulas that look ahead, and with the atoms: what edges are enumerated over. */
const MOST_AHEAD = 8;
const MOST_BITS = 13;

/** Accepts the words that satisfy the formula; `next`, `until` and `release` look ahead. */
export function tightAutomaton(formula: Ltl, atoms: number): Automaton {
  const ahead = [...lookingAhead(formula, new Set())];
  if (ahead.length > MOST_AHEAD || ahead.length + atoms > MOST_BITS) {
    throw new TooLarge(`a tight automaton of ${ahead.length} subformulas that look ahead is too large`);
  }
  const bits = new Map(ahead.map((one, bit) => [one, bit]));
  const promises = ahead.filter(({ kind }) => kind !== "next");
  const states = 2 ** ahead.length;
  /** The state in front of all others, in which nothing was read. */
  const initial = states;
  const edges: AutomatonEdge[][] = Array.from({ length: states + 1 }, () => []);
  const all = 2 ** atoms - 1;
  for (let letter = 0; letter <= all; letter++) {
    // What holds now is known from the letter and from what holds next: it is read backwards.
    for (let target = 0; target < states; target++) {
      const now = holdingNow(letter, (one) => ((target >> bits.get(one)!) & 1) === 1);
      let source = 0;
      for (const [one, bit] of bits) if (now(one.kind === "next" ? one.parts[0]! : one)) source |= 1 << bit;
      let marks = 0;
      for (const [set, promise] of promises.entries()) if (keeps(promise, now)) marks |= 1 << set;
      const edge = { yes: letter, no: all & ~letter, target, marks };
      edges[source]!.push(edge);
      if (now(formula)) edges[initial]!.push(edge);
    }
  }
  return trimmed({ atoms, sets: promises.length, edges, initial });
}

function lookingAhead(formula: Ltl, found: Set<Ltl>): Set<Ltl> {
  for (const part of formula.parts) lookingAhead(part, found);
  if (formula.kind === "next" || formula.kind === "until" || formula.kind === "release") found.add(formula);
  return found;
}

/** `later`: does the part of a `next`, or an `until` or `release` itself, hold in the next position? */
function holdingNow(letter: number, later: (one: Ltl) => boolean): (formula: Ltl) => boolean {
  const holds = (formula: Ltl): boolean => {
    const { kind, parts, atom, positive } = formula;
    switch (kind) {
      case "true":
        return true;
      case "false":
        return false;
      case "literal":
        return (((letter >> atom) & 1) === 1) === positive;
      case "and":
        return parts.every(holds);
      case "or":
        return parts.some(holds);
      case "next":
        return later(formula);
      case "until":
        return holds(parts[1]!) || (holds(parts[0]!) && later(formula));
      case "release":
        return holds(parts[1]!) && (holds(parts[0]!) || later(formula));
    }
  };
  return holds;
}

/** What is said to hold comes true, and what is said not to hold is broken, some time. */
function keeps(promise: Ltl, now: (formula: Ltl) => boolean): boolean {
  const right = now(promise.parts[1]!);
  return promise.kind === "until" ? right || !now(promise) : !right || now(promise);
}

/** Without what no run gets to. */
function trimmed({ atoms, sets, edges, initial }: Automaton): Automaton {
  const numbers = new Map<number, number>([[initial, 0]]);
  const kept: AutomatonEdge[][] = [];
  for (const [state] of numbers) {
    kept.push(
      edges[state]!.map((edge) => {
        const number = numbers.get(edge.target) ?? numbers.size;
        numbers.set(edge.target, number);
        return { ...edge, target: number };
      }),
    );
  }
  return { atoms, sets, edges: kept, initial: 0 };
}
