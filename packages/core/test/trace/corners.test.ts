// Corners of traces that mutants found untested: every format to the letter, long stories, every way to end, and files that
// are wrong in one thing that the query alone can tell.

import { describe, expect, it } from "vitest";
import {
  exactNumber,
  intervalsText,
  judgeTrace,
  judgeXtr,
  type Loop,
  loopText,
  readTraceJson,
  readXtr,
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

describe("numbers", () => {
  it("are plain where that is exact", () => {
    const big = 2n ** 53n;
    expect([rational(3, 4), rational(1, 3), rational(-5, 2)].map(exactNumber)).toEqual([0.75, "1/3", -2.5]);
    expect(
      [
        { n: big, d: 1n },
        { n: big - 1n, d: 1n },
        { n: -big, d: 1n },
        { n: 1n, d: big },
      ].map(exactNumber),
    ).toEqual([String(big), Number(big - 1n), String(-big), `1/${big}`]);
  });

  it("make intervals", () => {
    const interval = (lower: number, upper?: number, lowerStrict = false, upperStrict = false) => ({
      lower: rational(lower),
      lowerStrict,
      ...(upper === undefined ? {} : { upper: rational(upper) }),
      upperStrict,
    });
    expect(intervalsText([])).toBe("never");
    expect(intervalsText([interval(1, 1), interval(2, 3, true), interval(4, 5, false, true), interval(6)])).toBe(
      "1 or (2, 3] or [4, 5) or [6, ∞)",
    );
  });
});

describe("what the query alone can tell", () => {
  const MODEL = `clock x; int n;
process P() { state a { x <= 3 }, b, c { x <= 7 }; init a;
trans a -> b { guard x >= 2; assign x = 0; }, b -> b { assign x = 0; }, b -> c { guard x >= 5; }, a -> c { guard n == 1; }; }
system P;`;
  const loaded = load(MODEL);

  function judged(text: string | undefined, file: object): string {
    const compiled = text === undefined ? undefined : loaded.compileQuery(text);
    if (compiled?.ok === false) throw new Error("the query is fine");
    const run = readTraceJson(loaded.network, JSON.stringify(file));
    if ("problem" in run) return run.problem;
    const outcome = judgeTrace(loaded.network, compiled?.value, run);
    return outcome.ok ? outcome.trace.end : `${outcome.step}: ${outcome.problem}`;
  }
  const edges = (...list: number[]) => list.map((edge) => [{ process: "P", edge }]);
  const steps = (...list: [delay: number, edge: number][]) =>
    list.map(([delay, edge]) => ({ delay, edges: edges(edge)[0] }));

  it.each<[string, string | undefined, object, string]>([
    ["a state", "E<> P.b", { end: "target", steps: steps([2, 0]) }, "target"],
    [
      "an end that a state is not",
      "E<> P.b",
      { end: "deadlock", steps: steps([2, 0]) },
      "1: E<> P.b asks for a state, not for a run that ends so: deadlock",
    ],
    [
      "a run without an end",
      "A<> P.c",
      { end: "target", steps: steps([2, 0]) },
      "1: A<> P.c asks for a run that never ends or ends for good",
    ],
    ["values", "sup: x", { end: "target", steps: [] }, "0: no run answers sup: x"],
    ["a loop that begins nowhere", "E[] P.a", { end: "loop", steps: steps([2, 0]) }, "1: the loop begins nowhere"],
    ["time for ever", "A<> P.c", { end: "unbounded-delay", steps: steps([2, 0]) }, "unbounded-delay"],
    [
      "time for ever, where it meets what must not hold",
      "A<> x >= 8",
      { end: "unbounded-delay", steps: steps([2, 0]) },
      "1: what must not hold holds after the end",
    ],
    [
      "a deadlock",
      "E[] not P.b or x <= 1 or true",
      { end: "deadlock", finalDelay: 0, steps: steps([2, 0], [5, 2]) },
      "deadlock",
    ],
    [
      "a deadlock, and what must not hold comes while time passes",
      "A<> P.c and x >= 6",
      { end: "deadlock", steps: steps([2, 0], [5, 2]) },
      "2: what must not hold holds after the end",
    ],
    [
      "what must not hold on the way",
      "A<> P.b",
      { end: "deadlock", steps: steps([2, 0], [5, 2]) },
      "2: what must not hold holds on the way",
    ],
    [
      "what must not hold at once",
      "A<> P.a",
      { end: "unbounded-delay", steps: steps([2, 0]) },
      "1: what must not hold holds on the way",
    ],
    ["behind the premise", "P.b --> P.a", { end: "loop", loopStart: 1, steps: steps([2, 0], [1, 1]) }, "loop"],
    [
      "without the premise",
      "n == 1 --> P.a",
      { end: "loop", loopStart: 1, steps: steps([2, 0], [1, 1]) },
      "0: the premise does not hold before the rest of the run",
    ],
    [
      "in the loop",
      "P.a --> x >= 1",
      { end: "loop", loopStart: 1, steps: steps([2, 0], [1, 1]) },
      "2: what must not hold holds in the loop",
    ],
    ["a temporal formula", "LTL: [] P.a", { end: "loop", loopStart: 1, steps: steps([2, 0], [1, 1]) }, "loop"],
    [
      "a temporal formula that the run satisfies",
      "LTL: <> P.b",
      { end: "loop", loopStart: 1, steps: steps([2, 0], [1, 1]) },
      "2: the run does not satisfy the temporal formula",
    ],
    [
      "a temporal formula, at an end",
      "LTL: <> P.b",
      { end: "unbounded-delay", steps: steps([2, 0]) },
      "1: the run does not satisfy the temporal formula",
    ],
    ["a temporal formula, ending", "LTL: <> P.c", { end: "unbounded-delay", steps: steps([2, 0]) }, "unbounded-delay"],
    [
      "a temporal formula about what happens again and again",
      "LTL: [] <> P.a",
      { end: "unbounded-delay", steps: steps([2, 0]) },
      "unbounded-delay",
    ],
    ["no query", undefined, { end: "target", steps: steps([2, 0]) }, "stopped"],
    ["no query, and an end", undefined, { end: "unbounded-delay", steps: steps([2, 0]) }, "unbounded-delay"],
    ["so far", undefined, { end: "stopped", steps: steps([2, 0]) }, "stopped"],
    ["a fault that is none", "E<> P.b", { end: "fault", steps: steps([2, 0]) }, "1: nothing fails at the end"],
    ["no edge", undefined, { steps: steps([2, 9]) }, "step 1: P has no edge 9"],
    ["no number", undefined, { steps: [{ delay: "1/0", edges: edges(0)[0] }] }, "the delay of step 1 is no number"],
    ["no number at the end", undefined, { steps: [], finalDelay: "soon" }, "the final delay is no number"],
  ])("%s", (_what, text, file, expected) => {
    expect(judged(text, file)).toBe(expected);
  });

  it("steps are counted from 1 in what is wrong with a file", () => {
    const [first, second] = steps([2, 0], [1, 1]);
    const file = { end: "target", steps: [first, { ...second, time: 4 }] };
    expect(judged("E<> P.b", file)).toBe("2: steps.1.time is not what the file says");
    expect(judged("E<> P.b", { ...file, length: 2, steps: [first] })).toBe("0: length is not what the file says");
    expect(judged("E<> P.b", { ...file, steps: [first, { ...second, time: "6/2" }] })).toBe("target");
  });

  it("`.xtr` files answer what asks for a state", () => {
    const text = "0 . . 0 . 1 . . 0 . 0 0 ; . .";
    const read = (file: string, asked?: string): string => {
      const compiled = asked === undefined ? undefined : loaded.compileQuery(asked);
      if (compiled?.ok === false) throw new Error("the query is fine");
      const run = readXtr(loaded.network, file);
      if ("problem" in run) return run.problem;
      const outcome = judgeXtr(loaded.network, compiled?.value, run);
      return outcome.ok ? outcome.trace.end : `${outcome.step}: ${outcome.problem}`;
    };
    expect(read(text)).toBe("stopped");
    expect(read(text, "E<> P.b")).toBe("target");
    expect(read(text, "E<> P.c")).toBe("1: no run takes these steps to such an end");
    expect(read(text, "A<> P.c")).toBe("1: the file cannot say how a run ends that answers A<> P.c");
    expect(read("1 . . 0 . .")).toBe("0: the run begins elsewhere");
    expect(read("0 . . 0 . 2 . . 0 . 0 0 ; . .")).toBe("1: step 1 is not possible, or leads elsewhere");
    expect(read("0 . . 0 . 1 . . 7 . 0 0 ; . .")).toBe("1: step 1 is not possible, or leads elsewhere");
    expect(read("0 . . 0 . 1 . . 0 . 0 0 3 ; . .")).toBe("1: step 1 is not possible, or leads elsewhere");
    expect(read("0 0 . . 0 . .")).toBe("the first state does not fit the model at item 3");
    expect(read("0 . 1 2 . . 0 . .")).toBe("the first state does not fit the model at item 5");
    expect(read("0 . . 0 . 1 . . 0 . 0 9 ; . .")).toBe("process 0 has no edge 9 at item 14");
    expect(read("0 . . 0 . 1 . . 0 . 0 0 . .")).toBe("a participant is not closed by a semicolon at item 13");
    expect(read("0 . . 0 . 1 . . 0 . . .")).toBe("a step is not closed by a dot at item 12");
    expect(read("0 . . 0 . 1 . .")).toContain("a state does not fit the model");
    expect(read("0 . . 0 .")).toBe("the trace is not closed by a dot at item 6");
    expect(read("0 . . 0 . . 5")).toBe("something follows the end of the trace at item 7");
  });
});
