// Better and other traces on the command line: --improve, --shorten, --witnesses.

import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const MODEL = "examples/fischer-weakened.xml";
interface Result {
  readonly verdict: string;
  readonly trace: { readonly length: number };
  readonly otherTraces?: readonly { readonly length: number }[];
}

async function check(...args: string[]): Promise<Result> {
  const { stdout } = await tracehound(["check", MODEL, "--query", "1", "--json", ...args]);
  return (JSON.parse(stdout) as { results: Result[] }).results[0]!;
}

describe("better traces", () => {
  it("are found by --shorten and --improve", async () => {
    const shortest = (await check("--search", "bfs")).trace.length;
    const first = (await check("--search", "rdfs", "--seed", "3")).trace.length;
    expect(first).toBeGreaterThan(shortest);
    expect((await check("--search", "rdfs", "--seed", "3", "--shorten")).trace.length).toBe(shortest);
    expect((await check("--search", "rdfs", "--seed", "3", "--improve")).trace.length).toBe(shortest);
  });

  it("are several with --witnesses, the shortest first", async () => {
    const { trace, otherTraces } = await check("--search", "bfs", "--witnesses", "3");
    expect(otherTraces).toHaveLength(2);
    expect(otherTraces![0]!.length).toBeGreaterThanOrEqual(trace.length);
    const { stdout } = await tracehound(["check", MODEL, "--query", "1", "--search", "bfs", "--witnesses", "3"]);
    expect(stdout).toContain("3. trace");
    const files = join(scratchFolder(), "run.json");
    await tracehound(["check", MODEL, "--query", "1", "--search", "bfs", "--witnesses", "2", "--trace", files]);
    for (const file of ["run-1.json", "run-2.json"]) {
      const { code } = await tracehound(["replay", MODEL, join(dirname(files), file)]);
      expect(code).toBe(0);
    }
  });

  it("are one or several, not both", async () => {
    const { code, stderr } = await tracehound(["check", MODEL, "--witnesses", "2", "--shorten"]);
    expect([code, stderr]).toEqual([11, expect.stringContaining("--witnesses")]);
    const walk = await tracehound(["check", MODEL, "--query", "1", "--search", "walk", "--witnesses", "2"]);
    expect([walk.code, walk.both]).toEqual([12, expect.stringContaining("finds one trace, not several")]);
  });
});
