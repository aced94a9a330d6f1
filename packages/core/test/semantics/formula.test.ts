// State formulas: exact sub-federations of a zone, the same answers on concrete points, deadlock included.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Formula } from "../../src/network/index.ts";
import { createConcreteSemantics, createSymbolicSemantics } from "../../src/semantics/index.ts";
import { federationContains, rational } from "../../src/zone/index.ts";
import { buildFormula, buildNetwork, framePlace, load, type NetworkSpec } from "../engine/build-network.ts";
import { showZone } from "../engine/show.ts";

const spec: NetworkSpec = {
  clocks: ["x", "y"],
  variables: { v: [0, 5, 2] },
  processes: [
    {
      name: "A",
      locations: [{ name: "l", invariant: ["x<=6"] }, { name: "m" }],
      edges: [
        { from: "l", to: "m", guard: ["x>=2", "x<=3"] },
        { from: "l", to: "m", guard: ["y>4", "x-y<2"] },
      ],
    },
  ],
};
const network = buildNetwork(spec);
const symbolic = createSymbolicSemantics(network);
const concrete = createConcreteSemantics(network);
const state = symbolic.initial()[0]!;
const everywhere = symbolic.invariant(state);
const atom = (text: string): Formula => buildFormula(spec, text);

function where(formula: Formula): string[] {
  return symbolic
    .where(formula, 4, state, everywhere)
    .map((zone) => showZone(network, zone))
    .sort();
}

describe("formulas", () => {
  test("of clocks", () => {
    expect(where(atom("x<3"))).toEqual(["x < 3"]);
    expect(where({ kind: "not", part: atom("x<3") })).toEqual(["3 <= x <= 6"]);
    expect(where({ kind: "not", part: atom("x==3") })).toEqual(["3 < x <= 6", "x < 3"]);
  });

  test("of data and locations decide at once", () => {
    expect(where({ kind: "and", parts: [atom("A.l"), atom("v==2"), atom("x>5")] })).toEqual(["5 < x <= 6"]);
    expect(where({ kind: "or", parts: [atom("A.l"), atom("x>5")] })).toEqual(["x <= 6"]);
    expect(where(atom("A.m"))).toEqual([]);
  });

  test("with quantifiers over clock constraints", () => {
    const body: Formula = {
      kind: "clock",
      left: { space: "clock", base: 0, steps: [] },
      op: ">",
      bound: load(framePlace(1)),
    };
    const binder = { cell: 1, min: 2, max: 4 };
    expect(where({ kind: "forall", binder, body })).toEqual(["4 < x <= 6"]);
    expect(where({ kind: "exists", binder, body })).toEqual(["2 < x <= 6"]);
    expect(where({ kind: "not", part: { kind: "exists", binder, body } })).toEqual(["x <= 2"]);
  });

  test("deadlock is where no step is possible now or later", () => {
    // x > 3 misses the first edge; the second still comes, unless y stays at most 4 or x runs ahead of y.
    const point = (x: number, y: number) => ({ ...state, clocks: [rational(x), rational(y)] });
    expect(concrete.isDeadlocked(point(3, 0))).toBe(false);
    expect(concrete.isDeadlocked(point(4, 0))).toBe(true);
    expect(concrete.isDeadlocked(point(4, 3))).toBe(false);
    const dead = symbolic.where({ kind: "deadlock" }, 0, state, everywhere);
    for (let x = 0; x <= 6; x++) {
      for (let y = 0; y <= 7; y++) {
        const { clocks } = point(x, y);
        expect(federationContains(dead, 3, clocks)).toBe(concrete.isDeadlocked(point(x, y)));
      }
    }
  });

  test("agree with the concrete semantics on random formulas and points", () => {
    const leaves = ["x<3", "x<=3", "x==2", "y>4", "x-y<2", "y-x>=1", "v==2", "v<2", "A.l", "deadlock"].map(atom);
    const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
      formula: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(...leaves),
        fc.record({ kind: fc.constant("not" as const), part: tie("formula") }),
        fc.record({
          kind: fc.constantFrom("and" as const, "or" as const),
          parts: fc.array(tie("formula"), { minLength: 1, maxLength: 3 }),
        }),
      ),
    }));
    const clock = fc.integer({ min: 0, max: 12 }).map((halves) => rational(halves, 2));
    fc.assert(
      fc.property(formula, clock, clock, (one, x, y) => {
        const point = { locations: state.locations, cells: state.cells, clocks: [x, y] };
        const holds = concrete.holds(one, 0, point);
        expect(federationContains(symbolic.where(one, 0, state, everywhere), 3, point.clocks)).toBe(holds);
      }),
      { numRuns: 300 },
    );
  });
});
