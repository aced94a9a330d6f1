// Every way in which a trace ends.

import { describe, expect, it } from "vitest";
import {
  type Loop,
  loopText,
  replay,
  type Trace,
  traceStory,
  traceToDot,
  traceToMermaid,
  traceToText,
} from "../../src/trace/index.ts";
import { type Rational, rational } from "../../src/zone/index.ts";
import { load } from "../check/ask.ts";

const { network } = load(`clock x, y; chan go; broadcast chan all; int n; int[0,1] m;
process P() { state a, b { x <= 9 }; init a; trans a -> b { select i : int[1,2]; guard x > 1; sync go!; assign x = 0, n = i; }, b -> b { guard x >= 3; sync all!; }, b -> a { assign m = 1; }, a -> a { }; }
process Q() { state c, d; init c; trans c -> d { sync go?; assign y = 0; }, d -> d { sync all?; }; }
process R() { state e; init e; }
system P, Q, R;`);
const step = (...edges: [number, ...number[]][]) => ({ edges: edges.map(([edge, ...select]) => ({ edge, select })) });
const ANYTHING = { kind: "target", formula: { kind: "and", parts: [] } } as const;

function traceOf(transitions: readonly ReturnType<typeof step>[], delays: readonly Rational[]): Trace {
  const outcome = replay(network, { path: { initial: 0, transitions }, goal: ANYTHING, frameSize: 0 }, delays);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.trace;
}
const TRACE = traceOf(
  [step([0, 2], [4]), step([1], [5]), step([2])],
  [rational(3, 2), rational(10, 3), rational(0), rational(1)],
);

describe("ends", () => {
  const loop: Loop = { start: 1, turns: 2, repeats: "exactly", time: "diverges", period: rational(1) };
  it.each<[Partial<Trace>, string]>([
    [{ end: "stopped" }, "end: so far the run goes: Q.d, n = 2, m = 1\n"],
    [{ end: "deadlock" }, "end: nothing can happen any more (deadlock): Q.d, n = 2, m = 1\n"],
    [
      { end: "unbounded-delay" },
      "end: from here time can pass for ever without anything else happening: Q.d, n = 2, m = 1\n",
    ],
    [{ end: "fault" }, "end: the next step fails: Q.d, n = 2, m = 1\n"],
    [
      { end: "loop", loop },
      "end: back in the state after step 1; the loop repeats exactly, every 1 time unit: Q.d, n = 2, m = 1\n",
    ],
    [
      { end: "loop", loop: { ...loop, start: 0 } },
      "end: back at the start; the loop repeats exactly, every 1 time unit: Q.d, n = 2, m = 1\n",
    ],
  ])("are told: %#", (end, expected) => {
    expect(traceStory(network, { ...TRACE, ...end })).toContain(expected);
  });

  it("nothing is told where nothing changed and the target was there", () => {
    expect(traceStory(network, traceOf([step([3])], [rational(0), rational(0)]))).toBe(
      "1 step, 0 time units\n     P: stays in a\n",
    );
  });

  it("loops stand in every picture", () => {
    const lasso: Trace = { ...TRACE, end: "loop", loop };
    expect(traceStory(network, lasso).split("\n")[2]).toBe("-- the loop begins here --");
    expect(traceToText(network, lasso)).toContain("n: 0 → 2\n\n      -- the loop begins here --\n\n   2  time");
    const dot = traceToDot(network, lasso);
    expect(dot).toContain('  label="the loop repeats exactly, every 1 time unit";');
    expect(dot).toContain('  s2 -> s1 [label="P"];');
    expect(dot).not.toContain("s3");
    expect(dot).not.toContain("peripheries");
    const lines = traceToMermaid(network, lasso).split("\n");
    expect([lines[7], lines.at(-2)]).toEqual(["  Note right of p0: n = 2", "  end"]);
    expect(lines[8]).toBe("  loop the loop repeats exactly, every 1 time unit");
  });

  it("what is said about loops", () => {
    expect(loopText({ ...loop, period: rational(2) })).toBe("the loop repeats exactly, every 2 time units");
    expect(loopText({ ...loop, time: "stands still", period: rational(0) })).toBe(
      "the loop repeats exactly; time stands still (a Zeno run)",
    );
    expect(loopText({ start: 0, turns: 1, repeats: "with changing delays", time: "converges" })).toBe(
      "the loop can be taken for ever, each time with other delays; shown: 1 turn; time converges (a Zeno run)",
    );
    expect(loopText({ start: 0, turns: 3, repeats: "with changing delays", time: "unknown" })).toBe(
      "the loop can be taken for ever, each time with other delays; shown: 3 turns",
    );
  });
});
