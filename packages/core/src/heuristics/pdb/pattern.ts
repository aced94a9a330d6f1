// Which components a pattern database keeps: given ones; those nearest to the target, as long as their product stays
// small; or those that a relaxed trace from the initial state moves (Russian-doll abstraction, Kupferschmid et al.
// 2008).

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { cellTable, type Network } from "../../network/index.ts";
import type { FactoredSystem } from "../factored/factored-system.ts";
import type { Problem } from "../heuristic.ts";
import { GivenUp } from "../relaxed/ground/given-up.ts";
import type { Operator } from "../relaxed/ground/operators.ts";
import { PLAIN_OPTIONS } from "../relaxed/ground/options.ts";
import { prepare } from "../relaxed/ground/prepare.ts";
import { RelaxedGraph } from "../relaxed/kernel/graph.ts";
import { TraceReader } from "../relaxed/kernel/relaxed-trace.ts";

export type Pattern = "auto" | "doll" | readonly string[];

/** Names that a pattern may use for a cell: its own and that of the whole variable it belongs to. */
export function namesOfCells(network: Network): (cell: number) => readonly string[] {
  const { name, variable } = cellTable(network);
  return (cell) => [name(cell), network.variables[variable[cell]!]!.name];
}

/** Numbers of components, the observer included where there is one. */
export function* patternOf(
  problem: Problem,
  system: FactoredSystem,
  pattern: Pattern,
  most: number,
): Generator<number, readonly number[]> {
  const { components } = system;
  const needed = components.flatMap(({ follows }, at) => (follows.kind === "observer" ? [at] : []));
  if (pattern !== "auto" && pattern !== "doll") {
    const cellNames = namesOfCells(problem.network);
    const named = components.flatMap(({ name, follows }, at) => {
      const names = follows.kind === "cell" ? cellNames(follows.index) : [name];
      return follows.kind !== "observer" && names.some((one) => pattern.includes(one)) ? [at] : [];
    });
    return [...needed, ...named];
  }
  const preferred = pattern === "auto" ? null : yield* movedByRelaxedTrace(problem, system);
  const kept = new Set(needed);
  let product = needed.length > 0 ? 2 : 1;
  const take = (at: number): void => {
    const { size } = components[at]!.system;
    if (kept.has(at) || product * size > most || preferred?.has(at) === false) return;
    kept.add(at);
    product *= size;
  };
  // The target first, then what shares most labels with what is kept.
  for (const [at, { system: part }] of components.entries()) if (!part.isIndifferent) take(at);
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    const shared = new Map<number, number>();
    for (const label of system.labels) {
      if (![...label.keys()].some((at) => kept.has(at))) continue;
      for (const at of label.keys()) if (!kept.has(at)) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    for (const [at] of [...shared].sort(([, a], [, b]) => b - a)) {
      take(at);
      if (kept.size > before) break;
    }
  }
  return [...kept].sort((a, b) => a - b);
}

/** Null where the trace would take too much work. */
function* movedByRelaxedTrace(
  problem: Problem,
  { components }: FactoredSystem,
): Generator<number, ReadonlySet<number> | null> {
  const { network } = problem;
  let used: readonly Operator[];
  try {
    const work = prepare(problem, PLAIN_OPTIONS);
    let at = work.next();
    for (; at.done !== true; at = work.next()) yield 0;
    const graph = new RelaxedGraph(problem, PLAIN_OPTIONS, true, false, undefined, at.value);
    const locations = network.processes.map(({ initial }) => initial[0]!);
    if (graph.build({ locations, cells: network.initialValues }) === Number.POSITIVE_INFINITY) return new Set();
    const reader = new TraceReader(graph);
    reader.read();
    used = [...reader.used];
  } catch (error) {
    if (error instanceof GivenUp) return null;
    throw error;
  }
  const accesses = new AccessAnalysis(network);
  const processes = new Set<number>();
  const cells = new Set<number>();
  for (const { edges } of used) {
    for (const edge of edges) {
      processes.add(network.edges[edge]!.process);
      const { readCells, writtenCells } = accesses.ofEdge(edge);
      for (const cell of [...readCells, ...writtenCells]) cells.add(cell);
    }
  }
  return new Set(
    components.flatMap(({ follows, system }, at) => {
      if (!system.isIndifferent || follows.kind === "observer") return [at];
      return (follows.kind === "process" ? processes : cells).has(follows.index) ? [at] : [];
    }),
  );
}
