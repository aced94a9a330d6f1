// The laws of a cost algebra, on random costs; and searches that use them find what brute force finds.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CostAlgebra,
  dearestStep,
  fuzzy,
  narrowestStep,
  probabilities,
  sums,
  tuple,
} from "../../src/search/costs/cost-algebra.ts";
import { questions, runSearch } from "./runs.ts";

// Powers of two and small whole numbers, so that products and sums are exact.
const whole = fc.oneof(fc.nat(8), fc.constant(Number.POSITIVE_INFINITY));
const chance = fc.oneof(
  fc.nat(8).map((n) => 2 ** -n),
  fc.constant(0),
);
const pair = <A, B>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>) => fc.tuple(a, b) as fc.Arbitrary<readonly [A, B]>;

interface Case {
  readonly algebra: CostAlgebra<unknown>;
  readonly costs: fc.Arbitrary<unknown>;
}
const of = <A>(algebra: CostAlgebra<A>, costs: fc.Arbitrary<A>): Case => ({ algebra, costs }) as unknown as Case;
const CASES: readonly Case[] = [
  of(sums, whole),
  of(dearestStep, whole),
  of(narrowestStep, whole),
  of(probabilities, chance),
  of(fuzzy, chance),
  of(tuple(sums, dearestStep), pair(whole, whole)),
  of(tuple(probabilities, sums), pair(chance, whole)),
  of(tuple(sums, tuple(sums, narrowestStep)), pair(whole, pair(whole, whole))),
];

describe.each(CASES.map((one) => [one.algebra.name, one] as const))("%s", (_name, { algebra, costs }) => {
  const { one, zero, times, compare, strict } = algebra;
  // Costs of paths: what is worst in a part is the worst cost.
  const path = costs.map((cost) => times(cost, one));

  it("is a monoid with a best and a worst cost", () => {
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        expect(times(a, one)).toEqual(a);
        expect(times(one, a)).toEqual(a);
        expect(times(times(a, b), c)).toEqual(times(a, times(b, c)));
        expect(times(a, zero)).toEqual(zero);
        expect(compare(one, a)).toBeLessThanOrEqual(0);
        expect(compare(a, zero)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it("is isotone: what is better stays no worse, before and behind the same path", () => {
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        fc.pre(compare(a, b) <= 0);
        expect(compare(times(a, c), times(b, c))).toBeLessThanOrEqual(0);
        expect(compare(times(c, a), times(c, b))).toBeLessThanOrEqual(0);
        if (strict && compare(a, b) < 0 && compare(c, zero) !== 0) {
          expect(compare(times(a, c), times(b, c))).toBeLessThan(0);
        }
      }),
    );
  });

  it("gets no better by going on", () => {
    fc.assert(fc.property(path, path, (a, b) => compare(a, times(a, b)) <= 0));
  });
});

describe("tuples", () => {
  it("refuse what the survey shows not to be isotone", () => {
    expect(() => tuple(narrowestStep, sums)).toThrow("isotone");
    expect(() => tuple(tuple(sums, narrowestStep), sums)).toThrow("isotone");
  });
});

describe("searches by cost", () => {
  const costs = {
    moves: (moves: readonly number[]) => moves.reduce((sum, edges) => sum + edges, 0),
    crowd: (moves: readonly number[]) => Math.max(0, ...moves),
  };

  it.each(["moves", "crowd"] as const)("find no dearer traces than other searches: %s", (cost) => {
    for (const question of questions(200, 230)) {
      const { moves } = runSearch(`dijkstra(cost=${cost})`, question);
      for (const spec of ["bfs", "dfs", "greedy(distance())", "rdfs"]) {
        const other = runSearch(spec, question);
        expect(other.moves === undefined, `${spec} on ${question.seed}`).toBe(moves === undefined);
        if (moves !== undefined) expect(costs[cost](moves)).toBeLessThanOrEqual(costs[cost](other.moves!));
      }
    }
  });
});
