// Temporal formulas over clocks, whose letters change while time passes: what they mean at boundaries, how runs end,
// what their lassos look like, and with what they cannot be combined.

import { describe, expect, it } from "vitest";
import { traceOf } from "../../../src/check/index.ts";
import { lassoSearches } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { ask, verdict } from "../ask.ts";

const TOGGLE = `clock x; process P() { state a { x <= 5 }, b; init a;
  trans a -> b { guard x >= 1; assign x = 0; }, b -> a { guard x > 2; assign x = 0; }; } system P;`;
const PULSE = `clock x; process P() { state a { x <= 4 }; init a; trans a -> a { guard x == 4; assign x = 0; }; } system P;`;

function withSearch(spec: string) {
  const lasso = configure(lassoSearches, spec);
  if (!lasso.ok) throw new Error(spec);
  return { lasso: lasso.value };
}

describe("temporal formulas over clocks", () => {
  it.each([
    [TOGGLE, "LTL: <> x > 3", "violated"],
    [TOGGLE, "LTL: <> x > 1", "satisfied"],
    [TOGGLE, "LTL: [] <> x > 1", "satisfied"],
    [TOGGLE, "LTL: [] (P.b || x <= 5)", "satisfied"],
    [TOGGLE, "LTL: [] (P.b || x < 5)", "violated"],
    [TOGGLE, "LTL-some: [] x <= 3", "satisfied"],
    [TOGGLE, "LTL-some: [] x <= 2", "violated"],
    [TOGGLE, "LTL-some: ([] <> x == 2) && [] <> (x == 5 && P.a)", "satisfied"],
    // Between steps, too: the letter behind every step is x == 0.
    [PULSE, "LTL: [] <> x >= 3", "satisfied"],
    [PULSE, "LTL: [] (x >= 3 -> <> x < 1)", "satisfied"],
    [PULSE, "LTL: <> [] x < 3", "violated"],
    // Whoever owns the moment between them: one begins where the other ends.
    [PULSE, "LTL: x < 2 U x >= 2", "satisfied"],
    [PULSE, "LTL: x <= 2 U x > 2", "satisfied"],
    [PULSE, "LTL: x < 2 U x > 2", "violated"],
  ])("%#: %s %s", async (model, text, expected) => {
    for (const spec of ["couvreur()", "couvreur(prune=covered)", "ndfs()", "recorded(bfs)"]) {
      expect(await verdict(model, text, withSearch(spec))).toBe(expected);
    }
  });

  it("count ends only in the last letter that waiting comes to", async () => {
    const ending = (invariant: string): string =>
      `clock x; process P() { state a { ${invariant} }; init a; } system P;`;
    for (const [invariant, end] of [
      ["x <= 3", "deadlock"],
      ["x < 3", "deadlock"],
      ["true", "unbounded-delay"],
    ] as const) {
      expect(await verdict(ending(invariant), "LTL: <> [] x > 2")).toBe("satisfied");
      const { verdict: answer } = await ask(ending(invariant), "LTL: [] x <= 2");
      expect([answer.kind, traceOf(answer)?.end]).toEqual(["violated", end]);
    }
    expect(await verdict(ending("x < 3"), "LTL: <> x >= 3")).toBe("violated");
    expect(await verdict(ending("x <= 3"), "LTL: <> x >= 3")).toBe("satisfied");
    expect(await verdict(ending("true"), "LTL: [] x <= 2", { runs: "infinite" })).toBe("satisfied");
  });

  it("are answered with runs whose loops keep their letters in every turn", async () => {
    const zeno = `clock x, y; process P() { state a { x <= 5 }; init a; trans a -> a { guard y > 0; assign y = 0; }; } system P;`;
    const trace = traceOf((await ask(zeno, "LTL-some: <> [] (x > 1 && x < 2)", { runs: "infinite" })).verdict)!;
    expect([trace.loop?.repeats, trace.loop?.time]).toEqual(["with changing delays", "converges"]);
    expect(await verdict(zeno, "LTL-some: <> [] (x == 2)", { runs: "infinite" })).toBe("violated");
    // A loop may be found to begin while time passes; it is told from a step on.
    const { loop, steps } = traceOf((await ask(PULSE, "LTL-some: [] <> x == 3")).verdict)!;
    expect([loop?.repeats, loop?.start, steps.length]).toEqual(["exactly", expect.any(Number), loop!.start + 1]);
  });

  it("are timed where one bound ends and another does not", async () => {
    // Cells hold what is not so: y <= 2 stays while x <= 0 ends, though both are asked for by what they are not.
    const model = `clock x, y; process P() { state a { x <= 1 }, b; init a;
      trans a -> b { guard x == 1; assign y = 0; }; } system P;`;
    const trace = traceOf((await ask(model, "LTL-some: <> (x > 0 && y > 2)")).verdict)!;
    expect([trace.end, trace.steps.length]).toEqual(["unbounded-delay", 1]);
  });

  it("run on the reference engine, which the answer says", async () => {
    const { statistics } = await ask(TOGGLE, "LTL: <> x > 3");
    expect([statistics.engine, statistics.fallback]).toEqual(["reference", "clocks in a liveness query"]);
  });

  it.each([
    ["LTL: [] (x > 1 -> X x < 1)", {}],
    ["LTL: <> x > 3", { runs: "divergent" }],
    ["LTL: <> x > 3", { por: "on" }],
    ["LTL: <> x > 3", { fairness: { kind: "weak" } }],
    ["LTL: <> x > 3", { abstraction: "alu" }],
    ["LTL: <> x > 3", { abstraction: "local-time" }],
    ["LTL: <> deadlock", {}],
    ["LTL: [] (deadlock -> x > 3)", {}],
  ] as const)("%#: %s is refused by name", async (text, options) => {
    expect(await verdict(TOGGLE, text, options as Parameters<typeof verdict>[2])).toBe("unknown: not-supported");
  });

  it("are refused where clocks may be stopped", async () => {
    const stopped = TOGGLE.replace("x <= 5 }", "x <= 5 && x' == 0 }");
    expect(await verdict(stopped, "LTL: <> x > 3")).toBe("unknown: not-supported");
  });
});
