// TRACEHOUND_CLOCK=cpu: time limits count processor time, so that a busy machine finds what an idle one finds. The
// clocks are played: a second passes whenever somebody looks at one, and nothing at all on the other.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";

/** One second more at each look: every step of a search sees that the slice is over. */
function hurrying(): () => number {
  let seconds = 0;
  return () => seconds++;
}

function clock(passes: "wall" | "cpu", countsCpu: boolean) {
  const [hurries, stands] = [hurrying(), () => 0];
  const [wall, cpuSeconds] = passes === "wall" ? [hurries, stands] : [stands, hurries];
  return { now: () => 1000 * wall(), countsCpu, usage: { cpuSeconds, memoryBytes: () => 0 } };
}

// Explores 138 states: more than two minutes for whoever looks at the clock that hurries.
const CHECK = ["check", "examples/fischer-weakened.xml", "--query", "1", "--search", "bfs", "--time", "100", "--json"];

describe("time limits", () => {
  it.each([
    ["the machine was busy elsewhere", "wall", true, false],
    ["the processor was busy here", "cpu", true, true],
    ["nobody asked for processor time, and time went by", "wall", false, true],
    ["nobody asked for processor time, and none went by", "cpu", false, false],
  ] as const)("%s", async (_, passes, countsCpu, ends) => {
    const { stdout } = await tracehound(CHECK, { clock: clock(passes, countsCpu) });
    const [result] = JSON.parse(stdout).results;
    if (ends) expect(result).toMatchObject({ verdict: "unknown", because: "time" });
    else expect(result.verdict).not.toBe("unknown");
  });
});

const program = join(ROOT, "packages/cli/bin/tracehound.js");
const built = existsSync(join(ROOT, "packages/cli/dist/tracehound.cjs"));

/** On the wall an hour passes at every look, so that no limit is kept by it. */
const HURRY = `let hours = 0n; process.hrtime.bigint = () => 3_600_000_000_000n * hours++;`;

function checkInHurry(env: Readonly<Record<string, string>>) {
  const model = "process P() { state a, b; init a; trans a -> b { }; } system P;";
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${HURRY}`, program, "check", "-", "-q", "E<> P.b", "--time", "100", "--json"],
    { env: { ...process.env, ...env }, input: model, encoding: "utf8" },
  );
  return JSON.parse(stdout).results[0];
}

describe.runIf(built)("the variable of the environment", () => {
  it("is heard", () => {
    expect(checkInHurry({})).toMatchObject({ verdict: "unknown", because: "time" });
    expect(checkInHurry({ TRACEHOUND_CLOCK: "cpu" })).toMatchObject({ verdict: "satisfied" });
  }, 120_000);
});
