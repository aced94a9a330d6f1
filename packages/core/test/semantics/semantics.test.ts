// Small networks with successors worked out by hand, one per feature of the language that is easy to get wrong.

import { describe, expect, test } from "vitest";
import { createSymbolicSemantics } from "../../src/semantics/index.ts";
import { buildNetwork, constant, load, type NetworkSpec, statePlace } from "../engine/build-network.ts";
import { firstMoves, showDiscrete, showMove, showZone } from "../engine/show.ts";

function moves(spec: NetworkSpec): string[] {
  const network = buildNetwork(spec);
  return firstMoves(network, createSymbolicSemantics(network));
}

/** Zones after the initial delay. */
function waiting(spec: NetworkSpec): string[] {
  const network = buildNetwork(spec);
  const semantics = createSymbolicSemantics(network);
  return semantics.initial().flatMap((state) => semantics.elapse(state, state.zone).map((z) => showZone(network, z)));
}

const loop = (name: string) => ({ name, locations: [{ name: "l" }], edges: [] });

describe("clocks", () => {
  test("guards, resets and the invariant of the target", () => {
    const spec: NetworkSpec = {
      clocks: ["x", "y"],
      processes: [
        {
          name: "A",
          locations: [
            { name: "l0", invariant: ["x<=5"] },
            { name: "l1", invariant: ["y<4"] },
          ],
          edges: [{ from: "l0", to: "l1", guard: ["x>=2"], update: ["x=0"] }],
        },
      ],
    };
    expect(waiting(spec)).toEqual(["x <= 5 && y - x = 0"]);
    expect(moves(spec)).toEqual(["A.0: 2 <= x < 4 && y - x = 0 -> A.l1: 2 <= y < 4 && x = 0"]);
  });

  test("assignments are applied in order, from constants and from other clocks", () => {
    const spec: NetworkSpec = {
      clocks: ["x", "y"],
      processes: [
        {
          name: "A",
          locations: [{ name: "l", invariant: ["x<=3"] }],
          edges: [{ from: "l", to: "l", guard: ["x>=1"], update: ["x=2", "y=x+5", "x=1"] }],
        },
      ],
    };
    expect(moves(spec)).toEqual(["A.0: 1 <= x <= 3 && y - x = 0 -> A.l: x = 1 && y = 7"]);
  });

  test("differences of clocks in guards", () => {
    const spec: NetworkSpec = {
      clocks: ["x", "y"],
      processes: [
        { name: "A", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", update: ["x=3"], guard: ["x==0"] }] },
        { name: "B", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", guard: ["x-y==3", "y>1"] }] },
      ],
    };
    const network = buildNetwork(spec);
    const semantics = createSymbolicSemantics(network);
    const [first] = semantics.successors(semantics.initial()[0]!, semantics.initial()[0]!.zone).moves;
    const [later] = semantics.elapse(first!.target, first!.entry);
    const second = semantics.successors(first!.target, later!).moves.map((move) => showMove(network, move));
    expect(second).toEqual(["B.0: x > 4 && y - x = -3 -> A.l B.l: x > 4 && y - x = -3"]);
  });

  test("a clock set below 0 is a fault, for those valuations only", () => {
    const spec: NetworkSpec = {
      clocks: ["x", "y"],
      variables: { n: [0, 9, 0] },
      processes: [
        {
          name: "A",
          locations: [{ name: "l" }],
          edges: [
            {
              from: "l",
              to: "l",
              update: [
                {
                  kind: "clock-assign",
                  clock: { space: "clock", base: 0, steps: [] },
                  source: { space: "clock", base: 1, steps: [] },
                  value: constant(-2),
                },
              ],
            },
          ],
        },
      ],
    };
    const network = buildNetwork(spec);
    const semantics = createSymbolicSemantics(network);
    const state = semantics.initial()[0]!;
    const [zone] = semantics.elapse(state, state.zone);
    const { moves: found, faults } = semantics.successors(state, zone!);
    expect(faults.map(({ fault, leave }) => [fault.kind, showZone(network, leave)])).toEqual([
      ["negative-clock", "x < 2 && y - x = 0"],
    ]);
    expect(found.map(({ leave }) => showZone(network, leave))).toEqual(["x >= 2 && y - x = 0"]);
  });
});

describe("time stops", () => {
  const clocked = (extra: object): NetworkSpec => ({
    clocks: ["x"],
    processes: [{ name: "A", locations: [{ name: "l", ...extra }], edges: [] }],
  });

  test("in urgent and committed locations", () => {
    expect(waiting(clocked({}))).toEqual(["true"]);
    expect(waiting(clocked({ urgent: true }))).toEqual(["x = 0"]);
    expect(waiting(clocked({ committed: true }))).toEqual(["x = 0"]);
  });

  const urgentPair = (guard: string[], partner = true, broadcast = false): NetworkSpec => ({
    clocks: ["x"],
    channels: { a: { urgent: true, broadcast } },
    processes: [
      { name: "A", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a!", guard }] },
      partner ? { name: "B", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a?" }] } : loop("B"),
    ],
  });

  test("when an urgent synchronisation is enabled, and only then", () => {
    expect(waiting(urgentPair([]))).toEqual(["x = 0"]);
    expect(waiting(urgentPair([], false))).toEqual(["true"]);
    expect(waiting(urgentPair([], false, true))).toEqual(["x = 0"]);
  });

  test("exactly where the clock guard of an urgent synchronisation begins to hold", () => {
    expect(waiting(urgentPair(["x>=5"]))).toEqual(["x <= 5"]);
    expect(waiting(urgentPair(["x>5"]))).toEqual(["x <= 5"]);
    expect(waiting(urgentPair(["x>=5", "x<=7"]))).toEqual(["x <= 5"]);
  });

  test("a valuation beyond the guard may delay freely", () => {
    const network = buildNetwork(urgentPair(["x>=5", "x<=7"]));
    const semantics = createSymbolicSemantics(network);
    const state = semantics.initial()[0]!;
    const start = semantics.invariant(state);
    const zones = semantics.elapse(state, start).map((zone) => showZone(network, zone));
    // From everywhere: everywhere is reached again, and nothing is lost at the borders.
    expect(zones.sort()).toEqual(["true"]);
    const late = semantics.successors(state, start).moves[0]!.leave;
    expect(showZone(network, late)).toBe("5 <= x <= 7");
    expect(semantics.elapse(state, late).map((zone) => showZone(network, zone))).toEqual(["5 <= x <= 7"]);
  });
});

describe("committed locations", () => {
  test("only steps that involve a committed process are possible", () => {
    const spec: NetworkSpec = {
      channels: { a: {} },
      processes: [
        {
          name: "A",
          locations: [{ name: "l" }],
          edges: [
            { from: "l", to: "l" },
            { from: "l", to: "l", sync: "a!" },
          ],
        },
        {
          name: "B",
          locations: [{ name: "c", committed: true }, { name: "m" }],
          edges: [
            { from: "c", to: "m" },
            { from: "c", to: "m", sync: "a?" },
          ],
        },
        { name: "C", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a?" }] },
      ],
    };
    expect(moves(spec).map((move) => move.split(":")[0])).toEqual(["A.1+B.1", "B.0"]);
  });
});

describe("synchronisation", () => {
  test("binary: two different processes, sender's update first, partners in system order", () => {
    const spec: NetworkSpec = {
      variables: { v: [0, 20, 1] },
      channels: { a: {} },
      processes: [
        { name: "R", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a?", update: ["v=v*3"] }] },
        {
          name: "S",
          locations: [{ name: "l" }],
          edges: [
            { from: "l", to: "l", sync: "a!", update: ["v=v+1"] },
            { from: "l", to: "l", sync: "a?", update: ["v=0"] },
          ],
        },
        { name: "T", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a?", update: ["v=v+v"] }] },
      ],
    };
    expect(moves(spec)).toEqual(["S.0+R.0: true -> R.l S.l T.l v=6: true", "S.0+T.0: true -> R.l S.l T.l v=4: true"]);
  });

  test("select values ascend, the first select slowest, and reach guard and update", () => {
    const spec: NetworkSpec = {
      variables: { v: [0, 99, 0] },
      processes: [
        {
          name: "A",
          locations: [{ name: "l" }],
          edges: [
            {
              from: "l",
              to: "l",
              select: [
                [0, 2],
                [5, 6],
              ],
              guard: ["$0!=1"],
              update: ["v=$0*$1"],
            },
          ],
        },
      ],
    };
    expect(moves(spec)).toEqual([
      "A.0[0,5]: true -> A.l v=0: true",
      "A.0[0,6]: true -> A.l v=0: true",
      "A.0[2,5]: true -> A.l v=10: true",
      "A.0[2,6]: true -> A.l v=12: true",
    ]);
  });

  test("broadcast: every process that can receive does, all combinations, updates in system order", () => {
    const receiver = (name: string, updates: string[]) => ({
      name,
      locations: [{ name: "l" }],
      edges: updates.map((update) => ({ from: "l", to: "l", sync: "a?", update: [update] })),
    });
    const spec: NetworkSpec = {
      variables: { v: [0, 99, 0], off: [0, 1, 0] },
      channels: { a: { broadcast: true } },
      processes: [
        receiver("R", ["v=v*2", "v=v+5"]),
        { name: "S", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a!", update: ["v=v+1"] }] },
        receiver("T", ["v=v*3", "v=v+7"]),
        {
          name: "U",
          locations: [{ name: "l" }],
          edges: [{ from: "l", to: "l", sync: "a?", guard: ["off==1"] }],
        },
      ],
    };
    expect(moves(spec).map((move) => move.replace(/ R.l.*v=/, " v=").replace(/ off.*/, ""))).toEqual([
      "S.0+R.0+T.0: true -> v=6",
      "S.0+R.0+T.1: true -> v=9",
      "S.0+R.1+T.0: true -> v=18",
      "S.0+R.1+T.1: true -> v=13",
    ]);
  });

  test("broadcast receivers with clock guards split the zone exactly", () => {
    const spec: NetworkSpec = {
      clocks: ["x"],
      channels: { a: { broadcast: true } },
      processes: [
        { name: "S", locations: [{ name: "l", invariant: ["x<=9"] }], edges: [{ from: "l", to: "l", sync: "a!" }] },
        {
          name: "R",
          locations: [{ name: "l" }],
          edges: [
            { from: "l", to: "l", sync: "a?", guard: ["x>=2", "x<4"] },
            { from: "l", to: "l", sync: "a?", guard: ["x>3"] },
          ],
        },
      ],
    };
    expect(moves(spec).map((move) => move.split(" ->")[0])).toEqual([
      "S.0+R.0: 2 <= x < 4",
      "S.0+R.1: 3 < x <= 9",
      "S.0: x < 2",
    ]);
  });

  test("a receiver whose target invariant fails makes the broadcast impossible, the sender does not go alone", () => {
    const spec: NetworkSpec = {
      variables: { v: [0, 1, 0] },
      channels: { a: { broadcast: true } },
      processes: [
        { name: "S", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a!" }] },
        {
          name: "R",
          locations: [{ name: "l" }, { name: "m", invariant: ["v==1"] }],
          edges: [{ from: "l", to: "m", sync: "a?" }],
        },
      ],
    };
    expect(moves(spec)).toEqual([]);
  });

  test("the target's invariant is met by the joint result of both updates", () => {
    const spec: NetworkSpec = {
      variables: { v: [0, 9, 0] },
      channels: { a: {} },
      processes: [
        {
          name: "S",
          locations: [{ name: "l" }, { name: "m", invariant: ["v==3"] }],
          edges: [{ from: "l", to: "m", sync: "a!", update: ["v=9"] }],
        },
        { name: "R", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a?", update: ["v=v/3"] }] },
      ],
    };
    expect(moves(spec)).toEqual(["S.0+R.0: true -> S.m R.l v=3: true"]);
  });
});

describe("priorities", () => {
  test("a stronger channel blocks the weaker one exactly where it is enabled", () => {
    const spec: NetworkSpec = {
      clocks: ["x"],
      channels: { low: { broadcast: true, priority: 0 }, high: { broadcast: true, priority: 2 } },
      internalPriority: 1,
      processes: [
        {
          name: "A",
          locations: [{ name: "l" }, { name: "m", invariant: ["x<=7"] }],
          edges: [
            { from: "l", to: "l", sync: "low!" },
            { from: "l", to: "m", sync: "high!", guard: ["x>=5"] },
            { from: "l", to: "l", guard: ["x==8"] },
          ],
        },
      ],
    };
    // Beyond 7 the invariant of m forbids the strong step, so it blocks nothing there.
    const pieces = moves(spec).map((move) => move.split(" ->")[0]);
    expect(pieces.sort()).toEqual(["A.0: 7 < x < 8", "A.0: x < 5", "A.0: x > 8", "A.1: 5 <= x <= 7", "A.2: x = 8"]);
  });

  test("process priorities decide between equal channels; a synchronisation has that of its strongest process", () => {
    const spec: NetworkSpec = {
      channels: { a: {} },
      processes: [
        { name: "A", priority: 1, locations: [{ name: "l" }], edges: [{ from: "l", to: "l" }] },
        { name: "B", priority: 0, locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a!" }] },
        { name: "C", priority: 2, locations: [{ name: "l" }], edges: [{ from: "l", to: "l", sync: "a?" }] },
      ],
    };
    expect(moves(spec)).toEqual(["B.0+C.0: true -> A.l B.l C.l: true"]);
  });
});

describe("data", () => {
  test("meta variables hold their initial value between transitions; before and after updates run around", () => {
    const spec: NetworkSpec = {
      variables: { v: [0, 99, 1], tmp: [0, 99, 4] },
      meta: ["tmp"],
      before: ["tmp=v+10"],
      after: ["v=v+tmp"],
      processes: [{ name: "A", locations: [{ name: "l" }], edges: [{ from: "l", to: "l", update: ["v=v*2"] }] }],
    };
    expect(moves(spec)).toEqual(["A.0: true -> A.l v=13 tmp=4: true"]);
  });

  test("a fault of a guard counts whatever the clock constraints before it say", () => {
    const failing = { kind: "binary", op: "/", left: constant(1), right: load(statePlace(0)) } as const;
    const spec = (first: string): NetworkSpec => ({
      clocks: ["x"],
      variables: { zero: [0, 0, 0] },
      processes: [
        {
          name: "A",
          locations: [{ name: "l", invariant: ["x<=5"] }],
          edges: [{ from: "l", to: "l", guard: [first, failing] }],
        },
      ],
    });
    const kinds = (first: string) => {
      const semantics = createSymbolicSemantics(buildNetwork(spec(first)));
      const state = semantics.initial()[0]!;
      return semantics
        .elapse(state, state.zone)
        .flatMap((zone) => semantics.successors(state, zone).faults.map(({ fault }) => fault.kind));
    };
    expect(kinds("x>=5")).toEqual(["division"]);
    expect(kinds("x>5")).toEqual(["division"]);
  });

  test("several initial locations", () => {
    const spec: NetworkSpec = {
      variables: {},
      processes: [
        { name: "A", initial: ["l", "m"], locations: [{ name: "l" }, { name: "m" }], edges: [] },
        { name: "B", initial: ["l", "m"], locations: [{ name: "l" }, { name: "m" }], edges: [] },
      ],
    };
    const network = buildNetwork(spec);
    expect(
      createSymbolicSemantics(network)
        .initial()
        .map((state) => showDiscrete(network, state)),
    ).toEqual(["A.l B.l", "A.l B.m", "A.m B.l", "A.m B.m"]);
  });
});

describe("stopwatches", () => {
  test("a stopped clock keeps its bounds; what it was compared with loosens", () => {
    const spec: NetworkSpec = {
      clocks: ["x", "y"],
      processes: [{ name: "A", locations: [{ name: "l", stopped: ["x"], invariant: ["y<=4"] }], edges: [] }],
    };
    expect(waiting(spec)).toEqual(["x = 0 && y <= 4"]);
  });
});
