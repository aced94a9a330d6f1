// Every format of a trace to the letter, and traces that are long or wide.

import { describe, expect, it } from "vitest";
import {
  replay,
  type Trace,
  traceStory,
  traceToDot,
  traceToMermaid,
  traceToText,
  traceToUppaalText,
  traceToXtr,
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
const STAYING = (count: number): Trace =>
  traceOf(
    Array.from({ length: count }, () => step([3])),
    Array.from({ length: count + 1 }, (_, k) => rational(k % 2)),
  );

describe("a trace to the letter", () => {
  it("as text", () => {
    expect(traceToText(network, TRACE)).toBe(`3 steps, 35/6 time units

start
      P.a, Q.c, R.e
      n = 0, m = 0
      x = 0, y = 0

   1  time 1.5  (after 1.5)
      P: a → b  go!  [i = 2]
      Q: c → d  go?
      n: 0 → 2

   2  time 29/6  (after 10/3)
      P stays in b  all!
      Q stays in d  all?

   3  time 29/6
      P: b → a
      m: 0 → 1

      time 35/6  (after 1)

end: this is the state that was looked for
      P.a, Q.d, R.e
      n = 2, m = 1
      x = 13/3, y = 13/3
`);
  });

  it("as a story", () => {
    expect(traceStory(network, TRACE)).toBe(`3 steps, 35/6 time units
 +1.5  P: a → b [i = 2], Q: c → d, n = 2   (go)
+10/3  P: stays in b, Q: stays in d   (all)
       P: b → a, m = 1
   +1  time passes
end: Q.d, n = 2, m = 1
`);
  });

  it("as a sequence diagram", () => {
    expect(traceToMermaid(network, TRACE)).toBe(`sequenceDiagram
  participant p0 as P
  participant p1 as Q
  Note over p0,p1: +1.5, time 1.5
  p0->>p1: go
  Note over p0: a → b
  Note over p1: c → d
  Note right of p0: n = 2
  Note over p0,p1: +10/3, time 29/6
  p0->>p1: all
  Note over p0: b
  Note over p1: d
  Note over p0: b → a
  Note right of p0: m = 1
`);
  });

  it("as a graph", () => {
    expect(traceToDot(network, TRACE)).toBe(`digraph trace {
  rankdir=TB;
  node [shape=box, fontname="sans-serif"];
  s0 [label="P.a\\nQ.c\\nR.e"];
  s1 [label="P.b\\nQ.d\\nn = 2"];
  s2 [label=""];
  s3 [label="P.a\\nm = 1", peripheries=2];
  s0 -> s1 [label="+1.5: P go!\\nQ go?"];
  s1 -> s2 [label="+10/3: P all!\\nQ all?"];
  s2 -> s3 [label="P"];
}
`);
  });

  it("in UPPAAL's words", () => {
    expect(
      traceToUppaalText(network, TRACE, () => ({ guard: "g" }))
        .split("\n")
        .slice(0, 15),
    ).toEqual([
      "State:",
      "( P.a Q.c R.e )",
      "x=0 y=0 n=0 m=0 #depth=0",
      "",
      "Delay: 1.5",
      "",
      "Transitions:",
      "  P.a->P.b { g, go!, 1 }",
      "  Q.c->Q.d { g, go?, 1 }",
      "",
      "State:",
      "( P.b Q.d R.e )",
      "x=0 y=0 n=2 m=0 #depth=1",
      "",
      "Delay: 10/3",
    ]);
    expect(traceToUppaalText(network, TRACE).split("\n").slice(-6)).toEqual([
      "( P.a Q.d R.e )",
      "x=10/3 y=10/3 n=2 m=1 #depth=3",
      "",
      "Delay: 1",
      "",
      "",
    ]);
  });

  it("as `.xtr`", () => {
    expect(traceToXtr(network, TRACE).split(/\s+/).join(" ")).toBe(
      [
        "0 0 0 . 0 1 0 . 0 2 0 . 1 2 0 . 2 1 0 . . 0 0 .",
        "1 1 0 . 0 1 0 . 0 2 0 . 1 0 18 . 1 2 0 . 2 0 18 . 2 1 0 . . 2 0 .",
        "0 0 2 ; 1 0 ; .",
        "1 1 0 . 0 1 -6 . 0 2 -6 . 1 0 18 . 1 2 0 . 2 0 18 . 2 1 0 . . 2 0 .",
        "0 1 ; 1 1 ; .",
        "0 1 0 . 0 1 -6 . 0 2 -6 . 1 2 0 . 2 1 0 . . 2 1 .",
        "0 2 ; . . ",
      ].join(" "),
    );
  });

  it("strict bounds of `.xtr` are odd", () => {
    const strict = load(
      "clock x; process P() { state a { x < 3 }, b; init a; trans a -> b { guard x > 1; }; } system P;",
    );
    const path = { initial: 0, transitions: [step([0])] };
    const run = replay(strict.network, { path, goal: ANYTHING, frameSize: 0 }, [rational(2), rational(0)]);
    if (!run.ok) throw new Error(run.problem);
    const text = traceToXtr(strict.network, run.trace).split(/\s+/).join(" ");
    expect(text).toBe("0 . 0 1 0 . 1 0 7 . . . 1 . 0 1 -1 . . . 0 0 ; . . ");
  });
});

describe("a trace that is long, or wide", () => {
  it("tells the beginning and the end", () => {
    const lines = traceStory(network, STAYING(40)).trim().split("\n");
    expect(lines).toHaveLength(1 + 15 + 1 + 15);
    expect(lines[0]).toBe("40 steps, 20 time units");
    expect(lines[16]).toBe("     … 10 more steps …");
    expect(traceStory(network, STAYING(31)).trim().split("\n")).toHaveLength(1 + 31 + 1);
    expect(traceStory(network, STAYING(32))).toContain("… 2 more steps …");
  });

  it("says one where there is one", () => {
    expect(traceToText(network, traceOf([step([3])], [rational(1), rational(0)]))).toContain("1 step, 1 time unit\n");
    expect(traceToText(network, traceOf([], [rational(0)]))).toContain("0 steps, 0 time units\n");
  });

  it("wraps what would be too wide", () => {
    const names = Array.from({ length: 12 }, (_, k) => `variable${k}`);
    const wide = load(`int ${names.join(", ")}; process P() { state a; init a; } system P;`);
    const run = replay(wide.network, { path: { initial: 0, transitions: [] }, goal: ANYTHING, frameSize: 0 }, [
      rational(0),
    ]);
    if (!run.ok) throw new Error(run.problem);
    const lines = traceToText(wide.network, run.trace).split("\n").slice(4, 6);
    expect(lines).toEqual([
      `      ${names
        .slice(0, 6)
        .map((name) => `${name} = 0`)
        .join(", ")},`,
      `      ${names
        .slice(6)
        .map((name) => `${name} = 0`)
        .join(", ")}`,
    ]);
  });

  it("keeps what Mermaid and Graphviz read themselves", () => {
    const odd = { ...network, processes: network.processes.map((one) => ({ ...one, name: 'a;b#c:"d\\' })) };
    expect(traceToMermaid(odd, TRACE)).toContain('participant p0 as a#59;b#35;c#58;"d\\\n');
    expect(traceToDot(odd, TRACE)).toContain('label="+1.5: a;b#c:\\"d\\\\ go!');
    expect(traceToMermaid(network, traceOf([step([3])], [rational(1), rational(0)]))).toBe(
      "sequenceDiagram\n  participant p0 as P\n  Note over p0: +1, time 1\n  Note over p0: a\n",
    );
    expect(traceToMermaid(network, traceOf([], [rational(1)]))).toBe("sequenceDiagram\n");
  });
});
