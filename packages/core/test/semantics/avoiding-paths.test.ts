// Delays that avoid something, zone by zone, against the same question asked point by point on a line.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { delayAvoiding } from "../../src/semantics/index.ts";
import {
  compare,
  contains,
  delayInterval,
  federationContains,
  type Interval,
  minus,
  type Rational,
  rational,
  ZERO,
} from "../../src/zone/index.ts";
import { zoneArbitrary } from "../zone/zones.ts";

const DIM = 3;

/** Is the point reached from the zone by a delay that avoids all bad zones? Tried for all starts on a fine grid. */
function reachedByHand(zone: Int32Array, bad: readonly Int32Array[], point: readonly Rational[]): boolean {
  for (let eighths = 0; eighths <= 100; eighths++) {
    const delay = rational(eighths, 8);
    const start = point.map((value) => minus(value, delay));
    if (start.some((value) => compare(value, ZERO) < 0)) return false;
    if (!contains(zone, DIM, start)) continue;
    if (bad.every((one) => !meets(delayInterval(one, DIM, start), delay))) return true;
  }
  return false;
}

function meets(interval: Interval | undefined, delay: Rational): boolean {
  if (interval === undefined) return false;
  const sign = compare(interval.lower, delay);
  return sign < 0 || (sign === 0 && !interval.lowerStrict);
}

describe("delays that avoid zones", () => {
  it("are those of every single point", () => {
    // Bounds are whole numbers and points lie on quarters, so on eighths of a line everything that happens is seen.
    const point = fc.tuple(fc.nat(40), fc.nat(40)).map((quarters) => quarters.map((q) => rational(q, 4)));
    fc.assert(
      fc.property(zoneArbitrary(DIM), fc.array(zoneArbitrary(DIM), { maxLength: 3 }), point, (zone, bad, at) => {
        const symbolic = federationContains(delayAvoiding(zone, bad, DIM), DIM, at);
        expect(symbolic).toBe(reachedByHand(zone, bad, at));
      }),
      { numRuns: 3000 },
    );
  });
});
