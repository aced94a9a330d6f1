// The letters of a concrete run: which atoms hold at its beginning, behind every step and, where atoms ask for clocks,
// whenever one of them changes while time passes. Along a delay an atom holds in finitely many intervals, so that is a
// finite word.

import { mentions } from "../../network/index.ts";
import {
  type Cell,
  type ConcreteSemantics,
  type ConcreteState,
  type Constraints,
  type IntervalSet,
  intersectDelays,
  isOver,
  negated,
  subtractDelays,
} from "../../semantics/index.ts";
import { compare, type Interval, minus, type Rational, rational, ZERO } from "../../zone/index.ts";
import type { Word } from "../timing-problem.ts";

export function asksForClocks(word: Word | undefined): word is Word {
  return word?.atoms.some((atom) => mentions(atom, "clock")) === true;
}

/** The letters of a state in the order of time, for the delays that are spent in it. */
export function lettersDuring(
  semantics: ConcreteSemantics,
  { atoms }: Word,
  frameSize: number,
  state: ConcreteState,
  spent: IntervalSet,
): number[] {
  let parts: readonly { readonly delays: IntervalSet; readonly letter: number }[] = [{ delays: spent, letter: 0 }];
  for (const [bit, atom] of atoms.entries()) {
    const held = semantics.whenHolds(atom, frameSize, state);
    parts = parts.flatMap(({ delays, letter }) => [
      { delays: intersectDelays(delays, held), letter: letter | (1 << bit) },
      { delays: subtractDelays(delays, held), letter },
    ]);
  }
  const begins = ({ lower, lowerStrict }: Interval, other: Interval): number =>
    compare(lower, other.lower) || Number(lowerStrict) - Number(other.lowerStrict);
  return parts
    .flatMap(({ delays, letter }) => delays.map((interval) => ({ interval, letter })))
    .sort((a, b) => begins(a.interval, b.interval))
    .map(({ letter }) => letter);
}

/** The cells that clocks go through during a delay, from the values that they begin with. */
export function cellsAlong(comparisons: Constraints, clocks: readonly Rational[], delay: Rational): Cell[] {
  const value = (row: number): Rational => (row === 0 ? ZERO : clocks[row - 1]!);
  const cells: Cell[] = [
    comparisons.map((one) => {
      const order = compare(minus(value(one.left), value(one.right)), rational(one.value));
      return order < 0 || (order === 0 && !one.strict) ? one : negated(one);
    }),
  ];
  for (;;) {
    const cell = cells.at(-1)!;
    // Strict bounds end at a moment, others right behind it.
    const ends = cell.filter(isOver).map(({ left, value: most, strict }) => ({
      moment: minus(rational(most), value(left)),
      behind: strict ? 0 : 1,
    }));
    const [first] = ends.sort((a, b) => compare(a.moment, b.moment) || a.behind - b.behind);
    if (first === undefined) return cells;
    const order = compare(first.moment, delay);
    if (order > 0 || (order === 0 && first.behind === 1)) return cells;
    cells.push(
      cell.map((one) => {
        if (!isOver(one) || one.strict !== (first.behind === 0)) return one;
        return compare(minus(rational(one.value), value(one.left)), first.moment) === 0 ? negated(one) : one;
      }),
    );
  }
}
