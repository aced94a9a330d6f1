// What is said of a target that cannot be reached has to be true: the state that is named is the nearest by the ways
// that are left, and what blocks it is nothing that goes away while time passes.

import { expect, it } from "vitest";
import { stillEnvironment } from "../../src/limits/index.ts";
import { whyOf, whyText } from "../../src/why/index.ts";
import { ask } from "../check/ask.ts";

async function whyNotReached(xta: string, text: string) {
  const result = await ask(xta, text);
  expect(result.verdict.kind).toBe("violated");
  return whyOf({ network: result.network, options: {}, environment: stillEnvironment }, result);
}

it("goes as far as a process can, also where it has to wait first", async () => {
  const model = `process P() { clock x; state A, B, C; init A;
    trans A -> B { guard x >= 4; }, B -> C { guard x < 4; }; } system P;`;
  expect(await whyNotReached(model, "E<> P.C")).toMatchObject({
    kind: "nearest",
    steps: 1,
    blocked: [{ from: "B", to: "C", reasons: ["the guard of P fails: P.x < 4 cannot hold: P.x is at least 4"] }],
  });
});

it("names the guard that stays false", async () => {
  const model = `int[0,9] n; process P() { state A, B, C; init A;
    trans A -> A { guard n < 4; assign n = n + 1; }, A -> B { guard n >= 2; }, B -> C { guard n == 5; }; } system P;`;
  expect(await whyNotReached(model, "E<> P.C")).toMatchObject({
    kind: "nearest",
    blocked: [{ process: "P", from: "B", to: "C" }],
  });
});

it.each<[string, string, string]>([
  [
    "an invariant that is entered too late",
    "clock x; state A { x >= 0 }, B { x <= 2 }; init A; trans A -> B { guard x >= 3; };",
    "the invariant of P.B would be violated: P.x <= 2 cannot hold",
  ],
  [
    "a partner that is not there, while time passes",
    "clock x; state A, B; init A; trans A -> B { guard x >= 1; sync c?; };",
    "no other process can send on c now",
  ],
])("names %s", async (_, body, sentence) => {
  const model = `chan c; process P() { ${body} } system P;`;
  expect(await whyNotReached(model, "E<> P.B")).toMatchObject({ blocked: [{ to: "B", reasons: [sentence] }] });
});

const COUNTING = `int[0,2] v; process P() { state s, m, bad; init s;
  trans s -> s { guard v < 2; assign v = v + 1; }, s -> m { guard v == 2; }, s -> bad { guard v >= 3; }; }
  process R() { state a, bad; init a; trans a -> bad { guard v >= 3; }; } system P, R;`;

it.each([
  ["E<> v > 20", "v > 20 (v is 2)"],
  ["E<> 20 <= v", "20 <= v (v is 2)"],
])("prefers the smallest gap between numbers: %s", async (query, missing) => {
  expect(await whyNotReached(COUNTING, query)).toMatchObject({ kind: "nearest", steps: 2, missing: [missing] });
});

it("prefers the smallest gap in the guards that block", async () => {
  expect(await whyNotReached(COUNTING, "E<> P.bad")).toMatchObject({
    steps: 2,
    blocked: [{ reasons: ["the guard of P fails: v >= 3 is false (v is 2)"] }],
  });
});

it("says of each alternative what blocks it", async () => {
  expect(await whyNotReached(COUNTING, "E<> P.bad or R.bad")).toMatchObject({
    blocked: [
      { process: "P", to: "bad" },
      { process: "R", to: "bad" },
    ],
  });
});

it("does not show what is left of a guard that was folded", async () => {
  const model = "process P() { state s, dead; init s; trans s -> dead { guard 1 == 2; }; } system P;";
  expect(await whyNotReached(model, "E<> P.dead")).toMatchObject({
    blocked: [{ reasons: ["the guard of P fails: it is never true"] }],
  });
});

it.each([
  ["A[] not (v == 2 and P.m)", ["not (v == 2 and P.m)"]],
  ["A[] v < 3 imply v < 2", ["v < 3 imply v < 2"]],
])("shows what was read where all of %s fails", async (query, parts) => {
  expect(await whyNotReached(COUNTING, query)).toMatchObject({ kind: "failed", parts, values: "v is 2" });
});

it("names nothing that time undoes", async () => {
  const model = `process P() { clock x; state A, B, C; init A; trans A -> B { guard x >= 3; }; } system P;`;
  expect(await whyNotReached(model, "E<> P.B and P.C")).toMatchObject({
    kind: "nearest",
    steps: 1,
    missing: ["P.C"],
    blocked: [{ process: "P", from: "B", reasons: [] }],
  });
});

it("says what a clock cannot be, and which invariant keeps it there", async () => {
  const model = `process P() { clock x, y; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 3; assign y = 0; }; }
    process U() { clock u; state s; urgent s; init s; } system P;`;
  const missing = async (query: string) => (await whyNotReached(model, query)) as { missing?: readonly string[] };
  expect(await missing("E<> P.A and P.x > 5")).toMatchObject({
    missing: ["P.x > 5 (P.x is at most 5 by the invariant of P.A)"],
  });
  expect(await missing("E<> P.B and P.x < 3")).toMatchObject({ missing: ["P.x < 3 (P.x is at least 3)"] });
  expect(await missing("E<> P.B and P.x - P.y < 2")).toMatchObject({
    missing: ["P.x - P.y < 2 (P.x - P.y is at least 3)"],
  });
  const urgent = model.replace("system P;", "system U;");
  expect(await whyNotReached(urgent, "E<> U.u > 0")).toMatchObject({
    missing: ["U.u > 0 (U.u is at most 0, since no time passes in U.s)"],
  });
});

const RISING = `int[0,9] n, m; process P() { state s, t; init s;
  trans s -> t { guard n < 3; assign n = n + 1; }, t -> s { }, t -> t { guard m < 2; assign m = m + 1; }, t -> s { assign m = 0; }; }
  system P;`;

it("names the guards that keep a variable from its value, wherever the process is", async () => {
  const why = await whyNotReached(RISING, "E<> n == 7");
  expect(why).toMatchObject({
    missing: ["n == 7 (n is 3)"],
    blocked: [{ process: "P", from: "s", to: "t", changes: "n" }],
  });
  expect(whyText(why!)[1]).toBe("P cannot change n from s to t: the guard of P fails: n < 3 is false (n is 3)");
});

it("blames no guard where another edge could change the variable", async () => {
  expect(await whyNotReached(RISING, "E<> m == 7")).toMatchObject({ missing: ["m == 7 (m is 2)"], blocked: [] });
});

it("shows only what fails behind an implication", async () => {
  expect(await whyNotReached(RISING, "A[] P.t imply (n <= 9 and (n > 0 imply (m < 1 and n < 10)))")).toMatchObject({
    kind: "failed",
    parts: ["P.t imply (n > 0 imply m < 1)"],
    values: expect.stringContaining("m is 1"),
  });
});
