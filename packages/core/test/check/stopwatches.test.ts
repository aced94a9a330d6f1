// Networks with stopwatches: zones over-approximate, so found states are decided by exact timing, and what an
// exhausted search may claim depends on whether anything spurious was met on the way.

import { describe, expect, it } from "vitest";
import { traceOf } from "../../src/check/index.ts";
import { durationOf } from "../../src/trace/index.ts";
import { rationalToString } from "../../src/zone/index.ts";
import { ask, verdict } from "./ask.ts";

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

  it("fastest traces are refused", async () => {
    expect(await verdict(WORK, "E<> P.done", { optimal: "time" })).toBe("unknown: not-supported");
  });
});
