// Points of zones: which there are, where one is found, and what is last in a matrix.

import { describe, expect, it } from "vitest";
import {
  constrain,
  delayInterval,
  equalRationals,
  type Interval,
  le,
  lt,
  past,
  rational,
  sample,
  universe,
  ZERO,
} from "../../src/zone/index.ts";

type Cut = readonly [i: number, j: number, bound: number];

/** Constraints on the universe: [1, 0, le(3)] is x ≤ 3. */
function zoneOf(dim: number, ...cuts: readonly Cut[]): Int32Array {
  const zone = universe(dim);
  for (const [i, j, bound] of cuts) constrain(zone, dim, i, j, bound);
  return zone;
}

describe("points of a zone", () => {
  const strictAbove = [zoneOf(3, [1, 0, lt(3)], [2, 0, le(3)]), zoneOf(3, [1, 0, le(3)], [2, 0, lt(3)])];
  const strictBelow = [zoneOf(3, [0, 1, lt(-3)], [0, 2, le(-3)]), zoneOf(3, [0, 1, le(-3)], [0, 2, lt(-3)])];

  it("wait until the first bound, the strict one of two that are equal", () => {
    const point = [rational(1), rational(1)];
    for (const zone of strictAbove) {
      expect(delayInterval(zone, 3, point)).toEqual({
        lower: ZERO,
        lowerStrict: false,
        upper: rational(2),
        upperStrict: true,
      });
    }
    for (const zone of strictBelow) {
      expect(delayInterval(zone, 3, point)).toEqual({ lower: rational(2), lowerStrict: true, upperStrict: true });
    }
    const both = zoneOf(3, [1, 0, le(3)], [0, 1, le(-3)]);
    expect(delayInterval(both, 3, point)).toMatchObject({ lower: rational(2), upper: rational(2) });
  });

  it("are chosen within bounds of which the strict one counts", () => {
    const shown = (zone: Int32Array, x: number): Interval => {
      const intervals: Interval[] = [];
      sample(zone, 3, (interval) => {
        intervals.push(interval);
        return intervals.length === 1 ? rational(x) : interval.lower;
      });
      return intervals[1]!;
    };
    for (const cuts of [
      [
        [2, 0, lt(5)],
        [2, 1, le(2)],
      ],
      [
        [2, 0, le(5)],
        [2, 1, lt(2)],
      ],
    ] as const) {
      expect(shown(zoneOf(3, ...cuts), 3)).toMatchObject({ upper: rational(5), upperStrict: true });
    }
    for (const cuts of [
      [
        [0, 2, lt(-5)],
        [1, 2, le(-2)],
      ],
      [
        [0, 2, le(-5)],
        [1, 2, lt(-2)],
      ],
    ] as const) {
      expect(shown(zoneOf(3, ...cuts), 3)).toMatchObject({ lower: rational(5), lowerStrict: true });
    }
  });

  it("reach a zone from its past, and from nowhere else", () => {
    const zone = zoneOf(3, [1, 0, le(6)], [0, 1, lt(-3)], [2, 1, le(2)], [1, 2, lt(-1)]);
    const before = zone.slice();
    past(before, 3);
    expect(before).toEqual(zoneOf(3, [1, 0, le(6)], [2, 1, le(2)], [1, 2, lt(-1)]));
    for (let x = 0; x <= 16; x++) {
      for (let y = 0; y <= 16; y++) {
        const point = [rational(x, 2), rational(y, 2)];
        const reaches = delayInterval(zone, 3, point) !== undefined;
        const isThere = delayInterval(before, 3, point)?.lower;
        expect(isThere !== undefined && equalRationals(isThere, ZERO)).toBe(reaches);
      }
    }
  });

  it("are equal in both parts", () => {
    expect(equalRationals(rational(1, 2), rational(2, 4))).toBe(true);
    expect(equalRationals(rational(1, 2), rational(1, 3))).toBe(false);
    expect(equalRationals(rational(1, 2), rational(3, 2))).toBe(false);
  });
});
