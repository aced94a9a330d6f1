// Variables that count: `i++` behind `i < 5`, of a type with more values than a circuit tells apart. Where a variable
// is only compared with constants and counted in one direction, all values beyond the last constant are alike: whoever
// asks gets the same answer for each, and counting leads from one to the next. So those that one step leads to are
// enough, and a state that is further on is seen as if it were there.

import type { DiscreteView } from "../../../engine/engine.ts";
import { type Expression, isComparison, type Place } from "../../../network/index.ts";
import type { Chain } from "./chains.ts";
import type { Condition } from "./conditions.ts";
import type { Effect } from "./effects.ts";

/** The values that are told apart, with those at one end that stand for all beyond. */
export interface Counter {
  readonly least: number;
  readonly most: number;
}

export type Counters = ReadonlyMap<number, Counter>;

interface Candidate {
  /** The least and the greatest constant that it is compared with. */
  least: number;
  most: number;
  /** The longest step up and down. */
  up: number;
  down: number;
}

/** Of the cells for which somebody asks. */
export function findCounters(
  conditions: Iterable<Condition>,
  chains: Iterable<Chain>,
  isWide: (cell: number) => boolean,
): Counters {
  const candidates = new Map<number, Candidate>();
  const others = new Set<number>();
  for (const { program, among } of conditions) {
    const asked = program.code === null || program.code.meets !== undefined ? null : comparedIn(program.code.body);
    for (const cell of program.reads) {
      if (!isWide(cell)) continue;
      if (asked?.cell === cell) compareWith(candidates, cell, asked.constant ?? among?.values ?? [0]);
      else others.add(cell);
    }
  }
  if (candidates.size > 0) followCounting(chains, candidates, others);
  const counters = new Map<number, Counter>();
  for (const [cell, { least, most, up, down }] of candidates) {
    if (others.has(cell) || up > 0 === down > 0 || least > most) continue;
    counters.set(cell, up > 0 ? { least: -Infinity, most: most + up } : { least: least - down, most: Infinity });
  }
  return counters;
}

function compareWith(candidates: Map<number, Candidate>, cell: number, constants: number | readonly number[]): void {
  const values = typeof constants === "number" ? [constants] : constants;
  const known = candidates.get(cell) ?? { least: Infinity, most: -Infinity, up: 0, down: 0 };
  known.least = Math.min(known.least, ...values);
  known.most = Math.max(known.most, ...values);
  candidates.set(cell, known);
}

/** Takes down by how much cells are counted, and those that are read for anything else. */
function followCounting(chains: Iterable<Chain>, candidates: Map<number, Candidate>, others: Set<number>): void {
  for (const { own, before, earlier } of chains) {
    const isAlone = own.length === 1 && before.length === 0 && earlier.length === 0;
    for (const effect of [...before, ...earlier.flatMap(({ effects }) => effects), ...own]) {
      for (const cell of effect.program.reads) {
        const candidate = candidates.get(cell);
        if (candidate === undefined) continue;
        const by = isAlone ? countedBy(effect, cell) : 0;
        if (by === 0) others.add(cell);
        candidate.up = Math.max(candidate.up, by);
        candidate.down = Math.max(candidate.down, -by);
      }
    }
  }
}

/** By how much an effect that does nothing else counts the cell; 0: it does something else. */
export function countedBy({ program: { code } }: Effect, cell: number): number {
  if (code === null || "kind" in code.body || code.body.length !== 1) return 0;
  const [statement] = code.body;
  if (statement!.kind !== "expression" || statement!.expression.kind !== "assign") return 0;
  const { target, op, value } = statement!.expression;
  if (cellOf(target) !== cell || value.kind !== "constant") return 0;
  return op === "+" ? value.value : op === "-" ? -value.value : 0;
}

/**
 * The cell that is all an expression reads, and the constant that it is compared with; null: the expression is the
 * cell.
 */
function comparedIn(body: Expression | readonly unknown[]): { cell: number; constant: number | null } | null {
  if (!("kind" in body)) return null;
  if (body.kind === "load") return { cell: cellOf(body.place), constant: null };
  if (body.kind !== "binary" || !isComparison(body.op)) return null;
  const { left, right } = body;
  if (left.kind === "load" && right.kind === "constant") return { cell: cellOf(left.place), constant: right.value };
  if (left.kind === "constant" && right.kind === "load") return { cell: cellOf(right.place), constant: left.value };
  return null;
}

/** −1: another place. */
function cellOf({ space, base, offset, steps }: Place): number {
  return space === "state" && steps.length === 0 ? base + offset : -1;
}

/** The state with counters that are far on as if they were at their ends; mostly itself. */
export function standInOf(counters: Counters, state: DiscreteView): DiscreteView {
  let seen: Int32Array | null = null;
  for (const [cell, { least, most }] of counters) {
    const value = state.cells[cell]!;
    if (value >= least && value <= most) continue;
    seen ??= Int32Array.from(state.cells);
    seen[cell] = value < least ? least : most;
  }
  return seen === null ? state : { ...state, cells: seen };
}
