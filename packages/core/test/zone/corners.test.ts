// Corners of the zone library: empty zones, bounds that are equal but for strictness, limits, and what is last in a matrix.
// Each was a place where a mutant went unnoticed.

import { describe, expect, it } from "vitest";
import {
  assignClock,
  beyondLimit,
  CLOCK_LIMIT,
  checked,
  constrain,
  delayInterval,
  delayLocally,
  equalRationals,
  extraDiagonal,
  extraLU,
  extraLUPlus,
  hashZone,
  INF,
  type Interval,
  includes,
  isEmpty,
  isSynchronisable,
  le,
  lt,
  MAX_FINITE,
  obviouslyDisjoint,
  past,
  rational,
  sample,
  selectRows,
  subsumedALU,
  universe,
  ZERO,
  zero,
  zoneToString,
} from "../../src/zone/index.ts";

type Cut = readonly [i: number, j: number, bound: number];

/** Constraints on the universe: [1, 0, le(3)] is x ≤ 3. */
function zoneOf(dim: number, ...cuts: readonly Cut[]): Int32Array {
  const zone = universe(dim);
  for (const [i, j, bound] of cuts) constrain(zone, dim, i, j, bound);
  return zone;
}

const EMPTY = zoneOf(3, [1, 0, lt(0)]);
const ALL = universe(3);

describe("the empty zone", () => {
  it("lies in every zone, and none but itself in it", () => {
    expect(includes(ALL, EMPTY, 3)).toBe(true);
    expect(includes(EMPTY, EMPTY, 3)).toBe(true);
    expect(includes(EMPTY, ALL, 3)).toBe(false);
    const bounds = Int32Array.of(0, 2, 2);
    expect(subsumedALU(EMPTY, ALL, 3, bounds, bounds)).toBe(true);
    expect(subsumedALU(ALL, EMPTY, 3, bounds, bounds)).toBe(false);
  });

  it("is disjoint from everything, has one hash, stays empty and unchanged", () => {
    expect([obviouslyDisjoint(EMPTY, ALL, 3), obviouslyDisjoint(ALL, EMPTY, 3)]).toEqual([true, true]);
    expect(hashZone(EMPTY, 3)).toBe(0);
    expect(isEmpty(selectRows(EMPTY, 3, [0, 2, -1]))).toBe(true);
    const copy = EMPTY.slice();
    expect(assignClock(copy, 3, 1, 0, 5)).toBe(true);
    const bounds = Int32Array.of(0, 2, 2);
    expect([extraLU(copy, 3, bounds, bounds), extraLUPlus(copy, 3, bounds, bounds)]).toEqual([false, false]);
    expect(copy).toEqual(EMPTY);
  });
});

describe("two zones", () => {
  it("are disjoint where two bounds contradict each other, in every row and column", () => {
    for (const [i, j] of [
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 2],
    ] as const) {
      const low = zoneOf(3, [i, j, le(1)]);
      expect(obviouslyDisjoint(low, zoneOf(3, [j, i, lt(-1)]), 3)).toBe(true);
      expect(obviouslyDisjoint(low, zoneOf(3, [j, i, le(-1)]), 3)).toBe(false);
    }
  });

  it("have hashes that are numbers, and differ where the zones do", () => {
    const zones = [0, 1, 2, 3].flatMap((c) => [zoneOf(3, [1, 0, le(c)]), zoneOf(3, [2, 1, lt(c + 1)])]);
    const hashes = zones.map((zone) => hashZone(zone, 3));
    expect(hashes.every(Number.isInteger)).toBe(true);
    expect(new Set(hashes).size).toBe(zones.length);
  });

  it("are compared by a_LU exactly where the bounds meet", () => {
    // x > 1; and the same with y ≤ x + 2. What lies above L(y) = 3 is matched just above it.
    const [lower, upper] = [Int32Array.of(0, 0, 3), Int32Array.of(0, 2, 0)];
    const whole = zoneOf(3, [0, 1, lt(-1)]);
    const part = zoneOf(3, [0, 1, lt(-1)], [2, 1, le(2)]);
    expect(subsumedALU(whole, part, 3, lower, upper)).toBe(true);
    expect(subsumedALU(zoneOf(3, [0, 1, le(-1)]), part, 3, lower, upper)).toBe(false);
  });
});

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

describe("limits", () => {
  it("are where they are said to be", () => {
    for (const sign of [1, -1]) {
      expect(beyondLimit(sign * (CLOCK_LIMIT - 1))).toBeUndefined();
      expect(beyondLimit(sign * CLOCK_LIMIT)).toBeDefined();
      expect(checked(sign * MAX_FINITE)).toBe(sign * MAX_FINITE);
      expect(() => checked(sign * (MAX_FINITE + 1))).toThrow();
    }
    expect(checked(INF)).toBe(INF);
  });

  it("of extrapolation: a bound above the constant goes, one at it stays", () => {
    const table = Int32Array.of(0, 4);
    for (const widen of [extraLU, extraLUPlus]) {
      const beyond = zoneOf(2, [1, 0, lt(5)]);
      expect(widen(beyond, 2, table, table)).toBe(true);
      expect(zoneToString(beyond, 2, ["x"])).toBe("true");
      const within = zoneOf(2, [1, 0, le(4)]);
      expect(widen(within, 2, table, table)).toBe(false);
      expect(zoneToString(within, 2, ["x"])).toBe("x <= 4");
    }
  });

  it("of what is cut: a zone that nothing widens stays whole, whatever diagonals cross it", () => {
    const zone = zoneOf(3, [1, 0, le(3)], [2, 0, le(3)]);
    expect(extraDiagonal(zone, 3, Int32Array.of(0, 9, 9), [{ i: 1, j: 2, bound: le(0) }])).toEqual([zone]);
    // x − y ≤ 4 is beyond the constant of x, but follows from x − z ≤ 1 and z − y ≤ 3, which are not.
    const implied = zoneOf(4, [1, 3, le(1)], [3, 2, le(3)]);
    expect(extraDiagonal(implied, 4, Int32Array.of(0, 2, 9, 3), [{ i: 1, j: 2, bound: le(0) }])).toEqual([implied]);
  });
});

describe("local time", () => {
  it("passes for references that do not stand still, and leaves clocks alone", () => {
    const zone = zero(3);
    delayLocally(zone, 3, [0, 1]);
    expect([...zone]).toEqual([0, 0, 0, INF, 0, 0, INF, 0, 0]);
  });

  it("can agree where a single process has nobody to agree with", () => {
    expect(isSynchronisable(zoneOf(2, [0, 1, le(-2)]), 2, 1)).toBe(true);
    expect(isSynchronisable(EMPTY, 3, 1)).toBe(false);
  });
});

describe("zones as text", () => {
  it("name each bound with its own opposite", () => {
    const names = ["x", "y", "z"];
    expect(zoneToString(zoneOf(4, [2, 1, le(3)], [3, 2, le(1)]), 4, names)).toBe("y - x <= 3 && z - y <= 1");
    expect(zoneToString(zoneOf(4, [2, 1, le(3)], [1, 2, lt(-1)]), 4, names)).toBe("1 < y - x <= 3");
    expect(zoneToString(zoneOf(4, [0, 1, lt(0)], [0, 2, le(-2)]), 4, names)).toBe("x > 0 && y >= 2");
  });
});
