// Files that are wrong in one thing that the query alone can tell.

import { describe, expect, it } from "vitest";
import { judgeTrace, judgeXtr, readTraceJson, readXtr } from "../../src/trace/index.ts";
import { load } from "../check/ask.ts";

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
