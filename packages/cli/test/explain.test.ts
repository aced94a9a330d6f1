// `check --explain`: what would run, and why. Nothing is searched, nothing is written.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const MODEL = "examples/fischer-weakened.xml";

describe("check --explain", () => {
  it("tells searches, engine and abstraction of every query", async () => {
    const { code, stdout, stderr } = await tracehound([
      "check",
      MODEL,
      "--explain",
      "--time",
      "20",
      "--query-time",
      "5",
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("1. A[] forall");
    expect(stdout).toContain("reachability: looks for a state that violates it");
    expect(stdout).toContain("compiled engine, abstraction alu: the coarsest that is sound");
    expect(stdout).toContain("eager(best(hU(broadcast=each)))");
    expect(stdout).toContain("limits: 20 s for all queries, 5 s for each");
    expect(stdout).not.toContain("explored");
  });

  it("is a `plan` of every query in JSON", async () => {
    const args = ["check", MODEL, "--explain", "--json", "--search", "astar(hU())"];
    const { code, stdout } = await tracehound(args);
    expect(code).toBe(0);
    const { tool, search, results } = JSON.parse(stdout);
    expect([tool, search, results.length]).toEqual(["tracehound", expect.stringMatching(/^eager/), 5]);
    expect(results[0]).toEqual({
      number: 1,
      query: expect.stringMatching(/^A\[\]/),
      plan: {
        kind: "A[]",
        asks: expect.any(String),
        answeredBy: "reachability",
        looksFor: expect.any(String),
        timeUnit: 1,
        proposal: expect.stringMatching(/^interchangeable, as was proven: Process\(1\), .*--symmetry auto uses that$/),
        searches: [
          {
            search: expect.stringMatching(/^eager/),
            summary: expect.any(String),
            thread: 0,
            engine: "compiled",
            abstraction: "alu",
            abstractionBecause: expect.any(String),
            reduction: expect.stringContaining("none"),
          },
        ],
        afterwards: [],
        limits: {},
      },
    });
  });

  it("leaves a search as its name says, unless reduction is asked for", async () => {
    const file = join(scratchFolder(), "philosophers.xml");
    const made = await tracehound(["generate", "philosophers", "--size", "4", "-o", file]);
    expect(made.code, made.stderr).toBe(0);
    const explored = async (...options: string[]): Promise<number> => {
      const { stdout } = await tracehound(["check", file, "-q", "E<> deadlock", "--json", ...options]);
      return JSON.parse(stdout).results[0].statistics.explored;
    };
    const whole = await explored("--search", "bfs", "--por", "off");
    expect(await explored("--search", "bfs")).toBe(whole);
    expect(await explored("--search", "bfs", "--por", "auto")).toBeLessThan(whole);
    expect(await explored()).toBeLessThan(whole);
  });

  it("says whether infinite runs are reduced where somebody asks for it", async () => {
    const file = join(scratchFolder(), "philosophers.xml");
    await tracehound(["generate", "philosophers", "--size", "3", "-o", file]);
    const explained = async (query: string): Promise<string> =>
      (await tracehound(["check", file, "-q", query, "--explain", "--por", "auto"])).stdout;
    expect(await explained("LTL: [] <> P0.eat")).toContain("stubborn sets of steps that no letter shows");
    expect(await explained("LTL: X P0.eat")).toContain("none, because of X, which sees how steps interleave");
  });

  it("writes no file", async () => {
    const file = join(scratchFolder(), "proof.json");
    const { code, stdout } = await tracehound(["check", MODEL, "--query", "1", "--explain", "--certificate", file]);
    expect(code).toBe(0);
    expect(stdout).toContain('then: "cannot happen" is certified');
    expect(existsSync(file)).toBe(false);
  });

  it("tells what will not run, and ends well all the same", async () => {
    const { code, stdout } = await tracehound(["check", MODEL, "-q", "control: A[] true", "--explain"]);
    expect(code).toBe(0);
    expect(stdout).toContain("nothing will run: not supported: strategy synthesis");
  });

  it("tells queries that cannot be read as `check` does", async () => {
    const { code, stdout, stderr } = await tracehound(["check", MODEL, "-q", "E<> nobody", "--explain"]);
    expect(code).toBe(10);
    expect(stdout).toContain("the query cannot be read");
    expect(stderr).toContain("TH4001");
  });

  it("asks for a question where there is none", async () => {
    const file = join(scratchFolder(), "model.tck");
    writeFileSync(file, "system:s\nprocess:P\nlocation:P:l{initial:}\n");
    const { code, stderr } = await tracehound(["check", file, "--explain"]);
    expect(code).toBe(11);
    expect(stderr).toContain("--labels");
  });
});
