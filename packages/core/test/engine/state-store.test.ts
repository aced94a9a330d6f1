// The passed list: what is covered, what is swallowed, costs, ids that are never reused, and states that come back.

import { describe, expect, test } from "vitest";
import { COVERED, type ReferenceEngine, type StateId } from "../../src/engine/index.ts";
import { ReferenceStore } from "../../src/engine/reference/state-store.ts";
import { constrain, equals, includes, le, universe } from "../../src/zone/index.ts";
import { buildNetwork, type NetworkSpec } from "./build-network.ts";
import { engineFor, exploreAll } from "./explore.ts";

const DIM = 2;
const here = { locations: Int32Array.of(0), cells: Int32Array.of(1) };
const elsewhere = { locations: Int32Array.of(1), cells: Int32Array.of(1) };

/** x ≤ bound. */
function upTo(bound: number): Int32Array {
  const zone = universe(DIM);
  constrain(zone, DIM, 1, 0, le(bound));
  return zone;
}

function store(): ReferenceStore {
  return new ReferenceStore({ covers: (a, b) => includes(a, b, DIM) });
}

describe("the passed list", () => {
  test("covers what is smaller and swallows it", () => {
    const passed = store();
    expect(passed.insert(here, upTo(3), -1, 0, 0)).toBe(0);
    expect(passed.insert(here, upTo(2), -1, 0, 0)).toBe(COVERED);
    expect(passed.insert(here, upTo(3), -1, 0, 0)).toBe(COVERED);
    expect(passed.insert(elsewhere, upTo(2), -1, 0, 0)).toBe(1);
    expect(passed.insert({ ...here }, upTo(5), 0, 7, 0)).toBe(2);
    expect([passed.alive(0), passed.alive(1), passed.alive(2)]).toEqual([false, true, true]);
    expect([passed.stored, passed.covered, passed.size]).toEqual([2, 2, 3]);
    expect([passed.parentOf(2), passed.ordinalOf(2)]).toEqual([0, 7]);
    expect(passed.discreteOf(0)).toBe(passed.discreteOf(2));
  });

  test("a cheaper state is never covered by a dearer one, nor swallowed by it", () => {
    const passed = store();
    expect(passed.insert(here, upTo(5), -1, 0, 4)).toBe(0);
    expect(passed.insert(here, upTo(3), -1, 0, 3)).toBe(1);
    expect(passed.alive(0)).toBe(true);
    expect(passed.insert(here, upTo(9), -1, 0, 4)).toBe(2);
    expect([passed.alive(0), passed.alive(1)]).toEqual([false, true]);
    expect(passed.insert(here, upTo(9), -1, 0, 0)).toBe(3);
    expect([passed.alive(1), passed.alive(2), passed.alive(3)]).toEqual([false, false, true]);
  });

  test("with equality nothing else is compared", () => {
    const passed = new ReferenceStore({ covers: (a, b) => equals(a, b, DIM) });
    expect(passed.insert(here, upTo(5), -1, 0, 0)).toBe(0);
    expect(passed.insert(here, upTo(3), -1, 0, 0)).toBe(1);
    expect(passed.insert(here, upTo(3), -1, 0, 0)).toBe(COVERED);
    expect(passed.stored).toBe(2);
  });

  test("many discrete states keep apart", () => {
    const passed = store();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 3000; i++) {
        const state = { locations: Int32Array.of(i % 7), cells: Int32Array.of(i) };
        if (passed.insert(state, upTo(1), -1, 0, 0) !== (round === 0 ? i : COVERED)) expect.fail(`state ${i}`);
      }
    }
    expect(passed.stored).toBe(3000);
  });
});

describe("the engine", () => {
  // Three ways to m, each with a larger zone than the one before, which it swallows.
  const spec: NetworkSpec = {
    clocks: ["x"],
    processes: [
      {
        name: "A",
        locations: [{ name: "l" }, { name: "k" }, { name: "m" }],
        edges: [
          { from: "l", to: "m", guard: ["x>=4"] },
          { from: "l", to: "k" },
          { from: "k", to: "m", guard: ["x>=1"] },
          { from: "m", to: "m", guard: ["x==2"], update: ["x=0"] },
        ],
      },
    ],
  };

  function explored(): { engine: ReferenceEngine; states: StateId[] } {
    const engine = engineFor(buildNetwork(spec), "none");
    const states: StateId[] = [];
    exploreAll(engine, (state) => states.push(state));
    return { engine, states };
  }

  test("rebuilds a swallowed state from its parents", () => {
    const { engine } = explored();
    const swallowed = [0, 1, 2, 3].filter((state) => !engine.alive(state));
    expect(swallowed).toEqual([1, 3]);
    const { zone, locations } = engine.stateOf(1);
    expect([...locations]).toEqual([2]);
    expect([...zone]).toEqual([0, le(-4), 0x7fffffff, 0]);
  });

  test("writes states as bytes and reads them back", () => {
    const { engine } = explored();
    const bytes = new Uint8Array(64);
    const size = engine.encode(2, bytes);
    expect(engine.encode(2, new Uint8Array(1))).toBe(size);
    const other = engineFor(buildNetwork(spec), "none");
    const copy = other.decode(bytes.subarray(0, size));
    expect(other.stateOf(copy)).toEqual(engine.stateOf(2));
    expect(other.decode(bytes.subarray(0, size))).toBe(COVERED);
  });

  test("leaves inactive clocks out of the store and has them back, unconstrained", () => {
    const network = buildNetwork({
      clocks: ["x", "y"],
      processes: [
        {
          name: "A",
          locations: [{ name: "l", invariant: ["x<=3"] }, { name: "m" }],
          edges: [
            { from: "l", to: "m", guard: ["x>=2"] },
            { from: "m", to: "m", guard: ["y==5"] },
          ],
        },
      ],
    });
    const engine = engineFor(network, "extra-lu");
    exploreAll(engine);
    // In m nothing tests x any more; y is known.
    expect(engine.describe(0)).toBe("A.l, y - x = 0 && x <= 3");
    expect(engine.describe(1)).toBe("A.m, y >= 2");
    expect(engine.stateOf(1).zone.length).toBe(9);
    const bytes = new Uint8Array(200);
    const other = engineFor(network, "extra-lu");
    expect(other.describe(other.decode(bytes.subarray(0, engine.encode(1, bytes))))).toBe("A.m, y >= 2");
  });

  test("replaying ordinals from an initial state rebuilds a path", () => {
    const { engine, states } = explored();
    const last = states.at(-1)!;
    const path: number[] = [];
    for (let state: StateId = last; state >= 0; state = engine.parentOf(state)) path.unshift(engine.ordinalOf(state));
    const again = engineFor(buildNetwork(spec), "none");
    again.initial();
    let state = again.insert(path[0]!, -1, 0);
    for (const ordinal of path.slice(1)) {
      again.expand(state);
      state = again.insert(ordinal, state, 0);
    }
    expect(again.stateOf(state)).toEqual(engine.stateOf(last));
  });

  test("records faults with the state and the step, and goes on", () => {
    const failing: NetworkSpec = {
      variables: { v: [0, 3, 2] },
      processes: [
        {
          name: "A",
          locations: [{ name: "l" }, { name: "m" }],
          edges: [
            { from: "l", to: "l", update: ["v=v+1"] },
            { from: "l", to: "m" },
          ],
        },
      ],
    };
    const engine = engineFor(buildNetwork(failing), "none");
    expect(exploreAll(engine)).toBe(4);
    expect(
      engine.faults.map(({ state, transition, diagnostic }) => [state, transition?.edges[0]?.edge, diagnostic.code]),
    ).toEqual([[1, 0, "TH6001"]]);
  });
});
