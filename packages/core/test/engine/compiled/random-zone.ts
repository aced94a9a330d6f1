// Random zones for holding emitted zone code against its plain twins: random steps, those that empty the zone left out.

import fc from "fast-check";
import { constrain, delay, resetTo, universe } from "../../../src/zone/index.ts";

export const zoneStep = fc.tuple(fc.nat(2), fc.nat(20), fc.nat(20), fc.nat(30));

/** A random zone: zero, then random resets, delays and constraints that leave it non-empty. */
export function randomZone(dim: number, steps: readonly (readonly [number, number, number, number])[]): Int32Array {
  let zone = universe(dim);
  for (const [kind, a, b, c] of steps) {
    const i = a % dim;
    const j = b % dim;
    const copy = zone.slice();
    if (kind === 0) delay(copy, dim);
    else if (kind === 1 && i !== 0) resetTo(copy, dim, i, c);
    else if (i !== j) constrain(copy, dim, i, j, 2 * (c - 8) - (b & 1));
    if (copy[0]! >= 0) zone = copy;
  }
  return zone;
}
