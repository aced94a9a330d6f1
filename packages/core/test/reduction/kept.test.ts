// What reduction must not lose, each model made for one rule of stubborn sets: with the rule left out, the answer
// differs from that of the whole state space. (Mutants of `reduction/` had survived all other tests.)

import { describe, expect, it } from "vitest";
import { persistentObstacle, reductionObstacle } from "../../src/reduction/index.ts";
import { ask, load } from "../check/ask.ts";

const turning = (name: string, update: string): string =>
  `process ${name}() { state a, b; init a; trans a -> b { ${update} }, b -> b { }; }`;

describe("a target is reached with reduction as without", () => {
  it.each([
    [
      "a guard over a selected value is no reason by itself: which value it has nobody knows",
      `int[0,3] v; int[0,1] w;
       process P() { state a, b; init a; trans a -> b { select i : int[0,3]; guard i > v && w == 1; }; }
       process Q() { state a, b; init a; trans a -> b { assign w = 1; }; } process R() { state a, b; init a; trans a -> b { }; }
       system P, Q, R;`,
      "E<> P.b",
    ],
    [
      "who moves a process may make it join a broadcast that it would not have joined before",
      `chan c; broadcast chan d; process P() { state a, b; init a; trans a -> b { sync c!; }; }
       process Q() { state x, y, z; init x; trans x -> y { sync c?; }, y -> z { sync d?; }; }
       process B() { state s, t; init s; trans s -> t { sync d!; }; } system P, Q, B;`,
      "E<> B.t && Q.y",
    ],
    [
      "an invariant over two variables makes those who write them depend on each other",
      `int[0,1] u, w; process K() { state k { u + w <= 1 }; init k; }
       process Q() { state a, b; init a; trans a -> b { assign u = 1; }; }
       process R() { state a, b, c; init a; trans a -> b { assign w = 1; }, b -> c { assign w = 0; }; } system K, Q, R;`,
      "E<> Q.b && R.c",
    ],
    [
      "while time may pass, everything depends on it",
      `clock x; process C() { state k, l; commit k; init k; trans k -> l { }; }
       process Q() { state a, b; init a; trans a -> b { guard x >= 5; }; }
       process P() { state a, b; init a; trans a -> b { guard x <= 1; }; } system C, Q, P;`,
      "E<> Q.b && P.b",
    ],
  ])("%s", async (_, model, query) => {
    for (const por of ["off", "on"] as const) expect((await ask(model, query, { por })).verdict.kind).toBe("satisfied");
  });

  it("vectors that share all edges but one are different steps", async () => {
    const model = `system:s
event:e
event:f
process:A
location:A:a{initial:}
edge:A:a:a:e
process:B
location:B:b{initial:}
edge:B:b:b:e
process:C
location:C:c{initial:}
location:C:d{}
location:C:g{labels:goal}
edge:C:c:d:e
edge:C:c:g:f
process:D
location:D:x{initial:}
location:D:y{}
event:t
edge:D:x:y:t
sync:A@e:B@e:C@e
sync:A@e:B@e:C@f
`;
    for (const por of ["off", "on"] as const) {
      expect((await ask(model, "E<> label(goal)", { por }, "model.tck")).verdict.kind).toBe("satisfied");
    }
  });
});

it("a guard that fails behind what is not reached yet is no reason either: the failure is met", async () => {
  const model = `int u; process P() { state a, b, c; init a; trans a -> b { }, b -> c { guard 1 / u == 1; }; }
    process R() { state a, b; init a; trans a -> b { }; } system P, R;`;
  for (const por of ["off", "on"] as const) {
    const { verdict } = await ask(model, "E<> P.c", { por });
    expect(verdict).toMatchObject({ kind: "unknown", because: "model-fault" });
  }
});

describe("a run is kept", () => {
  it.each([
    [
      "a set that leaves out steps has no member that shows",
      `int[0,1] u, v, w; ${turning("P", "assign v = 1;")} ${turning("Q", "guard v == 0; assign u = 1;")} ${turning("R", "assign w = 1;")} system P, Q, R;`,
      "LTL: !(<> (w == 1 && u == 0 && <> u == 1))",
      "infinite",
    ],
    [
      "a joint step shows where one of its processes does",
      `chan c; process P() { state a, b; init a; trans a -> b { sync c!; }, b -> b { }; }
       process Q() { state x, y; init x; trans x -> y { sync c?; }, y -> y { }; } ${turning("R", "")} system P, Q, R;`,
      "LTL: !(<> (R.b && P.a && <> P.b))",
      "infinite",
    ],
    [
      "where runs may end, it shows whether time may pass",
      `int[0,2] q; process P() { state u, n, w; urgent u, w; init u; trans u -> n { }, n -> w { }, w -> w { }; }
       process Q() { state a, b, c; init a; trans a -> b { assign q = 1; }, b -> c { assign q = 2; }; } system P, Q;`,
      "LTL: !(<> ([] q == 1))",
      "maximal",
    ],
  ] as const)("%s", async (_, model, query, runs) => {
    for (const por of ["off", "on"] as const) {
      expect((await ask(model, query, { por, runs })).verdict.kind).toBe("violated");
    }
  });
});

describe("where it is refused", () => {
  const obstacles = (text: string) => {
    const { network } = load(text);
    return [reductionObstacle(network), persistentObstacle(network)].map((why) => why?.split(/[,:]/)[0]);
  };

  it("one clock is enough to keep an exploration whole, and a committed location to reduce a search", () => {
    const model = "clock x; process P() { state a, b; commit b; init a; trans a -> b { }; } system P;";
    expect(obstacles(model)).toEqual([undefined, "clocks"]);
  });

  it("priorities keep both whole", () => {
    expect(obstacles("process P() { state a; init a; } process Q() { state a; init a; } system P < Q;")).toEqual([
      "priorities",
      "priorities",
    ]);
  });

  it("a vector in which one of two is weak is one with weak participants", () => {
    const { network } = load(
      "system:s\nevent:e\nprocess:A\nlocation:A:a{initial:}\nedge:A:a:a:e\nprocess:B\nlocation:B:b{initial:}\nedge:B:b:b:e\nsync:A@e:B@e?\n",
      "model.tck",
    );
    expect(reductionObstacle(network)).toBe("a vector with weak participants");
  });
});
