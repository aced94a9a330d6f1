import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  constrain,
  copyZone,
  extraDiagonal,
  extraLU,
  extraLUPlus,
  extraM,
  extraMPlus,
  federationIncludes,
  free,
  includes,
  le,
  lt,
  NO_BOUND,
  negate,
  subsumedALU,
  universe,
} from "../../src/zone/index.ts";
import { constraintArbitrary, grid, has, type RawConstraint, SCALE, zoneArbitrary } from "./zones.ts";

const limitArbitrary = fc.oneof({ weight: 1, arbitrary: fc.constant(NO_BOUND) }, { weight: 5, arbitrary: fc.nat(3) });

function tableArbitrary(dim: number): fc.Arbitrary<Int32Array> {
  return fc.array(limitArbitrary, { minLength: dim - 1, maxLength: dim - 1 }).map((l) => Int32Array.from([0, ...l]));
}

/**
 * Is some valuation of the zone above the point in the LU-preorder (definition 3 of Behrmann et al.)? Per clock the
 * simulating value is the same, or lower but beyond L, or higher where the point is beyond U.
 */
function simulated(point: readonly number[], zone: Int32Array, dim: number, l: Int32Array, u: Int32Array): boolean {
  // Witnesses in half steps of the point's grid; beyond 12 nothing in these tests is bounded.
  const candidates = point.map((value, index) => {
    const values: number[] = [];
    const lower = l[index + 1]! === NO_BOUND ? -1 : l[index + 1]! * SCALE;
    const upper = u[index + 1]! === NO_BOUND ? -1 : u[index + 1]! * SCALE;
    for (let other = 0; other <= 13 * SCALE; other += 1) {
      if (other === value || (lower < other && other < value) || (upper < value && value < other)) values.push(other);
    }
    return values;
  });
  return candidates[0]!.some((x) => candidates[1]!.some((y) => has(zone, dim, [x, y])));
}

describe("extrapolations", () => {
  it("grow the zone, in the order of the paper's figure", () => {
    fc.assert(
      fc.property(zoneArbitrary(4), tableArbitrary(4), tableArbitrary(4), (zone, l, u) => {
        const m = l.map((value, row) => Math.max(value, u[row]!));
        const results = [
          (z: Int32Array) => extraM(z, 4, m),
          (z: Int32Array) => extraLU(z, 4, l, u),
          (z: Int32Array) => extraLUPlus(z, 4, l, u),
          (z: Int32Array) => extraMPlus(z, 4, m),
        ].map((extrapolate) => {
          const copy = copyZone(zone);
          const changed = extrapolate(copy);
          expect(includes(copy, zone, 4)).toBe(true);
          if (!changed) expect(copy).toEqual(zone);
          return copy;
        });
        const [onlyM, lu, luPlus, mPlus] = results as [Int32Array, Int32Array, Int32Array, Int32Array];
        expect(includes(lu, onlyM, 4)).toBe(true);
        expect(includes(luPlus, lu, 4)).toBe(true);
        expect(includes(mPlus, onlyM, 4)).toBe(true);
        expect(includes(luPlus, mPlus, 4)).toBe(true);
        expect(subsumedALU(luPlus, zone, 4, l, u)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("forget a clock without any bound entirely", () => {
    fc.assert(
      fc.property(zoneArbitrary(3), fc.nat(3), (zone, limit) => {
        const bounds = Int32Array.from([0, NO_BOUND, limit]);
        for (const extrapolate of [extraLU, extraLUPlus]) {
          const result = copyZone(zone);
          extrapolate(result, 3, bounds, bounds);
          const expected = copyZone(zone);
          free(expected, 3, 1);
          extrapolate(expected, 3, bounds, bounds);
          expect(result).toEqual(expected);
          expect([result[1], result[3 + 0], result[3 + 2]]).toEqual([0, 0x7fffffff, 0x7fffffff]);
        }
      }),
    );
  });

  it("add only valuations that the zone simulates", () => {
    fc.assert(
      fc.property(zoneArbitrary(3), tableArbitrary(3), tableArbitrary(3), (zone, l, u) => {
        const widened = copyZone(zone);
        if (!extraLUPlus(widened, 3, l, u)) return;
        for (const point of grid(2, 6, 4)) {
          if (has(widened, 3, point) && !has(zone, 3, point)) expect(simulated(point, zone, 3, l, u)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("Z ⊆ a_LU(Z')", () => {
  it("is what it says, point by point", () => {
    let held = 0;
    let failed = 0;
    fc.assert(
      fc.property(zoneArbitrary(3, 3), zoneArbitrary(3, 3), tableArbitrary(3), tableArbitrary(3), (a, b, l, u) => {
        const claimed = subsumedALU(a, b, 3, l, u);
        let naive = true;
        for (const point of grid(2, 8, 2)) {
          if (has(a, 3, point) && !simulated(point, b, 3, l, u)) {
            naive = false;
            break;
          }
        }
        if (claimed) held++;
        else failed++;
        expect(claimed).toBe(naive);
      }),
      { numRuns: 60 },
    );
    expect(Math.min(held, failed)).toBeGreaterThan(4);
  });

  it("contains plain inclusion", () => {
    fc.assert(
      fc.property(zoneArbitrary(4), zoneArbitrary(4), tableArbitrary(4), tableArbitrary(4), (a, b, l, u) => {
        if (includes(b, a, 4)) expect(subsumedALU(a, b, 4, l, u)).toBe(true);
      }),
    );
  });
});

describe("extrapolation with diagonals", () => {
  const diagonalArbitrary = constraintArbitrary(3, 3).filter(({ i, j }) => i > 0 && j > 0);

  function agree(
    point: readonly number[],
    other: readonly number[],
    m: Int32Array,
    diagonals: RawConstraint[],
  ): boolean {
    const clockwise = point.every((value, index) => {
      const limit = m[index + 1]! * SCALE;
      return value === other[index] || (value > limit && other[index]! > limit);
    });
    return (
      clockwise &&
      diagonals.every(({ i, j, bound }) => {
        const side = universe(3);
        constrain(side, 3, i, j, bound);
        return has(side, 3, point) === has(side, 3, other);
      })
    );
  }

  it("covers the zone, and adds only valuations that agree with one of it", () => {
    fc.assert(
      fc.property(
        zoneArbitrary(3),
        fc.tuple(fc.nat(3), fc.nat(3)),
        fc.array(diagonalArbitrary, { minLength: 1, maxLength: 2 }),
        (zone, limits, diagonals) => {
          const m = Int32Array.from([0, ...limits]);
          const pieces = extraDiagonal(zone, 3, m, diagonals);
          expect(federationIncludes(pieces, [zone], 3)).toBe(true);
          const inside = [...grid(2, 12, 2)].filter((point) => has(zone, 3, point));
          for (const point of grid(2, 6, 4)) {
            if (has(zone, 3, point) || !pieces.some((piece) => has(piece, 3, point))) continue;
            expect(inside.some((other) => agree(point, other, m, diagonals))).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps apart what plain extrapolation would merge", () => {
    // Both clocks are beyond their constants, but x − y = 1 is still known and tested.
    const zone = universe(3);
    constrain(zone, 3, 1, 2, le(1));
    constrain(zone, 3, 2, 1, le(-1));
    constrain(zone, 3, 0, 2, le(-9));
    const m = Int32Array.from([0, 2, 2]);
    const plain = copyZone(zone);
    extraMPlus(plain, 3, m);
    expect(has(plain, 3, [80, 80])).toBe(true);
    const diagonal = { i: 1, j: 2, bound: lt(1) };
    const pieces = extraDiagonal(zone, 3, m, [diagonal]);
    expect(pieces.length).toBe(1);
    const [piece] = pieces as [Int32Array];
    expect(piece[2 * 3 + 1]).toBe(negate(diagonal.bound));
    expect(has(piece, 3, [80, 80])).toBe(false);
  });
});
