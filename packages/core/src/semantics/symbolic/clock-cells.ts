// Clock space cut along what formulas compare clocks with: in a cell every one of these comparisons has one value, so
// that a formula holds in all of it or nowhere. While time passes a comparison of one clock changes at most once and a
// comparison of two never, so a delay goes through finitely many cells, each of them once.

import { type Federation, isEmpty } from "../../zone/index.ts";
import { cut, zoneOf } from "../constraints.ts";
import type { Constraint, Constraints, Discrete } from "../semantics.ts";
import type { CompiledFormula } from "./formula.ts";

/** The comparisons, or their negations, that hold in all of it. */
export type Cell = Constraints;

/** Valuations of a cell that leave it together, and the cell that time enters with them. */
export interface Passage {
  readonly leave: Int32Array;
  readonly next: Cell;
}

export class Cells {
  readonly dim: number;
  private readonly formulas: readonly CompiledFormula[];
  private readonly known = new WeakMap<Discrete, Constraints>();

  constructor(formulas: readonly CompiledFormula[], dim: number) {
    this.formulas = formulas;
    this.dim = dim;
  }

  /** The comparisons that count in a discrete state, each once. */
  comparisonsIn(discrete: Discrete): Constraints {
    let known = this.known.get(discrete);
    if (known === undefined) {
      known = distinct(this.formulas.flatMap((formula) => formula.comparisons(discrete)));
      this.known.set(discrete, known);
    }
    return known;
  }

  /** A zone, cell by cell. */
  split(discrete: Discrete, zone: Int32Array): { readonly zone: Int32Array; readonly cell: Cell }[] {
    let pieces: { zone: Int32Array; cell: Constraint[] }[] = isEmpty(zone) ? [] : [{ zone, cell: [] }];
    for (const comparison of this.comparisonsIn(discrete)) {
      pieces = pieces.flatMap(({ zone, cell }) =>
        [comparison, negated(comparison)].flatMap((side) => {
          const piece = cut(zone, this.dim, [side]);
          return piece === null ? [] : [{ zone: piece, cell: [...cell, side] }];
        }),
      );
    }
    return pieces;
  }

  /** The cell that a zone lies in, which is not empty and lies in one. */
  cellOf(discrete: Discrete, zone: Int32Array): Cell {
    return this.comparisonsIn(discrete).map((comparison) =>
      cut(zone, this.dim, [comparison]) === null ? negated(comparison) : comparison,
    );
  }

  /** Which cells time may enter next from which valuations of a zone in a cell. */
  passages(cell: Cell, zone: Int32Array): Passage[] {
    const ends = cell.filter(isOver);
    const found: Passage[] = [];
    const [head, ...rest] = ends;
    if (head === undefined) return found;
    const visit = (piece: Int32Array, first: readonly Constraint[], others: readonly Constraint[]): void => {
      const [other, ...more] = others;
      if (other === undefined) {
        found.push({ leave: piece, next: cell.map((one) => (first.includes(one) ? negated(one) : one)) });
        return;
      }
      const next = (asked: Constraints | undefined, now: readonly Constraint[]): void => {
        const part = asked && cut(piece, this.dim, asked);
        if (part) visit(part, now, more);
      };
      next(before(first[0]!, other), first);
      next(before(other, first[0]!), [other]);
      next(together(first[0]!, other), [...first, other]);
    };
    visit(zone, [head], rest);
    return found;
  }
}

/** What time meets when it leaves the cell. */
export function beyond(cell: Cell, dim: number): Federation {
  return cell.filter(isOver).map((end) => zoneOf([negated(end)], dim));
}

/** What holds of valuations that go from one cell to the next, so that they meet no other cell in between. */
export function between(cell: Cell, next: Cell): Constraints {
  const [head, ...rest] = cell.filter((one, k) => isOver(one) && !isOver(next[k]!));
  return head === undefined ? [] : rest.flatMap((other) => together(head, other) ?? []);
}

export function negated({ left, right, value, strict }: Constraint): Constraint {
  return { left: right, right: left, value: 0 - value, strict: !strict };
}

/** Does it end when enough time has passed? */
export function isOver({ left, right }: Constraint): boolean {
  return right === 0 && left !== 0;
}

/**
 * Of two upper bounds: valuations that break the first one earlier. A strict one breaks as its value is met, others
 * behind it.
 */
function before(one: Constraint, other: Constraint): Constraints | undefined {
  const strict = !(one.strict && !other.strict);
  const value = other.value - one.value;
  if (one.left === other.left) return value > 0 || (value === 0 && !strict) ? [] : undefined;
  return [{ left: other.left, right: one.left, value, strict }];
}

/** Valuations that break both at the same moment; undefined: there are none. */
function together(one: Constraint, other: Constraint): Constraints | undefined {
  if (one.strict !== other.strict) return undefined;
  const value = other.value - one.value;
  if (one.left === other.left) return value === 0 ? [] : undefined;
  return [
    { left: other.left, right: one.left, value, strict: false },
    { left: one.left, right: other.left, value: 0 - value, strict: false },
  ];
}

/** Each once, whether it or its negation was asked for. Of comparisons that hold of no clock nothing is left to cut. */
function distinct(comparisons: Constraints): Constraints {
  const key = ({ left, right, value, strict }: Constraint): string => `${left} ${right} ${value} ${strict}`;
  const seen = new Map<string, Constraint>();
  for (const one of comparisons) {
    if (one.left === one.right || seen.has(key(negated(one)))) continue;
    seen.set(key(one), one);
  }
  return [...seen.values()];
}
