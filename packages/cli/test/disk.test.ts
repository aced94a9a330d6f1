// `check --disk`: the same answers from a folder, which belongs to one search and is never mixed up with anything else.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const MODEL = join(ROOT, "examples/train-gate.xml");
const BIN = join(ROOT, "packages/cli/bin/tracehound.js");
const PROOF = ["check", MODEL, "--query", "1"];

it("answers as a search in memory does, tells what it wrote, goes on, and is removed", async () => {
  const cwd = scratchFolder();
  const memory = JSON.parse((await tracehound([...PROOF, "--search", "bfs", "--json"], { cwd })).stdout).results[0];
  const first = await tracehound([...PROOF, "--disk", "work", "--json"], { cwd });
  const [result] = JSON.parse(first.stdout).results;
  expect(first.code).toBe(0);
  expect(result.verdict).toBe(memory.verdict);
  expect(result.statistics).toMatchObject({
    stored: memory.statistics.stored,
    disk: { duplicates: expect.any(Number) },
  });

  const again = await tracehound([...PROOF, "--disk", "work"], { cwd });
  expect([again.code, again.stderr]).toEqual([11, expect.stringContaining("holds a search already")]);
  const resumed = await tracehound([...PROOF, "--disk", "work", "--resume", "--quiet"], { cwd });
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining("satisfied")]);
  const other = await tracehound(["check", MODEL, "--query", "2", "--disk", "work", "--resume"], { cwd });
  expect([other.code, other.stderr]).toEqual([11, expect.stringContaining("another model, query or version")]);

  const info = await tracehound(["disk", "info", "work", "--json"], { cwd });
  expect(JSON.parse(info.stdout)).toMatchObject({ state: "exhausted", stored: memory.statistics.stored, faults: 0 });
  expect((await tracehound(["disk", "check", "work"], { cwd })).stdout).toContain("every block is whole");
  expect((await tracehound(["disk", "remove", "work"], { cwd })).code).toBe(0);
  expect(readdirSync(join(cwd, "work"))).toEqual([]);
});

it("finds shortest traces by A*, and hands them over", async () => {
  const cwd = scratchFolder();
  const asked = ["check", MODEL, "--query", "5", "--json"];
  const memory = JSON.parse((await tracehound([...asked, "--search", "bfs"], { cwd })).stdout).results[0];
  for (const [folder, ...search] of [["a"], ["b", "--search", "astar(distance(combine=max))"]] as const) {
    const { stdout } = await tracehound([...asked, "--disk", folder, ...search], { cwd });
    expect(JSON.parse(stdout).results[0].trace.length).toBe(memory.trace.length);
  }
});

it("stops at its limit with exit code 74, and goes on with a larger one", async () => {
  const cwd = scratchFolder();
  const full = await tracehound([...PROOF, "--disk", "work", "--disk-limit", "0.02"], { cwd });
  expect([full.code, full.stderr]).toEqual([74, expect.stringContaining("has reached its limit")]);
  const wider = await tracehound([...PROOF, "--disk", "work", "--resume", "--quiet"], { cwd });
  expect([wider.code, wider.stdout]).toEqual([0, expect.stringContaining("satisfied")]);
});

it.each([
  [["--disk", "work", "--search", "greedy(hU())"], "does not run on disk"],
  [["--disk", "work", "--query", "2"], "for one query"],
  [["--resume"], "belong to --disk"],
])("%j makes no sense", async (words, because) => {
  const { code, stderr } = await tracehound([...PROOF, ...words], { cwd: scratchFolder() });
  expect([code, stderr]).toEqual([11, expect.stringContaining(because)]);
});

it("leaves folders alone that hold anything else, and questions that it does not answer", async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, "notes.txt"), "mine");
  const { code, stderr } = await tracehound([...PROOF, "--disk", "."], { cwd });
  expect([code, stderr]).toEqual([11, expect.stringContaining("holds other things: notes.txt")]);
  expect(readdirSync(cwd)).toEqual(["notes.txt"]);
  const liveness = await tracehound(["check", MODEL, "--query", "4", "--disk", "work"], { cwd });
  expect([liveness.code, liveness.stderr]).toEqual([11, expect.stringContaining("not -->")]);
  expect(existsSync(join(cwd, "work"))).toBe(false);
});

it.runIf(existsSync("/proc"))(
  "says so where a file system makes no folders, instead of asking it for ever",
  async () => {
    const { code, stderr } = await tracehound([...PROOF, "--disk", "/proc/work"]);
    expect([code, stderr]).toEqual([74, expect.stringContaining("cannot be made")]);
  },
);

it("is shared by several processes, one of which is killed, with the same end", async () => {
  const cwd = scratchFolder();
  const asked = ["check", MODEL, "--query", "1", "--json", "--no-why", "--disk", "work", "--join"];
  const doomed = spawn(process.execPath, [BIN, ...asked], { cwd, stdio: "ignore" });
  const killed = new Promise((resolve) => doomed.once("exit", resolve));
  const journals = () =>
    (existsSync(join(cwd, "work")) ? readdirSync(join(cwd, "work")) : []).filter((name) => /^journal/.test(name));
  while (journals().length === 0 && doomed.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  doomed.kill("SIGKILL");
  await killed;
  const memory = JSON.parse((await tracehound([...PROOF, "--search", "bfs", "--json"], { cwd })).stdout).results[0];
  const all = await Promise.all([1, 2].map(() => tracehound(asked, { cwd })));
  for (const { stdout } of all) {
    const [{ verdict, statistics }] = JSON.parse(stdout).results;
    expect({ verdict, stored: statistics.stored }).toEqual({
      verdict: memory.verdict,
      stored: memory.statistics.stored,
    });
  }
  expect(journals()).toEqual([]);
  const info = JSON.parse((await tracehound(["disk", "info", "work", "--json"], { cwd })).stdout);
  expect(info).toMatchObject({ state: "exhausted", stored: memory.statistics.stored, processes: [] });
  expect((await tracehound(["disk", "check", "work"], { cwd })).stdout).toContain("every block is whole");
  const alone = await tracehound([...PROOF, "--disk", "work"], { cwd });
  expect([alone.code, alone.stderr]).toEqual([11, expect.stringContaining("by several processes")]);
  const other = await tracehound([...asked, "--search", "astar(distance(combine=max))"], { cwd });
  expect([other.code, other.stdout]).toEqual([11, expect.stringContaining("another search")]);
});

it("is never given up for another search", async () => {
  const cwd = scratchFolder();
  await tracehound([...PROOF, "--disk", "work"], { cwd });
  const other = ["--disk", "work", "--resume", "--search", "astar(distance(combine=max))"];
  const { code, stderr } = await tracehound([...PROOF, ...other], { cwd });
  expect([code, stderr]).toEqual([11, expect.stringContaining("another search")]);
  expect((await tracehound(["disk", "info", "work"], { cwd })).stdout).toContain("exhausted");
});

it("is planned without touching the folder", async () => {
  const cwd = scratchFolder();
  const { code, stdout } = await tracehound([...PROOF, "--disk", "work", "--explain"], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining("external()")]);
  expect(stdout).not.toContain("will not run");
  expect(existsSync(join(cwd, "work"))).toBe(false);
});
