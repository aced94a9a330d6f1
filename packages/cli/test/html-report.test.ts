// `check --html`: the report is written whatever the verdicts, beside what the command prints.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

it("writes a report with the verdicts and the trace", async () => {
  const cwd = scratchFolder();
  const model = join(ROOT, "examples/fischer-weakened.xml");
  const { code, stderr } = await tracehound(["check", model, "--html", "report.html", "--search", "bfs"], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain("report written to report.html");
  const html = await readFile(join(cwd, "report.html"), "utf8");
  expect(html.match(/class="verdict (?:satisfied|violated)"/g)).toHaveLength(5);
  expect(html).toContain("<svg ");
});

it("says why a report cannot be written", async () => {
  const model = join(ROOT, "examples/hanoi.xml");
  const { code, stderr } = await tracehound(["check", model, "--query", "1", "--html", "no/such/folder.html"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("cannot write no/such/folder.html");
});

const bin = join(ROOT, "packages/cli/bin/tracehound.js");
it.runIf(existsSync(join(ROOT, "packages/cli/dist/tracehound.cjs")))("is written by the built command line too", () => {
  const cwd = scratchFolder();
  const args = [bin, "check", join(ROOT, "examples/hanoi.xml"), "--query", "1", "--html", "report.html"];
  execFileSync(process.execPath, args, { cwd, stdio: "ignore" });
  expect(existsSync(join(cwd, "report.html"))).toBe(true);
});
