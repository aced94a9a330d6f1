import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ceil,
  compare,
  constrain,
  contains,
  delayInterval,
  floor,
  le,
  lt,
  minus,
  over,
  parseRational,
  pickEarly,
  plus,
  rational,
  rationalToString,
  readableConstraints,
  sample,
  times,
  toNumber,
  universe,
  zero,
  zoneToMatrix,
  zoneToString,
} from "../../src/zone/index.ts";
import { firstDifference, grid, has, SCALE, steps, zoneArbitrary } from "./zones.ts";

const rationalArbitrary = fc
  .tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 1, max: 12 }))
  .map(([n, d]) => rational(n, d));

describe("rationals", () => {
  it("are a field, ordered, and print as they read", () => {
    fc.assert(
      fc.property(rationalArbitrary, rationalArbitrary, rationalArbitrary, (a, b, c) => {
        expect(plus(a, b)).toEqual(plus(b, a));
        expect(times(a, plus(b, c))).toEqual(plus(times(a, b), times(a, c)));
        expect(minus(plus(a, b), b)).toEqual(a);
        if (b.n !== 0n) expect(times(over(a, b), b)).toEqual(a);
        expect(Math.sign(compare(a, b))).toBe(Math.sign(toNumber(a) - toNumber(b)));
        expect(Number(floor(a))).toBe(Math.floor(toNumber(a)));
        expect(Number(ceil(a))).toBe(Math.ceil(toNumber(a)) + 0);
        expect(parseRational(rationalToString(a))).toEqual(a);
      }),
    );
    expect(parseRational("3.25")).toEqual(rational(13, 4));
    expect(parseRational("1/0")).toBeUndefined();
    expect(parseRational("x")).toBeUndefined();
    expect(rational(4, -6)).toEqual(rational(-2, 3));
  });
});

describe("points of zones", () => {
  it("membership agrees with the naive twin", () => {
    fc.assert(
      fc.property(zoneArbitrary(3), (zone) => {
        const exact = (point: number[]) =>
          contains(
            zone,
            3,
            point.map((value) => rational(value, SCALE)),
          );
        expect(firstDifference(grid(2, 5, 6), exact, (point) => has(zone, 3, point))).toBeUndefined();
      }),
      { numRuns: 25 },
    );
  });

  it("every pick is completed to a point of the zone", () => {
    fc.assert(
      fc.property(zoneArbitrary(5), fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }), (zone, ways) => {
        let k = 0;
        const point = sample(zone, 5, (interval) => {
          const way = ways[k++]!;
          if (way === 0 || interval.upper === undefined) return pickEarly(interval);
          if (way === 1 && !interval.upperStrict) return interval.upper;
          return over(plus(interval.lower, times(interval.upper, rational(way))), rational(way + 1));
        });
        // The weighted mean of a single-point interval is that point; of others it is inside.
        expect(contains(zone, 5, point)).toBe(true);
      }),
    );
  });

  it("tells how long to wait", () => {
    fc.assert(
      fc.property(zoneArbitrary(3), fc.tuple(fc.nat(40), fc.nat(40)), (zone, [x, y]) => {
        const interval = delayInterval(
          zone,
          3,
          [x, y].map((value) => rational(value, SCALE)),
        );
        for (const d of steps(6, 1)) {
          const inside =
            interval !== undefined &&
            (interval.lowerStrict
              ? compare(rational(d, SCALE), interval.lower) > 0
              : compare(rational(d, SCALE), interval.lower) >= 0) &&
            (interval.upper === undefined ||
              (interval.upperStrict
                ? compare(rational(d, SCALE), interval.upper) < 0
                : compare(rational(d, SCALE), interval.upper) <= 0));
          expect(inside).toBe(has(zone, 3, [x + d, y + d]));
        }
      }),
    );
  });
});

describe("printing", () => {
  it("names what is needed and nothing else", () => {
    const names = ["x", "y", "z"];
    expect(zoneToString(zero(4), 4, names)).toBe("x = 0 && y = 0 && z = 0");
    expect(zoneToString(universe(4), 4, names)).toBe("true");
    expect(zoneToMatrix(universe(2), 2)).toEqual([
      ["≤ 0", "≤ 0"],
      ["∞", "≤ 0"],
    ]);
    const zone = universe(4);
    constrain(zone, 4, 1, 0, le(5));
    constrain(zone, 4, 0, 1, lt(-1));
    constrain(zone, 4, 2, 1, le(2));
    constrain(zone, 4, 1, 2, le(-2));
    constrain(zone, 4, 3, 1, lt(3));
    expect(zoneToString(zone, 4, names)).toBe("y - x = 2 && 1 < x <= 5 && z - x < 3");
    constrain(zone, 4, 1, 0, lt(0));
    expect(zoneToString(zone, 4, names)).toBe("false");
  });

  it("the readable constraints rebuild the zone", () => {
    fc.assert(
      fc.property(zoneArbitrary(4), (zone) => {
        const rebuilt = universe(4);
        for (const { i, j, bound, equation } of readableConstraints(zone, 4)) {
          constrain(rebuilt, 4, i, j, bound);
          if (equation) constrain(rebuilt, 4, j, i, -bound);
        }
        expect(rebuilt).toEqual(zone);
      }),
      { numRuns: 300 },
    );
  });
});
