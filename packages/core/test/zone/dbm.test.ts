import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  add,
  allows,
  assignClock,
  BoundOverflow,
  CLOCK_LIMIT,
  close,
  constantOf,
  constrain,
  copyZone,
  delay,
  delayStopped,
  equals,
  free,
  hashZone,
  INF,
  includes,
  intersect,
  isEmpty,
  isStrict,
  le,
  lt,
  negate,
  past,
  relate,
  resetTo,
  selectRows,
  subtractZone,
  universe,
  zero,
} from "../../src/zone/index.ts";
import { boundArbitrary, constraintArbitrary, firstDifference, grid, has, steps, zoneArbitrary } from "./zones.ts";

const DIM = 3;
/** Points of the grid in quarters; witnesses are sought in eighths, between them. */
type Point = [number, number];
const points = [...grid(DIM - 1, 6, 2)] as Point[];
const waits = steps(7, 1);

function closed(zone: Int32Array): Int32Array {
  const copy = copyZone(zone);
  close(copy, DIM);
  return copy;
}

describe("bounds", () => {
  it("add as intervals do, and complement without gap or overlap", () => {
    expect(add(le(3), le(4))).toBe(le(7));
    expect(add(le(3), lt(4))).toBe(lt(7));
    expect(add(lt(3), lt(4))).toBe(lt(7));
    expect(add(lt(-3), lt(-4))).toBe(lt(-7));
    expect(add(INF, le(-5))).toBe(INF);
    expect(negate(le(3))).toBe(lt(-3));
    expect(negate(lt(3))).toBe(le(-3));
    fc.assert(
      fc.property(boundArbitrary(50), (bound) => {
        expect(negate(negate(bound))).toBe(bound);
        expect(isStrict(bound) ? lt(constantOf(bound)) : le(constantOf(bound))).toBe(bound);
        expect(add(bound, negate(bound))).toBe(lt(0));
      }),
    );
  });

  it("refuse to leave their range", () => {
    const most = le(CLOCK_LIMIT - 1);
    expect(add(most, most)).toBe(2 * most);
    expect(() => add(add(most, most), le(2))).toThrow(BoundOverflow);
    expect(() => add(-2 * most, le(-2))).toThrow(BoundOverflow);
  });
});

describe("canonical form", () => {
  it("holds after every operation", () => {
    fc.assert(
      fc.property(zoneArbitrary(DIM), fc.nat(5), fc.integer({ min: 0, max: 4 }), (zone, operation, value) => {
        const result = copyZone(zone);
        if (operation === 0) delay(result, DIM);
        else if (operation === 1) past(result, DIM);
        else if (operation === 2) free(result, DIM, 1);
        else if (operation === 3) resetTo(result, DIM, 2, value);
        else if (operation === 4) assignClock(result, DIM, 1, 2, value);
        else delayStopped(result, DIM, [0, 1, 0]);
        expect(closed(result)).toEqual(result);
      }),
    );
  });

  it("is kept by constrain, which equals tightening one entry and closing again", () => {
    fc.assert(
      fc.property(zoneArbitrary(4), constraintArbitrary(4, 5), (zone, { i, j, bound }) => {
        const quick = copyZone(zone);
        const possible = constrain(quick, 4, i, j, bound);
        const naive = copyZone(zone);
        naive[i * 4 + j] = Math.min(bound, naive[i * 4 + j]!);
        expect(close(naive, 4)).toBe(possible);
        expect(allows(zone, 4, i, j, bound)).toBe(possible);
        if (possible) expect(quick).toEqual(naive);
        else expect(isEmpty(quick)).toBe(true);
      }),
    );
  });
});

describe("operations against a grid of points", () => {
  it("delay and past", () => {
    fc.assert(
      fc.property(zoneArbitrary(DIM), (zone) => {
        const future = copyZone(zone);
        delay(future, DIM);
        const before = copyZone(zone);
        past(before, DIM);
        const came = ([x, y]: Point) => waits.some((d) => x >= d && y >= d && has(zone, DIM, [x - d, y - d]));
        expect(firstDifference(points, (point) => has(future, DIM, point), came)).toBeUndefined();
        // A zone within constant 4 that is met at all is met within 4 units.
        const goes = ([x, y]: Point) => waits.some((d) => has(zone, DIM, [x + d, y + d]));
        expect(firstDifference(points, (point) => has(before, DIM, point), goes)).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  it("delay with a stopped clock contains the exact result and every finite bound is needed", () => {
    fc.assert(
      fc.property(zoneArbitrary(DIM), (zone) => {
        const result = copyZone(zone);
        delayStopped(result, DIM, [0, 0, 1]);
        const reached: number[][] = [];
        let outside = false;
        for (const [x, y] of grid(DIM - 1, 9, 2) as Iterable<[number, number]>) {
          if (!has(zone, DIM, [x, y])) continue;
          for (const d of [0, 1, 4, 24]) {
            outside ||= !has(result, DIM, [x + d, y]);
            reached.push([0, x + d, y]);
          }
        }
        expect(outside).toBe(false);
        for (let i = 0; i < DIM; i++) {
          for (let j = 0; j < DIM; j++) {
            const bound = result[i * DIM + j]!;
            if (i === j || bound === INF || reached.length === 0) continue;
            const most = Math.max(...reached.map((point) => point[i]! - point[j]!));
            // The grid meets a closed bound and comes within a quarter of an open one.
            expect(most).toBeGreaterThanOrEqual(8 * constantOf(bound) - (isStrict(bound) ? 6 : 0));
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("free, reset and copies", () => {
    fc.assert(
      fc.property(zoneArbitrary(DIM), fc.integer({ min: 0, max: 3 }), (zone, value) => {
        const freed = copyZone(zone);
        free(freed, DIM, 1);
        const reset = copyZone(zone);
        expect(resetTo(reset, DIM, 1, value)).toBe(true);
        const copied = copyZone(zone);
        expect(assignClock(copied, DIM, 1, 2, value)).toBe(true);
        const far = steps(12, 1);
        const some = (y: number) => far.some((other) => has(zone, DIM, [other, y]));
        const expectSame = (result: Int32Array, image: (point: Point) => boolean): void =>
          expect(firstDifference(points, (point) => has(result, DIM, point), image)).toBeUndefined();
        expectSame(freed, ([, y]) => some(y));
        expectSame(reset, ([x, y]) => x === 8 * value && some(y));
        expectSame(copied, ([x, y]) => x === y + 8 * value && some(y));
      }),
      { numRuns: 40 },
    );
  });

  it("shift: x := x + c, and a negative result is reported", () => {
    const zone = universe(2);
    constrain(zone, 2, 1, 0, le(5));
    constrain(zone, 2, 0, 1, le(-2));
    const up = copyZone(zone);
    expect(assignClock(up, 2, 1, 1, 3)).toBe(true);
    expect([...up]).toEqual([0, le(-5), le(8), 0]);
    expect(assignClock(zone, 2, 1, 1, -3)).toBe(false);
    expect(resetTo(zero(2), 2, 1, -1)).toBe(false);
  });

  it("intersection and subtraction", () => {
    fc.assert(
      fc.property(zoneArbitrary(DIM), zoneArbitrary(DIM), (a, b) => {
        const both = copyZone(a);
        const common = intersect(both, DIM, b);
        const difference = subtractZone(a, b, DIM);
        const inA = (point: Point) => has(a, DIM, point);
        const inB = (point: Point) => has(b, DIM, point);
        const inBoth = (point: Point) => common && has(both, DIM, point);
        expect(firstDifference(points, inBoth, (point) => inA(point) && inB(point))).toBeUndefined();
        const pieces = (point: Point) => difference.filter((piece) => has(piece, DIM, point)).length;
        expect(
          firstDifference(
            points,
            (point) => pieces(point) === 1,
            (point) => inA(point) && !inB(point),
          ),
        ).toBeUndefined();
        expect(points.every((point) => pieces(point) <= 1)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("relations", () => {
  it("inclusion is: nothing is left after subtraction; one pass tells both directions; equal zones hash alike", () => {
    fc.assert(
      fc.property(zoneArbitrary(4), zoneArbitrary(4), (a, b) => {
        const inB = subtractZone(a, b, 4).length === 0;
        const inA = subtractZone(b, a, 4).length === 0;
        expect(includes(b, a, 4)).toBe(inB);
        expect(includes(a, b, 4)).toBe(inA);
        expect(equals(a, b, 4)).toBe(inA && inB);
        const expected = inB ? (inA ? "equal" : "subset") : inA ? "superset" : "different";
        expect(relate(a, b, 4)).toBe(expected);
        if (inA && inB) expect(hashZone(a, 4)).toBe(hashZone(b, 4));
      }),
    );
  });

  it("the empty zone lies in every zone and equals itself", () => {
    const empty = zero(3);
    constrain(empty, 3, 1, 0, lt(0));
    const full = universe(3);
    expect(isEmpty(empty)).toBe(true);
    expect(relate(empty, full, 3)).toBe("subset");
    expect(relate(full, empty, 3)).toBe("superset");
    expect(equals(empty, empty.slice(), 3)).toBe(true);
    expect(intersect(full, 3, empty)).toBe(false);
  });
});

describe("rows", () => {
  it("projection equals freeing and dropping; fresh clocks are unconstrained", () => {
    fc.assert(
      fc.property(zoneArbitrary(4), (zone) => {
        const small = selectRows(zone, 4, [0, 3, 1]);
        const back = selectRows(small, 3, [0, 2, -1, 1]);
        const expected = copyZone(zone);
        free(expected, 4, 2);
        expect(back).toEqual(expected);
        close(back, 4);
        expect(back).toEqual(expected);
      }),
    );
  });
});
