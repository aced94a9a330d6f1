// Subsumption by simulation: is every valuation of one zone LU-simulated by one of another? Nothing is extrapolated
// in the store, and still only finitely many zones are kept (Herbreteau, Srivathsan and Walukiewicz 2012, theorem on
// deciding Z ⊆ a_LU(Z′) in O(dim²)).

import { INF, le, lt, sum } from "./bound.ts";
import { isEmpty } from "./dbm.ts";
import { NO_BOUND } from "./extrapolation.ts";

/**
 * Z ⊆ a_LU(Z′). It fails exactly when two clocks x, y witness a valuation of Z that nothing in Z′ simulates: x can
 * be at most U(x) in Z (so a simulating valuation may not exceed it there), y − x can be larger in Z than in Z′, and
 * y − x in Z′ keeps y from passing L(y) while x is that small. L and U are indexed by row.
 */
export function subsumedALU(
  zone: Int32Array,
  by: Int32Array,
  dim: number,
  lower: Int32Array,
  upper: Int32Array,
): boolean {
  if (isEmpty(zone)) return true;
  if (isEmpty(by)) return false;
  for (let x = 0; x < dim; x++) {
    const least = zone[x]!;
    if (x > 0 && (upper[x] === NO_BOUND || least < le(-upper[x]!))) continue;
    for (let y = 0; y < dim; y++) {
      const allowed = by[y * dim + x]!;
      if (allowed === INF || allowed >= zone[y * dim + x]!) continue;
      if (y === 0) return false;
      const limit = lower[y]!;
      if (limit !== NO_BOUND && sum(allowed, lt(-limit)) < least) return false;
    }
  }
  return true;
}
