// Zones as text, and as what is left of them when processes are synchronised.

import { describe, expect, it } from "vitest";
import {
  constrain,
  delayLocally,
  INF,
  isSynchronisable,
  le,
  lt,
  universe,
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
