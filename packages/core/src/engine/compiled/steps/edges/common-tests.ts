// Edges that ask for the same value of the same cell, and are neighbours, are tried behind one test: generated models
// have thousands of commands, `s=1 & t=2` each, of which a state has a few. The order of the edges stays as it is.

import type { Edge, Expression } from "../../../../network/index.ts";

/** A cell has a value. */
export interface CellTest {
  readonly cell: number;
  readonly value: number;
}

/** One edge, or several that all need what is tested. */
export type GuardedTrial =
  | { readonly edge: Edge }
  | { readonly test: CellTest; readonly trials: readonly GuardedTrial[] };

/** Fewer edges are not worth a test of their own. */
const WORTHWHILE = 3;

export function trialsOf(edges: readonly Edge[]): readonly GuardedTrial[] {
  return grouped(
    edges.map((edge) => ({ edge, tests: testsOf(edge) })),
    new Set(),
  );
}

interface Tested {
  readonly edge: Edge;
  readonly tests: readonly CellTest[];
}

function grouped(edges: readonly Tested[], known: ReadonlySet<number>): GuardedTrial[] {
  const trials: GuardedTrial[] = [];
  for (let at = 0; at < edges.length; ) {
    const { end, test } = longestRun(edges, at, known);
    if (test === undefined) trials.push({ edge: edges[at]!.edge });
    else trials.push({ test, trials: grouped(edges.slice(at, end), new Set(known).add(test.cell)) });
    at = end;
  }
  return trials;
}

/** The test that most of the neighbours from here on share. */
function longestRun(
  edges: readonly Tested[],
  from: number,
  known: ReadonlySet<number>,
): { readonly end: number; readonly test?: CellTest } {
  let [end, best]: [number, CellTest | undefined] = [from + WORTHWHILE - 1, undefined];
  for (const test of edges[from]!.tests) {
    if (known.has(test.cell)) continue;
    let to = from + 1;
    while (to < edges.length && edges[to]!.tests.some((one) => one.cell === test.cell && one.value === test.value))
      to++;
    if (to > end) [end, best] = [to, test];
  }
  return best === undefined ? { end: from + 1 } : { end, test: best };
}

/** What the guard asks for before anything that could fail: cells compared with constants. */
function testsOf({ guard }: Edge): CellTest[] {
  const tests: CellTest[] = [];
  for (const conjunct of guard) {
    const cell = conjunct.kind === "data" ? comparedCell(conjunct.condition) : undefined;
    if (cell === undefined) break;
    if (cell.test !== undefined) tests.push(cell.test);
  }
  return tests;
}

function comparedCell(condition: Expression): { readonly test?: CellTest } | undefined {
  if (condition.kind !== "binary" || !COMPARISONS.has(condition.op)) return undefined;
  const { left, right, op } = condition;
  const [variable, constant] = left.kind === "constant" ? [right, left] : [left, right];
  if (variable.kind !== "load" || constant.kind !== "constant") return undefined;
  const { space, base, offset, steps } = variable.place;
  if (space !== "state" || steps.length > 0) return undefined;
  return op === "==" ? { test: { cell: base + offset, value: constant.value } } : {};
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", "==", "!=", ">=", ">"]);
