// Corners of `sup`, `inf` and `bounds` that mutants found untested: values beyond what was explored first, conditions of
// several pieces, differences that have no bound on either side.

import { describe, expect, it } from "vitest";
import { measuredTerms } from "../../../src/check/index.ts";
import { ask } from "../ask.ts";

const process = (body: string, declarations = "clock x, t;"): string =>
  `${declarations} process P() { ${body} } system P;`;

async function first(model: string, query: string) {
  const { verdict } = await ask(model, query);
  if (verdict.kind === "unknown") return verdict;
  const { lower, upper } = measuredTerms(verdict)[0]!;
  const text = (end: typeof lower) => end && `${end.strict ? "beyond " : ""}${end.value}`;
  return [text(lower), text(upper)];
}

describe("values beyond the constant that is tried first", () => {
  // Nothing compares `t` with anything: only rounds with greater constants show how far it goes.
  const waiting = process(
    "state a { x <= 100 }, b; init a; trans a -> b { guard x > 90; }, b -> a { assign x := 0, t := 0; };",
  );

  it.each([
    ["sup{P.a}: t", undefined, "100"],
    ["sup{P.a}: t + 3", undefined, "103"],
    ["bounds{P.a}: t", "0", "100"],
    ["inf{P.b}: t", "beyond 90", undefined],
    ["bounds{P.b}: t", "beyond 90", "beyond Infinity"],
  ] as const)("%s", async (query, lower, upper) => {
    expect(await first(waiting, query)).toEqual([lower, upper]);
  });
});

it("one piece of a condition without bound is enough", async () => {
  // No time passes in the committed location: the clock is open above only on the way there.
  const model = process("state a, b; commit b; init a; trans a -> b { };");
  expect(await first(model, "sup{P.b && (t <= 5 || t > 7)}: t")).toEqual([undefined, "beyond Infinity"]);
  expect(await first(model, "sup{P.b && (t <= 5 || t == 9)}: t")).toEqual([undefined, "9"]);
});

describe("differences", () => {
  const model = process(
    "state a, b, c { t <= 40 }; init a; trans a -> b { assign x := 0; }, a -> c { guard x >= 9; assign x := 0; };",
    "clock x, t;",
  );

  it.each([
    ["sup{P.b}: t - x", undefined, "beyond Infinity"],
    ["inf{P.b}: x - t", "beyond -Infinity", undefined],
    ["bounds{P.b}: x - t", "beyond -Infinity", "0"],
    ["bounds{P.c}: t - x", "9", "40"],
    ["bounds{P.c}: x - t", "-40", "-9"],
    ["bounds{P.a}: x - t", "0", "0"],
    ["sup{P.c && x > 50}: x - t", undefined, undefined],
  ] as const)("%s", async (query, lower, upper) => {
    expect(await first(model, query)).toEqual([lower, upper]);
  });
});
