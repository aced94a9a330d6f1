// Corners of `sup`, `inf` and `bounds` that mutants found untested: values beyond what was explored first, conditions
// of several pieces, differences that have no bound on either side.

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

it("two values beyond it are told apart by a greater one", async () => {
  // Up to the first constant nothing tells the two ways into a apart, and the later one is not kept.
  const model = process(
    "state s { x <= 100 }, a; urgent a; init s; trans s -> a { guard x >= 65 && x <= 70; }, s -> a { guard x >= 90; };",
  );
  expect(await first(model, "sup{P.a}: t")).toEqual([undefined, "100"]);
  expect(await first(model, "bounds{P.a}: t")).toEqual(["65", "100"]);
});

it("one piece of a condition without bound is enough", async () => {
  // No time passes in the committed location: the clock is open above only on the way there.
  const model = process("state a, b; commit b; init a; trans a -> b { };");
  expect(await first(model, "sup{P.b && (t <= 5 || t > 7)}: t")).toEqual([undefined, "beyond Infinity"]);
  expect(await first(model, "sup{P.b && (t <= 5 || t == 9)}: t")).toEqual([undefined, "9"]);
});

it.each([
  ["b, c", "b -> c"],
  ["c, b", "c -> b"],
])("an end that is attained anywhere is attained: %s", async (order) => {
  // b opens what c closes, whichever is seen first.
  const [one, two] = order.split(", ") as [string, string];
  const model = process(
    `state a, b { x < 5 }, c { x <= 5 }; init a; trans a -> ${one} { guard x ${one === "b" ? ">" : ">="} 3; },
     a -> ${two} { guard x ${two === "b" ? ">" : ">="} 3; };`,
  );
  expect(await first(model, "bounds{P.b}: x")).toEqual(["beyond 3", "beyond 5"]);
  expect(await first(model, "bounds{P.c}: x")).toEqual(["3", "5"]);
  expect(await first(model, "bounds{P.b || P.c}: x")).toEqual(["3", "5"]);
});

it("what is attained counts only at the end", async () => {
  const model = process(
    "state a, b { x < 5 }, c { x <= 4 }; init a; trans a -> b { guard x > 3; }, a -> c { guard x >= 4; };",
  );
  expect(await first(model, "bounds{P.b || P.c}: x")).toEqual(["beyond 3", "beyond 5"]);
});

it("values are told in the model's units, also where its unit is 2", async () => {
  const model = process("state a { x <= 400000006 }, b; init a; trans a -> b { guard x >= 400000004; };");
  expect(await first(model, "bounds{P.a}: x")).toEqual(["0", "400000006"]);
  expect(await first(model, "inf{P.b}: x")).toEqual(["400000004", undefined]);
});

it("states that need much room are read, too", async () => {
  const model = process(
    "state a { x <= 6 }; init a; trans a -> a { guard n[1999] < 3; assign n[1999] = n[1999] + 1; };",
    "clock x; int n[2000];",
  );
  expect(await first(model, "sup: n[1999]")).toEqual([undefined, "3"]);
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
    ["bounds{P.c}: t - x + 2", "11", "42"],
    ["bounds{P.c}: x - t + 2", "-38", "-7"],
    ["sup{P.c && x > 50}: x - t", undefined, undefined],
  ] as const)("%s", async (query, lower, upper) => {
    expect(await first(model, query)).toEqual([lower, upper]);
  });
});

describe("a loop shows that a clock has no bound", () => {
  const looping = (update: string, declarations = "", more = ""): string =>
    process(
      `state a { x <= 3 }, b; init a; trans a -> a { guard x >= 2; assign x := 0${update}; }${more};`,
      `clock x, c[2], t; int[0,1] i = 1; ${declarations}`,
    );

  it.each([
    ["where nothing sets it", looping(""), "beyond Infinity"],
    ["where clocks beside it are set, whichever", looping(", c[i] := 0"), "beyond Infinity"],
    ["but not where it is set", looping(", t := 5"), "8"],
    [
      "nor where it may be the one of several that is set",
      looping(", t[i] := 5, i := 2 - i").replace(" t;", " t[2];"),
      "8",
    ],
    ["nor where a function sets it", looping(", f()", "void f() { t := 5; }"), "8"],
    ["that others call, too", looping(", f()", "void f() { t := 5; }", ", b -> b { assign f(); }"), "8"],
    [
      "that others call before",
      process(
        "state a { x <= 3 }, b; init a; trans b -> b { assign f(); }, a -> a { guard x >= 2; assign x := 0, f(); };",
        "clock x, t; void f() { t := 5; }",
      ),
      "8",
    ],
  ] as const)("%s", async (_name, model, upper) => {
    const clock = model.includes("t[2]") ? "t[1]" : "t";
    expect(await first(model, `sup: ${clock}`)).toEqual([undefined, upper]);
  });

  it("and its own value is known to be the least at once", async () => {
    const counter = `clock x, t; int[0,30000] n;
      process P() { state a; init a; trans a -> a { guard n < 30000; assign n := n + 1; }; } system P;`;
    for (const query of ["sup: t", "bounds: t", "inf: t"]) {
      const { verdict, statistics } = await ask(counter, query);
      expect(verdict).toMatchObject({ kind: "satisfied", evidence: { early: true } });
      expect(statistics.explored).toBeLessThan(10);
    }
  });
});

it("of differences in zones that contain too much only runs tell", async () => {
  const model = (invariant: string): string => process(`state a { x' == 0${invariant} }, b; init a; trans a -> b { };`);
  const told = async (invariant: string) => {
    const { verdict } = await ask(model(invariant), "bounds: t - x");
    return verdict.kind === "unknown" ? verdict.values![0] : undefined;
  };
  expect(await told(" && t <= 5")).toEqual({
    term: "t - x",
    lower: { value: -1, strict: true },
    upper: { value: 6, strict: true },
    attained: { lower: 0, upper: 5 },
  });
  expect(await told("")).toMatchObject({ upper: { value: Infinity, strict: true }, attained: { upper: 65536 } });
});
