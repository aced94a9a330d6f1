// The page outside its own server: what `check --html` writes opens from the disk without any request, and
// `check --open` hands the trace it found to the page.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it } from "vitest";
import { describeInBrowser, ROOT, stepNumber } from "./browser.ts";

const bin = join(ROOT, "packages/cli/bin/tracehound.js");
const model = join(ROOT, "examples/fischer-weakened.xml");
const isBuilt = existsSync(join(ROOT, "packages/cli/dist/tracehound.cjs"));

const started: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGINT");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describeInBrowser("the command line's pages", (visit) => {
  it.runIf(isBuilt)("opens a report from the disk, walks its trace, and asks nobody for anything", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tracehound-report-"));
    folders.push(folder);
    const report = join(folder, "report.html");
    const checking = spawn(process.execPath, [bin, "check", model, "--query", "1", "--html", report], {
      stdio: "ignore",
    });
    // A violated property is the answer that is wanted.
    expect(await once(checking, "exit")).toEqual([1, null]);
    const { context } = await visit();
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(pathToFileURL(report).href);
    await expect.poll(() => page.locator("body").textContent()).toContain("violated");
    await expect.poll(() => page.title()).toBe("fischer-weakened.xml – Tracehound");
    await page.locator('[data-go="last"]').first().click();
    await expect.poll(() => page.locator(".where").first().textContent()).toBe("step 6 of 6");
    await expect.poll(() => page.locator("figure .on[data-node]").count()).toBe(2);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(requests).toEqual([pathToFileURL(report).href]);
    expect(complaints).toEqual([]);
  });

  it.runIf(isBuilt)("shows the trace that `check --open` found", async () => {
    const args = ["check", model, "--query", "1", "--open", "--no-browser"];
    const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "pipe", "ignore"] });
    started.push(child);
    const address = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const found = /the page is at (\S+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
    });
    const visitor = await visit();
    const page = await visitor.context.newPage();
    await page.goto(address);
    await page.locator(".step").nth(6).waitFor();
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("fischer-weakened.xml");
    await page.getByRole("button", { name: "Last state" }).click();
    await expect.poll(() => stepNumber(page)).toBe(6);
    // It comes from another address of this machine, and from nowhere else.
    const origin = new URL(address).origin;
    expect(visitor.complaints.filter((complaint) => !complaint.includes(origin))).toEqual([]);
  });
});
