// What partial-order reduction says it left out: of two processes that have nothing to do with each other, counted by hand.

import { expect, it } from "vitest";
import type { CheckOptions } from "../../src/check/index.ts";
import { ask } from "../check/ask.ts";

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
