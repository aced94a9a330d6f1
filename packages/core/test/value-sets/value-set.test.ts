// The pool of value sets and its hash table, against plain sets and maps.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PairTable } from "../../src/value-sets/pair-table.ts";
import { SetPool } from "../../src/value-sets/set-pool.ts";
import { contains, includes, intersects, mayBeFalse, mayBeTrue } from "../../src/value-sets/value-set.ts";

const values = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 8 });
const sorted = (items: Iterable<number>): number[] => [...new Set(items)].sort((a, b) => a - b);

describe("value sets", () => {
  it("are one object per content and behave like sets", () => {
    const pool = new SetPool();
    fc.assert(
      fc.property(values, values, fc.integer({ min: -9, max: 9 }), (a, b, value) => {
        const left = pool.of(a);
        const right = pool.of(b);
        expect(pool.of([...a].reverse())).toBe(left);
        expect(pool.union(left, right).values).toEqual(sorted([...a, ...b]));
        expect(pool.union(left, right)).toBe(pool.union(right, left));
        expect(contains(left, value)).toBe(a.includes(value));
        expect(intersects(left, right)).toBe(a.some((item) => b.includes(item)));
        expect(mayBeTrue(left)).toBe(a.some((item) => item !== 0));
        expect(mayBeFalse(left)).toBe(a.includes(0));
        expect(pool.within(left, -2, 4).values).toEqual(sorted(a.filter((item) => item >= -2 && item <= 4)));
        const sums = pool.combine(
          left,
          right,
          (x, y) => x + y,
          () => left,
        );
        expect(sums.values).toEqual(sorted(a.flatMap((x) => b.map((y) => x + y))));
      }),
    );
  });

  it("are united many at a time, compared and combined, small and large numbers alike", () => {
    const pool = new SetPool();
    const operate = pool.operation(
      (x, y) => x - y,
      (a) => a,
    );
    const any = fc.array(fc.oneof(fc.integer({ min: 0, max: 31 }), fc.integer({ min: -100, max: 9000 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(any, fc.array(any, { minLength: 1, maxLength: 5 }), (a, others) => {
        const whole = pool.uniteAll(
          pool.of(a),
          others.map((other) => pool.of(other)),
        );
        expect(whole.values).toEqual(sorted([...a, ...others.flat()]));
        expect(whole).toBe(pool.of([...a, ...others.flat()]));
        for (const other of others) {
          expect(includes(whole, pool.of(other))).toBe(true);
          expect(includes(pool.of(other), whole)).toBe(whole.values!.every((value) => other.includes(value)));
          const differences = sorted(a.flatMap((x) => other.map((y) => x - y)));
          expect(operate(pool.of(a), pool.of(other)).values).toEqual(differences);
          expect(operate(pool.of(a), pool.of(other)).values).toEqual(differences);
        }
      }),
    );
  });

  it("become intervals when they get long", () => {
    const pool = new SetPool();
    const even = pool.of(Array.from({ length: 300 }, (_, i) => 2 * i));
    expect(even).toMatchObject({ values: null, lo: 0, hi: 598 });
    expect(pool.interval(0, 598)).toBe(even);
    expect(pool.union(even, pool.single(3))).toBe(even);
  });
});

describe("pair table", () => {
  it("is a map from pairs", () => {
    const pair = fc.tuple(fc.nat(40), fc.nat(40), fc.nat());
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 300 }), (entries) => {
        const table = new PairTable(16);
        const map = new Map<string, number>();
        for (const [a, b, result] of entries) {
          expect(table.get(a, b)).toBe(map.get(`${a} ${b}`) ?? -1);
          table.set(a, b, result);
          map.set(`${a} ${b}`, result);
        }
        for (const [a, b] of entries) expect(table.get(a, b)).toBe(map.get(`${a} ${b}`));
        expect(table.size).toBe(map.size);
      }),
    );
  });
});
