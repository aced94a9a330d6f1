// The sets that the proviso C2c is for (survey, section 6): any enabled step is a seed, whatever it leads to (C0, C1),
// and where a target is looked for, none of the steps of a set that leaves out others may change whether it holds.
// Then a way to the target either takes a member, which can be taken first, or lies open behind every member.

import { type Formula, mentions, type Network } from "../network/index.ts";
import { reductionObstacle } from "./obstacles.ts";
import { demandsDeadlock, StubbornSets } from "./stubborn-sets.ts";
import { Visibility } from "./visibility.ts";

/** Absent: nothing is looked for. Deadlocks are all kept, so nothing has to be invisible to them. */
export function persistentSets(network: Network, target?: Formula): StubbornSets {
  if (target === undefined || demandsDeadlock(target)) {
    return new StubbornSets(network, { formula: { kind: "deadlock" }, frameSize: 0 });
  }
  return new StubbornSets(network, new Visibility(network, [target]));
}

/** Why the proviso C2c cannot be used, in a user's words; undefined where it may be. */
export function persistentObstacle(network: Network, target?: Formula): string | undefined {
  if (network.clocks.length > 0) return "clocks, of which every step depends";
  if (target !== undefined && mentions(target, "deadlock") && !demandsDeadlock(target)) {
    return "a deadlock among other targets, to which no step is invisible";
  }
  return reductionObstacle(network);
}
