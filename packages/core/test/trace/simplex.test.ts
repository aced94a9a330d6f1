// The exact simplex method against brute force: on tiny integer programs the optimum lies in a vertex, and all
// vertices can be enumerated.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maximise } from "../../src/trace/timing/simplex.ts";
import { compare, over, plus, type Rational, rational, rationalToString, times, ZERO } from "../../src/zone/index.ts";

const map = (row: readonly number[]) => new Map(row.map((value, j) => [j, BigInt(value)] as const));

/** Best value over all vertices of {x ≥ 0, A x ≤ b} in two dimensions. */
function bruteForce(rows: readonly (readonly number[])[], objective: readonly number[]): Rational | undefined {
  const lines = [...rows, [-1, 0, 0], [0, -1, 0]];
  let best: Rational | undefined;
  for (let i = 0; i < lines.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b, c] = lines[i]! as [number, number, number];
      const [d, e, f] = lines[j]! as [number, number, number];
      const det = a * e - b * d;
      if (det === 0) continue;
      const point = [over(rational(c * e - b * f), rational(det)), over(rational(a * f - c * d), rational(det))];
      const value = (row: readonly number[]) =>
        plus(times(rational(row[0]!), point[0]!), times(rational(row[1]!), point[1]!));
      if (!lines.every((row) => compare(value(row), rational(row[2]!)) <= 0)) continue;
      const here = value(objective);
      if (best === undefined || compare(here, best) > 0) best = here;
    }
  }
  return best;
}

describe("simplex", () => {
  it("finds the optimum that brute force finds", () => {
    const small = fc.integer({ min: -4, max: 4 });
    const row = fc.tuple(small, small, fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.tuple(small, small), (free, objective) => {
        // Bounded, so that there is an optimum.
        const rows: [number, number, number][] = [...free, [1, 1, 20]];
        const expected = bruteForce(rows, objective);
        const answer = maximise(
          2,
          rows.map(([a, b, c]) => ({ coefficients: map([a, b]), bound: BigInt(c) })),
          map(objective),
        );
        expect(answer === undefined ? undefined : rationalToString(answer.optimum)).toBe(
          expected === undefined ? undefined : rationalToString(expected),
        );
        if (answer !== undefined) {
          for (const [a, b, c] of rows) {
            const left = plus(times(rational(a), answer.values[0]!), times(rational(b), answer.values[1]!));
            expect(compare(left, rational(c))).toBeLessThanOrEqual(0);
          }
          for (const value of answer.values) expect(compare(value, ZERO)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
