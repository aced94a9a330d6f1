// What partial-order reduction says it left out: of two processes that have nothing to do with each other, counted by
// hand.

import { describe, expect, it } from "vitest";
import { type CheckOptions, exploreNetwork } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { ask, load } from "../check/ask.ts";

const process = (name: string, variable: string): string =>
  `process ${name}() { state a, b, c; init a; trans a -> b { assign ${variable} = 1; }, b -> c { }, c -> c { }; }`;
const MODEL = `int u, v; ${process("P", "u")} ${process("Q", "v")} system P, Q;`;

it.each([
  // P alone goes on to its end: three states with two steps each, of which one is taken or none.
  ["E<> P.c && u == 0", { por: "on" }, 3, { possible: 6, left: 4 }],
  ["E<> deadlock && u == 1", { por: "on" }, 3, { possible: 6, left: 3 }],
  // One process after the other, until both turn in their last locations.
  ["LTL: [] u < 2", { por: "on", runs: "infinite" }, 5, { possible: 10, left: 3 }],
] as const)("%s", async (query, options: CheckOptions, explored, reduction) => {
  const { statistics } = await ask(MODEL, query, options);
  expect(statistics.explored).toBe(explored);
  expect(statistics.reduction).toEqual(reduction);
});

it("a guard that reads a selected value decides nothing by itself", async () => {
  const model = `int[0,3] u; int[0,1] w;
    process P() { state a, b; init a; trans a -> b { select i : int[0,3]; guard i == u && u > 1; }; }
    process Q() { state a, b; init a; trans a -> a { guard u < 3; assign u = u + 1; }, a -> b { assign w = 1; }; }
    process R() { state a, b; init a; trans a -> b { }; } system P, Q, R;`;
  for (const por of ["on", "off"] as const) {
    expect((await ask(model, "E<> P.b && u == 3 && w == 0", { por })).verdict.kind).toBe("satisfied");
    expect((await ask(model, "E<> P.b && u == 1", { por })).verdict.kind).toBe("violated");
  }
});

it("what letters read is seen, also where a step writes more than that", async () => {
  const toggled = (name: string, variable: string): string =>
    `process ${name}() { state a, b, c; init a; trans a -> b { assign ${variable} = 1, w = 1; }, b -> c { assign ${variable} = 0; }, c -> c { }; }`;
  const model = `int u, v, w; ${toggled("P", "u")} ${toggled("Q", "v")} system P, Q;`;
  for (const por of ["on", "off"] as const) {
    const { verdict } = await ask(model, "LTL: [] !(u == 1 && v == 1)", { por, runs: "infinite" });
    expect(verdict.kind).toBe("violated");
  }
});

describe("who is committed", () => {
  const waits = "state k, goal, dead; commit k; init k; trans k -> goal { sync c!; }, k -> dead { };";
  // Many ways to come: it would be cheaper to believe that the other one has to leave.
  const comes = `state q, r, s; commit q; init q; trans ${[1, 2, 3].map((v) => `q -> r { assign w = ${v}; }`)}, r -> s { sync c?; };`;
  const bystander = "process R() { state a, b; init a; trans a -> b { }, b -> a { }; }";

  it.each([
    ["first", `chan c; int w; process P() { ${waits} } process Q() { ${comes} } ${bystander} system P, Q, R;`],
    ["last", `chan c; int w; process P() { ${waits} } process Q() { ${comes} } ${bystander} system R, Q, P;`],
  ])("may wait for somebody else who is: %s", async (_, model) => {
    for (const por of ["on", "off"] as const) {
      expect((await ask(model, "E<> P.goal", { por })).verdict.kind).toBe("satisfied");
      expect((await ask(model, "E<> P.goal && Q.r", { por })).verdict.kind).toBe("violated");
    }
  });

  it("holds up others until it has left", async () => {
    const model = `int v; process P() { state k, l; commit k; init k; trans k -> l { assign v = 1; }, k -> k { assign v = 2; }; }
      process Q() { state a, b; init a; trans a -> b { guard v < 2; }; } ${bystander} system Q, P, R;`;
    for (const por of ["on", "off"] as const) {
      expect((await ask(model, "E<> Q.b", { por })).verdict.kind).toBe("satisfied");
      expect((await ask(model, "E<> Q.b && P.k", { por })).verdict.kind).toBe("violated");
    }
  });
});

it("exploring without a question counts what it leaves out, too", async () => {
  const line = (name: string): string => `process ${name}() { state a, b, c; init a; trans a -> b { }, b -> c { }; }`;
  const { network } = load(`${line("P")} ${line("Q")} system P, Q;`);
  const { statistics } = await exploreNetwork(network, { por: "on" }, stillEnvironment);
  // One after the other: five states; where both could go on, one of two steps is taken.
  expect([statistics.explored, statistics.reduction]).toEqual([5, { possible: 6, left: 2 }]);
});
