// Who may write to a file of runs: one at a time, and never the dead.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const folder = scratchFolder();
const suite = join(folder, "suite.json");
writeFileSync(suite, JSON.stringify({ models: [{ family: "hanoi", size: 2 }], searches: ["bfs", "dfs"] }));

const bench = (runs: string) => tracehound(["bench", suite, "--runs", runs, "--jobs", "1"]);
const linesOf = (path: string): number => readFileSync(path, "utf8").trimEnd().split("\n").length;
const lockedBy = (name: string, owner: object): string => {
  const runs = join(folder, name);
  writeFileSync(`${runs}.lock`, `${JSON.stringify({ host: hostname(), key: name, ...owner })}\n`);
  return runs;
};

it("lets one of several who come at once do the work, and the others say so", async () => {
  const runs = join(folder, "together.jsonl");
  const outcomes = await Promise.all([bench(runs), bench(runs), bench(runs)]);
  expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 74, 74]);
  expect(linesOf(runs)).toBe(2);
  const refused = outcomes.find(({ code }) => code === 74)!;
  expect(refused.stderr).toContain(`another bench (process ${process.pid}) writes its runs to ${runs}: wait until`);
  expect(existsSync(`${runs}.lock`)).toBe(false);
  expect((await bench(runs)).code).toBe(0);
});

it("takes over from a process that has ended, and from one whose number was given to another", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  for (const runs of [
    lockedBy("dead.jsonl", { process: child.pid }),
    lockedBy("again.jsonl", { process: process.ppid, began: "another start" }),
    lockedBy("own.jsonl", { process: process.pid }),
  ]) {
    const isTold = existsSync(`/proc/${process.ppid}/stat`) || !runs.endsWith("again.jsonl");
    expect((await bench(runs)).code).toBe(isTold ? 0 : 74);
  }
});

it("one of several takes over from the dead", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const runs = lockedBy("heirs.jsonl", { process: child.pid });
  const codes = (await Promise.all([1, 2, 3, 4].map(() => bench(runs)))).map(({ code }) => code);
  expect(codes.sort()).toEqual([0, 74, 74, 74]);
  expect(linesOf(runs)).toBe(2);
  expect(readdirSync(folder).filter((name) => name.startsWith("heirs.jsonl."))).toEqual([]);
});

it("believes a process of this machine that runs, and one elsewhere as long as it gives signs of life", async () => {
  expect((await bench(lockedBy("alive.jsonl", { process: process.ppid }))).code).toBe(74);
  const elsewhere = lockedBy("elsewhere.jsonl", { process: 1, host: "another.machine" });
  const { code, stderr } = await bench(elsewhere);
  expect(code).toBe(74);
  expect(stderr).toContain("(process 1 on another.machine)");
  utimesSync(`${elsewhere}.lock`, new Date(0), new Date(0));
  expect((await bench(elsewhere)).code).toBe(0);
});

it("reports while somebody else is at it, and leaves alone what is no file", async () => {
  const runs = join(folder, "read.jsonl");
  await bench(runs);
  lockedBy("read.jsonl", { process: process.ppid });
  expect((await tracehound(["bench", suite, "--runs", runs, "--report"])).code).toBe(0);
  expect((await bench("/dev/null")).code).toBe(0);
});
