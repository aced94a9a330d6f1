// Traces in all formats, of a model with a binary synchronisation, a select, an array and a strict guard; files that
// can be read back are, and replay.

import { describe, expect, it } from "vitest";
import { traceOf } from "../../src/check/index.ts";
import type { Network } from "../../src/network/index.ts";
import {
  readTraceJson,
  readXtr,
  replay,
  resolveXtr,
  type Trace,
  timeByZones,
  traceToDot,
  traceToJson,
  traceToJsonFile,
  traceToMermaid,
  traceToText,
  traceToXtr,
} from "../../src/trace/index.ts";
import { ask } from "../check/ask.ts";

const MODEL = `
clock x;
chan go[2];
int seen[2];
process Sender() { state s, t { x <= 4 }; init s; trans s -> t { guard x > 1; sync go[1]!; assign x := 0; }, t -> t { guard x == 4; }; }
process Receiver() { state a, b; init a; trans a -> b { select i : int[0,1]; sync go[i]?; assign seen[i] := 7; }; }
system Sender, Receiver;`;

async function example(): Promise<{ network: Network; trace: Trace }> {
  const { network, verdict } = await ask(MODEL, "E<> Receiver.b and x == 3");
  return { network, trace: traceOf(verdict)! };
}
const ALWAYS = { kind: "target", formula: { kind: "data", condition: { kind: "constant", value: 1 } } } as const;

describe("trace formats", () => {
  it("text tells when, who and what changed", async () => {
    const { network, trace } = await example();
    const text = traceToText(network, trace);
    const parts = ["1 step, 4.5 time units", "time 1.5  (after 1.5)", "Sender: s → t  go[1]!"];
    for (const part of parts) expect(text).toContain(part);
    const changes = ["Receiver: a → b  go[1]?  [i = 1]", "seen[1]: 0 → 7", "time 4.5  (after 3)"];
    for (const part of changes) expect(text).toContain(part);
  });

  it("JSON is exact and self-contained", async () => {
    const { network, trace } = await example();
    expect(traceToJson(network, trace)).toEqual({
      length: 1,
      end: "target",
      duration: 4.5,
      initial: {
        locations: { Sender: "s", Receiver: "a" },
        variables: { "seen[0]": 0, "seen[1]": 0 },
        clocks: { x: 0 },
      },
      steps: [
        {
          delay: 1.5,
          time: 1.5,
          edges: [
            { process: "Sender", edge: 0, select: [], from: "s", to: "t", label: "go[1]!" },
            { process: "Receiver", edge: 0, select: [1], from: "a", to: "b", label: "go[1]?" },
          ],
          changes: {
            locations: { Sender: "t", Receiver: "b" },
            variables: { "seen[1]": 7 },
            clocks: { x: 0 },
          },
        },
      ],
      finalDelay: 3,
    });
  });

  it("JSON can be read and replayed, and nonsense cannot", async () => {
    const { network, trace } = await example();
    const text = traceToJsonFile(network, trace, { model: "model.xta", query: "E<> true" });
    const run = readTraceJson(network, text);
    if ("problem" in run) throw new Error(run.problem);
    expect(replay(network, { path: run.path, goal: ALWAYS, frameSize: 0 }, run.delays).ok).toBe(true);
    const early = readTraceJson(network, text.replace('"delay":1.5', '"delay":1'));
    if ("problem" in early) throw new Error(early.problem);
    const refused = replay(network, { path: early.path, goal: ALWAYS, frameSize: 0 }, early.delays);
    expect(refused).toEqual({ ok: false, step: 1, problem: "the step is not possible here" });
    expect(readTraceJson(network, "{")).toEqual({ problem: "it is no JSON" });
    expect(readTraceJson(network, text.replace('"Receiver","edge":0', '"Receiver","edge":5'))).toEqual({
      problem: "step 1: Receiver has no edge 5",
    });
  });

  it("xtr has the exact zones, and comes back", async () => {
    const { network, trace } = await example();
    const text = traceToXtr(network, trace);
    expect(text.split("\n").slice(0, 3)).toEqual(["0", "0", "."]);
    expect(text).toContain("0 0 ;\n1 0 1 ;\n.\n");
    const read = readXtr(network, text);
    if ("problem" in read) throw new Error(read.problem);
    const paths = resolveXtr(network, read);
    if ("problem" in paths) throw new Error(paths.problem);
    const path = paths[0]!;
    expect(paths).toHaveLength(1);
    expect(path.transitions).toEqual([trace.steps[0]!.transition]);
    expect(timeByZones(network, { path, goal: ALWAYS, frameSize: 0 })).toHaveLength(2);
    expect(readXtr(network, "0 . .")).toHaveProperty("problem");
  });

  it("Graphviz and Mermaid", async () => {
    const { network, trace } = await example();
    expect(traceToDot(network, trace)).toMatch(/^digraph trace \{[\s\S]*s0 -> s1[\s\S]*\}\n$/);
    const mermaid = traceToMermaid(network, trace);
    expect(mermaid).toContain("participant p0 as Sender");
    expect(mermaid).toContain("p0->>p1: go[1]");
    expect(mermaid).toContain("Note over p0,p1: +1.5, time 1.5");
  });

  it("a lasso closes its loop in every picture", async () => {
    const { network, verdict } = await ask(
      "clock x; process P() { state a { x <= 1 }; init a; trans a -> a { guard x == 1; assign x := 0; }; } system P;",
      "E[] P.a",
    );
    const trace = traceOf(verdict)!;
    expect(trace.loop).toBeDefined();
    expect(traceToDot(network, trace)).toContain(`-> s${trace.loop!.start}`);
    expect(traceToMermaid(network, trace)).toContain("loop the loop repeats exactly, every 1 time unit");
    expect(traceToText(network, trace)).toContain("the loop repeats exactly, every 1 time unit");
    expect(traceToJson(network, trace)).toMatchObject({ end: "loop", loopStart: trace.loop!.start });
  });
});
