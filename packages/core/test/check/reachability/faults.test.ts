// Faults of the model while it runs: the check ends with the diagnostic and a replayed trace to the fault, never with
// a claim that something cannot happen; a target found before stands.

import { describe, expect, it } from "vitest";
import { traceOf } from "../../../src/check/index.ts";
import { rationalToString } from "../../../src/zone/index.ts";
import { ask, verdict } from "../ask.ts";

const model = (update: string, guard = "x >= 2"): string => `
clock x;
int[0,2] n = 1;
int a[2];
process P() { state s { x <= 3 }, t, u; init s; trans s -> t { }, t -> u { guard ${guard}; assign ${update}; }; }
system P;`;

describe("faults of the model", () => {
  it.each([
    ["n := n + 2", "TH6001"],
    ["a[n + 1] := 1", "TH6002"],
    ["n := 2 / (n - 1)", "TH6003"],
    ["x := n - 2", "TH6005"],
  ])("%s", async (update, code) => {
    const { verdict: answer } = await ask(model(update), "E<> P.u");
    expect(answer.kind === "unknown" && [answer.because, answer.diagnostic?.code]).toEqual(["model-fault", code]);
    const trace = traceOf(answer)!;
    expect(trace.end).toBe("fault");
    expect(trace.steps.length).toBe(1);
    // The step that fails needs x >= 2.
    expect(Number(rationalToString(trace.final.clocks[0]!))).toBeGreaterThanOrEqual(2);
  });

  it("a target found before the fault stands", async () => {
    expect(await verdict(model("n := n + 2"), "E<> P.t")).toBe("satisfied");
  });

  it("a fault behind a guard that never holds is not met", async () => {
    expect(await verdict(model("n := n + 2", "x >= 2 && x < 1"), "E<> P.u")).toBe("violated");
  });

  it("liveness meets faults, too", async () => {
    expect(await verdict(model("n := n + 2"), "A<> P.u")).toMatch(/violated|unknown: model-fault/);
    expect(await verdict(model("n := n + 2"), "P.s --> P.u")).toMatch(/violated|unknown: model-fault/);
  });
});
