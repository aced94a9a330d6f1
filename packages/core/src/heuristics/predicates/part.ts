// Splitting a network (section 3.3 of the predicate-abstraction paper): parts of at most b automata, put together so
// that few potential interactions are cut. An effect can affect a condition if what it writes is read there, perhaps by
// way of other updates; a channel in common counts twice. What others write is not followed in a part: conditions on it
// hold, and what is computed from it may be anything.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { channelsOf } from "../../analysis/joint-transitions.ts";
import { cellTable, type Network } from "../../network/index.ts";
import type { GoalFormula } from "../goal.ts";
import { stoppedClocks } from "./clock-constraints.ts";

export interface PredicatePart {
  /** Ascending. */
  readonly processes: readonly number[];
  /** Cells that only automata of the part write. */
  readonly ownsCell: (cell: number) => boolean;
  /** Clocks that only automata of the part set, and that always run. */
  readonly ownsClock: (clock: number) => boolean;
}

export function splitNetwork(network: Network, goal: GoalFormula, most: number): readonly PredicatePart[] {
  const accesses = new AccessAnalysis(network);
  const groups = grouped(network, goal, most, accesses);
  const hooks = accesses.ofStatements([...network.beforeUpdate, ...network.afterUpdate]);
  const cellWriters = writers(network, accesses, ({ writtenCells }) => writtenCells);
  const clockWriters = writers(network, accesses, ({ resetClocks }) => resetClocks);
  const { meta, variable } = cellTable(network);
  const stopped = stoppedClocks(network);
  return groups.map((processes) => {
    const inside = new Set(processes);
    const onlyInside = (by: ReadonlySet<number> | undefined): boolean => [...(by ?? [])].every((p) => inside.has(p));
    return {
      processes,
      ownsCell: (cell) =>
        (meta[cell] === 0 || network.variables[variable[cell]!]!.constant === true) &&
        !hooks.writtenCells.has(cell) &&
        onlyInside(cellWriters.get(cell)),
      ownsClock: (clock) => !stopped.has(clock) && !hooks.resetClocks.has(clock) && onlyInside(clockWriters.get(clock)),
    };
  });
}

function writers(
  network: Network,
  accesses: AccessAnalysis,
  pick: (of: ReturnType<AccessAnalysis["ofStatements"]>) => ReadonlySet<number>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const { process, update } of network.edges) {
    for (const written of pick(accesses.ofStatements(update))) {
      const by = found.get(written);
      if (by === undefined) found.set(written, new Set([process]));
      else by.add(process);
    }
  }
  return found;
}

function grouped(
  network: Network,
  goal: GoalFormula,
  most: number,
  accesses: AccessAnalysis,
): readonly (readonly number[])[] {
  const all = [...network.processes.keys()];
  if (most >= all.length) return [all];
  const counts = interactions(network, accesses);
  const wanted = new Set<number>();
  const visit = (part: GoalFormula): void => {
    if (part.kind === "location") wanted.add(part.process);
    if (part.kind === "and" || part.kind === "or") part.parts.forEach(visit);
  };
  visit(goal);
  const left = new Set([...wanted, ...all]);
  const groups: number[][] = [];
  while (left.size > 0) {
    const [seed] = left;
    const group = [seed!];
    left.delete(seed!);
    while (group.length < most && left.size > 0) {
      const next = [...left].reduce((best, candidate) => {
        const score = (process: number): number => group.reduce((sum, member) => sum + counts[process]![member]!, 0);
        return score(candidate) > score(best) ? candidate : best;
      });
      group.push(next);
      left.delete(next);
    }
    groups.push(group.sort((a, b) => a - b));
  }
  return groups;
}

/** How many effects of one automaton may affect conditions of another, in both directions. */
function interactions(network: Network, accesses: AccessAnalysis): readonly (readonly number[])[] {
  const reach = affectedBy(network, accesses);
  const effects: (readonly string[])[][] = network.processes.map(() => []);
  const conditions: ReadonlySet<string>[][] = network.processes.map(() => []);
  const channels = network.processes.map(() => new Set<number>());
  for (const edge of network.edges) {
    const { writtenCells, resetClocks } = accesses.ofStatements(edge.update);
    for (const name of names(writtenCells, resetClocks)) effects[edge.process]!.push([...(reach.get(name) ?? [name])]);
    for (const conjunct of edge.guard) {
      const { readCells, testedClocks } = accesses.ofConjuncts([conjunct]);
      conditions[edge.process]!.push(new Set(names(readCells, testedClocks)));
    }
    for (const channel of channelsOf(network, edge)) channels[edge.process]!.add(channel);
  }
  for (const [process, { locations }] of network.processes.entries()) {
    for (const conjunct of locations.flatMap(({ invariant }) => invariant)) {
      const { readCells, testedClocks } = accesses.ofConjuncts([conjunct]);
      conditions[process]!.push(new Set(names(readCells, testedClocks)));
    }
  }
  const affects = (a: number, b: number): number =>
    effects[a]!.reduce(
      (sum, effect) => sum + conditions[b]!.filter((read) => effect.some((name) => read.has(name))).length,
      0,
    );
  return network.processes.map((_, a) =>
    network.processes.map((_, b) => {
      if (a === b) return 0;
      const shared = [...channels[a]!].filter((channel) => channels[b]!.has(channel)).length;
      return affects(a, b) + affects(b, a) + 2 * shared;
    }),
  );
}

function names(cells: Iterable<number>, clocks: Iterable<number>): readonly string[] {
  return [...[...cells].map((cell) => `v${cell}`), ...[...clocks].map((clock) => `x${clock}`)];
}

/** What a change of each variable can change, by way of updates that read it. */
function affectedBy(network: Network, accesses: AccessAnalysis): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  for (const { update } of network.edges) {
    for (const statement of update) {
      const { readCells, writtenCells, resetClocks } = accesses.ofStatements([statement]);
      for (const read of names(readCells, [])) {
        const to = next.get(read) ?? new Set<string>();
        for (const written of names(writtenCells, resetClocks)) to.add(written);
        next.set(read, to);
      }
    }
  }
  const reach = new Map<string, Set<string>>();
  for (const start of next.keys()) {
    const seen = new Set([start]);
    for (const name of seen) for (const to of next.get(name) ?? []) seen.add(to);
    reach.set(start, seen);
  }
  return reach;
}
