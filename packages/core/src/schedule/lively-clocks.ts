// Where clocks matter: by process and location, the clocks that the process may ask for before it sets them (Daws and
// Yovine 1996). Where nobody is in such a location, it makes no difference what the clock shows.

import { AccessAnalysis } from "../analysis/accesses.ts";
import type { Network } from "../network/index.ts";

export interface LivelyClocks {
  /** By clock that is asked for: by whom. */
  readonly tested: ReadonlyMap<number, ReadonlySet<number>>;
  isLively(process: number, location: number, clock: number): boolean;
}

export function livelyClocks(network: Network): LivelyClocks {
  const accesses = new AccessAnalysis(network);
  const tested = new Map<number, Set<number>>();
  const note = (clock: number, process: number): void => {
    tested.set(clock, (tested.get(clock) ?? new Set()).add(process));
  };
  const lively = network.processes.map(({ locations, edges }, process) => {
    const sets = locations.map(({ invariant }) => new Set(accesses.ofConjuncts(invariant).testedClocks));
    for (const id of edges) {
      const edge = network.edges[id]!;
      // What an update copies it reads, too.
      const asked = [accesses.ofTrigger(edge), accesses.ofStatements(edge.update)];
      for (const { testedClocks } of asked) for (const clock of testedClocks) sets[edge.source]!.add(clock);
    }
    for (const clocks of sets) for (const clock of clocks) note(clock, process);
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const id of edges) {
        const { source, target, update } = network.edges[id]!;
        const isSet = setForSure(network, update);
        for (const clock of sets[target]!) {
          if (isSet.has(clock) || sets[source]!.has(clock)) continue;
          sets[source]!.add(clock);
          isChanged = true;
        }
      }
    }
    return sets;
  });
  return { tested, isLively: (process, location, clock) => lively[process]![location]!.has(clock) };
}

/** Clocks that a list of statements sets whatever else happens, in functions that it calls, too. */
export function setForSure(network: Network, update: Network["edges"][number]["update"]): ReadonlySet<number> {
  const clocks = new Set<number>();
  const called = new Set<number>();
  /** False: what follows may not run any more. */
  const follow = (statements: typeof update): boolean =>
    statements.every((statement) => {
      if (statement.kind === "block") return follow(statement.body);
      if (statement.kind !== "expression") return statement.kind === "initialise";
      const { expression } = statement;
      if (expression.kind === "call" && !called.has(expression.function)) {
        called.add(expression.function);
        follow(network.functions[expression.function]!.body);
      }
      if (expression.kind === "clock-assign") {
        const { clock, source } = expression;
        if (clock.space === "clock" && clock.steps.length === 0 && source === undefined) clocks.add(clock.base);
      }
      return true;
    });
  follow(update);
  return clocks;
}
