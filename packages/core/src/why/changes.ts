// Why a variable does not get the value that a target wants: all edges that could change it are forbidden by what it
// is.

import { AccessAnalysis } from "../analysis/accesses.ts";
import { type Edge, type Formula, type Network, sizeOf } from "../network/index.ts";
import { type SymbolicState, WhyNotExplainer } from "../semantics/index.ts";
import type { Blocked } from "./why.ts";

/** More edges are not asked one by one. */
const MOST = 64;

/** Nothing where some edge could change it: then something else is in the way. */
export function blockedChanges(network: Network, part: Formula, state: SymbolicState): Blocked[] {
  if (part.kind !== "data") return [];
  const analysis = new AccessAnalysis(network);
  const { readCells: cells, askedProcesses } = analysis.ofFormula(part);
  if (cells.size === 0 || askedProcesses.size > 0) return [];
  const writers = network.edges.filter(({ id }) => touches(analysis.ofEdge(id).writtenCells, cells));
  if (writers.length === 0 || writers.length > MOST) return [];
  const explainer = new WhyNotExplainer(network);
  const changes = namesOf(network, cells);
  const blocked = writers.flatMap((edge) => {
    const sentence = forbiddenBy(edge);
    if (sentence === undefined) return [];
    const { name, locations } = network.processes[edge.process]!;
    const [from, to] = [locations[edge.source]!.name, locations[edge.target]!.name];
    return [{ process: name, from, to, changes, reasons: [sentence] }];
  });
  return blocked.length === writers.length ? blocked : [];

  /** The guard, wherever the process is, as long as nothing but these variables enters. */
  function forbiddenBy({ id, process, source, guard }: Edge): string | undefined {
    const locations = state.locations.slice();
    locations[process] = source;
    const [reason] = explainer.explain({ ...state, locations }, id).reasons;
    if (reason?.kind !== "guard" || reason.edge !== id || reason.clocks || reason.conjunct === undefined)
      return undefined;
    const { readCells, askedProcesses: asked } = analysis.ofConjuncts([guard[reason.conjunct]!]);
    const isAboutThem = asked.size === 0 && [...readCells].every((cell) => cells.has(cell));
    return isAboutThem ? reason.sentence : undefined;
  }
}

function touches(written: ReadonlySet<number>, cells: ReadonlySet<number>): boolean {
  return [...cells].some((cell) => written.has(cell));
}

function namesOf(network: Network, cells: ReadonlySet<number>): string {
  const read = network.variables.filter(({ cell, type }) =>
    Array.from({ length: sizeOf(type) }, (_, i) => cell + i).some((one) => cells.has(one)),
  );
  return read.map(({ name }) => name).join(", ");
}
