// Which edges may be taken together, as far as the text shows; whom the committed rule lets move; how far locations
// are from each other; who may have a time of its own.

import { describe, expect, it } from "vitest";
import { Commitment } from "../../src/analysis/commitment.ts";
import { distancesToLocations, distanceToState, graphDistances } from "../../src/analysis/distances.ts";
import { channelsOf, staticTransitions } from "../../src/analysis/joint-transitions.ts";
import { localTimeOf, profitsFromLocalTime } from "../../src/analysis/local-time.ts";
import type { Network } from "../../src/network/index.ts";
import { networkOf } from "./models.ts";

/** The transitions as texts: `0+1` are taken together on the channels behind `@`, `2?` may join. */
const transitions = (network: Network): readonly string[] =>
  staticTransitions(network).map(
    ({ edges, joining, channels }) =>
      `${[edges.join("+"), ...joining.map(({ edge, channels: met }) => `${edge}?${met.join("")}`)].join(" ")}${channels.length > 0 ? ` @${channels.join()}` : ""}`,
  );

const CHANNELS = `
chan c[3], d; broadcast chan b[2]; const int N = 1; int[0,2] i;
process P() { state a; init a; trans
  a -> a { sync c[0]!; }, a -> a { select e : int[1,2]; sync c[e]!; }, a -> a { sync c[i]!; }, a -> a { },
  a -> a { sync b[N]!; }, a -> a { sync c[0]?; }; }
process Q() { state a; init a; trans
  a -> a { sync c[0]?; }, a -> a { select e : int[0,1]; sync c[e]?; }, a -> a { sync b[0]?; }, a -> a { sync b[1]?; }, a -> a { sync d?; }; }
process R() { state a; init a; trans a -> a { select e : int[0,1]; sync b[e]?; }, a -> a { sync c[2]!; }; }
system P, Q, R;`;

const VECTORS = `system:v
event:a
event:b
event:c
process:P
location:P:l{initial:}
edge:P:l:l:a{}
edge:P:l:l:b{}
edge:P:l:l:a{}
process:Q
location:Q:l{initial:}
edge:Q:l:l:b{}
edge:Q:l:l:c{}
process:R
location:R:l{initial:}
edge:R:l:l:c{}
sync:Q@b:P@a
sync:P@b:Q@c?:R@c?
sync:R@c?:Q@b?
`;

describe("joint transitions", () => {
  it("meet on the channels that indices and selects may name", () => {
    const network = networkOf(CHANNELS);
    expect(network.edges.map((edge) => channelsOf(network, edge).join())).toEqual([
      "0",
      "1,2",
      "0,1,2",
      "",
      "5",
      "0",
      "0",
      "0,1",
      "4",
      "5",
      "3",
      "4,5",
      "2",
    ]);
    expect(transitions(network)).toEqual(["0+6 @0", "0+7 @0", "1+7 @1", "2+6 @0", "2+7 @0,1", "3", "4 9?5 11?5 @5"]);
  });

  it("follow vectors, weak participants where they can", () => {
    expect(transitions(networkOf(VECTORS, "v.tck"))).toEqual(["0+3", "2+3", "1 4? 5?", "3 5?", "5 3?"]);
  });
});

describe("the committed rule", () => {
  it("lets those move who may meet a committed process", () => {
    const network = networkOf(`
chan c[2], d; broadcast chan b;
process P() { state a, k; commit k; init a; trans a -> k { }, k -> a { sync c[1]!; }, k -> a { sync b?; }; }
process Q() { state a; init a; trans a -> a { sync c[0]?; }, a -> a { sync c[1]?; }, a -> a { sync d!; }, a -> a { sync c[1]!; }, a -> a { },
  a -> a { sync b?; }, a -> a { sync b!; }, a -> a { select e : int[0,1]; sync c[e]?; }; }
system P, Q;`);
    const commitment = new Commitment(network);
    const companions = network.edges.map((edge) =>
      commitment.companions(edge).map(({ process, location }) => [process, location]),
    );
    expect(companions).toEqual([[], [], [], [], [[0, 1]], [], [], [], [[0, 1]], [[0, 1]], [[0, 1]]]);
    expect(commitment.committed([0, 0])).toBeNull();
    expect([...commitment.committed([1, 0])!]).toEqual([0]);
    const allowed = (locations: readonly number[]): string =>
      network.edges
        .filter(commitment.at(locations))
        .map(({ id }) => id)
        .join();
    expect(allowed([0, 0])).toBe(network.edges.map(({ id }) => id).join());
    expect(allowed([1, 0])).toBe("0,1,2,4,8,9,10");
  });
});

describe("distances", () => {
  const network = networkOf(`
int v; int w;
process P() { state a, b, c, d; init a; trans a -> b { }, b -> c { }, c -> a { }, a -> c { }; }
process Q() { state a, b; init a; trans a -> b { }; }
system P, Q;`);

  it("go along the edges of each automaton", () => {
    expect([...graphDistances(network, 0, [2])]).toEqual([1, 1, 0, Number.POSITIVE_INFINITY]);
    expect([...graphDistances(network, 0, [2], 3)]).toEqual([2, 1, 0, Number.POSITIVE_INFINITY]);
    expect([...graphDistances(network, 0, [0, 2])]).toEqual([0, 1, 0, Number.POSITIVE_INFINITY]);
    expect(distancesToLocations(network, [1, 1], "hamming").map((table) => [...table])).toEqual([
      [1, 0, 1, 1],
      [1, 0],
    ]);
  });

  it("to a state count variables that differ, and what has no way as far off", () => {
    const far = distanceToState(network, { locations: [2, 0], cells: [1, 2] });
    expect(far({ locations: [0, 0], cells: [1, 2] })).toBe(1);
    expect(far({ locations: [0, 0], cells: [1, 3] })).toBe(2);
    expect(far({ locations: [2, 1], cells: [0, 3] })).toBe(4);
    expect(far({ locations: [3, 0], cells: [1, 2] })).toBe(4);
    const hamming = distanceToState(network, { locations: [2, 0], cells: [1, 2] }, "hamming");
    expect(hamming({ locations: [0, 1], cells: [1, 0] })).toBe(3);
  });
});

describe("local time", () => {
  const obstacle = (declarations: string, edge: string): string => {
    const said = localTimeOf(
      networkOf(`clock x, y; int v; ${declarations}
process P() { state a; init a; trans a -> a { ${edge} }; }
process Q() { state a; init a; trans a -> a { guard y > 1; }; }
system P, Q;`),
    );
    return "obstacle" in said ? said.obstacle : [...said.owners].join();
  };

  it.each([
    ["", "guard x > 1;", "0,1"],
    ["", "guard y > 1;", "a shared clock (y)"],
    ["", "assign v = v + 1;", "0,1"],
    ["broadcast chan b;", "sync b!;", "a broadcast channel (b)"],
    ["urgent chan u;", "sync u!;", "an urgent channel (u)"],
    ["chan c[2]; urgent chan u[2];", "sync c[v]!;", "0,1"],
    ["chan c[2]; urgent chan u[2];", "sync u[v]!;", "an urgent channel (u[0])"],
    ["chan c; chan priority default < c;", "sync c!;", "priorities"],
  ])("%s %s", (declarations, edge, said) => {
    expect(obstacle(declarations, edge)).toBe(said);
  });

  it("belongs to nobody who shares a variable", () => {
    const network = (reader: string, writer: string): Network =>
      networkOf(`int v; int w[2]; clock x;
process P() { state a; init a; trans a -> a { ${reader} }; } process Q() { state a; init a; trans a -> a { ${writer} }; } system P, Q;`);
    expect(localTimeOf(network("guard v > 0;", "assign v = 1;"))).toEqual({ obstacle: "a shared variable (v)" });
    expect(localTimeOf(network("guard w[0] > 0;", "assign w[1] = 1;"))).toMatchObject({ owners: {} });
    expect(localTimeOf(network("guard w[0] > 0;", "guard w[0] > 1;"))).toMatchObject({ owners: {} });
    expect(localTimeOf(network("guard v > 0; assign w[0] = 1;", "assign w[0] = 1;"))).toEqual({
      obstacle: "a shared variable (w[0])",
    });
  });

  it("pays where two steps that have nothing to do with each other look at clocks", () => {
    const pays = (p: string, q: string, more = ""): boolean => {
      const network = networkOf(`clock x, y; chan c; ${more}
process P() { state a; init a; trans a -> a { ${p} }; } process Q() { state a; init a; trans a -> a { ${q} }; } system P, Q;`);
      const time = localTimeOf(network);
      if ("obstacle" in time) throw new Error(time.obstacle);
      return profitsFromLocalTime(network, time);
    };
    expect(pays("guard x > 1;", "guard y > 1;")).toBe(true);
    expect(pays("guard x > 1; sync c!;", "guard y > 1; sync c?;")).toBe(false);
    // One process takes part in every step that looks at clocks.
    const third = "process R() { state a; init a; trans a -> a { sync d?; }, a -> a { sync e?; }; }";
    const around = networkOf(`clock x, y; chan d, e; ${third}
process P() { state a; init a; trans a -> a { guard x > 1; sync d!; }; }
process Q() { state a; init a; trans a -> a { guard y > 1; sync e!; }; } system R, P, Q;`);
    const time = localTimeOf(around);
    if ("obstacle" in time) throw new Error(time.obstacle);
    expect(profitsFromLocalTime(around, time)).toBe(false);
    expect(pays("guard x > 1;", "guard y > 1;", `clock z[61];`)).toBe(false);
    expect(pays("guard x > 1;", "guard y > 1;", `clock z[60];`)).toBe(true);
  });
});
