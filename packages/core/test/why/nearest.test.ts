// What is said of a target that cannot be reached has to be true: the state that is named is the nearest by the ways that
// are left, and what blocks it is nothing that goes away while time passes.

import { expect, it } from "vitest";
import { stillEnvironment } from "../../src/limits/index.ts";
import { whyOf } from "../../src/why/index.ts";
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

it("names nothing that time undoes", async () => {
  const model = `process P() { clock x; state A, B, C; init A; trans A -> B { guard x >= 3; }; } system P;`;
  expect(await whyNotReached(model, "E<> P.B and P.C")).toMatchObject({
    kind: "nearest",
    steps: 1,
    missing: ["P.C"],
    blocked: [{ process: "P", from: "B", reasons: [] }],
  });
});
