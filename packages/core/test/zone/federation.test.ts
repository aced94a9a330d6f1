import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  delayOf,
  federationContains,
  federationIncludes,
  intersectFederations,
  pastOf,
  predt,
  rational,
  reduce,
  subtract,
} from "../../src/zone/index.ts";
import { firstDifference, grid, has, SCALE, steps, zoneArbitrary } from "./zones.ts";

const federationArbitrary = fc.array(zoneArbitrary(3), { maxLength: 3 });
type Point = [number, number];
const points = [...grid(2, 5, 2)] as Point[];

function inside(federation: readonly Int32Array[], point: readonly number[]): boolean {
  return federation.some((zone) => has(zone, 3, point));
}

describe("federations against a grid of points", () => {
  it("subtract, intersect, reduce", () => {
    fc.assert(
      fc.property(federationArbitrary, federationArbitrary, (a, b) => {
        const difference = subtract(a, b, 3);
        const common = intersectFederations(a, b, 3);
        const reduced = reduce(a, 3);
        const expectSame = (result: readonly Int32Array[], image: (point: Point) => boolean): void =>
          expect(firstDifference(points, (point) => inside(result, point), image)).toBeUndefined();
        expectSame(difference, (point) => inside(a, point) && !inside(b, point));
        expectSame(common, (point) => inside(a, point) && inside(b, point));
        expectSame(reduced, (point) => inside(a, point));
        expect(reduced.length).toBeLessThanOrEqual(a.length);
        expect(federationIncludes(b, a, 3)).toBe(difference.length === 0);
        expect(federationIncludes(a, common, 3)).toBe(true);
        const first = points[7]!;
        const exact = first.map((value) => rational(value, SCALE));
        expect(federationContains(a, 3, exact)).toBe(inside(a, first));
      }),
      { numRuns: 60 },
    );
  });

  it("delay and past are taken zone by zone", () => {
    fc.assert(
      fc.property(federationArbitrary, (a) => {
        expect(federationIncludes(delayOf(a, 3), a, 3)).toBe(true);
        expect(federationIncludes(pastOf(delayOf(a, 3), 3), pastOf(a, 3), 3)).toBe(true);
      }),
    );
  });

  it("predt: reach the good while avoiding the bad", () => {
    fc.assert(
      fc.property(federationArbitrary, federationArbitrary, (good, bad) => {
        const result = predt(good, bad, 3);
        const reaches = ([x, y]: Point): boolean => {
          for (const d of steps(6, 1)) {
            if (inside(bad, [x + d, y + d])) return false;
            if (inside(good, [x + d, y + d])) return true;
          }
          return false;
        };
        expect(firstDifference(points, (point) => inside(result, point), reaches)).toBeUndefined();
      }),
      { numRuns: 80 },
    );
  });
});
