// Networks with stopwatches: zones over-approximate, so found states are decided by exact timing, and what an
// exhausted search may claim depends on whether anything spurious was met on the way.

import { describe, expect, it } from "vitest";
import { measuredTerms, traceOf, valueText } from "../../../src/check/index.ts";
import { durationOf } from "../../../src/trace/index.ts";
import { rationalToString } from "../../../src/zone/index.ts";
import { ask, verdict } from "../ask.ts";

/** x runs while working, y all the time; three rounds of work of 2 each with breaks between. */
const WORK = `
clock x, y, b;
int[0,5] rounds = 0;
process P() {
  state work { x <= 2 }, rest { x' == 0 && b <= 3 }, done;
  init work;
  trans work -> rest { guard x >= 2; assign b := 0; },
        rest -> work { guard b >= 1 && rounds < 2; assign x := 0, rounds := rounds + 1; },
        rest -> done { guard rounds == 2; };
}
system P;`;

describe("stopwatches", () => {
  it("a reachable target has an exact trace", async () => {
    const { verdict: answer } = await ask(WORK, "E<> P.done");
    const trace = traceOf(answer)!;
    expect(answer.kind).toBe("satisfied");
    expect(trace.steps.length).toBe(6);
    expect(Number(rationalToString(durationOf(trace)))).toBe(8);
  });

  it("a clock that stands still keeps its value exactly", async () => {
    expect(await verdict(WORK, "E<> P.rest and x == 2 and b >= 3")).toBe("satisfied");
    expect(await verdict(WORK, "E<> P.rest and x > 2")).toBe("violated");
  });

  it("a state that only the zones contain is spurious", async () => {
    // Time passes in `a` with x running and in `b` with y running only: x and y end up independent, but x + y is not.
    const sum = `
      clock x, y, t;
      process P() {
        state a { y' == 0 && t <= 2 }, b { x' == 0 && t <= 2 }, c { x' == 0 && y' == 0 };
        init a;
        trans a -> b { }, b -> c { guard t >= 2; };
      }
      system P;`;
    expect(await verdict(sum, "E<> P.c and x == 1 and y == 1")).toBe("satisfied");
    expect(await verdict(sum, "E<> P.c and x == 2 and y == 2")).toBe("unknown: over-approximation");
    expect(await verdict(sum, "E<> P.c and x > 2")).toBe("violated");
  });

  it("deadlock and liveness are answered by traces only", async () => {
    expect(await verdict(WORK, "E<> deadlock")).toBe("satisfied");
    expect(await verdict(WORK, "A[] not deadlock")).toBe("violated");
    expect(await verdict(WORK, "A<> rounds == 5")).toBe("violated");
    expect(await verdict(WORK, "A<> P.done")).toBe("unknown: over-approximation");
    expect(await verdict(WORK, "A<> P.rest")).toBe("unknown: over-approximation");
    expect(await verdict(WORK, "sup: x")).toBe("unknown: over-approximation");
  });

  it("of sup, inf and bounds both what runs attain and what zones allow is said", async () => {
    // Time passes with either x or y running, two units in all: x + y is 2 in the end, which no zone knows.
    const sum = `
      clock x, y, t; int[0,3] n;
      process P() {
        state a { y' == 0 && t <= 2 }, b { x' == 0 && t <= 2 }, c { x' == 0 && y' == 0 };
        init a;
        trans a -> b { }, b -> c { guard t >= 2; assign n := 3; };
      }
      system P;`;
    const limits = async (query: string) => {
      const { verdict: answer } = await ask(sum, query);
      return [answer.kind, measuredTerms(answer)[0]];
    };
    const at = (value: number) => ({ value, strict: false });
    expect(await limits("sup{P.c}: x")).toEqual(["satisfied", { term: "x", upper: at(2) }]);
    expect(await limits("bounds: n")).toEqual(["satisfied", { term: "n", lower: at(0), upper: at(3) }]);
    expect(await limits("sup{P.c && y >= 1}: x + 10")).toEqual([
      "unknown",
      { term: "x + 10", upper: at(12), attained: { upper: 11 } },
    ]);
    expect(await limits("bounds{P.c && y >= 1}: x")).toEqual([
      "unknown",
      { term: "x", lower: at(0), upper: at(2), attained: { lower: 0, upper: 1 } },
    ]);
    expect(await limits("inf{P.c && x <= 1}: y")).toEqual([
      "unknown",
      { term: "y", lower: at(0), attained: { lower: 1 } },
    ]);
    expect(await limits("sup{P.a && n == 2}: x")).toEqual(["satisfied", { term: "x" }]);
    const [kind, endless] = await limits("sup: t");
    expect([kind, endless]).toEqual([
      "unknown",
      { term: "t", upper: { value: Infinity, strict: true }, attained: { upper: 2 ** 16 } },
    ]);
    expect(valueText({ term: "x", upper: at(2), attained: { upper: 1 } }, "sup")).toBe(
      "a run attains 1, all are at most 2",
    );
  });

  it("fastest traces are refused", async () => {
    expect(await verdict(WORK, "E<> P.done", { optimal: "time" })).toBe("unknown: not-supported");
  });
});
