// From linear temporal logic to a transition-based generalised Büchi automaton, by Couvreur's tableau (1999). A state
// is the formula that the rest of the word has to satisfy. Its edges are the ways to satisfy it now: a cube of
// literals, what is left for later, and which promises were put off ("p U q" promises q). An edge belongs to the
// acceptance set of every promise that it does not put off, so that no promise is put off for ever.

import { type Automaton, type AutomatonEdge, allSets } from "./automaton.ts";
import type { Ltl, LtlFormulas } from "./formulas.ts";
import { simplified } from "./simplify.ts";

/** One way to satisfy a formula now. */
interface Way {
  readonly yes: number;
  readonly no: number;
  readonly later: Ltl;
  /** Promises put off, as bits. */
  readonly owed: number;
}

/** More than this and nobody waits for the product either. */
export const MOST_STATES = 2_000;
const MOST_PROMISES = 30;
const MOST_WAYS = 2_000;
/** Pairs of ways that are looked at before the worse ones go. */
const MOST_PAIRS = 10 * MOST_WAYS;

export class TooLarge extends Error {}

export function translate(formulas: LtlFormulas, formula: Ltl, atoms: number): Automaton {
  const tableau = new Tableau(formulas);
  const states = new Map<Ltl, number>([[formula, 0]]);
  const queue = [formula];
  const edges: { yes: number; no: number; target: number; owed: number }[][] = [];
  for (const state of queue) {
    edges.push(
      tableau.ways(state).map(({ yes, no, later, owed }) => {
        let target = states.get(later);
        if (target === undefined) {
          target = states.size;
          if (target >= MOST_STATES) throw new TooLarge(`the automaton has more than ${MOST_STATES} states`);
          states.set(later, target);
          queue.push(later);
        }
        return { yes, no, target, owed };
      }),
    );
  }
  const sets = tableau.promises.size;
  const all = allSets({ sets });
  const marked = edges.map((list) =>
    list.map(({ yes, no, target, owed }): AutomatonEdge => ({ yes, no, target, marks: all & ~owed })),
  );
  return simplified({ atoms, sets, edges: marked, initial: 0 });
}

class Tableau {
  readonly promises = new Map<Ltl, number>();
  private readonly formulas: LtlFormulas;
  private readonly known = new Map<Ltl, readonly Way[]>();

  constructor(formulas: LtlFormulas) {
    this.formulas = formulas;
  }

  ways(formula: Ltl): readonly Way[] {
    let ways = this.known.get(formula);
    if (ways === undefined) {
      ways = this.withoutWorse(this.expand(formula));
      this.known.set(formula, ways);
    }
    return ways;
  }

  private expand(formula: Ltl): Way[] {
    const { formulas } = this;
    const { kind, parts } = formula;
    const [left, right] = parts as readonly [Ltl, Ltl];
    const now = { yes: 0, no: 0, owed: 0 };
    switch (kind) {
      case "true":
        return [{ ...now, later: formulas.true }];
      case "false":
        return [];
      case "literal": {
        const bit = 1 << formula.atom;
        return [{ ...now, yes: formula.positive ? bit : 0, no: formula.positive ? 0 : bit, later: formulas.true }];
      }
      case "next":
        return [{ ...now, later: left }];
      case "or":
        return parts.flatMap((part) => this.ways(part));
      case "and":
        return parts.reduce<Way[]>(
          (ways, part) => this.both(ways, this.ways(part)),
          [{ ...now, later: formulas.true }],
        );
      case "until": {
        const owed = 1 << this.promiseOf(formula);
        return [...this.ways(right), ...this.both(this.ways(left), [{ ...now, later: formula, owed }])];
      }
      case "release":
        return this.both(this.ways(right), [...this.ways(left), { ...now, later: formula }]);
    }
  }

  private promiseOf(formula: Ltl): number {
    let number = this.promises.get(formula);
    if (number === undefined) {
      number = this.promises.size;
      if (number >= MOST_PROMISES) throw new TooLarge(`the formula makes more than ${MOST_PROMISES} promises`);
      this.promises.set(formula, number);
    }
    return number;
  }

  private both(a: readonly Way[], b: readonly Way[]): Way[] {
    const ways: Way[] = [];
    if (a.length * b.length > MOST_PAIRS) throw new TooLarge("the automaton has too many edges");
    for (const one of a) {
      for (const other of b) {
        const [yes, no] = [one.yes | other.yes, one.no | other.no];
        if ((yes & no) !== 0) continue;
        const later = this.formulas.conjunction(one.later, other.later);
        if (later.kind === "false") continue;
        ways.push({ yes, no, later, owed: one.owed | other.owed });
      }
    }
    return this.withoutWorse(ways);
  }

  /** Drops a way where another asks no more now, no more later and puts off no more. */
  private withoutWorse(ways: readonly Way[]): Way[] {
    if (ways.length > MOST_WAYS) throw new TooLarge(`a state of the automaton has more than ${MOST_WAYS} edges`);
    const kept: Way[] = [];
    const isWorse = (way: Way, other: Way): boolean =>
      (way.yes & other.yes) === other.yes &&
      (way.no & other.no) === other.no &&
      (way.owed & other.owed) === other.owed &&
      this.formulas.implies(way.later, other.later);
    for (const way of ways) {
      if (kept.some((other) => isWorse(way, other))) continue;
      let size = 0;
      for (const other of kept) if (!isWorse(other, way)) kept[size++] = other;
      kept.length = size;
      kept.push(way);
    }
    return kept;
  }
}
