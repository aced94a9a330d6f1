// Bounds at the limit of what can be represented.

import { describe, expect, it } from "vitest";
import {
  beyondLimit,
  CLOCK_LIMIT,
  checked,
  constrain,
  extraDiagonal,
  extraLU,
  extraLUPlus,
  INF,
  le,
  lt,
  MAX_FINITE,
  universe,
  zoneToString,
} from "../../src/zone/index.ts";

type Cut = readonly [i: number, j: number, bound: number];

/** Constraints on the universe: [1, 0, le(3)] is x ≤ 3. */
function zoneOf(dim: number, ...cuts: readonly Cut[]): Int32Array {
  const zone = universe(dim);
  for (const [i, j, bound] of cuts) constrain(zone, dim, i, j, bound);
  return zone;
}

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
