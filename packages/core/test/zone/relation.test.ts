// Zones beside each other: the empty one, and bounds that are equal but for strictness.

import { describe, expect, it } from "vitest";
import {
  assignClock,
  constrain,
  extraLU,
  extraLUPlus,
  hashZone,
  includes,
  isEmpty,
  le,
  lt,
  obviouslyDisjoint,
  selectRows,
  subsumedALU,
  universe,
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
