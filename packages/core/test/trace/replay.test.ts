// What replay refuses, one check at a time: delays that are not allowed, loops that do not close, targets that do not
// hold. Each is a run that is right but for one thing.

import { describe, expect, it } from "vitest";
import { traceOf } from "../../src/check/index.ts";
import type { Formula } from "../../src/network/index.ts";
import { type Delays, type Path, replay, type TimingGoal } from "../../src/trace/index.ts";
import { rational } from "../../src/zone/index.ts";
import { ask, load } from "../check/ask.ts";

const MODEL = `clock x, y;
process P() { state a { x <= 3 }, b, c; init a;
trans a -> b { guard x >= 2; assign x = 0; }, b -> a { assign x = 0; }, b -> b { guard x == 1; assign x = 0; }, b -> c { }; }
system P;`;
const { network } = load(MODEL);
const ANYTHING: Formula = { kind: "and", parts: [] };
const NOTHING: Formula = { kind: "or", parts: [] };
const step = (edge: number) => ({ edges: [{ edge, select: [] }] });
const times = (...values: number[]): Delays => values.map((value) => rational(value));

function outcome(steps: readonly number[], delays: Delays, goal: TimingGoal): string {
  const path: Path = { initial: 0, transitions: steps.map(step) };
  const result = replay(network, { path, goal, frameSize: 0 }, delays);
  return result.ok ? "fine" : `${result.step}: ${result.problem}`;
}

describe("replay", () => {
  const target: TimingGoal = { kind: "target", formula: ANYTHING };

  it("refuses delays that are negative or break an invariant, before a step and at the end", () => {
    expect(outcome([0], times(2, 0), target)).toBe("fine");
    expect(outcome([0], times(4, 0), target)).toBe("1: a delay of 4 is not allowed here");
    expect(outcome([0, 1], times(2, 1, 4), target)).toBe("2: a delay of 4 is not allowed here");
    // The guard would hold after this delay: nothing but its sign is wrong.
    expect(outcome([0, 1, 0], times(3, -1, 3, 0), target)).toBe("2: the delay is negative");
  });

  it("refuses steps that are not possible", () => {
    expect(outcome([0], times(1, 0), target)).toBe("1: the step is not possible here");
    expect(outcome([1], times(0, 0), target)).toBe("1: the step is not possible here");
  });

  it("refuses a target that does not hold", () => {
    expect(outcome([0], times(2, 0), { kind: "target", formula: NOTHING })).toBe(
      "1: the target does not hold at the end",
    );
  });

  it("refuses ends that are none", () => {
    expect(outcome([0], times(2, 0), { kind: "deadlock" })).toBe("1: something is still possible at the end");
    expect(outcome([], times(0), { kind: "unbounded-delay" })).toBe("0: time cannot pass for ever at the end");
    expect(outcome([0], times(2, 0), { kind: "fault" })).toBe("1: nothing fails at the end");
  });

  it("refuses loops that do not come back", () => {
    const loop = (loopStart: number, turns = 1): TimingGoal => ({ kind: "loop", loopStart, turns });
    expect(outcome([0, 1], times(2, 0, 0), loop(0))).toBe("fine");
    expect(outcome([0, 2], times(2, 1, 0), loop(1))).toBe("fine");
    // Another location.
    expect(outcome([0, 1], times(2, 0, 0), loop(1))).toBe("2: the loop does not come back to where it started");
    // Turns that are not the same steps, or not whole.
    expect(outcome([0, 2, 1, 0], times(2, 1, 0, 2, 0), loop(1, 3))).toMatch(/the turns of the loop differ|comes? back/);
    expect(outcome([0, 1], times(2, 0, 0), loop(0, 3))).toBe("2: the loop has no whole turns");
    expect(outcome([], times(0), loop(0))).toBe("0: the loop has no whole turns");
    // A delay behind the last step leaves the state that was reached.
    expect(outcome([0, 2], times(2, 1, 1), loop(1))).toBe("2: the loop ends with a delay");
  });

  it("refuses a loop that comes back to other clock values and cannot go on", () => {
    // y is never set and bounded: two turns are possible, a third is not, whatever the delays.
    const bounded = load(`clock x, y;
process P() { state a { y <= 2 }; init a; trans a -> a { guard x == 1; assign x = 0; }; } system P;`);
    const path: Path = { initial: 0, transitions: [step(0)] };
    const result = replay(bounded.network, { path, goal: { kind: "loop", loopStart: 0 }, frameSize: 0 }, times(1, 0));
    expect(result).toMatchObject({ ok: false, problem: "the loop cannot be taken for ever from where it has come to" });
  });

  it("refuses a loop that changes a variable for good, though its zones recur", () => {
    const counting = load("int n; process P() { state a; init a; trans a -> a { assign n = n + 1; }; } system P;");
    const path: Path = { initial: 0, transitions: [step(0)] };
    const result = replay(counting.network, { path, goal: { kind: "loop", loopStart: 0 }, frameSize: 0 }, times(0, 0));
    expect(result).toMatchObject({ ok: false, problem: "the loop does not come back to where it started" });
  });

  it("tells exactly from changing, and what becomes of time", async () => {
    const loopOf = async (model: string, query: string) => traceOf((await ask(model, query)).verdict)!.loop;
    const still = "clock x; process P() { state a { x <= 0 }; init a; trans a -> a { }; } system P;";
    expect(await loopOf(still, "E[] P.a")).toMatchObject({ repeats: "exactly", time: "stands still" });
    // Two clocks that take turns: x repeats after two steps, one turn of the word.
    const two = `clock x, y; process P() { state a { x <= 2 }, b { y <= 3 }; init a;
trans a -> b { guard x == 2; assign y = 0; }, b -> a { guard y == 3; assign x = 0; }; } system P;`;
    expect(await loopOf(two, "E[] x <= 5")).toMatchObject({
      repeats: "exactly",
      time: "diverges",
      period: rational(5),
    });
    // z is never set and only asked whether it is large: it may grow.
    const growing = `clock x, z; process P() { state a { x <= 1 }; init a; trans a -> a { guard x == 1 && z >= 3; assign x = 0; }, a -> a { guard x == 1; assign x = 0; }; } system P;`;
    expect(await loopOf(growing, "E[] P.a")).toMatchObject({
      repeats: "exactly",
      time: "diverges",
    });
  });
});
