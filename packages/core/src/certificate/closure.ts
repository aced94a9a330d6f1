// Are certified zones an invariant? Every initial state, and what it becomes by waiting, has to lie in one; every step
// from one, and the waiting behind it, has to end in one again; and no step may fail.

import type { Discrete, SymbolicSemantics } from "../semantics/index.ts";
import { copyZone, intersect, isEmpty } from "../zone/index.ts";
import type { CertifiedZones } from "./certified-zones.ts";
import { Refused } from "./refused.ts";

/** Does a zone lie in the certified ones, in the sense of the certificate? */
export type Contains = (discrete: Discrete, zone: Int32Array) => boolean;

/** In a projection steps may fail that are none of the network's. */
export type StepsThat = "must not fail" | "may fail";

/** `look` sees every certified zone as far as the invariant goes. Says how much was checked. */
export function expectClosed(
  semantics: SymbolicSemantics,
  certified: CertifiedZones,
  contains: Contains,
  look: (discrete: Discrete, zone: Int32Array) => void,
  that: StepsThat = "must not fail",
): { readonly zones: number; readonly steps: number } {
  const expect = (discrete: Discrete, entry: Int32Array, what: string): void => {
    for (const piece of semantics.elapse(discrete, entry)) {
      if (isEmpty(piece) || contains(discrete, piece)) continue;
      throw new Refused(`${what} is not certified: ${certified.describe(discrete)}`);
    }
  };
  for (const { locations, cells, zone } of semantics.initial()) expect({ locations, cells }, zone, "an initial state");
  let zones = 0;
  let steps = 0;
  for (const { discrete, zones: own } of certified) {
    const invariant = semantics.invariant(discrete);
    for (const { zone: stored } of own) {
      zones++;
      const zone = copyZone(stored);
      if (!intersect(zone, semantics.dim, invariant)) continue;
      look(discrete, zone);
      const { moves, faults } = semantics.successors(discrete, zone);
      if (faults.length > 0 && that === "must not fail") throw new Refused(`a step fails: ${faults[0]!.fault.message}`);
      for (const { target, entry } of moves) expect(target, entry, "a successor");
      steps += moves.length;
    }
  }
  return { zones, steps };
}
