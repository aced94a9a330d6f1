// An update as groups of statements that have nothing to do with each other, so that each can be followed by itself.

import type { AccessAnalysis } from "../../../analysis/accesses.ts";
import { type Statement, visitStatements } from "../../../network/index.ts";

/** Groups of statements, in the order in which they are run. */
export type Cutting = (update: readonly Statement[], accesses: AccessAnalysis) => readonly (readonly Statement[])[];

/**
 * Groups of statements, to be run in the order of their first ones; a statement belongs to those before it that write
 * what it reads or writes. Nor may a group overtake another: in `t = a, a = b, b = t` the last statement joins the
 * first, and would write `b` before the second has read it. Groups that write nothing are left out.
 */
export function cutUpdate(update: readonly Statement[], accesses: AccessAnalysis): readonly (readonly Statement[])[] {
  const touched = update.map((statement) => accesses.ofStatements([statement]));
  const writing = touched.some(({ writtenCells }) => writtenCells.size > 0);
  if (!writing) return [];
  if (writesFrame(update)) return [update];
  /** By statement: the first of its group. */
  const group = update.map((_, at) => at);
  const join = (one: number, other: number): void => {
    const [kept, merged] = [Math.min(one, other), Math.max(one, other)];
    for (const [at, of] of group.entries()) if (of === merged) group[at] = kept;
  };
  for (const [at, { readCells, writtenCells }] of touched.entries()) {
    for (let other = 0; other < at; other++) {
      if (group[at] === group[other]) continue;
      const before = touched[other]!.writtenCells;
      if (meet(before, readCells) || meet(before, writtenCells)) join(group[at]!, group[other]!);
    }
  }
  // Groups that are joined start earlier, and may overtake others then.
  for (let joined = true; joined; ) {
    joined = false;
    for (const [at, { writtenCells }] of touched.entries()) {
      for (let other = 0; other < at; other++) {
        if (group[at]! >= group[other]! || !meet(writtenCells, touched[other]!.readCells)) continue;
        join(group[at]!, group[other]!);
        joined = true;
      }
    }
  }
  return [...new Set(group)]
    .map((of) => update.filter((_, at) => group[at] === of))
    .filter((statements) => accesses.ofStatements(statements).writtenCells.size > 0);
}

function meet(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  for (const cell of some) if (others.has(cell)) return true;
  return false;
}

/** Statements that hand something on in their frame belong together. */
function writesFrame(statements: readonly Statement[]): boolean {
  let writes = false;
  visitStatements(statements, {
    place: (place, access) => {
      writes ||= place.space !== "state" && access !== "read";
    },
    statement: ({ kind }) => {
      writes ||= kind !== "expression";
    },
  });
  return writes;
}
