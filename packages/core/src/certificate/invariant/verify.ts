// Invariants that anyone may have written: are they closed under joint steps, and is the target out of them?

import type { DiscreteView } from "../../engine/index.ts";
import type { Formula, Network } from "../../network/index.ts";
import { Refused } from "../refused.ts";
import { Checker } from "./checker.ts";
import { Undeclared } from "./choosing-machine.ts";
import { GrowingInvariant, TooMany } from "./growing-invariant.ts";
import { fill, type Invariant, trackedBy } from "./invariant.ts";

/** Visits of combinations for one invariant, and values in its sets. */
const MOST = 100_000_000;
const MOST_VALUES = 4_000_000;

export interface CheckedInvariants {
  readonly count: number;
  /** Joint steps, each looked at with all values of what it reads. */
  readonly steps: number;
  include(state: DiscreteView): boolean;
}

/** Throws `Refused` where one of them is no invariant, or may contain the target. */
export function expectInvariants(
  network: Network,
  formula: Formula,
  frameSize: number,
  invariants: readonly Invariant[],
): CheckedInvariants {
  const checkers = new Map<string, Checker>();
  let steps = 0;
  const closures = invariants.map((invariant) => {
    const located = invariant.cells.some((listed) => listed !== null && "byLocation" in listed);
    const tracked = trackedBy(invariant);
    const kind = `${located} ${[...tracked.processes]} ${[...tracked.cells]}`;
    const checker = checkers.get(kind) ?? Checker.for(network, { formula, frameSize }, located, tracked);
    if (checker === undefined) throw new Refused("such sets of values say nothing about this model and this query");
    checkers.set(kind, checker);
    steps += checker.steps.length;
    return closed(checker, invariant);
  });
  return { count: closures.length, steps, include: (state) => closures.some((closure) => closure.includes(state)) };
}

function closed(checker: Checker, invariant: Invariant): GrowingInvariant {
  if (valuesIn(invariant) > MOST_VALUES) throw new Refused("an invariant lists too many values to be looked at");
  const closure = new GrowingInvariant(checker);
  const problem = fill(checker.space, closure, invariant);
  if (problem !== undefined) throw new Refused(`an invariant does not fit the model: ${problem}`);
  const listed = closure.added;
  try {
    if (!closure.close(MOST, MOST)) throw new Refused("an invariant may contain a state that satisfies the target");
  } catch (error) {
    if (error instanceof TooMany) throw new Refused("there are too many combinations of values to be looked at");
    if (error instanceof Undeclared) throw new Refused(`a step cannot be followed: ${error.message}`);
    throw error;
  }
  if (closure.added > listed) throw new Refused(`an invariant is left by a step: ${closure.lastAdded}`);
  return closure;
}

function valuesIn({ locations, cells }: Invariant): number {
  let count = locations.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  for (const listed of cells) {
    if (listed === null) continue;
    for (const ranges of "byLocation" in listed ? listed.byLocation : [listed]) {
      for (const [from, to] of ranges) count += Math.max(0, to - from + 1);
    }
  }
  return count;
}
