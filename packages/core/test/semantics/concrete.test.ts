// The concrete semantics on examples worked out by hand: delay intervals with open and closed ends, stopwatches,
// urgency, priorities, and taking steps with exact rational clock values.

import { describe, expect, test } from "vitest";
import { intersectDelays, otherDelays, subtractDelays, uniteDelays } from "../../src/semantics/concrete/delay-sets.ts";
import { createConcreteSemantics, type IntervalSet } from "../../src/semantics/index.ts";
import { type Interval, rational, rationalToString } from "../../src/zone/index.ts";
import { buildNetwork, type NetworkSpec } from "../engine/build-network.ts";
import { showTransition } from "../engine/show.ts";

function show(set: IntervalSet): string {
  return set
    .map(({ lower, lowerStrict, upper, upperStrict }: Interval) => {
      const end = upper === undefined ? "∞)" : `${rationalToString(upper)}${upperStrict ? ")" : "]"}`;
      return `${lowerStrict ? "(" : "["}${rationalToString(lower)}, ${end}`;
    })
    .join(" ");
}

/** Allowed delays and options of the initial state. */
function start(spec: NetworkSpec): { delays: string; options: string[] } {
  const network = buildNetwork(spec);
  const semantics = createConcreteSemantics(network);
  const state = semantics.initial()[0]!;
  const options = semantics
    .options(state)
    .options.map(({ transition, delays }) => `${showTransition(network, transition)} ${show(delays)}`);
  return { delays: show(semantics.delays(state)), options };
}

describe("delays and options", () => {
  test("invariants bound delays, guards and target invariants cut options", () => {
    const spec: NetworkSpec = {
      clocks: ["x", "y"],
      processes: [
        {
          name: "A",
          locations: [
            { name: "l", invariant: ["x<7"] },
            { name: "m", invariant: ["y<=4"] },
          ],
          edges: [
            { from: "l", to: "m", guard: ["x>2"] },
            { from: "l", to: "m", guard: ["x>=5"], update: ["y=1"] },
            { from: "l", to: "l", guard: ["x>=7"] },
          ],
        },
      ],
    };
    expect(start(spec)).toEqual({ delays: "[0, 7)", options: ["A.0 (2, 4]", "A.1 [5, 7)"] });
  });

  test("a stopped clock never reaches its guard; one that runs against it does", () => {
    const spec: NetworkSpec = {
      clocks: ["x", "y"],
      processes: [
        {
          name: "A",
          locations: [{ name: "l", stopped: ["x"] }],
          edges: [
            { from: "l", to: "l", guard: ["x>=1"] },
            { from: "l", to: "l", guard: ["y-x>=3"] },
            { from: "l", to: "l", guard: ["x-y>-2"] },
          ],
        },
      ],
    };
    expect(start(spec)).toEqual({ delays: "[0, ∞)", options: ["A.1 [3, ∞)", "A.2 [0, 2)"] });
  });

  test("an urgent synchronisation lets time come up to it and no further", () => {
    const spec = (guard: string): NetworkSpec => ({
      clocks: ["x"],
      channels: { a: { urgent: true } },
      processes: [
        { name: "A", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a!", guard: [guard] }] },
        { name: "B", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a?" }] },
      ],
    });
    expect(start(spec("x>=3"))).toEqual({ delays: "[0, 3]", options: ["A.0+B.0 [3, 3]"] });
    expect(start(spec("x>3"))).toEqual({ delays: "[0, 3]", options: [] });
    expect(start(spec("x<=3"))).toEqual({ delays: "[0, 0]", options: ["A.0+B.0 [0, 0]"] });
  });

  test("priorities punch holes into options", () => {
    const spec: NetworkSpec = {
      clocks: ["x"],
      processes: [
        { name: "A", priority: 0, locations: [{ name: "l" }], edges: [{ from: "l", to: "l" }] },
        { name: "B", priority: 1, locations: [{ name: "l" }], edges: [{ from: "l", to: "l", guard: ["x>=2", "x<3"] }] },
      ],
    };
    expect(start(spec).options).toEqual(["A.0 [0, 2) [3, ∞)", "B.0 [2, 3)"]);
  });

  test("steps move clocks exactly", () => {
    const network = buildNetwork({
      clocks: ["x", "y"],
      processes: [{ name: "A", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", update: ["y=x+2", "x=0"] }] }],
    });
    const semantics = createConcreteSemantics(network);
    const state = semantics.delay(semantics.initial()[0]!, rational(1, 3));
    const result = semantics.fire(state, { edges: [{ edge: 0, select: [] }] });
    expect(result.ok && result.state.clocks.map(rationalToString)).toEqual(["0", "7/3"]);
    expect(semantics.fire(state, { edges: [{ edge: 5, select: [] }] })).toEqual({ ok: false });
  });
});

describe("sets of delays", () => {
  const closed = (lower: number, upper: number): IntervalSet => [
    { lower: rational(lower), lowerStrict: false, upper: rational(upper), upperStrict: false },
  ];

  test("union joins neighbours, complement flips ends", () => {
    const hole = subtractDelays(closed(0, 9), closed(3, 3));
    expect(show(hole)).toBe("[0, 3) (3, 9]");
    expect(show(uniteDelays(hole, closed(3, 3)))).toBe("[0, 9]");
    expect(show(otherDelays(hole))).toBe("[3, 3] (9, ∞)");
    expect(show(intersectDelays(otherDelays(hole), closed(2, 11)))).toBe("[3, 3] (9, 11]");
    expect(show(otherDelays([]))).toBe("[0, ∞)");
  });
});
