// Faults that diagrams see are faults of short vectors, which may belong to no state, or to one in which nobody looks.
// Here the states of a set in which something may fail are gone through one by one, and those in which it does are
// kept.

import { ModelFault } from "../semantics/fault.ts";
import type { Discrete } from "../semantics/semantics.ts";
import { type Diagram, EMPTY } from "./diagrams.ts";
import type { SymbolicSystem } from "./system.ts";

/** So many are looked at. */
const MOST_LOOKS = 10_000;

interface RealFaults {
  /** States in which something fails. */
  readonly states: Diagram;
  /** All of them were looked at. */
  readonly complete: boolean;
}

export function realFaults(system: SymbolicSystem, suspects: Diagram): RealFaults {
  const { diagrams } = system;
  const failing: number[][] = [];
  let looks = 0;
  if (suspects === EMPTY) return { states: EMPTY, complete: true };
  diagrams.each(suspects, (tuple) => {
    if (faultIn(system, system.stateOf(tuple)) !== undefined) failing.push([...tuple]);
    return ++looks < MOST_LOOKS;
  });
  return { states: diagrams.ofTuples(failing), complete: diagrams.count(suspects) <= BigInt(MOST_LOOKS) };
}

/** What fails first in a state; undefined where nothing does. */
export function faultIn({ semantics }: SymbolicSystem, state: Discrete): ModelFault | undefined {
  const { moves, fault } = semantics.moves(state);
  if (fault !== null) return fault.fault;
  for (const move of moves) {
    try {
      semantics.fire(state, move);
    } catch (error) {
      if (error instanceof ModelFault) return error;
      throw error;
    }
  }
  return undefined;
}
