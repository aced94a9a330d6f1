// The engine in a real browser: a Web Worker under a content-security policy without `unsafe-eval` compiles a model to
// WebAssembly and answers. Runs where Debian's chromium is installed and says so where it is not.

import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CheckReply } from "../src/worker.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (executablePath === undefined) console.log("no chromium here: the browser is not tested");

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

describe.runIf(executablePath !== undefined)("the engine in a browser", () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    const bundle = await rolldown({
      input: `${root}packages/web/src/worker.ts`,
      resolve: { alias: { "@tracehound/core": `${root}packages/core/src/index.ts` } },
    });
    const { output } = await bundle.generate({ format: "iife" });
    const files: Readonly<Record<string, readonly [string, string]>> = {
      "/": ["text/html", "<!doctype html><title>test</title>"],
      "/worker.js": ["text/javascript", output[0].code],
    };
    server = createServer((request, response) => {
      const file = files[request.url ?? ""];
      response.writeHead(file === undefined ? 404 : 200, {
        "content-type": file?.[0] ?? "text/plain",
        "content-security-policy": POLICY,
      });
      response.end(file?.[1] ?? "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  afterAll(() => server.close());

  it("compiles and checks a model in a worker, without eval", async () => {
    const browser = await chromium.launch({
      executablePath: executablePath!,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    });
    try {
      const page = await browser.newPage();
      await page.goto(address);
      const name = "fischer-weakened.xml";
      const content = readFileSync(`${root}examples/${name}`, "utf8");
      const ask = `new Promise((resolve, reject) => {
        const worker = new Worker("/worker.js");
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(${JSON.stringify({ name, content })});
      })`;
      const reply = (await page.evaluate(ask)) as CheckReply;
      expect(reply.results[0]).toMatchObject({ verdict: "violated", engine: "compiled", trace: { length: 6 } });
      // The policy is in force: what it does not allow is refused.
      const fetched = await page.evaluate(`fetch("/worker.js").then(() => "open", () => "closed")`);
      expect(fetched).toBe("closed");
    } finally {
      await browser.close();
    }
  });
});
