// `serve` from the built command line: the page on 127.0.0.1, with its headers and the model it was started with.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";

const bin = join(ROOT, "packages/cli/bin/tracehound.js");
const built = existsSync(join(ROOT, "packages/cli/dist/page/index.html"));
if (!built) console.info("The page is not built (`npm run build`): `serve` is not tried here.");

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGINT");
});

/** Starts it and waits for the address. */
function start(...args: string[]): Promise<{ address: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const address = /the page is at (\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve({ address, child });
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
}

function fetchFrom(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; response: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, response, text }));
    }).once("error", reject);
  });
}

function partsOf(address: string): { origin: string; authorization: string } {
  const { origin, hash } = new URL(address);
  return { origin, authorization: `Bearer ${hash.replace("#served=", "")}` };
}

describe.runIf(built)("tracehound serve", () => {
  it("serves the page and the model, to this machine alone", async () => {
    const { address, child } = await start("serve", join(ROOT, "examples/hanoi.xml"), "--no-browser");
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#served=[\w-]{43}$/);
    const { origin, authorization } = partsOf(address);
    const page = await fetchFrom(`${origin}/`);
    expect(page.text).toContain("<title>Tracehound</title>");
    expect(page.response.headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(page.response.headers["cross-origin-embedder-policy"]).toBe("require-corp");
    const served = JSON.parse((await fetchFrom(`${origin}/served.json`, { authorization })).text);
    expect(served.name).toBe("hanoi.xml");
    expect(served.text).toContain("<nta>");
    expect((await fetchFrom(`${origin}/../../package.json`)).status).toBe(404);
    expect((await fetchFrom(`${origin}/`, { host: "evil.example" })).status).toBe(403);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await ended;
  });

  it("hands what check found to the page", async () => {
    const { address } = await start(
      "check",
      join(ROOT, "examples/fischer-weakened.xml"),
      "--query",
      "1",
      "--open",
      "--no-browser",
    );
    const { origin, authorization } = partsOf(address);
    const served = JSON.parse((await fetchFrom(`${origin}/served.json`, { authorization })).text);
    expect(served).not.toHaveProperty("tag");
    expect(served.question).toMatch(/^A\[\]/);
    expect(JSON.parse(served.trace).steps).toHaveLength(6);
  });
});

it("says what is missing", async () => {
  const { code, stderr } = await tracehound(["serve", "missing.xml", "--no-browser"]);
  expect(code).toBe(10);
  expect(stderr).toContain("cannot read missing.xml");
});
