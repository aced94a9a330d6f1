// Why an edge is not possible, one obstacle at a time, in concrete and in symbolic states.

import { describe, expect, test } from "vitest";
import {
  createConcreteSemantics,
  createSymbolicSemantics,
  WhyNotExplainer,
  whyNot,
} from "../../src/semantics/index.ts";
import { rational } from "../../src/zone/index.ts";
import { buildNetwork, type NetworkSpec } from "../engine/build-network.ts";

const spec: NetworkSpec = {
  clocks: ["x", "y"],
  variables: { v: [0, 3, 1], w: [0, 1, 0] },
  channels: { a: {}, b: { broadcast: true } },
  processes: [
    {
      name: "A",
      locations: [{ name: "l", invariant: ["x<=6"] }, { name: "m" }, { name: "tight", invariant: ["y<=2"] }],
      edges: [
        { from: "m", to: "l" },
        { from: "l", to: "m", guard: ["v==2"] },
        { from: "l", to: "m", guard: ["x>=5"] },
        { from: "l", to: "m", sync: "a!" },
        { from: "l", to: "m", sync: "b?" },
        { from: "l", to: "tight", guard: ["x>=3"], update: ["x=0"] },
        { from: "l", to: "m", update: ["v=v+3"] },
        { from: "l", to: "m", guard: ["x<=6"] },
      ],
    },
    {
      name: "B",
      locations: [{ name: "l" }],
      edges: [{ from: "l", to: "l", sync: "a?", guard: ["w==1"] }],
    },
  ],
};
const network = buildNetwork(spec);

function concretely(edge: number, x: number, y = x): string {
  const state = { ...createConcreteSemantics(network).initial()[0]!, clocks: [rational(x), rational(y)] };
  const { possible, reasons } = whyNot(network, state, edge);
  return possible ? "possible" : reasons.map(({ kind, sentence }) => `${kind}: ${sentence}`).join("; ");
}

describe("in a concrete state", () => {
  test("the process is somewhere else", () => {
    expect(concretely(0, 0)).toBe("location: A is in l, not in m");
  });

  test("a guard fails on data or on clocks", () => {
    expect(concretely(1, 0)).toBe("guard: the guard of A fails: v == 2 is false (v is 1)");
    expect(concretely(2, 4)).toBe("guard: the guard of A fails: x >= 5 does not hold: x is 4; it will after a delay");
    expect(concretely(2, 5)).toBe("possible");
  });

  test("nobody takes the other side", () => {
    expect(concretely(3, 0)).toBe(
      "no-partner: no other process can receive on a now; guard: the guard of B fails: w == 1 is false (w is 0)",
    );
    expect(concretely(4, 0)).toBe("no-partner: no other process can send on b now");
  });

  test("the invariant of the target", () => {
    expect(concretely(5, 3)).toBe(
      "invariant: the invariant of A.tight would be violated: y <= 2 does not hold: y is 3",
    );
    expect(concretely(5, 3, 2)).toBe("possible");
  });

  test("the update would leave the range", () => {
    expect(concretely(6, 0)).toBe("fault: the model fails: the value 4 is outside 0 … 3");
  });
});

describe("in a symbolic state", () => {
  test("some valuation is enough", () => {
    const semantics = createSymbolicSemantics(network);
    const state = semantics.initial()[0]!;
    const explainer = new WhyNotExplainer(network);
    expect(explainer.explain(state, 2).reasons[0]!.sentence).toBe(
      "the guard of A fails: x >= 5 cannot hold: x is at most 0",
    );
    const [zone] = semantics.elapse(state, state.zone);
    expect(explainer.explain({ ...state, zone: zone! }, 2).possible).toBe(true);
    expect(explainer.explain({ ...state, zone: zone! }, 5).reasons[0]!.sentence).toBe(
      "the invariant of A.tight would be violated: y <= 2 cannot hold",
    );
  });
});

test("committed elsewhere and higher priority", () => {
  const committed = buildNetwork({
    processes: [
      { name: "A", locations: [{ name: "l" }], edges: [{ from: "l", to: "l" }] },
      { name: "B", locations: [{ name: "c", committed: true }, { name: "d" }], edges: [{ from: "c", to: "d" }] },
    ],
  });
  const [first] = createConcreteSemantics(committed).initial();
  expect(whyNot(committed, first!, 0).reasons).toEqual([
    { kind: "committed", sentence: "B.c is committed and must be left first" },
  ]);
  const ranked = buildNetwork({
    processes: [
      { name: "A", priority: 0, locations: [{ name: "l" }], edges: [{ from: "l", to: "l" }] },
      { name: "B", priority: 1, locations: [{ name: "l" }], edges: [{ from: "l", to: "l" }] },
    ],
  });
  const reason = whyNot(ranked, createConcreteSemantics(ranked).initial()[0]!, 0).reasons[0]!;
  expect([reason.kind, reason.sentence]).toEqual(["priority", "a step of B has higher priority"]);
});
