// An estimate that lies, on the command line: its word is not a verdict, unless the user says so; then the verdict says
// whose word it is, and whoever writes the certificate finds out.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SABOTEURS, sabotage } from "@tracehound/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

/** Two steps away, so that the lie is about what no step and no start shows. */
const MODEL = `int[0,3] n;
  process P() { state a, b; init a; trans a -> a { guard n < 2; assign n = n + 1; }, a -> b { guard n == 2; }; }
  system P;`;
const ASKED = ["-q", "A[] !P.b", "--search", "greedy(hU())"] as const;

let honest: (() => void) | undefined;
afterEach(() => honest?.());

async function check(...options: readonly string[]) {
  honest?.();
  honest = sabotage(SABOTEURS["hU: ∞ of every state"]!).end;
  const cwd = scratchFolder();
  writeFileSync(join(cwd, "m.xta"), MODEL);
  const outcome = await tracehound(["check", "m.xta", ...ASKED, ...options], { cwd });
  return { ...outcome, cwd };
}

describe("an estimate that says ∞ of every state", () => {
  it("is no verdict", async () => {
    const { code, stdout } = await check("--json");
    const [result] = JSON.parse(stdout).results;
    expect([code, result.verdict, result.because]).toEqual([2, "unknown", "estimate"]);
    expect(result.statistics.deadEnds).toEqual({ checked: 0, trusted: 1 });
  });

  it("tells what to do instead", async () => {
    const { both } = await check();
    expect(both).toContain("--trust-estimates");
  });

  it("is taken at its word with --trust-estimates, and the verdict says so", async () => {
    const { code, stdout } = await check("--trust-estimates", "--json");
    const [result] = JSON.parse(stdout).results;
    expect([code, result.verdict, result.note]).toEqual([0, "satisfied", "estimates-trusted"]);
    expect(result.statistics.deadEnds).toEqual({ checked: 0, trusted: 1 });
    expect(result.caveats).toContainEqual({
      kind: "estimates-trusted",
      text: "the estimate is trusted about 1 dead end, which nobody checked",
    });
    const { both } = await check("--trust-estimates", "--quiet");
    expect(both).toContain("the estimate is trusted about 1 dead end, which nobody checked");
  });

  it("is found out by who writes the certificate: the run, a request to report it, exit code 70, no certificate", async () => {
    const { code, both, cwd } = await check("--trust-estimates", "--certificate", "proof.json");
    expect([code, both]).toEqual([70, expect.stringContaining("a mistake of Tracehound; please report it")]);
    expect(both).toContain("violated");
    expect(both).toContain("P: a -> b");
    expect(existsSync(join(cwd, "proof.json"))).toBe(false);
  });

  it("is found out in every form of output", async () => {
    const { code, stdout } = await check("--trust-estimates", "--certificate", "proof.json", "--json");
    const [result] = JSON.parse(stdout).results;
    expect([code, result.verdict, result.note]).toEqual([70, "violated", "mistaken"]);
    expect(result.caveats.map(({ kind }: { kind: string }) => kind)).toContain("mistaken");
    expect(result.trace.steps).toHaveLength(3);
    const quiet = await check("--trust-estimates", "--certificate", "proof.json", "--quiet");
    expect([quiet.code, quiet.both]).toEqual([70, expect.stringContaining("please report it")]);
  });
});
