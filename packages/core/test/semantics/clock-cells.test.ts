// Cells by zones against cells by values: along every line of time both go through the same ones.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between, beyond, Cells, type Constraint, cutZone } from "../../src/semantics/index.ts";
import { cellsAlong } from "../../src/trace/replay/run-letters.ts";
import { contains, rational, universe } from "../../src/zone/index.ts";

const DIM = 4;
const STATE = { locations: new Int32Array(), cells: new Int32Array() };

const comparison: fc.Arbitrary<Constraint> = fc
  .record({
    left: fc.nat(DIM - 1),
    right: fc.nat(DIM - 1),
    value: fc.integer({ min: -4, max: 4 }),
    strict: fc.boolean(),
  })
  .filter(({ left, right }) => left !== right);

const halves = fc.array(fc.nat(9), { minLength: DIM - 1, maxLength: DIM - 1 });

function cellsOf(comparisons: readonly Constraint[]): Cells {
  return new Cells([{ where: () => [], comparisons: () => comparisons }], DIM);
}

const has = (zone: Int32Array, clocks: readonly ReturnType<typeof rational>[]): boolean => contains(zone, DIM, clocks);

describe("cells", () => {
  it("share out clock space, and time leads from each to the next as it does from value to value", () => {
    fc.assert(
      fc.property(fc.array(comparison, { maxLength: 5 }), halves, (comparisons, point) => {
        const clocks = point.map((half) => rational(half, 2));
        const cells = cellsOf(comparisons);
        const along = cellsAlong(cells.comparisonsIn(STATE), clocks, rational(20));
        const here = cells.split(STATE, universe(DIM)).filter(({ zone }) => has(zone, clocks));
        expect(here.map(({ cell }) => cell)).toEqual([along[0]]);
        const { zone, cell } = here[0]!;
        expect(cells.cellOf(STATE, zone)).toEqual(cell);
        const onward = cells.passages(cell, zone).filter(({ leave }) => has(leave, clocks));
        expect(onward.map(({ next }) => next)).toEqual(along.slice(1, 2));
        expect(beyond(cell, DIM).length > 0).toBe(along.length > 1);
      }),
      { numRuns: 400, seed: 1 },
    );
  });

  it("that follow each other directly are told by which bounds end together", () => {
    fc.assert(
      fc.property(fc.array(comparison, { maxLength: 5 }), halves, (comparisons, point) => {
        const clocks = point.map((half) => rational(half, 2));
        const along = cellsAlong(cellsOf(comparisons).comparisonsIn(STATE), clocks, rational(20));
        for (const [k, next] of along.slice(1).entries()) {
          const asked = cutZone(universe(DIM), DIM, between(along[k]!, next));
          expect(asked !== null && has(asked, clocks)).toBe(true);
        }
        // Who passes over a cell does not go from one to the next.
        for (const [k, next] of along.slice(2).entries()) {
          const asked = cutZone(universe(DIM), DIM, between(along[k]!, next));
          const ended = along[k]!.filter((one, at) => one.right === 0 && next[at]!.right !== 0);
          const rows = new Set(ended.map(({ left }) => left));
          const kinds = new Set(ended.map(({ strict }) => strict));
          if (rows.size === ended.length && kinds.size === 1) expect(asked && has(asked, clocks)).toBeFalsy();
        }
      }),
      { numRuns: 400, seed: 1 },
    );
  });
});
