// Nothing is lost on the page: a monkey acts and reloads in a real browser beside a plain model of what it did. Its first
// thirty seeds run with the tests of the page (`packages/web/test/monkey.test.ts`), which need a browser, too.

import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { ARGUMENTS, executablePath } from "../../packages/web/test/find-browser.ts";
import { monkey } from "../../packages/web/test/monkey.ts";
import { servePage } from "../../packages/web/test/static-server.ts";
import type { Claim } from "../hunt.ts";

/** The built page, from here and from where hunts are bundled to. */
const DIST = fileURLToPath(new URL("../../packages/web/dist", import.meta.url));
let started: Promise<{ browser: Browser; address: string }> | undefined;

async function start(): Promise<{ browser: Browser; address: string }> {
  if (executablePath === undefined) throw new Error("no Chromium is installed: the page cannot be hunted");
  const server = servePage(DIST).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Loading it takes longer than most trials of other hunts.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS] });
  return { browser, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

export const pageMonkey: Claim = {
  what: "whatever a monkey does at the page, and whenever it reloads, the documents are those of a plain model",
  seeds: 2000,
  inTests: 0,
  async run(seed, seen) {
    started ??= start();
    const { browser, address } = await started;
    // What the monkey does not try only costs: pages that are kept for offline use, and moving pictures.
    const context = await browser.newContext({ serviceWorkers: "block", reducedMotion: "reduce" });
    // On a busy machine it waits for what is to come.
    context.setDefaultTimeout(600_000);
    await context.addInitScript({ content: 'localStorage.setItem("tracehound tour", "seen")' });
    try {
      for (const sentence of await monkey(await context.newPage(), address, seed)) seen.report(sentence);
      seen.count("sequences");
    } finally {
      await context.close();
    }
  },
};
